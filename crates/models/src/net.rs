//! An ONNX graph that reads tokens, run on this machine's processor. Knows inputs and outputs by their
//! usual names; what goes in and what the numbers mean is the caller's.

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use search::ModelError;
use std::path::Path;
use std::sync::Arc;

/// Tokens of one run, padding counted; one row may have more. Measured with 384 numbers a token: runs of
/// eight rows of 256 took a sixth more time than rows alone, whose layers stay in the cache, and short
/// rows gain nothing beyond this. It bounds memory too: twelve heads take 7 MB for a row of 384.
pub(crate) const TOKENS_PER_RUN: usize = 384;

/// An error that comes back however often one asks.
pub(crate) fn failed(message: impl Into<String>) -> ModelError {
    ModelError { message: message.into(), transient: false, retry_after: None }
}

pub(crate) struct Net {
    model: Model,
    pool: Arc<ThreadPool>,
    ids: NodeId,
    mask: Option<NodeId>,
    types: Option<NodeId>,
    output: NodeId,
}

/// Rows of tokens, padded to one width.
pub(crate) struct Batch {
    rows: usize,
    width: usize,
    ids: Vec<i32>,
    mask: Vec<i32>,
    types: Vec<i32>,
}

/// One row of a batch: ids and, where two texts are read, which of them a token belongs to.
pub(crate) struct Row<'a> {
    pub(crate) ids: &'a [u32],
    pub(crate) types: Option<&'a [u32]>,
}

impl Batch {
    pub(crate) fn new(rows: &[Row<'_>]) -> Self {
        let width = rows.iter().map(|row| row.ids.len()).max().unwrap_or(0);
        let size = rows.len() * width;
        let (mut ids, mut mask, mut types) = (vec![0; size], vec![0; size], vec![0; size]);
        for (row, at) in rows.iter().zip((0..).step_by(width.max(1))) {
            for (column, id) in row.ids.iter().enumerate() {
                // An id that does not fit an i32 is no row of any table; the graph refuses it.
                ids[at + column] = i32::try_from(*id).unwrap_or(i32::MAX);
                mask[at + column] = 1;
            }
            for (column, kind) in row.types.unwrap_or_default().iter().enumerate() {
                types[at + column] = i32::from(*kind != 0);
            }
        }
        Self { rows: rows.len(), width, ids, mask, types }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// 1 where a row has a token, 0 where it is padded.
    pub(crate) fn mask(&self) -> &[i32] {
        &self.mask
    }
}

impl Net {
    /// Reads the graph and lays its weights out for this processor.
    pub(crate) fn load(path: &Path, threads: usize, outputs: &[&str]) -> Result<Self, ModelError> {
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(path)
            .map_err(|error| failed(format!("cannot load {}: {error}", path.display())))?;
        let named = |name: &str| model.find_node(name);
        let (mask, types) = (named("attention_mask"), named("token_type_ids"));
        let ids = named("input_ids")
            .filter(|id| model.input_ids().contains(id))
            .ok_or_else(|| failed(format!("{}: no input `input_ids`", path.display())))?;
        for input in model.input_ids() {
            if ![Some(ids), mask, types].contains(&Some(*input)) {
                let name = model.node_info(*input).and_then(|info| info.name().map(String::from));
                let name = name.unwrap_or_default();
                return Err(failed(format!(
                    "{}: input `{name}` is none of input_ids, attention_mask, token_type_ids",
                    path.display()
                )));
            }
        }
        let output = outputs
            .iter()
            .find_map(|name| named(name).filter(|id| model.output_ids().contains(id)))
            .or_else(|| model.output_ids().first().copied())
            .ok_or_else(|| failed(format!("{}: no output", path.display())))?;
        let pool = Arc::new(ThreadPool::with_num_threads(threads.max(1)));
        Ok(Self { pool, ids, mask, types, output, model })
    }

    /// The first output for a batch, with its shape.
    pub(crate) fn run(&self, batch: &Batch) -> Result<(Vec<usize>, Vec<f32>), ModelError> {
        let shape = [batch.rows, batch.width];
        let mut inputs: Vec<(NodeId, ValueOrView)> = Vec::with_capacity(3);
        let mut feed = |node: Option<NodeId>, data: &[i32]| {
            if let Some(node) = node {
                inputs.push((node, NdTensor::from_data(shape, data.to_vec()).into()));
            }
        };
        feed(Some(self.ids), &batch.ids);
        feed(self.mask, &batch.mask);
        feed(self.types, &batch.types);
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.pool)));
        let [value] = self
            .model
            .run_n(inputs, [self.output], Some(options))
            .map_err(|error| failed(format!("the model failed: {error}")))?;
        let tensor: Tensor<f32> = value
            .into_tensor()
            .ok_or_else(|| failed("the model's output is not made of 32-bit floats"))?;
        Ok((tensor.shape().to_vec(), tensor.into_data()))
    }
}
