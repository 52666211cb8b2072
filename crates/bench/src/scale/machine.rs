//! What the operating system says about this process and this machine, where it is Linux.
//!
//! Elsewhere the facts are missing and print as a dash: a figure that cannot be measured is not made up.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a reader must know to compare two runs.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Machine {
    /// Threads that can run at once.
    pub(crate) cores: usize,
    /// The processor's name.
    pub(crate) cpu: Option<String>,
    /// Processes that wanted to run, over the last minute, when the run began: above zero, other
    /// work was going on.
    pub(crate) load_at_start: Option<f64>,
    /// `release` or `dev`; only `release` figures mean anything.
    pub(crate) build: &'static str,
}

impl Machine {
    /// As it is now.
    pub(crate) fn now() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            cpu: fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_name(&text)),
            load_at_start: load(),
            build: if cfg!(debug_assertions) { "dev" } else { "release" },
        }
    }
}

/// Load average of the last minute.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

fn cpu_name(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Time on the clock and on the processor, of this process with all its threads.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Spent {
    /// On the clock.
    pub(crate) wall_seconds: f64,
    /// On the processor, to a hundredth of a second; none where it is not told.
    pub(crate) cpu_seconds: Option<f64>,
}

/// Does `work` and says what it took.
pub(crate) fn spent<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(T, Spent), E> {
    let cpu = cpu_seconds();
    let clock = Instant::now();
    let done = work()?;
    let wall_seconds = clock.elapsed().as_secs_f64();
    let cpu_seconds = cpu.and_then(|before| Some(cpu_seconds()? - before));
    Ok((done, Spent { wall_seconds, cpu_seconds }))
}

/// Does `work` and says how long it took.
pub(crate) fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(T, Duration), E> {
    let clock = Instant::now();
    let done = work()?;
    Ok((done, clock.elapsed()))
}

/// Linux counts a process's time in hundredths of a second on every architecture that it runs on.
const TICKS_PER_SECOND: f64 = 100.0;

fn cpu_seconds() -> Option<f64> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| ticks / TICKS_PER_SECOND)
}

/// `utime` + `stime`: the 14th and 15th field. The 2nd is the program's name in brackets, which may
/// hold blanks and brackets itself.
fn ticks(stat: &str) -> Option<f64> {
    let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

/// Memory of this process, in bytes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The most that was resident so far, pages of mapped files included.
    pub(crate) peak_bytes: u64,
    /// What is resident now without pages of files, which the system can drop at any time.
    pub(crate) own_bytes: u64,
}

impl Memory {
    /// Of this process so far.
    pub(crate) fn so_far() -> Option<Self> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        Some(Self {
            peak_bytes: kilobytes(&status, "VmHWM:")?,
            own_bytes: kilobytes(&status, "RssAnon:")?,
        })
    }
}

fn kilobytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(number * 1_024)
}

/// Bytes of all files below a folder; 0 if there is none.
pub(crate) fn bytes_below(folder: &Path) -> Result<u64, String> {
    let mut bytes = 0;
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        if !folder.is_dir() {
            continue;
        }
        let failed = |error| format!("cannot read {}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() {
                // A file that was merged away meanwhile takes no room.
                bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_past_any_program_name() {
        let stat = "42 (a) b (c)) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 3 0 9 9 9";
        assert_eq!(ticks(stat), Some(300.0));
        assert_eq!(ticks("42 (cut off) S 1"), None);
        assert_eq!(ticks(""), None);
    }

    #[test]
    fn memory_is_told_in_bytes() {
        let status = "Name:\tx\nVmHWM:\t  2048 kB\nRssAnon:\t     512 kB\n";
        assert_eq!(kilobytes(status, "VmHWM:"), Some(2_097_152));
        assert_eq!(kilobytes(status, "RssAnon:"), Some(524_288));
        assert_eq!(kilobytes(status, "VmPeak:"), None);
    }

    #[test]
    fn the_size_of_a_folder_is_that_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("a"), [0; 10]).unwrap();
        fs::write(folder.path().join("inner/b"), [0; 7]).unwrap();
        assert_eq!(bytes_below(folder.path()), Ok(17));
        assert_eq!(bytes_below(&folder.path().join("none")), Ok(0));
    }

    #[test]
    fn work_that_fails_has_no_time() {
        assert_eq!(spent(|| Err::<(), _>("no")).unwrap_err(), "no");
        let (done, spent) = spent(|| Ok::<_, String>(3)).unwrap();
        assert_eq!(done, 3);
        assert!(spent.wall_seconds >= 0.0);
    }
}
