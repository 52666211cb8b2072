//! A new vault: the layout's pages, made through the write path; what stands there stays as it is.

use crate::{Call, Error, Memory, map, problem};
use std::path::Path;
use store::{Disk, InTheWay, LOCK_FILE, STATE_FOLDER, Vault, VaultErrorKind};
use wiki::canon::is_han;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::Purpose;
use wiki::schema::Layout;

/// What the making of a vault is called in its history.
pub(crate) const OPERATION: &str = "init";

/// What `init` made.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Initialised {
    /// Files that were made.
    pub made: Vec<String>,
    /// Files that stood there and were left alone.
    pub kept: Vec<String>,
    /// Pages found in the folder.
    pub pages: usize,
    /// Whether the folder keeps history in git, or why not.
    pub history: String,
    /// What else to know.
    pub warnings: Vec<String>,
}

/// The file that marks the folder as a vault, and what its text is.
fn marker(layout: Layout, zone: &str, model: Option<&str>) -> String {
    let model =
        model.map(|it| format!("\n{}\nmodel = \"{it}\"\n", crate::MODEL_NOTE)).unwrap_or_default();
    format!(
        "# A memopage vault. The rules for its pages are in SCHEMA.md.\nformat = 1\nlayout = \"{layout}\"\n\n# Days begin and end in this time zone, on every machine.\nzone = \"{zone}\"\n{model}"
    )
}

/// Pages that are looked at to learn a vault's language, from all over it.
const LOOKED_AT: usize = 200;
/// Bytes of a page that are looked at.
const LOOKED_AT_BYTES: u64 = 256 * 1024;

/// The share of Han letters among the letters of the pages in `root`, from 0 to 1; nothing where there
/// are no pages that can be read.
#[must_use]
pub fn han_share(root: &Path) -> Option<f64> {
    let folder = Disk::open(root).ok()?;
    let files = folder.list().ok()?.files;
    let (mut han, mut letters) = (0_usize, 0_usize);
    for stat in files.iter().step_by(files.len().div_ceil(LOOKED_AT).max(1)) {
        // A page that is longer than the bound is left out, not cut within a letter.
        let Ok(bytes) = folder.read_up_to(&stat.file, LOOKED_AT_BYTES) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for letter in text.chars().filter(|it| it.is_alphabetic()) {
            letters += 1;
            han += usize::from(is_han(letter));
        }
    }
    (letters > 0).then(|| han as f64 / letters as f64)
}

const IGNORE: &str =
    "# Derived state and journals of this machine; the pages are the truth.\n/.memopage/\n";

const ATTRIBUTES: &str = "# What was decided on two machines is decided: both sides' lines are kept.\ndecisions.jsonl merge=union\n\n# So are the log's; the map of pages is drawn anew with the next page that comes or goes.\n/log.md merge=union\n/index.md merge=union\n/INDEX.md merge=union\n/maps/*.md merge=union\n\n# Pages keep their line ends, whatever git does to those of other files.\n*.md -text\n*.markdown -text\n";

/// What to say of a folder's own attributes.
const TURNED: &str = ".gitattributes lets git change the line ends of pages when it checks them out; the lines `*.md -text` and `*.markdown -text` at its end keep them";

/// What to say of a folder's own page that stands where the rules of the vault would.
const FOREIGN: &str = "SCHEMA.md stood there and holds no rules for memopage, so those of the layout hold; if it is about something else, give it another name, remove memopage.toml and run `memopage init` again";

