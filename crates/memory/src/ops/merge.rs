//! `merge`: two pages of one thing become one.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::joining::{self, Join};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, facets, follow, problem, shelf};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::WriteRule;

pub(super) struct Merge;

/// Fields that say whose a page is.
const WHOSE: &[&str] = &["scope", "owner_id", "user_id", "agent_id"];

/// The page that stays and the one that joins it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page that stays, by exact path, title or id
    page: String,
    /// The page that joins it, by exact path, title or id; it is archived
    other: String,
}

impl Operation for Merge {
    const NAME: &'static str = "merge";
    const SUMMARY: &'static str = "Make two pages of one thing one; links follow";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "other"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let keep = memory.resolve_movable(&daily::or_typed(memory, call, &input.page)?)?;
            let other = memory.resolve_movable(&daily::or_typed(memory, call, &input.other)?)?;
            if keep == other {
                return Err(Error::bad("a page cannot join itself", "name two pages"));
            }
            join(draft, &keep, &other, call)?;
            Ok((keep.to_string(), format!("{other} → {keep}")))
        })?;
        Ok(Receipt::of(Outcome::Updated, &applied.value, &applied))
    }
}

fn join(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    other: &PagePath,
    call: &Call,
) -> Result<(), Error> {
    let joining = draft.existing(other)?;
    stands_alone(draft, keep)?;
    stands_alone(draft, other)?;
    problem::refuse_unmerged(&draft.existing(keep)?)?;
    problem::refuse_unmerged(&draft.existing(other)?)?;
    allowed(&draft.existing(keep)?, &joining)?;
    let files = follow::files(draft)?;
    take_names(draft, keep, &joining)?;
    let said = joining::take_head(draft, keep, &joining, &files)?;
    let join = Join::new(draft, keep, joining, call.now.today())?;
    join.carry_out(draft, &files, said.as_deref())?;
    follow::redirect(draft, other, keep, &files)?;
    let shelved = shelf::archive(draft, other)?;
    draft.notes.push(format!("joined: {other}, which is archived as {shelved}"));
    let page = draft.existing(&shelved)?;
    let rule = draft.schema.type_of(&page).map(|it| it.rule);
    let takes_head = match page.head.kind {
        HeadKind::Yaml => !page.head.broken,
        HeadKind::None => rule != Some(WriteRule::Immutable),
        HeadKind::Toml | HeadKind::Json => false,
    };
    if takes_head {
        let value = FieldValue::Text(format!("[[{keep}]]"));
        draft.edit(&shelved, &[Edit::SetField { key: "superseded_by".to_owned(), value }])?;
    }
    Ok(())
}

fn is_id(page: &Page, name: &str) -> bool {
    page.head.text("id").is_some_and(|it| wiki::canon::fold(&it) == wiki::canon::fold(name))
}

/// Refuses a page that is no knowledge of one thing: what was said in a conversation, and a template.
fn stands_alone(draft: &mut Draft<'_>, path: &PagePath) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let (what, hint) = if !wiki::session::turns(&page).is_empty() {
        ("a conversation", "write what is worth knowing from it on the page, with a link to it")
    } else if facets::is_template(&draft.schema, path) {
        ("a template", "edit it, or name another page")
    } else {
        return Ok(());
    };
    Err(Error::new(Kind::Refused, format!("{path} is {what} and stays a page of its own"))
        .hint(hint))
}

/// Refuses to put a page out of sight, or one person's page before another's eyes.
fn allowed(keep: &Page, joining: &Page) -> Result<(), Error> {
    if facets::in_archive(keep.path.as_str()) {
        let message = format!("{} is archived: {} would go out of sight", keep.path, joining.path);
        return Err(Error::new(Kind::Conflict, message)
            .hint(format!("bring it back first: `memopage restore \"{}\"`", keep.path)));
    }
    let said = |page: &Page, field| page.head.text(field).unwrap_or_default().trim().to_owned();
    let apart = WHOSE.iter().find(|field| said(keep, field) != said(joining, field));
    let Some(field) = apart else { return Ok(()) };
    let (ours, theirs) = (said(keep, field), said(joining, field));
    let shown = |value: &str| match (value, *field) {
        ("", "scope") => "is for everybody".to_owned(),
        ("", field) => format!("has no `{field}`"),
        (value, "scope") => format!("has the scope `{value}`"),
        (value, field) => format!("has the {field} `{value}`"),
    };
    Err(Error::new(
        Kind::Refused,
        format!(
            "{} {} and {} {}: they cannot become one page",
            keep.path,
            shown(&ours),
            joining.path,
            shown(&theirs)
        ),
    )
    .hint(format!("write what may be known to both on one of the pages; a person can change `{field}` in an editor")))
}

/// The other page's names become aliases of the one that stays, and its id one more: what named it by that means
/// this page now.
fn take_names(draft: &mut Draft<'_>, keep: &PagePath, joining: &Page) -> Result<(), Error> {
    let page = draft.existing(keep)?;
    let mut aliases = page.head.list("aliases");
    let title = page.title();
    // What a head says that cannot be read whole is not known.
    let names = match joining.head.broken {
        true => vec![joining.title_of_body()],
        false => {
            let id = joining.head.text("id").filter(|it| !it.trim().is_empty());
            let own = id.map(|it| it.trim().to_owned()).filter(|it| !is_id(&page, it));
            [vec![joining.title()], joining.head.list("aliases"), own.into_iter().collect()]
                .concat()
        }
    };
    let before = aliases.len();
    for name in names {
        let known = |it: &String| wiki::canon::fold(it) == wiki::canon::fold(&name);
        if !known(&title) && !aliases.iter().any(known) {
            aliases.push(name);
        }
    }
    if aliases.len() == before {
        return Ok(());
    }
    let key = page.head.key_as_written("aliases").unwrap_or("aliases").to_owned();
    draft.edit(keep, &[Edit::SetField { key, value: FieldValue::List(aliases) }])
}
