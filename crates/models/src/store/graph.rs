//! Makes the ONNX graph of a BERT from its weights, for models that are published without one: token ids,
//! mask and token types in, the last layer's states out, or one score where the model has a classifier.
//!
//! Only what BERT is: learned positions, GELU with the error function, normalisation after each half of a
//! layer. Anything else is refused, since its numbers would be wrong without a sign.

use crate::weights::Weights;
use rten_onnx::onnx::{
    AttributeProto, AttributeType, DataType, Dimension, GraphProto, ModelProto, NodeProto,
    OperatorSetIdProto, TensorProto, TensorShapeProto, TypeProto, TypeProtoTensor, ValueInfoProto,
};
use serde_json::Value;
use std::cell::RefCell;

/// `Gelu` became an operator here.
const OPSET: i64 = 20;
const IR_VERSION: i64 = 9;
/// Added to the scores of padded tokens: their share after softmax is zero in 32 bits.
const MASKED: f32 = -1e9;

/// Sizes of a BERT as `config.json` states them.
struct Shape {
    hidden: usize,
    heads: usize,
    layers: usize,
    epsilon: f32,
}

struct Writer<'a> {
    weights: &'a Weights,
    /// `bert.` where the weights belong to a larger model.
    prefix: &'static str,
    shape: Shape,
    nodes: Vec<NodeProto>,
    constants: Vec<TensorProto>,
}

/// The model for these weights.
///
/// # Errors
/// What of BERT is missing or different.
pub(super) fn bert(config: &Value, weights: &Weights) -> Result<ModelProto, String> {
    let shape = Shape::read(config)?;
    let words = "embeddings.word_embeddings.weight";
    let prefix = ["", "bert."]
        .into_iter()
        .find(|prefix| weights.shape(&format!("{prefix}{words}")).is_some())
        .ok_or_else(|| format!("the weights have no tensor `{words}`"))?;
    let mut writer = Writer { weights, prefix, shape, nodes: Vec::new(), constants: Vec::new() };
    let mut states = writer.embeddings()?;
    let bias = writer.mask()?;
    for layer in 0..writer.shape.layers {
        states = writer.layer(layer, &states, &bias)?;
    }
    let hidden = writer.shape.hidden;
    let output = if weights.shape("classifier.weight").is_some() {
        let logits = writer.classifier(&states)?;
        writer.named("Identity", &[&logits], "logits");
        value("logits", DataType::FLOAT, &[Size::Named("batch"), Size::Fixed(1)])
    } else {
        writer.named("Identity", &[&states], "last_hidden_state");
        let sizes = [Size::Named("batch"), Size::Named("tokens"), Size::Fixed(hidden)];
        value("last_hidden_state", DataType::FLOAT, &sizes)
    };
    Ok(writer.finish(output))
}

impl Shape {
    fn read(config: &Value) -> Result<Self, String> {
        let is = |key: &str, default: &str, wanted: &str| match config[key]
            .as_str()
            .unwrap_or(default)
        {
            found if found == wanted => Ok(()),
            found => {
                Err(format!("config.json: `{key}` is `{found}`, only `{wanted}` can be converted"))
            }
        };
        is("model_type", "bert", "bert")?;
        is("hidden_act", "gelu", "gelu")?;
        is("position_embedding_type", "absolute", "absolute")?;
        let size = |key: &str| {
            let found = config[key].as_u64().filter(|size| (1..=65_536).contains(size));
            found.map(|size| size as usize).ok_or_else(|| format!("config.json: no sound `{key}`"))
        };
        let (hidden, heads) = (size("hidden_size")?, size("num_attention_heads")?);
        if hidden % heads != 0 {
            return Err(format!("config.json: {hidden} numbers cannot be shared by {heads} heads"));
        }
        let epsilon = config["layer_norm_eps"].as_f64().unwrap_or(1e-12) as f32;
        Ok(Self { hidden, heads, layers: size("num_hidden_layers")?, epsilon })
    }
}

