//! `write`: create a page, or replace its whole text.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, daily, naming, problem, revise};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::policy;
use wiki::schema::WriteRule;

pub(super) struct Write;

/// The page and its text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id; a new page is made at that path
    page: String,
    /// The page's whole Markdown; a text without a head keeps the page's
    text: String,
    /// The revision this text is based on; if the page changed since, both are merged
    expected: Option<String>,
}

impl Operation for Write {
    const NAME: &'static str = "write";
    const SUMMARY: &'static str = "Create a page, or replace its whole text";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "text"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = match daily::named(memory, call, &input.page)? {
                Some(day) => daily::path(memory, day)?,
                None => memory.resolve_or_new(&input.page)?,
            };
            let outcome = match draft.page(&path)? {
                None if input.expected.is_some() => return Err(revise::gone(&path)),
                None => {
                    memory.refuse_twin(&path, None)?;
                    draft.create_text(&path, input.text.clone())?;
                    naming::keep_title(draft, &path, &input.page)?;
                    Outcome::Created
                }
                Some(page) => {
                    let expected = input.expected.as_deref();
                    let text = with_head(draft, &page, &input.text)?;
                    let text = revise::merged(memory, &page, expected, &text)?;
                    draft.put(&path, text)?;
                    Outcome::Updated
                }
            };
            Ok(((path.to_string(), outcome), path.to_string()))
        })?;
        Ok(Receipt::of(applied.value.1, &applied.value.0, &applied))
    }
}

/// A page's new text with what it must not lose: the head where the text gives none, and fields that do
/// not change once they are set. A page that is overwritten each time has none of these.
fn with_head(draft: &mut Draft<'_>, page: &Page, text: &str) -> Result<String, Error> {
    let rule = draft.schema.type_of(page).map(|it| it.rule);
    let new = Page::parse(page.path.clone(), text);
    let written = page.head.kind != HeadKind::None && !page.head.broken;
    if !written || rule == Some(WriteRule::Overwrite) || page.path.file() == crate::SCHEMA_FILE {
        return Ok(text.to_owned());
    }
    if new.head.kind == HeadKind::None {
        let body = new.text[new.body..].trim_start_matches(['\n', '\r']);
        let said = format!("{}: its head was kept, as the text gives none", page.path);
        draft.warnings.push(said);
        let old = &page.text[..page.body];
        let blank = page.text[page.body..].starts_with(['\n', '\r']);
        let gap = if old.ends_with("\n\n") || !blank { "" } else { "\n" };
        return Ok(format!("{old}{gap}{body}"));
    }
    if new.head.broken || new.head.kind != HeadKind::Yaml {
        return Ok(text.to_owned());
    }
    let fixed = policy::OWNER_FIELDS.iter().filter_map(|field| {
        let value = page.head.text(field).filter(|it| !it.trim().is_empty())?;
        let lacks = new.head.key_as_written(field).is_none();
        let key = page.head.key_as_written(field)?.to_owned();
        lacks.then_some(Edit::SetField { key, value: FieldValue::Text(value) })
    });
    let fixed: Vec<Edit> = fixed.collect();
    wiki::edit::apply(&new, &fixed).map_err(|err| problem::from_edit(&page.path, &err))
}