/// Refuses a folder that lies within a vault or holds one, if it is no vault itself: the inner one's pages would be
/// the outer one's, too, under other types.
///
/// # Errors
/// `Conflict` naming the other vault.
pub fn refuse_nested(root: &Path) -> Result<(), Error> {
    let is_one =
        Disk::open(root).is_ok_and(|it| it.stat(crate::MARKER).is_ok_and(|it| it.is_some()));
    if is_one {
        return Ok(());
    }
    let shown = root.display();
    let nested = |message: String, instead: String| {
        Err(Error::new(crate::Kind::Conflict, message)
            .hint(instead)
            .hint("`--nested` makes it there all the same"))
    };
    if let Some(outer) = store::folder_above(root, crate::MARKER) {
        let outer = outer.display();
        return nested(
            format!(
                "{shown} lies within the vault {outer}, which would list its pages, too, and its templates as pages"
            ),
            "make it elsewhere, or keep the pages in a folder of that vault".to_owned(),
        );
    }
    match store::folder_below(root, crate::MARKER) {
        None => Ok(()),
        Some(inner) => {
            let inner = inner.display();
            nested(
                format!(
                    "{shown} holds the vault {inner}, whose pages it would list, too, and whose templates as pages"
                ),
                format!("make it beside that one, or use that one: `--vault {inner}`"),
            )
        }
    }
}

/// Makes the folder `root` a vault with `layout`, which uses the model of this name. No file that stands
/// there is changed. What cannot be made as a whole is not made at all.
///
/// # Errors
/// `Conflict` when it is a vault already; else what the disk says.
pub fn init(
    root: &Path,
    layout: Layout,
    zone: &str,
    call: &Call,
    git: WithGit,
    model: Option<&str>,
) -> Result<Initialised, Error> {
    let lock = format!("{STATE_FOLDER}/{LOCK_FILE}");
    let standing = [".gitignore", ".gitattributes", crate::MARKER, &lock].into_iter();
    let wanted = standing.chain(layout.files().into_iter().map(|(file, _)| file));
    let wanted: Vec<&str> = wanted.collect();
    let before = store::Standing::of(root, wanted.iter().copied());
    let folder = Disk::make(root).map_err(|err| no_folder(root, err))?;
    refuse_in_the_way(&folder, &wanted)?;
    if folder.stat(crate::MARKER).map_err(problem::from_vault)?.is_some() {
        return Err(Error::new(
            crate::Kind::Conflict,
            format!("{} is a vault already", root.display()),
        )
        .hint("run `memopage status` there"));
    }
    let wish = Wish { layout, zone, git, model };
    let mut made = Vec::new();
    furnish(root, &folder, &wish, call, &mut made).map_err(|err| {
        // Half a vault would be taken for one, and the next try be refused. A marker that somebody else set
        // meanwhile is the sign of their vault.
        let is_theirs = !made.iter().any(|it| it == crate::MARKER)
            && folder.stat(crate::MARKER).is_ok_and(|it| it.is_some());
        if is_theirs {
            return err;
        }
        match before.take_back() {
            Ok(()) => err.hint("nothing is left of the try"),
            Err(left) => err.hint(format!("remove what is left of the try: {left}")),
        }
    })
}

/// What is to be made.
struct Wish<'a> {
    layout: Layout,
    zone: &'a str,
    git: WithGit,
    model: Option<&'a str>,
}

