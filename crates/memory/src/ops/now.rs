//! `now`: what the day is about, read and changed line by line in `NOW.md`.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use wiki::agenda::{self, Agenda, AgendaProblem, Doing, Planned, Step};
use wiki::edit::{Edit, Splice};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Layout;
use wiki::time;

pub(super) struct Now;

/// What changes; without anything the page is read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// What the day is about; takes the place of what stood there
    focus: Option<String>,
    /// Something that is in progress from now on
    #[serde(default)]
    start: Vec<String>,
    /// What blocks the one thing that `start` names
    blocked: Option<String>,
    /// Something that is done; by the words of what is in progress or planned, which leaves its place
    #[serde(default)]
    done: Vec<String>,
    /// Something planned that comes first
    #[serde(default)]
    p0: Vec<String>,
    /// Something planned that comes after that
    #[serde(default)]
    p1: Vec<String>,
    /// Something planned that can wait
    #[serde(default)]
    p2: Vec<String>,
    /// Until when what is planned is due, such as `2026-12-31` or `next Friday`
    due: Option<String>,
    /// Something that is none of these any more, by its words
    #[serde(default)]
    drop: Vec<String>,
    /// Take out what is done, before anything else
    #[serde(default)]
    clear: bool,
}

/// The page as it stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// When it was last changed, as it says itself
    updated: Option<String>,
    /// What the day is about
    focus: Option<String>,
    /// What is done
    done: Vec<String>,
    /// What is in progress
    in_progress: Vec<InProgress>,
    /// What is planned, by its priority
    priorities: Vec<Priority>,
    /// What became of the change, where there was one
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<Receipt>,
}

/// Something in progress.
#[derive(Serialize, JsonSchema)]
struct InProgress {
    /// What it is
    what: String,
    /// What blocks it
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<String>,
}

/// Something planned.
#[derive(Serialize, JsonSchema)]
struct Priority {
    /// `P0`, `P1`, `P2`
    priority: String,
    /// What it is
    what: String,
    /// Until when
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<String>,
}

impl Output {
    fn of(agenda: Agenda, receipt: Option<Receipt>) -> Self {
        let doing = agenda.doing.into_iter();
        let planned = agenda.planned.into_iter();
        Self {
            updated: agenda.updated,
            focus: agenda.focus,
            done: agenda.done,
            in_progress: doing
                .map(|it| InProgress { what: it.what, blocked: it.blocked })
                .collect(),
            priorities: planned
                .map(|it| Priority { priority: it.rank, what: it.what, due: it.due })
                .collect(),
            receipt,
        }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(receipt) = &self.receipt {
            writeln!(out, "{receipt}")?;
        }
        if let Some(focus) = &self.focus {
            writeln!(out, "focus: {focus}")?;
        }
        for it in &self.in_progress {
            write!(out, "in progress: {}", it.what)?;
            match &it.blocked {
                Some(why) => writeln!(out, " (blocked by {why})")?,
                None => writeln!(out)?,
            }
        }
        for it in &self.priorities {
            let due = it.due.as_deref().map(|due| format!(" (until {due})")).unwrap_or_default();
            writeln!(out, "{}: {}{due}", it.priority, it.what)?;
        }
        for it in &self.done {
            writeln!(out, "done: {it}")?;
        }
        match &self.updated {
            Some(at) => write!(out, "updated: {at}"),
            None => write!(
                out,
                "nothing is written yet; `memopage now --focus TEXT --p0 TEXT` begins it"
            ),
        }
    }
}

