//! The vault as it stands on disk → the index: what people changed by hand since the last look.
//!
//! Files are read in batches under a bound, so a vault of any size passes through a fixed amount
//! of memory. What cannot be read keeps its earlier entry; a vault that is suddenly empty is
//! taken for a missing mount, never for a wish to forget everything.

use crate::counted;
use crate::{Call, Error, Kind, Memory, facets, limits, problem};
use search::{Batch, Index, IndexError};
use std::sync::PoisonError;
use std::time::Duration;
use store::{FileStat, Loss, ScanRules, SkipReason, Skipped};
use wiki::page::Page;
use wiki::path::PagePath;

/// Times that a look makes a damaged index anew.
const REBUILDS_MAX: usize = 2;
/// Times that a look begins while others write.
const LOOKS_MAX: usize = 4;
/// Why an answer of the index is none.
const REPLACED: &str = "its files were taken away meanwhile";

/// What one look at the disk found.
#[derive(Debug, Clone, Default)]
pub struct SyncReport {
    /// Pages that were read and indexed.
    pub indexed: usize,
    /// Pages of the vault.
    pub pages: usize,
    /// Pages that are gone from the disk and from the index.
    pub removed: usize,
    /// Files that could not be taken in, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// Links, devices and the like under a page's name, which are left alone.
    pub left_alone: Vec<(String, String)>,
    /// Most pages are gone at once: the earlier entries were kept.
    pub vanished: bool,
    /// Why the index had to be made anew, where it had.
    pub rebuilt: Option<String>,
    /// What a writer that died had left and how it was put right, one sentence each.
    pub mended: Vec<String>,
    /// Why the index cannot keep what it learned, where it cannot.
    pub unkept: Option<String>,
}

impl SyncReport {
    /// What a person should be told, one line each; none when all is well.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.mended.clone();
        if self.vanished {
            lines.push(
                "most pages are gone from the disk: the earlier index was kept; if that was meant, run `memopage gc --purge`, else mount the vault's drive again"
                    .to_owned(),
            );
        }
        if let Some(why) = &self.unkept {
            lines.push(format!(
                "the index cannot be kept on disk, so each command reads what has changed anew: {why}"
            ));
        }
        // Where most pages are gone, that is what counts, and the rest follows from it.
        let shown = if self.vanished { 0 } else { 5 };
        lines.extend(self.skipped.iter().take(shown).map(|(file, why)| format!("{file}: {why}")));
        if self.skipped.len() > shown {
            let more = counted(self.skipped.len() - shown, "file");
            let beside = if shown == 0 { "" } else { " beside these" };
            lines.push(format!("{more} left out{beside}; `memopage status` lists them"));
        }
        lines
    }
}

/// What the index lacks of the disk, kept for `status` and for warnings beside hits.
#[derive(Debug, Clone, Default)]
pub(crate) struct Behind {
    pub(crate) skipped: Vec<(String, String)>,
    pub(crate) left_alone: Vec<(String, String)>,
    pub(crate) vanished: bool,
    /// When it looked, in nanoseconds since 1970.
    now_ns: i128,
    /// The life of the index's files that it left complete; none before the first look.
    life: Option<String>,
    /// The last change that it knew of.
    turn: Option<store::Turn>,
}

/// Whether a look may still start over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    Left,
    Gone,
}

/// What became of telling the index of changed files.
enum Put {
    /// It knows all; in which life of its files it began to.
    All { begun: Option<String> },
    /// Somebody wrote meanwhile.
    Unsteady,
}

/// Whether a vault that is suddenly empty may empty the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purge {
    /// Keep the earlier entries when most pages are gone at once.
    Guarded,
    /// Believe the disk.
    Confirmed,
}

