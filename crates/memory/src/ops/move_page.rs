//! `move`: give a page another path; links to it and its own relative links follow.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::misfit::Misfit;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, facets, follow, naming};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::page::Page;
use wiki::path::PagePath;

pub(super) struct Move;

/// Which page, and where to.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title or id
    page: String,
    /// The new path, or a folder ending in `/` to keep the name
    to: String,
}

impl Operation for Move {
    const NAME: &'static str = "move";
    const SUMMARY: &'static str = "Move or rename a page; links to it follow";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "to"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let from = memory.resolve_movable(&daily::or_typed(memory, call, &input.page)?)?;
            let typed = daily::or_typed(memory, call, &input.to)?;
            let to = destination(&from, &typed)?;
            memory.refuse_twin(&to, Some(&from))?;
            if facets::is_template(&draft.schema, &from) && from.folder() != to.folder() {
                let message = format!("{from} is a template and stays where new pages look for it");
                return Err(Error::new(Kind::Refused, message)
                    .hint(format!("make a page of it: `memopage new \"{to}\"`")));
            }
            if from.folder() != to.folder()
                && let Some(misfit) = Misfit::of(&draft.existing(&from)?, &to, &draft.schema)
            {
                return Err(misfit.refusal(&from, &to));
            }
            follow::relocate(draft, &from, &to)?;
            follow_type(draft, &from, &to)?;
            if !typed.ends_with('/') {
                naming::keep_title(draft, &to, &typed)?;
            }
            Ok((to.to_string(), format!("{from} → {to}")))
        })?;
        Ok(Receipt::of(Outcome::Moved, &applied.value, &applied))
    }
}

/// A page that had its type by its folder has the new folder's; one that says another keeps it.
fn follow_type(draft: &mut Draft<'_>, from: &PagePath, to: &PagePath) -> Result<(), Error> {
    let schema = std::sync::Arc::clone(&draft.schema);
    let page = draft.existing(to)?;
    if keeps_turns(draft, from, &page)? {
        return Ok(());
    }
    let (Some(said), Some(key)) = (page.head.text("type"), page.head.key_as_written("type")) else {
        return Ok(());
    };
    let (Some(old), Some(new)) = (schema.for_folder(from.folder()), schema.for_folder(to.folder()))
    else {
        return Ok(());
    };
    let by_place = schema.by_name(&said).is_some_and(|it| it.name == old.name);
    let aside = facets::is_apart_type(&new.name) || facets::in_archive(to.as_str());
    let foreign = page.head.broken || page.head.kind != wiki::head::HeadKind::Yaml;
    if !by_place || new.name == old.name || aside || foreign {
        return Ok(());
    }
    let value = FieldValue::Text(new.name.clone());
    draft.edit(to, &[Edit::SetField { key: key.to_owned(), value }])?;
    draft.warnings.push(format!("{to} is of type {} now, as its folder says", new.name));
    Ok(())
}

/// Whether a page is a conversation; one that its folder alone made one says so itself from now on, so
/// that its turns stay what was said.
fn keeps_turns(draft: &mut Draft<'_>, from: &PagePath, page: &Page) -> Result<bool, Error> {
    let before = Page::parse(from.clone(), page.text.as_str());
    let turns = wiki::session::turns(&before).len();
    if turns > wiki::session::turns(page).len() {
        let value = FieldValue::Text("session".to_owned());
        draft.edit(&page.path, &[Edit::SetField { key: "type".to_owned(), value }])?;
    }
    Ok(turns > 0)
}

fn destination(from: &PagePath, to: &str) -> Result<PagePath, Error> {
    let typed = match to.strip_suffix('/') {
        Some(folder) => format!("{folder}/{}", from.name()),
        None => to.to_owned(),
    };
    let to = naming::as_path(&typed)?;
    if to == *from {
        return Err(Error::bad(format!("{from} lies there already"), "name another path"));
    }
    Ok(to)
}
