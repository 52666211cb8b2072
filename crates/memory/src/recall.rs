//! The query path: what was asked → the index → hits with their sources, as plain data.

mod found;

pub(crate) use found::{Found, FoundHit, Warned, source, standing};

use crate::fusing::Fused;
use crate::rerank::Rerank;
use crate::{Call, Error, Memory, Need, asof, hop, problem};
use found::{folded, shown};
use jiff::civil::Date;
use search::{Filters, PageText, Query, Unit};
use std::sync::{Arc, PoisonError};
use wiki::canon::fold;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::time;

/// One question.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) text: String,
    pub(crate) unit: Unit,
    pub(crate) limit: usize,
    pub(crate) offset: usize,
    /// Turns on each side of a hit that is a turn.
    pub(crate) neighbours: usize,
    pub(crate) budget_tokens: Option<usize>,
    pub(crate) filters: Filters,
    pub(crate) as_of: Option<String>,
    pub(crate) abstain: bool,
    pub(crate) explain: bool,
    /// The ways to find that take part; by likeness only where the vault uses a model.
    pub(crate) streams: search::Streams,
    /// Whether what the best hits name is asked for as well.
    pub(crate) deep: bool,
    /// Whether hits that are weak beside the best one are left out.
    pub(crate) drop_weak: bool,
    pub(crate) rerank: Rerank,
}

impl Memory {
    /// Answers one question.
    pub(crate) fn recall(&self, call: &Call, asked: &Asked) -> Result<Found, Error> {
        let day = |text: &String| {
            time::interval(text, &call.now).map_err(|err| problem::from_date(text, &err))
        };
        let as_of = asked.as_of.as_ref().map(day).transpose()?.map(|days| days.to);
        let mut query = self.query(call, asked);
        let lack = match as_of {
            _ if !asked.streams.vector => None,
            Some(_) => Some("likeness is of the pages as they stand today".to_owned()),
            None => self.lacking(Need::Ask),
        };
        query.streams.vector = asked.streams.vector && lack.is_none();
        query.rewritten = as_of.is_some();
        if let Some(day) = as_of {
            query.text = asof::without_day(&query.text, day, &call.now);
        }
        let unranked = self.unranked(asked.rerank);
        query.rerank = asked.rerank != Rerank::No;
        let answer = self.answer(&query, as_of)?;
        let nothing_shown = answer.hits.is_empty() && answer.left_out == 0;
        let mut found = Found {
            unread: if nothing_shown { answer.unread } else { 0 },
            abstained: answer.abstained,
            total: answer.total,
            left_out: answer.left_out,
            reranked: answer.reranked,
            streams: answer.streams.into_iter().map(str::to_owned).collect(),
            fusion: asked.explain.then(|| Fused::of(&self.weights)),
            not_asked: self.model_named().filter(|_| asked.explain && !asked.streams.vector),
            ..Found::default()
        };
        found.hits = answer.hits.into_iter().map(shown).collect();
        let now_ns = query.now.at.timestamp().as_nanosecond();
        self.leave_out_outlines(&mut found, &query.text, now_ns);
        hop::follow(self, &mut found, (asked, &answer.filters), now_ns)?;
        hop::tell(self, &mut found, (asked, &answer.filters), query.now.today())?;
        let whole = asked.offset == 0 && as_of.is_none();
        if asked.explain && asked.abstain && found.hits.is_empty() && whole {
            found.nearest = self.nearest(&query)?;
        }
        found.warnings = self.missing_pages();
        let told = answer.warnings.into_iter().map(|it| Warned {
            corpus: it.corpus,
            status: it.status.to_owned(),
            message: it.message,
        });
        found.warnings.extend(folded(told));
        found.warnings.extend(lack.map(|why| Warned {
            corpus: "vectors".to_owned(),
            status: "unavailable".to_owned(),
            message: format!("{why}; {}", asked.streams.without_likeness()),
        }));
        found.warnings.extend(unranked.map(|why| Warned {
            corpus: "reranker".to_owned(),
            status: "unavailable".to_owned(),
            message: format!("{why}; the order is the one without it"),
        }));
        if let Some(day) = as_of {
            asof::narrow(self, &mut found, day)?;
        }
        if asked.drop_weak {
            found.drop_weak();
        }
        Ok(found)
    }

