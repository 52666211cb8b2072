//! The same BERT once more, one token after the other in double precision: slow and easy to check.

use super::tiny::{EPSILON, HEADS, HIDDEN, LAYERS, Weights};

type Rows = Vec<Vec<f64>>;

/// The states after the last layer for one text without padding.
pub(super) fn states(weights: &Weights, prefix: &str, ids: &[usize], types: &[usize]) -> Rows {
    let row = |name: &str, at: usize| -> Vec<f64> {
        let numbers = &weights[&format!("{prefix}{name}")].numbers;
        numbers[at * HIDDEN..(at + 1) * HIDDEN].iter().map(|n| f64::from(*n)).collect()
    };
    let mut states: Rows = Vec::new();
    for (at, (id, kind)) in ids.iter().zip(types).enumerate() {
        let word = row("embeddings.word_embeddings.weight", *id);
        let place = row("embeddings.position_embeddings.weight", at);
        let kind = row("embeddings.token_type_embeddings.weight", *kind);
        let sum: Vec<f64> = (0..HIDDEN).map(|i| word[i] + place[i] + kind[i]).collect();
        states.push(norm(weights, &format!("{prefix}embeddings.LayerNorm"), &sum));
    }
    for layer in 0..LAYERS {
        let at = |name: &str| format!("{prefix}encoder.layer.{layer}.{name}");
        let mixed = attention(weights, &at("attention.self"), &states);
        states = states
            .iter()
            .zip(&mixed)
            .map(|(state, mixed)| {
                let mixed = linear(weights, &at("attention.output.dense"), mixed);
                let seen = norm(weights, &at("attention.output.LayerNorm"), &sum(&mixed, state));
                let wide = linear(weights, &at("intermediate.dense"), &seen);
                let wide: Vec<f64> =
                    wide.iter().map(|x| x * 0.5 * (1.0 + erf(x / 2.0_f64.sqrt()))).collect();
                let narrow = linear(weights, &at("output.dense"), &wide);
                norm(weights, &at("output.LayerNorm"), &sum(&narrow, &seen))
            })
            .collect();
    }
    states
}

fn attention(weights: &Weights, name: &str, states: &Rows) -> Rows {
    let of = |part: &str| -> Rows {
        states.iter().map(|state| linear(weights, &format!("{name}.{part}"), state)).collect()
    };
    let (queries, keys, values) = (of("query"), of("key"), of("value"));
    let width = HIDDEN / HEADS;
    let mut mixed = vec![vec![0.0; HIDDEN]; states.len()];
    for head in 0..HEADS {
        let range = head * width..(head + 1) * width;
        for (query, mixed) in queries.iter().zip(&mut mixed) {
            let score = |key: &Vec<f64>| {
                let product: f64 = range.clone().map(|i| query[i] * key[i]).sum();
                (product / (width as f64).sqrt()).exp()
            };
            let shares: Vec<f64> = keys.iter().map(score).collect();
            let all: f64 = shares.iter().sum();
            for i in range.clone() {
                mixed[i] = shares.iter().zip(&values).map(|(s, value)| s / all * value[i]).sum();
            }
        }
    }
    mixed
}

pub(super) fn linear(weights: &Weights, name: &str, input: &[f64]) -> Vec<f64> {
    let weight = &weights[&format!("{name}.weight")].numbers;
    let bias = &weights[&format!("{name}.bias")].numbers;
    bias.iter()
        .zip(weight.chunks_exact(input.len()))
        .map(|(bias, row)| {
            let product: f64 = row.iter().zip(input).map(|(w, x)| f64::from(*w) * x).sum();
            f64::from(*bias) + product
        })
        .collect()
}

fn norm(weights: &Weights, name: &str, input: &[f64]) -> Vec<f64> {
    let mean = input.iter().sum::<f64>() / input.len() as f64;
    let spread = input.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / input.len() as f64;
    let (weight, bias) =
        (&weights[&format!("{name}.weight")].numbers, &weights[&format!("{name}.bias")].numbers);
    input
        .iter()
        .enumerate()
        .map(|(i, x)| {
            (x - mean) / (spread + EPSILON).sqrt() * f64::from(weight[i]) + f64::from(bias[i])
        })
        .collect()
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// The error function by its power series, which converges well for what is fed here.
fn erf(x: f64) -> f64 {
    if x.abs() > 5.0 {
        return x.signum();
    }
    let (mut term, mut total) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        total += term / f64::from(2 * n + 1);
    }
    total * 2.0 / std::f64::consts::PI.sqrt()
}

pub(super) fn unit(vector: Vec<f64>) -> Vec<f64> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

pub(super) fn mean(rows: &Rows) -> Vec<f64> {
    (0..HIDDEN).map(|i| rows.iter().map(|row| row[i]).sum::<f64>() / rows.len() as f64).collect()
}
