//! Arithmetic on vectors: the length made one, what is not a number refused.

use crate::net::failed;
use search::ModelError;

/// Scales to length one. A zero vector, which stands for a text without any known token, becomes the
/// diagonal: it is near to nothing, and still a vector.
pub(crate) fn normalise(vector: &mut [f32]) -> Result<(), ModelError> {
    if vector.iter().any(|number| !number.is_finite()) {
        return Err(failed("the model gave a number that is not finite"));
    }
    let length = vector.iter().map(|n| f64::from(*n) * f64::from(*n)).sum::<f64>().sqrt();
    if length < 1e-12 {
        let level = 1.0 / (vector.len() as f32).sqrt();
        vector.fill(level);
        return Ok(());
    }
    for number in vector {
        *number = (f64::from(*number) / length) as f32;
    }
    Ok(())
}

/// Adds `weight` times `part` to `sum`.
pub(crate) fn add(sum: &mut [f32], part: &[f32], weight: f32) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += weight * part;
    }
}