/// Makes the folder's files, its history and its index; `made` is told of each file, also where it fails.
fn furnish(
    root: &Path,
    folder: &Disk,
    wish: &Wish<'_>,
    call: &Call,
    made: &mut Vec<String>,
) -> Result<Initialised, Error> {
    let Wish { layout, zone, git, model } = *wish;
    let history = match git {
        WithGit::Make => store::History::init(root),
        WithGit::Leave => store::History::detect(root),
    };
    let mut kept = Vec::new();
    let files = [
        (".gitignore", IGNORE.to_owned()),
        (".gitattributes", ATTRIBUTES.to_owned()),
        (crate::MARKER, marker(layout, zone, model)),
    ];
    for (file, text) in files {
        match folder.create(file, text.as_bytes()) {
            Ok(()) => made.push(file.to_owned()),
            Err(err) if err.kind == VaultErrorKind::Exists => kept.push(file.to_owned()),
            Err(err) => return Err(problem::from_vault(err)),
        }
    }
    let mut warnings = Vec::new();
    if kept.iter().any(|it| it == ".gitattributes") && history.turns_line_ends() {
        warnings.push(TURNED.to_owned());
    }
    let note = store::Note {
        operation: OPERATION.to_owned(),
        subject: format!("{layout} layout"),
        origin: crate::apply::origin(call),
        when: crate::apply::moment(call),
        ..store::Note::default()
    };
    warnings.extend(history.adopt(folder, &note, made));
    let memory = Memory::open(root)?.of_layout(Some(layout))?;
    memory.sync(call, crate::Purge::Guarded, &mut |_, _| {})?;
    let applied = memory.apply_for(call, OPERATION, Purpose::Make, |draft| {
        let mut skipped = Vec::new();
        for (file, text) in layout.files() {
            let path = PagePath::parse(file).map_err(|err| problem::from_path(&err))?;
            match taken(draft, &path)? {
                Some(page) => skipped.push(page.path),
                None => draft.create_text(&path, text)?,
            }
        }
        let mapless = skipped.iter().find(|it| map::is_place(it)).cloned();
        let mapless = mapless.map(|it| draft.existing(&it)).transpose()?;
        let mapless = mapless.filter(|it| !map::is_map(it)).map(|it| map::no_place(&it));
        Ok(((skipped, mapless), format!("{layout} layout")))
    })?;
    warnings.extend(applied.warnings);
    let (skipped, mapless) = applied.value;
    warnings.extend(mapless);
    // A folder that had every page of the layout made no commit yet.
    warnings.extend(history.catch_up(folder));
    made.extend(applied.pages.iter().map(|(path, _)| path.file()));
    kept.extend(skipped.iter().map(PagePath::file));
    if memory.schema().is_foreign {
        warnings.push(FOREIGN.to_owned());
    }
    let report = memory.sync(call, crate::Purge::Guarded, &mut |_, _| {})?;
    let history = memory.history_state();
    let made = std::mem::take(made);
    Ok(Initialised { made, kept, pages: report.pages, history, warnings })
}

/// Refuses where a folder stands in a file's place, or a file in a folder's, before anything is made.
fn refuse_in_the_way(folder: &Disk, files: &[&str]) -> Result<(), Error> {
    let (found, what) = match folder.in_the_way(files) {
        None => return Ok(()),
        Some(InTheWay::File(found)) => (found, "is a file where the vault needs a folder"),
        Some(InTheWay::Folder(found)) => (found, "is a folder where the vault needs a file"),
    };
    Err(Error::new(crate::Kind::Conflict, format!("{} {what}", found.display()))
        .hint("give it another name, or choose another folder; nothing was made"))
}

/// Why the folder cannot be one, with what to do about a folder, not about a page.
fn no_folder(root: &Path, err: store::VaultError) -> Error {
    let kind = err.kind;
    let error = problem::from_vault(err);
    let shown = root.display();
    match kind {
        VaultErrorKind::Exists => {
            Error::new(error.kind, format!("{shown} is a file, not a folder"))
                .hint("name a folder, or one that is to be made")
        }
        VaultErrorKind::NotFound => {
            Error::new(error.kind, format!("the folder {shown} cannot be made"))
                .hint("name a folder that exists, or one below it")
        }
        _ => error,
    }
}

/// Whether `init` makes a git repository where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithGit {
    /// Make one.
    Make,
    /// Leave the folder as it is.
    Leave,
}

/// The page that stands in this one's place: `index.md` and `INDEX.md` are one file on some disks, and either one
/// takes it.
fn taken(draft: &mut crate::draft::Draft<'_>, path: &PagePath) -> Result<Option<Page>, Error> {
    if let Some(page) = draft.page(path)? {
        return Ok(Some(page));
    }
    let wanted = path.on_any_disk();
    let names = draft.memory.ask(|index| index.all_names())?;
    let other = names.into_iter().find(|it| it.path.on_any_disk() == wanted);
    other.map(|it| draft.existing(&it.path)).transpose()
}