impl Writer<'_> {
    fn embeddings(&mut self) -> Result<String, String> {
        let words = self.tensor("embeddings.word_embeddings.weight")?;
        let places = self.tensor("embeddings.position_embeddings.weight")?;
        let types = self.tensor("embeddings.token_type_embeddings.weight")?;
        let (zero, one) = (self.integers("zero", &[0]), self.integers("one", &[1]));
        let shape = self.node("Shape", &["input_ids"]);
        let length = self.node("Gather", &[&shape, &one]);
        let place = self.node("Slice", &[&places, &zero, &length, &zero]);
        let word = self.node("Gather", &[&words, "input_ids"]);
        let kind = self.node("Gather", &[&types, "token_type_ids"]);
        let sum = self.node("Add", &[&word, &place]);
        let sum = self.node("Add", &[&sum, &kind]);
        self.norm(&sum, "embeddings.LayerNorm")
    }

    /// What is added to the scores of each token: nothing, or so much that nobody looks at it.
    fn mask(&mut self) -> Result<String, String> {
        let (one, far) = (self.scalar("one_float", 1.0), self.scalar("masked", MASKED));
        let shape = self.integers("mask_shape", &[0, 1, 1, -1]);
        let mask = self.node("Cast", &["attention_mask"]);
        self.attribute(integer("to", i64::from(DataType::FLOAT.0)));
        let rest = self.node("Sub", &[&one, &mask]);
        let bias = self.node("Mul", &[&rest, &far]);
        Ok(self.node("Reshape", &[&bias, &shape]))
    }

    fn layer(&mut self, layer: usize, input: &str, bias: &str) -> Result<String, String> {
        let at = |name: &str| format!("encoder.layer.{layer}.{name}");
        let (hidden, heads) = (self.shape.hidden as i64, self.shape.heads as i64);
        let split = self.integers("heads", &[0, 0, heads, hidden / heads]);
        let join = self.integers("joined", &[0, 0, hidden]);
        // The scale of the scores stands in the queries' weights: one pass less over the largest tensor.
        let scale = 1.0 / (self.shape.hidden as f32 / self.shape.heads as f32).sqrt();
        let mut parts = Vec::with_capacity(3);
        for (name, scale, order) in [
            ("query", scale, [0, 2, 1, 3]),
            ("key", 1.0, [0, 2, 3, 1]),
            ("value", 1.0, [0, 2, 1, 3]),
        ] {
            let part = self.scaled(input, &at(&format!("attention.self.{name}")), scale)?;
            let part = self.node("Reshape", &[&part, &split]);
            let part = self.node("Transpose", &[&part]);
            self.attribute(integers("perm", &order));
            parts.push(part);
        }
        let scores = self.node("MatMul", &[&parts[0], &parts[1]]);
        let scores = self.node("Add", &[&scores, bias]);
        let shares = self.node("Softmax", &[&scores]);
        self.attribute(integer("axis", -1));
        let mixed = self.node("MatMul", &[&shares, &parts[2]]);
        let mixed = self.node("Transpose", &[&mixed]);
        self.attribute(integers("perm", &[0, 2, 1, 3]));
        let mixed = self.node("Reshape", &[&mixed, &join]);
        let mixed = self.linear(&mixed, &at("attention.output.dense"))?;
        let sum = self.node("Add", &[&mixed, input]);
        let seen = self.norm(&sum, &at("attention.output.LayerNorm"))?;
        let wide = self.linear(&seen, &at("intermediate.dense"))?;
        let wide = self.node("Gelu", &[&wide]);
        let narrow = self.linear(&wide, &at("output.dense"))?;
        let sum = self.node("Add", &[&narrow, &seen]);
        self.norm(&sum, &at("output.LayerNorm"))
    }

    /// One score from the state of the first token.
    fn classifier(&mut self, states: &str) -> Result<String, String> {
        if self.weights.shape("classifier.weight") != Some(&[1, self.shape.hidden]) {
            return Err("the classifier gives more than one score, so this is no reranker".into());
        }
        let zero = self.integer_scalar("first", 0);
        let first = self.node("Gather", &[states, &zero]);
        self.attribute(integer("axis", 1));
        let dense = self.linear(&first, "pooler.dense")?;
        let dense = self.node("Tanh", &[&dense]);
        // The classifier stands beside the encoder, not in it.
        let prefix = std::mem::take(&mut self.prefix);
        let logits = self.linear(&dense, "classifier");
        self.prefix = prefix;
        logits
    }

    fn norm(&mut self, input: &str, name: &str) -> Result<String, String> {
        let weight = self.tensor(&format!("{name}.weight"))?;
        let bias = self.tensor(&format!("{name}.bias"))?;
        let epsilon = self.shape.epsilon;
        let output = self.node("LayerNormalization", &[input, &weight, &bias]);
        self.attribute(integer("axis", -1));
        self.attribute(AttributeProto {
            name: Some("epsilon".into()),
            f: Some(epsilon),
            r#type: Some(AttributeType::FLOAT),
            ..AttributeProto::default()
        });
        Ok(output)
    }

    fn linear(&mut self, input: &str, name: &str) -> Result<String, String> {
        self.scaled(input, name, 1.0)
    }

    /// `input × weightᵀ + bias`, both times `scale`. The transpose is laid down in the file.
    fn scaled(&mut self, input: &str, name: &str, scale: f32) -> Result<String, String> {
        let (weight, bias) =
            (self.full(&format!("{name}.weight")), self.full(&format!("{name}.bias")));
        let shape = self.weights.shape(&weight).unwrap_or_default();
        let [rows, columns] = *shape else {
            return Err(format!("the weights have no matrix `{weight}`"));
        };
        let numbers = self.weights.numbers(&weight)?;
        let mut turned = vec![0.0; numbers.len()];
        for (at, row) in numbers.chunks_exact(columns.max(1)).enumerate() {
            for (column, number) in row.iter().enumerate() {
                turned[column * rows + at] = number * scale;
            }
        }
        let added: Vec<f32> =
            self.weights.numbers(&bias)?.iter().map(|number| number * scale).collect();
        if added.len() != rows {
            return Err(format!("tensor `{bias}` does not belong to `{weight}`"));
        }
        let weight = self.constant(weight, &[columns, rows], DataType::FLOAT, bytes(&turned));
        let bias = self.constant(bias, &[rows], DataType::FLOAT, bytes(&added));
        let product = self.node("MatMul", &[input, &weight]);
        Ok(self.node("Add", &[&product, &bias]))
    }

    fn full(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn tensor(&mut self, name: &str) -> Result<String, String> {
        let name = self.full(name);
        let numbers = self.weights.numbers(&name)?;
        let shape = self.weights.shape(&name).unwrap_or_default().to_vec();
        Ok(self.constant(name, &shape, DataType::FLOAT, bytes(&numbers)))
    }

    fn scalar(&mut self, name: &str, number: f32) -> String {
        self.constant(name.into(), &[], DataType::FLOAT, bytes(&[number]))
    }

    fn integer_scalar(&mut self, name: &str, number: i64) -> String {
        self.constant(name.into(), &[], DataType::INT64, number.to_le_bytes().to_vec())
    }

    fn integers(&mut self, name: &str, numbers: &[i64]) -> String {
        let data = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.constant(name.into(), &[numbers.len()], DataType::INT64, data)
    }

    /// Lays a tensor down once, under its name.
    fn constant(&mut self, name: String, shape: &[usize], kind: DataType, data: Vec<u8>) -> String {
        if !self.constants.iter().any(|tensor| tensor.name.as_ref() == Some(&name)) {
            self.constants.push(TensorProto {
                dims: shape.iter().map(|size| *size as i64).collect(),
                data_type: Some(kind),
                raw_data: Some(RefCell::new(data)),
                name: Some(name.clone()),
                ..TensorProto::default()
            });
        }
        name
    }

    fn node(&mut self, operator: &str, inputs: &[&str]) -> String {
        let output = format!("step_{}", self.nodes.len());
        self.named(operator, inputs, &output);
        output
    }

    fn named(&mut self, operator: &str, inputs: &[&str], output: &str) {
        self.nodes.push(NodeProto {
            name: Some(format!("node_{}", self.nodes.len())),
            input: inputs.iter().map(|input| String::from(*input)).collect(),
            output: vec![output.into()],
            op_type: Some(operator.into()),
            ..NodeProto::default()
        });
    }

    /// Gives the node that was written last an attribute.
    fn attribute(&mut self, attribute: AttributeProto) {
        if let Some(node) = self.nodes.last_mut() {
            node.attribute.push(attribute);
        }
    }

    fn finish(self, output: ValueInfoProto) -> ModelProto {
        let input = ["input_ids", "attention_mask", "token_type_ids"].map(|name| {
            value(name, DataType::INT64, &[Size::Named("batch"), Size::Named("tokens")])
        });
        ModelProto {
            ir_version: Some(IR_VERSION),
            graph: Some(GraphProto {
                node: self.nodes,
                initializer: self.constants,
                input: input.into(),
                output: vec![output],
                ..GraphProto::default()
            }),
            opset_import: vec![OperatorSetIdProto {
                version: Some(OPSET),
                ..OperatorSetIdProto::default()
            }],
            producer_name: Some("memopage".into()),
            ..ModelProto::default()
        }
    }
}

enum Size {
    Named(&'static str),
    Fixed(usize),
}

fn value(name: &str, kind: DataType, sizes: &[Size]) -> ValueInfoProto {
    let dim = sizes.iter().map(|size| match size {
        Size::Named(name) => {
            Dimension { dim_param: Some(String::from(*name)), ..Dimension::default() }
        }
        Size::Fixed(size) => Dimension { dim_value: Some(*size as i64), ..Dimension::default() },
    });
    let shape = TensorShapeProto { dim: dim.collect() };
    let tensor = TypeProtoTensor { elem_type: Some(kind), shape: Some(shape) };
    ValueInfoProto {
        name: Some(name.into()),
        r#type: Some(TypeProto { tensor_type: Some(tensor), ..TypeProto::default() }),
    }
}

fn integer(name: &str, value: i64) -> AttributeProto {
    AttributeProto {
        name: Some(name.into()),
        i: Some(value),
        r#type: Some(AttributeType::INT),
        ..AttributeProto::default()
    }
}

fn integers(name: &str, values: &[i64]) -> AttributeProto {
    AttributeProto {
        name: Some(name.into()),
        ints: values.to_vec(),
        r#type: Some(AttributeType::INTS),
        ..AttributeProto::default()
    }
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