impl Memory {
    /// Looks at the disk and brings the index up to date; `progress` hears of done and total.
    ///
    /// # Errors
    /// `Unavailable` when the vault or its index cannot be read at all.
    pub fn sync(
        &self,
        call: &Call,
        purge: Purge,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<SyncReport, Error> {
        let mended = self.mend();
        self.reload_schema()?;
        let report = self.looked(call.now.at.timestamp().as_nanosecond(), purge, progress)?;
        self.keep_triples();
        Ok(SyncReport { mended, ..report })
    }

    /// Asks the index; one that turns out to be damaged is made anew from the pages first.
    pub(crate) fn ask<T>(
        &self,
        question: impl Fn(&Index) -> Result<T, IndexError>,
    ) -> Result<T, Error> {
        self.asked(question).map_err(problem::from_index)
    }

    /// As [`Memory::ask`], with the index's own error. An answer of files that somebody took away since the
    /// last look, and that are empty now, is none.
    pub(crate) fn asked<T>(
        &self,
        question: impl Fn(&Index) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let mut answer = question(&self.index);
        for time in 0..=REBUILDS_MAX {
            let (now_ns, life) = {
                let behind = self.behind.lock().unwrap_or_else(PoisonError::into_inner);
                (behind.now_ns, behind.life.clone())
            };
            let is_other = |life: &String| self.index.life().is_ok_and(|now| now != *life);
            let why = match &answer {
                Err(err) if err.is_damage() => err.to_string(),
                Ok(_) if life.as_ref().is_some_and(is_other) => REPLACED.to_owned(),
                _ => return answer,
            };
            if time == REBUILDS_MAX {
                self.index.leave_files("it is taken away again each time that it is made anew")?;
            }
            if self.looked(now_ns, Purge::Guarded, &mut |_, _| {}).is_err() {
                let damaged = IndexError::Damaged { dir: self.state.join("index"), why };
                return Err(answer.err().unwrap_or(damaged));
            }
            answer = question(&self.index);
        }
        answer
    }

    /// As [`Memory::ask`], for an answer that is `partial` where a page cannot be read: one that a writer moved after
    /// the last look at the disk stands elsewhere now, so the disk is looked at and the question asked anew.
    pub(crate) fn ask_of_pages<T>(
        &self,
        now_ns: i128,
        question: impl Fn(&Index) -> Result<T, IndexError>,
        is_partial: impl Fn(&T) -> bool,
    ) -> Result<T, Error> {
        let mut answer = self.ask(&question)?;
        for _ in 0..LOOKS_MAX {
            if !is_partial(&answer) || !self.look_again(now_ns)? {
                break;
            }
            answer = self.ask(&question)?;
        }
        Ok(answer)
    }

    /// As what `find` gives, which may rest on a name that a page had before a writer moved it: where there is no such
    /// page, it is looked for anew.
    pub(crate) fn found<T>(
        &self,
        call: &Call,
        find: impl Fn() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let now_ns = call.now.at.timestamp().as_nanosecond();
        let mut found = find();
        for _ in 0..LOOKS_MAX {
            let is_gone = found.as_ref().is_err_and(|err| err.kind == Kind::NotFound);
            if !is_gone || !self.look_again(now_ns)? {
                break;
            }
            found = find();
        }
        found
    }

    /// Looks at the disk if somebody has written since the last look; whether it did.
    fn look_again(&self, now_ns: i128) -> Result<bool, Error> {
        let seen = self.behind.lock().unwrap_or_else(PoisonError::into_inner).turn;
        if store::turn(&self.state) == seen {
            return Ok(false);
        }
        self.looked(now_ns, Purge::Guarded, &mut |_, _| {})?;
        Ok(true)
    }

    /// Why nothing can be said of a vault of which most pages are gone from the disk, where they are.
    pub(crate) fn gone(&self) -> Option<Error> {
        let vanished = self.behind.lock().unwrap_or_else(PoisonError::into_inner).vanished;
        vanished.then(|| {
            Error::new(Kind::Unavailable, "most pages are gone from the disk")
                .hint("mount the vault's drive again; if that was meant, run `memopage gc --purge`")
        })
    }

    /// A look at the disk that starts over where the index turns out to be damaged on the way; one that
    /// does so again and again is left for an index in memory.
    fn looked(
        &self,
        now_ns: i128,
        purge: Purge,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<SyncReport, Error> {
        for _ in 0..REBUILDS_MAX {
            match self.steady_look(now_ns, purge, progress) {
                Err(err) if err.kind == Kind::Corrupt => {}
                result => return result,
            }
        }
        let why = "it is damaged again each time that it is made anew";
        self.index.leave_files(why).map_err(problem::from_index)?;
        self.steady_look(now_ns, purge, progress)
    }

    /// A look that waits for a change that is under way and starts over where one began or ended meanwhile, so that no
    /// answer comes from half of one. Beside a writer that hangs, or writers that never rest, it goes on.
    fn steady_look(
        &self,
        now_ns: i128,
        purge: Purge,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<SyncReport, Error> {
        let mut looks = 0;
        let mut wait = limits::CHANGE_WAIT;
        loop {
            wait -= store::wait_out(&*self.vault, &self.state, wait);
            looks += 1;
            let patience = if looks < LOOKS_MAX { Patience::Left } else { Patience::Gone };
            if let Some(report) = self.look(now_ns, purge, patience, progress)? {
                return Ok(report);
            }
        }
    }

    /// A look at the disk; none where somebody wrote meanwhile and there is patience left.
    fn look(
        &self,
        now_ns: i128,
        purge: Purge,
        patience: Patience,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<SyncReport>, Error> {
        let rules = ScanRules {
            now_ns,
            page_bytes_max: limits::FILE_BYTES_MAX,
            loss: if purge == Purge::Confirmed { Loss::Confirmed } else { Loss::Doubted },
        };
        let turn = store::turn(&self.state);
        let (life, known) = self.index.known_in_life().map_err(problem::from_index)?;
        let rebuilt = self.index.why_rebuild();
        // An index that is made anew knows no revisions: every page is put again. So it is when the schema
        // changed, by which types and relations are read.
        let read_by = self.index.read_by().map_err(problem::from_index)?;
        let trusted = rebuilt.is_none() && read_by == facets::mark(&self.schema());
        let scan = store::scan(
            &*self.vault,
            &|file| known.get(file).filter(|_| trusted).map(as_known),
            &mut known.keys().cloned(),
            &rules,
        )
        .map_err(problem::from_vault)?;
        let mut report = SyncReport {
            pages: scan.present,
            vanished: scan.vanished,
            rebuilt,
            ..SyncReport::default()
        };
        for skipped in &scan.skipped {
            let list = match is_left_alone(skipped) {
                true => &mut report.left_alone,
                false => &mut report.skipped,
            };
            list.push(named(skipped));
        }
        let batch = Batch {
            remove: scan.removed.iter().filter_map(|it| PagePath::from_file(it).ok()).collect(),
            touch: scan.touched.iter().map(touched).collect(),
            put: Vec::new(),
        };
        report.removed = batch.remove.len();
        let total = scan.changed.len();
        let is_steady = || patience == Patience::Gone || store::turn(&self.state) == turn;
        let put = self.put(&scan.changed, &rules, batch, &mut report, &is_steady, progress)?;
        let Put::All { begun } = put else { return Ok(None) };
        // Files that cannot be read begin a new life with the first pages that are put.
        let life = begun.filter(|_| known.is_empty()).unwrap_or(life);
        self.taken(&report, &life).map_err(problem::from_index)?;
        let present = self.index.life().map_err(problem::from_index)?;
        if present != life && self.index.private().is_none() {
            let (dir, why) = (self.state.join("index"), REPLACED.to_owned());
            return Err(problem::from_index(IndexError::Damaged { dir, why }));
        }
        progress(total, total);
        report.unkept = self.index.private();
        *self.behind.lock().unwrap_or_else(PoisonError::into_inner) = Behind {
            skipped: report.skipped.clone(),
            left_alone: report.left_alone.clone(),
            vanished: report.vanished,
            now_ns,
            life: Some(present),
            turn,
        };
        Ok(Some(report))
    }

    /// Reads changed files and tells the index of them in parts; gives the life of its files in which the first
    /// part came. Nothing is told, and nothing given, where it is not steady when the first part was read.
    fn put(
        &self,
        changed: &[FileStat],
        rules: &ScanRules,
        mut batch: Batch,
        report: &mut SyncReport,
        is_steady: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Put, Error> {
        let mut begun = None;
        let mut apply = |batch: &Batch| {
            if begun.is_none() && !is_steady() {
                return Ok(false);
            }
            self.index.apply(batch).map_err(problem::from_index)?;
            if begun.is_none() {
                begun = Some(self.index.life().map_err(problem::from_index)?);
            }
            Ok::<_, Error>(true)
        };
        let mut bytes = 0;
        for (done, file) in changed.iter().enumerate() {
            match self.taken_in(file, rules) {
                Ok(None) => {}
                Ok(Some(put)) => {
                    bytes += put.page.text.len();
                    batch.put.push(put);
                    report.indexed += 1;
                }
                Err(skipped) => report.skipped.push(skipped),
            }
            if batch.put.len() >= limits::SYNC_BATCH || bytes >= limits::SYNC_BATCH_BYTES {
                if !apply(&std::mem::take(&mut batch))? {
                    return Ok(Put::Unsteady);
                }
                bytes = 0;
                progress(done + 1, changed.len());
            }
        }
        let is_empty = batch.put.is_empty() && batch.remove.is_empty() && batch.touch.is_empty();
        if !is_empty && !apply(&batch)? {
            return Ok(Put::Unsteady);
        }
        Ok(Put::All { begun })
    }

    /// Folds recent writes into the big index if there are many; waits for its writer at most so
    /// long. Another process that is writing it is no failure: recent writes are found meanwhile.
    ///
    /// # Errors
    /// None for now: an index that cannot be written, or is damaged, is seen to at the next look at the
    /// disk, and what was asked for has been done.
    pub fn settle(&self, wait: Duration) -> Result<(), Error> {
        drop(self.index.settle(wait));
        Ok(())
    }

    /// Drops what replaced pages left in the index and gives its room back. A damaged index is made anew
    /// first.
    ///
    /// # Errors
    /// `Unavailable` when the index cannot be written.
    pub fn compact(&self, wait: Duration) -> Result<(), Error> {
        self.ask(|index| index.reclaim(wait)).map(|_| ())
    }

    /// Tells the index that it has what a look found. Once a good share of the pages is new, the parts
    /// that they came in are joined.
    fn taken(&self, report: &SyncReport, life: &str) -> Result<(), IndexError> {
        if report.rebuilt.is_some() && !report.vanished {
            self.index.caught_up_in(life)?;
        }
        let schema = facets::mark(&self.schema());
        if self.index.read_by()? != schema && !report.vanished {
            self.index.set_read_by(schema)?;
        }
        if report.indexed >= limits::SYNC_BATCH && report.indexed >= report.pages / 4 {
            self.index.join()?;
        }
        Ok(())
    }

    fn taken_in(
        &self,
        file: &FileStat,
        rules: &ScanRules,
    ) -> Result<Option<search::Put>, (String, String)> {
        let path =
            PagePath::from_file(&file.file).map_err(|err| (file.file.clone(), err.to_string()))?;
        let fetched = store::fetch(&*self.vault, &file.file, rules).map_err(|it| named(&it))?;
        let Some(fetched) = fetched else { return Ok(None) };
        let page = Page::parse(path, problem::text_of(fetched.bytes));
        Ok(Some(facets::put(page, &fetched.stat, &self.schema())))
    }
}

/// Whether it is none of the vault's pages, whatever its name.
pub(crate) fn is_left_alone(skipped: &Skipped) -> bool {
    matches!(skipped.why, SkipReason::LeadsOut | SkipReason::Alias(_) | SkipReason::NotAFile)
}

pub(crate) fn named(skipped: &Skipped) -> (String, String) {
    let said = skipped.to_string();
    let why = said.strip_prefix(&skipped.file).map_or(said.as_str(), str::trim_start);
    (skipped.file.clone(), why.to_owned())
}

fn as_known(known: &search::Known) -> store::Known {
    store::Known { size: known.size, mtime_ns: known.mtime_ns, revision: known.revision }
}

fn touched(stat: &FileStat) -> search::Touch {
    search::Touch { file: stat.file.clone(), size: stat.size, mtime_ns: stat.mtime_ns }
}
