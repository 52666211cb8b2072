//! One suite over the disk and the strict double, then what only one of them can show.

mod byhand;
mod crash;
mod disk;
mod git;
mod journal;
mod lock;
mod scan;
mod suite;

use wiki::policy::approve;
use wiki::{
    Approved, Changes, Origin, PagePath, PolicyLimits, Purpose, Revision, Schema, Trust, Write,
};

use crate::{Note, Vault};

pub(crate) fn page(path: &str) -> PagePath {
    PagePath::parse(path).unwrap()
}

pub(crate) fn note(subject: &str) -> Note {
    Note {
        operation: "remember".into(),
        subject: subject.into(),
        origin: "test".into(),
        ..Note::default()
    }
}

pub(crate) fn approved(writes: Vec<Write>) -> Approved {
    let changes =
        Changes { writes, restored: Default::default(), decisions: None, note: "a test".into() };
    let limits = PolicyLimits { page_bytes: 1 << 20, writes: 10_000 };
    let origin = Origin {
        actor: "test".into(),
        door: "test".into(),
        trust: Trust::Person,
        purpose: Purpose::Write,
    };
    approve(changes, &Schema::parse(""), &limits, &origin).unwrap().0
}

pub(crate) fn create(path: &str, text: &str) -> Write {
    Write::Create { path: page(path), text: text.into() }
}

pub(crate) fn update(path: &str, before: &str, text: &str) -> Write {
    let base = Revision::of(before.as_bytes());
    Write::Update { path: page(path), base, text: text.into(), before: before.into() }
}

pub(crate) fn moving(from: &str, to: &str, before: &str, text: &str) -> Write {
    Write::Move {
        from: page(from),
        to: page(to),
        base: Revision::of(before.as_bytes()),
        text: text.into(),
        before: before.into(),
    }
}

pub(crate) fn removing(path: &str, before: &str) -> Write {
    Write::Remove { path: page(path), base: Revision::of(before.as_bytes()) }
}

/// Every page of a vault with its text, in order.
pub(crate) fn pages(vault: &dyn Vault) -> Vec<(String, String)> {
    let listing = vault.list().unwrap();
    let read = |file: String| {
        let text = String::from_utf8(vault.read(&file).unwrap()).unwrap();
        (file, text)
    };
    listing.files.into_iter().map(|stat| read(stat.file)).collect()
}

pub(crate) fn owned(pages: &[(&str, &str)]) -> Vec<(String, String)> {
    pages.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect()
}
