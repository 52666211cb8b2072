//! Plots.

use super::Summary;

pub(super) fn all(_summary: &Summary) -> Vec<(String, String)> {
    Vec::new()
}
