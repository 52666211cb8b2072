//! Rows that go on behind a cursor: all pages, those around a page, relations as they are stated.

use super::Output;
use super::reply::{Node, Triple};
use super::ways::said;
use crate::graph::{Place, Said as After, Ties};
use crate::{Error, Memory, limits};
use search::{Linked, Tie};
use wiki::path::PagePath;

/// All pages, those first that most others link to.
pub(super) fn everything(
    memory: &Memory,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (by, page) = cut::<usize>(text)?;
        Ok::<_, Error>(Linked { by, page: page.to_owned() })
    });
    let after = after.transpose()?;
    let (mut found, total) = memory.ask(|index| index.most_named(after.as_ref(), limit + 1))?;
    let more = found.len() > limit;
    found.truncate(limit);
    let cursor = found.last().filter(|_| more).map(|it| format!("{}:{}", it.by, it.page));
    let mut pages = Vec::with_capacity(found.len());
    for linked in found {
        let Ok(path) = PagePath::from_identity(&linked.page) else { continue };
        let Some(row) = memory.ask(|index| index.row(&path))? else { continue };
        pages.push(Node {
            title: row.facets.title,
            page_type: row.facets.page_type,
            linked: Some(linked.by),
            ..Node::bare(&path)
        });
    }
    Ok(Output { pages, total: Some(total), cursor, ..Output::default() })
}

/// The pages beside a page.
pub(super) fn beside(
    ties: &Ties<'_>,
    of: &PagePath,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (tie, page) = cut::<char>(text)?;
        let tie = match tie {
            'r' => Tie::Relation,
            'l' => Tie::Link,
            _ => return Err(no_cursor(text)),
        };
        Ok(Place { tie, page: page_or_none(page)? })
    });
    let hub = ties.hub(of)?;
    let (found, next) = ties.around(&hub, after.transpose()?.as_ref(), limit)?;
    let cursor = next.map(|it| {
        let tie = if it.tie == Tie::Relation { 'r' } else { 'l' };
        format!("{tie}:{}", it.page.as_ref().map_or("", PagePath::as_str))
    });
    let mut pages = Vec::with_capacity(found.len());
    for it in found {
        let proof = said(ties, of, &it.page)?;
        pages.push(Node { proof, ..Node::beside(it, None) });
    }
    let note = hub.cut.then(|| {
        let followed = limits::GRAPH_LINKS_MAX;
        format!(
            "of the links of {of} the first {followed} were followed; `memopage read` shows all"
        )
    });
    Ok(Output { page: Some(of.to_string()), pages, cursor, note, ..Output::default() })
}

/// The pages within some steps of a page.
pub(super) fn within(
    ties: &Ties<'_>,
    of: &PagePath,
    hops: usize,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let from = cursor.map_or(Ok(0), |it| it.parse::<usize>().map_err(|_| no_cursor(it)))?;
    let walked = ties.walk(&ties.hub(of)?, hops)?;
    let to = from.saturating_add(limit);
    let cursor = (to < walked.steps.len()).then(|| to.to_string());
    let note = walked.cut.then(|| {
        format!(
            "a walk finds at most {} pages, by {} ties of each; look around one of them for the rest",
            limits::GRAPH_PAGES_MAX,
            limits::GRAPH_FAN_MAX
        )
    });
    let steps = walked.steps.into_iter().skip(from).take(limit);
    let mut pages = Vec::new();
    for it in steps {
        let proof = said(ties, &it.via, &it.neighbour.page)?;
        pages.push(Node { proof, ..Node::beside(it.neighbour, Some((it.hops, it.via))) });
    }
    Ok(Output { page: Some(of.to_string()), pages, cursor, note, ..Output::default() })
}

/// Relations of the whole vault.
pub(super) fn stated(ties: &Ties<'_>, cursor: Option<&str>, limit: usize) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (at, page) = cut::<usize>(text)?;
        Ok::<_, Error>((page.to_owned(), at))
    });
    let mut found = ties.stated(after.transpose()?.as_ref(), limit + 1)?;
    let more = found.len() > limit;
    found.truncate(limit);
    let cursor = found.last().filter(|_| more);
    let cursor = cursor.map(|(at, last)| format!("{at}:{}", last.triple.subject));
    let triples = found.into_iter().map(|(_, it)| Triple::of(it)).collect();
    Ok(Output { triples, cursor, ..Output::default() })
}

/// Relations of one page, then those that others state of it.
pub(super) fn stated_with(
    ties: &Ties<'_>,
    of: &PagePath,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let after = cursor.map_or(Ok(After::Own(0)), |text| match cut::<char>(text)? {
        ('o', at) => at.parse().map(After::Own).map_err(|_| no_cursor(text)),
        ('i', page) => Ok(After::Others(page_or_none(page)?)),
        _ => Err(no_cursor(text)),
    })?;
    let (found, next) = ties.stated_with(&ties.hub(of)?, &after, limit)?;
    let cursor = next.map(|it| match it {
        After::Own(at) => format!("o:{at}"),
        After::Others(page) => format!("i:{}", page.as_ref().map_or("", PagePath::as_str)),
    });
    let triples = found.into_iter().map(Triple::of).collect();
    Ok(Output { page: Some(of.to_string()), triples, cursor, ..Output::default() })
}

/// The two parts of a cursor.
fn cut<T: std::str::FromStr>(text: &str) -> Result<(T, &str), Error> {
    let (head, tail) = text.split_once(':').ok_or_else(|| no_cursor(text))?;
    Ok((head.parse().map_err(|_| no_cursor(text))?, tail))
}

fn page_or_none(text: &str) -> Result<Option<PagePath>, Error> {
    match text {
        "" => Ok(None),
        _ => PagePath::from_identity(text).map(Some).map_err(|_| no_cursor(text)),
    }
}

fn no_cursor(text: &str) -> Error {
    Error::bad(
        format!("`{text}` is no cursor of such a listing"),
        "use the `cursor` of an earlier reply to the same question",
    )
}