    /// Leaves out pages that hold no more than headings, as a template made them: no question is answered by one.
    /// Who types a page's name finds it.
    fn leave_out_outlines(&self, found: &mut Found, question: &str, now_ns: i128) {
        let is_outline = |hit: &FoundHit| {
            found::is_outline(&hit.text)
                && fold(question) != fold(&hit.title)
                && self.text_at_hand(&hit.file, now_ns).is_some_and(|text| {
                    PagePath::from_file(&hit.file).is_ok_and(|path| {
                        let page = Page::parse(path, text.as_str());
                        found::is_outline(page.text.get(page.body..).unwrap_or_default())
                    })
                })
        };
        let empty: Vec<String> =
            found.hits.iter().filter(|it| is_outline(it)).map(|it| it.page.clone()).collect();
        found.hits.retain(|it| !empty.contains(&it.page));
        found.total = found.total.saturating_sub(empty.len());
        if let Some(page) = empty.first().filter(|_| found.hits.is_empty() && found.left_out == 0) {
            found.abstained =
                Some(format!("no page says anything of this; {page} holds only headings"));
        }
    }

    /// What is asked of the index.
    fn query(&self, call: &Call, asked: &Asked) -> Query {
        let mut query = Query::new(asked.text.clone(), call.now.clone());
        query.unit = asked.unit;
        query.limit = asked.limit;
        query.offset = asked.offset;
        query.budget_tokens = asked.budget_tokens;
        query.neighbours = asked.neighbours;
        query.weights = self.weights;
        query.filters = asked.filters.clone();
        let schema = self.schema();
        query.synonyms = schema.synonyms.clone();
        query.types = schema.types.iter().map(|it| it.name.clone()).collect();
        query.explain = asked.explain;
        query.abstain = asked.abstain;
        query.deep = asked.deep;
        query.streams = asked.streams;
        query
    }

    /// What the index answers, with the pages' present texts, or with what held on a day.
    fn answer(&self, query: &Query, as_of: Option<Date>) -> Result<search::Answer, Error> {
        let now_ns = query.now.at.timestamp().as_nanosecond();
        let schema = self.schema();
        let texts = |file: &str| {
            let text = self.text_at_hand(file, now_ns)?;
            Some(match as_of {
                Some(day) => asof::on(&schema, file, text, day),
                None => text,
            })
        };
        self.ask_of_pages(now_ns, |index| index.search(query, &texts), |answer| answer.unread > 0)
    }

    /// The present text of a vault file, read only if it changed since it was asked for lately.
    pub(crate) fn text_at_hand(&self, file: &str, now_ns: i128) -> Option<Arc<PageText>> {
        self.texts.get(&*self.vault, file, now_ns, || self.page_text(file))
    }

    /// The best candidate of a question that is not answered.
    fn nearest(&self, query: &Query) -> Result<Option<Box<FoundHit>>, Error> {
        let any = Query { abstain: false, limit: 1, budget_tokens: None, ..query.clone() };
        let answer = self.answer(&any, None)?;
        Ok(answer.hits.into_iter().next().map(shown).map(Box::new))
    }

    /// The text of a vault file, as far as it can be read.
    pub(crate) fn page_text(&self, file: &str) -> Option<String> {
        self.vault.read(file).ok().map(problem::text_of)
    }

    /// A page as it stands on the disk, if it can be read.
    pub(crate) fn page_at(&self, path: &PagePath) -> Option<Page> {
        Some(Page::parse(path.clone(), self.page_text(&path.file())?))
    }

    /// What the index lacks of the disk, so that a partial answer does not look complete.
    fn missing_pages(&self) -> Vec<Warned> {
        let behind = self.behind.lock().unwrap_or_else(PoisonError::into_inner);
        let mut warnings = Vec::new();
        if behind.vanished {
            warnings.push(Warned {
                corpus: "vault".to_owned(),
                status: "unavailable".to_owned(),
                message: "most pages are gone from the disk; the earlier index is kept, without their text; if that was meant, run `memopage gc --purge`".to_owned(),
            });
        }
        if !behind.skipped.is_empty() {
            let (file, why) = &behind.skipped[0];
            let more = behind.skipped.len() - 1;
            let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
            warnings.push(Warned {
                corpus: "vault".to_owned(),
                status: "skipped".to_owned(),
                message: format!("{file}: {why}{more}"),
            });
        }
        warnings
    }
}

/// First and last day, of `after`, `before` and `during` together.
pub(crate) fn span(
    call: &Call,
    after: Option<&str>,
    before: Option<&str>,
    during: Option<&str>,
) -> Result<(Option<Date>, Option<Date>), Error> {
    let read =
        |text: &str| time::interval(text, &call.now).map_err(|err| problem::from_date(text, &err));
    let mut first = after.map(read).transpose()?.map(|it| it.from);
    let mut last = before.map(read).transpose()?.map(|it| it.to);
    if let Some(span) = during.map(read).transpose()? {
        first = Some(first.map_or(span.from, |it| it.max(span.from)));
        last = Some(last.map_or(span.to, |it| it.min(span.to)));
    }
    if let (Some(from), Some(to)) = (first, last)
        && from > to
    {
        return Err(Error::bad(
            format!("the time ends on {to}, before it begins on {from}"),
            "swap `after` and `before`",
        ));
    }
    Ok((first, last))
}