impl Operation for Now {
    const NAME: &'static str = "now";
    const SUMMARY: &'static str = "Read or set today's focus, open items and priorities";
    const EFFECT: Effect = Effect::Write;
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let path = PagePath::parse(agenda::PAGE).expect("because the name is plain");
        let steps = steps(&input, call)?;
        let read = |page: Option<Page>| page.map(|it| agenda::read(&it)).unwrap_or_default();
        if steps.is_empty() {
            let bytes = memory.read_bytes(&path)?;
            let page = bytes.map(|it| Page::parse(path.clone(), problem::text_of(it)));
            let agenda = read(page);
            let said = agenda != Agenda::default();
            if !said
                && memory.read_bytes(&path)?.is_some_and(|it| std::str::from_utf8(&it).is_err())
            {
                return Err(Error::new(Kind::Unavailable, format!("{path} is not valid UTF-8"))
                    .hint("convert the file to UTF-8; `memopage lint NOW` says where it is not"));
            }
            return Ok(Output::of(agenda, None));
        }
        let at = call.now.at.strftime("%Y-%m-%d %H:%M").to_string();
        let applied = memory.apply(call, Self::NAME, |draft| {
            let page = present(draft, &path)?;
            let text = agenda::changed(&page, &steps, &at).map_err(refused)?;
            let span = 0..page.text.len();
            draft.edit(&path, &[Edit::Splice(Splice { span, text })])?;
            let after = draft.existing(&path)?;
            Ok((agenda::read(&after), path.to_string()))
        })?;
        let receipt = Receipt::of(Outcome::Updated, path.as_str(), &applied);
        Ok(Output::of(applied.value, Some(receipt)))
    }
}

/// What is asked for, in the order in which it is done.
fn steps(input: &Input, call: &Call) -> Result<Vec<Step>, Error> {
    if input.blocked.is_some() && input.start.len() != 1 {
        return Err(Error::bad(
            "it is not said what is blocked",
            "name the one thing with `--start`: `--start TEXT --blocked WHY`",
        ));
    }
    let plans = [&input.p0, &input.p1, &input.p2];
    if input.due.is_some() && plans.iter().all(|it| it.is_empty()) {
        return Err(Error::bad(
            "it is not said what is due",
            "name it with `--p0`, `--p1` or `--p2`",
        ));
    }
    let due = match input.due.as_deref() {
        Some(text) => {
            let day = time::coming(text, &call.now);
            Some(day.map_err(|err| problem::from_date(text, &err))?.to.to_string())
        }
        None => None,
    };
    let mut steps = Vec::new();
    steps.extend(input.clear.then_some(Step::Clear));
    steps.extend(input.focus.iter().cloned().map(Step::Focus));
    steps.extend(input.drop.iter().cloned().map(Step::Drop));
    steps.extend(input.done.iter().cloned().map(Step::Done));
    let blocked = &input.blocked;
    steps.extend(
        input
            .start
            .iter()
            .map(|it| Step::Start(Doing { what: it.clone(), blocked: blocked.clone() })),
    );
    for (rank, all) in agenda::RANKS.iter().zip(plans) {
        steps.extend(all.iter().map(|it| {
            let (rank, what) = ((*rank).to_owned(), it.clone());
            Step::Plan(Planned { rank, what, due: due.clone() })
        }));
    }
    Ok(steps)
}

/// The page, made as a layout makes it where the vault has none.
fn present(draft: &mut Draft<'_>, path: &PagePath) -> Result<Page, Error> {
    if let Some(page) = draft.page(path)? {
        return Ok(page);
    }
    let file = path.file();
    let made = Layout::Agent.files().into_iter().find(|it| it.0 == file);
    draft.create_text(path, made.map(|it| it.1).unwrap_or_default())?;
    draft.existing(path)
}

fn refused(err: AgendaProblem) -> Error {
    match err {
        AgendaProblem::Empty => Error::bad("there are no words", "say what it is, in a few words"),
        AgendaProblem::Missing(what) => {
            Error::new(Kind::NotFound, format!("nothing in {} is called `{what}`", agenda::PAGE))
                .hint("`memopage now` shows what stands there")
        }
        AgendaProblem::Several { what, of } => {
            let err = Error::new(
                Kind::Conflict,
                format!("`{what}` may be {} things in {}", of.len(), agenda::PAGE),
            );
            Error { candidates: of, ..err }.hint("say more of its words")
        }
    }
}
