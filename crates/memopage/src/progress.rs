//! A progress bar for work that takes over a second, when somebody is watching.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears when the work turns out to be long.
pub(crate) struct Progress {
    began: Instant,
    what: &'static str,
    bar: Option<ProgressBar>,
    watched: bool,
}

impl Progress {
    /// Begins; nothing is shown yet.
    pub(crate) fn new(what: &'static str) -> Self {
        let watched = std::io::stderr().is_terminal();
        Self { began: Instant::now(), what, bar: None, watched }
    }

    /// Says how far the work is.
    pub(crate) fn at(&mut self, done: usize, total: usize) {
        if !self.watched || total == 0 || self.began.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {eta}")
                .expect("because the template is well formed");
            bar.set_style(style.progress_chars("=> "));
            bar.set_message(self.what);
            bar
        });
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
