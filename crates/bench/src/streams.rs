//! Which streams a run searches with. A stream that is named but cannot act stops the run, because a
//! figure under a wrong name is worse than none.

use crate::run::BenchError;

/// A source of candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stream {
    Lexical,
    Vector,
    Graph,
}

const NAMES: [(&str, Stream); 3] =
    [("lexical", Stream::Lexical), ("vector", Stream::Vector), ("graph", Stream::Graph)];

/// Streams that act together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Streams(Vec<Stream>);

impl Default for Streams {
    fn default() -> Self {
        Self(vec![Stream::Lexical])
    }
}

impl Streams {
    /// Reads `lexical,vector,graph`, any of them, in any order.
    pub(crate) fn parse(text: &str) -> Result<Self, BenchError> {
        let mut streams = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let Some((_, stream)) = NAMES.iter().find(|(name, _)| *name == word) else {
                let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                let known = known.join(", ");
                return Err(BenchError::Usage(format!("no stream is called `{word}`: {known}")));
            };
            streams.push(*stream);
        }
        streams.sort_unstable();
        streams.dedup();
        if streams.is_empty() {
            return Err(BenchError::Usage("--streams names no stream".to_owned()));
        }
        Ok(Self(streams))
    }

    /// Their names, as they are given.
    pub(crate) fn text(&self) -> String {
        let name = |stream: &Stream| {
            let of = NAMES.iter().find(|(_, known)| known == stream);
            of.map_or("", |(name, _)| name)
        };
        self.0.iter().map(name).collect::<Vec<_>>().join(",")
    }

    /// As a query names them.
    pub(crate) fn of_query(&self) -> search::Streams {
        let has = |stream| self.0.contains(&stream);
        search::Streams {
            lexical: has(Stream::Lexical),
            vector: has(Stream::Vector),
            graph: has(Stream::Graph),
        }
    }

    /// What is left without each of them in turn, with its name; none where there is but one.
    pub(crate) fn without_each(&self) -> Vec<(&'static str, search::Streams)> {
        let named = NAMES.iter().filter(|(_, stream)| self.0.len() > 1 && self.0.contains(stream));
        let left = |(name, off): &(&'static str, Stream)| {
            let rest = self.0.iter().copied().filter(|stream| stream != off).collect();
            (*name, Self(rest).of_query())
        };
        named.map(left).collect()
    }

    /// Whether one of them cannot act without a model.
    pub(crate) fn need_a_model(&self) -> bool {
        self.0.contains(&Stream::Vector)
    }
}

#[cfg(test)]
mod tests {
    use super::Streams;

    #[test]
    fn streams_that_there_are_not_are_refused_and_never_ignored() {
        let parse = |text: &str| Streams::parse(text).unwrap();
        assert!(parse("lexical,vector").need_a_model());
        assert!(!parse("graph,lexical").need_a_model());
        assert!(Streams::parse("lexical,words").unwrap_err().to_string().contains("`words`"));
        assert!(Streams::parse(" ,").is_err());
        assert_eq!(parse("graph, lexical,graph").text(), "lexical,graph");
    }

    #[test]
    fn each_stream_is_left_out_in_turn_where_another_stays() {
        let both = Streams::parse("lexical,vector").unwrap().without_each();
        let left: Vec<_> = both.iter().map(|(name, it)| (*name, it.lexical, it.vector)).collect();
        assert_eq!(left, [("lexical", false, true), ("vector", true, false)]);
        assert!(Streams::parse("lexical").unwrap().without_each().is_empty());
    }
}
