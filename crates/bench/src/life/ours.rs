//! memopage itself, through its table of operations and nothing else.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::ZonedDateTime;
use memory::{Call, Memory, Purge, WithGit};
use serde_json::{Value, json};
use wiki::policy::Trust;
use wiki::schema::Layout;
use wiki::time::Now;

use super::grade::Hit;
use super::scenario::Ask;
use super::system::{Bytes, System, Told};

/// A vault and the engine that has it open.
pub(super) struct Ours {
    root: PathBuf,
    memory: Option<Memory>,
    /// The times that were given to files.
    dated: HashMap<PathBuf, SystemTime>,
}

impl Ours {
    /// A vault of the default layout, without git.
    pub(super) fn new(root: PathBuf, at: &ZonedDateTime) -> Result<Self, String> {
        memory::init(&root, Layout::Agent, "UTC", &call(at), WithGit::Leave, None)
            .map_err(|err| format!("cannot make a vault at {}: {err}", root.display()))?;
        Ok(Self { root, memory: None, dated: HashMap::new() })
    }

    fn memory(&self) -> Result<&Memory, String> {
        self.memory.as_ref().ok_or_else(|| "no day has begun".to_owned())
    }

    fn sync(&self, at: &ZonedDateTime) -> Result<(), String> {
        let done = self.memory()?.sync(&call(at), Purge::Guarded, &mut |_, _| {});
        done.map(drop).map_err(|err| err.to_string())
    }

    /// Gives the time to every file below a folder that was written since it was given one.
    fn date(&mut self, folder: &Path, time: SystemTime) -> std::io::Result<()> {
        for row in fs::read_dir(folder)? {
            let path = row?.path();
            if path.file_name().is_some_and(|it| it == memory::STATE_FOLDER) {
                continue;
            }
            let about = fs::metadata(&path)?;
            if about.is_dir() {
                self.date(&path, time)?;
            } else if self.dated.get(&path) != Some(&about.modified()?) {
                File::options().append(true).open(&path)?.set_modified(time)?;
                self.dated.insert(path, time);
            }
        }
        Ok(())
    }

    fn done(&self, at: &ZonedDateTime, name: &str, input: Value) -> Result<Value, String> {
        let reply = self.memory()?.call(&call(at), name, input);
        reply.map(|reply| reply.json).map_err(|err| format!("{name}: {err}"))
    }
}

fn call(at: &ZonedDateTime) -> Call {
    Call {
        now: Now { at: at.clone() },
        actor: "bench".to_owned(),
        door: "cli",
        wait: Duration::from_secs(60),
        trust: Trust::Agent,
        scope: None,
    }
}

impl System for Ours {
    fn name(&self) -> &'static str {
        "memopage"
    }

    fn begin(&mut self, at: &ZonedDateTime) -> Result<(), String> {
        self.memory = None;
        self.memory = Some(Memory::open(&self.root).map_err(|err| err.to_string())?);
        self.sync(at)
    }

    fn date_files(&mut self, at: &ZonedDateTime) -> Result<(), String> {
        let root = self.root.clone();
        let seconds = u64::try_from(at.timestamp().as_second())
            .map_err(|_| "no file is older than 1970".to_owned())?;
        self.date(&root, SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
            .map_err(|err| format!("cannot date the files of {}: {err}", root.display()))?;
        self.sync(at)
    }

    fn take(&mut self, at: &ZonedDateTime, told: Told<'_>) -> Result<Result<(), String>, String> {
        let (name, input) = match told {
            Told::Write(it) => {
                let mut input = json!({ "page": it.page, "key": it.key, "value": it.value });
                if let Some(page_type) = &it.page_type {
                    input["type"] = json!(page_type);
                }
                if let Some(day) = it.expires {
                    input["expires"] = json!(day.to_string());
                }
                ("remember", input)
            }
            Told::Said(text) => ("remember", json!({ "text": text })),
            Told::Forget(it) => {
                let mut input = json!({ "page": it.page });
                if let Some(key) = &it.key {
                    input["fact"] = json!(key);
                }
                ("forget", input)
            }
        };
        Ok(self.done(at, name, input).map(drop))
    }

    fn maintain(&mut self, at: &ZonedDateTime) -> Result<usize, String> {
        let done = self.done(at, "maintain", json!({}))?;
        Ok(done["acting"].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or_default())
    }

    fn settle(&mut self) -> Result<(), String> {
        self.memory()?.settle(Duration::from_secs(60)).map_err(|err| err.to_string())
    }

    fn ask(&mut self, at: &ZonedDateTime, ask: &Ask) -> Result<Vec<Hit>, String> {
        let mut input = json!({ "query": ask.question });
        if let Some(day) = ask.as_of {
            input["as_of"] = json!(day.to_string());
        }
        let found = self.done(at, "recall", input)?;
        let line = |it: &Value| it.as_u64().and_then(|it| usize::try_from(it).ok());
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        let hit = |it: &Value| Hit {
            page: text(&it["title"]),
            text: text(&it["text"]),
            place: text(&it["page"]),
            lines: [0, 1].map(|end| line(&it["lines"][end]).unwrap_or_default()),
        };
        Ok(found["hits"].as_array().into_iter().flatten().map(hit).collect())
    }

    fn look_up(&self, at: &ZonedDateTime, hit: &Hit) -> Result<String, String> {
        let lines = format!("{}-{}", hit.lines[0], hit.lines[1]);
        let read = self.done(at, "read", json!({ "page": hit.place, "lines": lines }))?;
        Ok(read["text"].as_str().unwrap_or_default().to_owned())
    }

    fn bytes(&self) -> Result<Bytes, String> {
        let sizes = self.memory()?.sizes().map_err(|err| err.to_string())?;
        Ok(Bytes { text: sizes.text_bytes, index: sizes.index_bytes })
    }
}
