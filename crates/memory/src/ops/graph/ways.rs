//! From one page to another: the shortest way, a chain of named steps, and where each step is said.

use super::Output;
use super::reply::{Edge, Hop, Said};
use crate::graph::{LINK, Proof, Step, Ties};
use crate::{Error, counted, limits};
use wiki::path::PagePath;

/// The shortest way between two pages.
pub(super) fn way(
    ties: &Ties<'_>,
    from: &PagePath,
    to: &PagePath,
    hops: usize,
) -> Result<Output, Error> {
    if from == to {
        return Err(Error::bad(format!("both names mean {from}"), "name two different pages"));
    }
    let found = ties.way(from, to, hops)?;
    let note = found.legs.is_empty().then(|| {
        let part = if found.cut { " among the ties that were followed" } else { "" };
        let steps = counted(hops, "step");
        format!("no way of at most {steps} from {from} to {to}{part}")
    });
    let mut way = Vec::with_capacity(found.legs.len());
    for leg in found.legs {
        let proof = said(ties, &leg.from, &leg.to)?;
        way.push(Edge { proof, ..Edge::of(leg) });
    }
    Ok(Output { page: Some(from.to_string()), way, note, ..Output::default() })
}

/// Where two pages say that one leads to the other.
pub(super) fn said(ties: &Ties<'_>, from: &PagePath, to: &PagePath) -> Result<Vec<Said>, Error> {
    let mut proofs = ties.proofs(from, to)?;
    proofs.extend(ties.proofs(to, from)?);
    // A sentence that names a page proves nothing that a relation does not.
    if proofs.iter().any(|it| it.relation != LINK) {
        proofs.retain(|it| it.relation != LINK);
    }
    let said = |it: Proof| Said { page: it.page.to_string(), line: it.line, relation: it.relation };
    Ok(proofs.into_iter().map(said).collect())
}

/// The chains from a page that take some steps.
pub(super) fn chains(
    ties: &Ties<'_>,
    of: &PagePath,
    steps: &[String],
    limit: usize,
) -> Result<Output, Error> {
    let max = limits::GRAPH_WAY_MAX;
    if steps.len() > max {
        let said = format!("the chain has {}", counted(steps.len(), "step"));
        return Err(Error::bad(said, format!("give at most {max}")));
    }
    let mut read = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        read.push(ties.step(step, steps.len() - at - 1)?);
    }
    let found = ties.chains(of, &read, limit)?;
    let note = match (found.chains.is_empty(), found.cut) {
        (true, false) => Some(format!("no chain from {of} takes the steps {}", steps.join(", "))),
        (true, true) => Some(format!(
            "no chain from {of} takes the steps {} among the ties that were followed",
            steps.join(", ")
        )),
        (false, true) => {
            Some(format!("{}, and there are more", counted(found.chains.len(), "chain")))
        }
        (false, false) => None,
    };
    let chains = found.chains.into_iter().map(|it| it.into_iter().map(Hop::of).collect()).collect();
    Ok(Output { page: Some(of.to_string()), chains, note, ..Output::default() })
}

impl Ties<'_> {
    /// What a step of a chain with so many left asks for: a relation, a page type, or in the last place a fact's key.
    fn step(&self, typed: &str, left: usize) -> Result<Step, Error> {
        let memory = self.memory();
        if let Ok(name) = memory.relation(typed) {
            return Ok(Step::Relation(name));
        }
        let name = typed.trim().to_owned();
        match memory.known_types(std::slice::from_ref(&name)) {
            Ok(()) => Ok(Step::Type(name)),
            Err(_) if left == 0 => Ok(Step::Key(name)),
            Err(_) => Err(Error::bad(
                format!("`{typed}` is neither a relation nor a page type"),
                "`memopage graph --triples` shows relations, `memopage status` types; a fact's key comes last",
            )),
        }
    }
}
