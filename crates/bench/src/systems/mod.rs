//! Other systems, asked the same questions of the same haystacks in the same run.

use crate::datasets::Haystack;
use crate::grain::Grain;
use crate::run::BenchError;

/// Something that ranks sessions, turns or pages.
pub(crate) trait System {
    /// Its name in the report.
    fn name(&self) -> String;

    /// Takes in a haystack and forgets the one before.
    fn index(&mut self, haystack: &Haystack) -> Result<(), BenchError>;

    /// Names of what it found, best first, at most [`crate::corpus::DEPTH`]; none where it does not answer
    /// in that grain at all.
    fn ask(&mut self, asked: &Asked) -> Result<Option<Vec<String>>, BenchError>;
}

/// A question as a system gets it.
pub(crate) struct Asked<'a> {
    pub(crate) id: &'a str,
    pub(crate) text: &'a str,
    pub(crate) grain: Grain,
}

/// What the commands take to choose systems.
pub(crate) fn arguments() -> Vec<clap::Arg> {
    Vec::new()
}

/// The systems that were chosen.
pub(crate) fn chosen(
    _matches: &clap::ArgMatches,
    _model: Option<&std::sync::Arc<dyn search::Embedder>>,
) -> Result<Vec<Box<dyn System>>, BenchError> {
    Ok(Vec::new())
}
