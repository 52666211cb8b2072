//! What a person made of a page since the last commit, a removal included, made findable before an operation
//! changes that page: as a commit of its own, or kept aside while git cannot take one.

use crate::commit::Note;
use crate::git::{Git, GitError, Standing};
use crate::queue::{self, Told};
use crate::recover;
use crate::vault::Vault;

/// See `History::secure`.
pub(crate) fn secure(
    git: &Git,
    vault: &dyn Vault,
    note: &Note,
    present: &[(&str, Option<&[u8]>)],
) -> (Vec<String>, Vec<Told>) {
    // A file that is made is looked up only where git may have had one of its name.
    let made: Vec<&str> =
        present.iter().filter(|(_, text)| text.is_none()).map(|(file, _)| *file).collect();
    let known = git.may_have(&made);
    let present: Vec<(&str, Option<&[u8]>)> = present
        .iter()
        .filter(|(file, text)| text.is_some() || known.contains(file))
        .copied()
        .collect();
    if present.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let files: Vec<&str> = present.iter().map(|(file, _)| *file).collect();
    let mut standing = match git.standing(&files) {
        Ok(standing) => standing,
        Err(GitError(why)) => return (Vec::new(), vec![Told::Behind(why)]),
    };
    // What waited is no hand's work; it is recorded under its own name first.
    let mut told = Vec::new();
    if queue::holds_any(vault, &files) {
        if let Ok(settled) = queue::settle(git, vault, None) {
            told = settled.told;
            standing = git.standing(&files).unwrap_or(standing);
        } else {
            let waits = |(file, text): &(&str, Option<&[u8]>)| {
                text.is_some_and(|text| queue::holds(vault, file, text))
            };
            let waiting: Vec<&str> =
                present.iter().filter(|it| waits(it)).map(|(file, _)| *file).collect();
            standing.changed.retain(|file| !waiting.contains(&file.as_str()));
        }
    }
    let Standing { changed, fresh, unkept } = standing;
    if changed.is_empty() {
        return (unkept, told);
    }
    let committed = match git.busy() {
        Some(why) => Err(why),
        None => {
            let names: Vec<&str> = changed.iter().map(String::as_str).collect();
            let fresh: Vec<&str> = fresh.iter().map(String::as_str).collect();
            let git = git.dated(&note.when);
            git.commit(&names, &fresh, &message(&changed), &[]).map_err(|GitError(why)| why)
        }
    };
    let Err(why) = committed else { return (unkept, told) };
    let texts = present.iter().filter_map(|(file, bytes)| Some((*file, (*bytes)?)));
    let mut is_kept = false;
    for (file, bytes) in texts.filter(|(file, _)| changed.iter().any(|it| it == file)) {
        is_kept = true;
        if let Err(error) = recover::keep(vault, file, bytes) {
            told.push(Told::Said(error.to_string()));
            return (unkept, told);
        }
    }
    told.push(Told::Behind(why));
    if is_kept {
        let kept = "the text that stood there is kept in .memopage/rescued";
        told.push(Told::Said(kept.to_owned()));
    }
    (unkept, told)
}

fn message(files: &[String]) -> String {
    let first = queue::one_line(files.first().map_or("", String::as_str));
    let more = files.len().saturating_sub(1);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("by hand: {first}{more}\n\nMemopage-Operation: hand\n")
}
