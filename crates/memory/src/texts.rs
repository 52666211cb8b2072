//! Texts of pages that were hits lately, so that a page is not read and hashed again for each question. A
//! text stands only as long as its file has the stamp that it had when it was read.

use search::PageText;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Stamp, Vault};

/// Bytes of text after which what was not asked for lately is forgotten.
const BYTES_MAX: usize = 4 * 1024 * 1024;
/// A file that changed so shortly before may change again within the same tick of its clock.
const RACY_NS: i128 = 2_000_000_000;

/// Texts at hand.
#[derive(Default)]
pub(crate) struct Texts(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    new: HashMap<String, (Stamp, Arc<PageText>)>,
    /// What was at hand when `new` was begun.
    old: HashMap<String, (Stamp, Arc<PageText>)>,
    /// Of the texts in `new`.
    bytes: usize,
}

impl Kept {
    fn get(&mut self, file: &str, stamp: &Stamp) -> Option<Arc<PageText>> {
        if let Some((of, text)) = self.new.get(file) {
            return (of == stamp).then(|| Arc::clone(text));
        }
        let (file, (of, text)) = self.old.remove_entry(file)?;
        if of != *stamp {
            return None;
        }
        self.put(file, of, Arc::clone(&text));
        Some(text)
    }

    fn put(&mut self, file: String, stamp: Stamp, text: Arc<PageText>) {
        self.bytes += text.as_str().len();
        if self.bytes > BYTES_MAX {
            self.bytes = text.as_str().len();
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(file, (stamp, text));
    }
}

impl Texts {
    /// The file's present text, as `read` gives it where it is not at hand. `now_ns` is the present in
    /// nanoseconds since 1970.
    pub(crate) fn get(
        &self,
        vault: &dyn Vault,
        file: &str,
        now_ns: i128,
        read: impl Fn() -> Option<String>,
    ) -> Option<Arc<PageText>> {
        let stamp = vault.stamp(file);
        if let Some(stamp) = &stamp {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(text) = kept.get(file, stamp) {
                return Some(text);
            }
        }
        let text = PageText::shared(read()?);
        let settled = |stamp: &Stamp| stamp.stat.mtime_ns < now_ns - RACY_NS;
        if let Some(stamp) = stamp.filter(settled)
            && text.as_str().len() <= BYTES_MAX / 8
            && vault.stamp(file) == Some(stamp)
        {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.put(file.to_owned(), stamp, Arc::clone(&text));
        }
        Some(text)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use store::Disk;

    #[test]
    fn a_text_is_read_again_only_when_its_file_changed() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::open(folder.path()).unwrap();
        let (texts, reads) = (Texts::default(), Cell::new(0));
        let read = || {
            reads.set(reads.get() + 1);
            String::from_utf8(disk.read("a.md").ok()?).ok()
        };
        let get = |age_ns: i128| {
            let changed = disk.stat("a.md").unwrap().map_or(0, |stat| stat.mtime_ns);
            let text = texts.get(&disk, "a.md", changed + age_ns, read);
            text.map(|text| text.as_str().to_owned())
        };
        disk.create("a.md", b"one").unwrap();
        // It may change again within the same tick.
        assert_eq!(
            (get(0).as_deref(), get(0).as_deref(), reads.get()),
            (Some("one"), Some("one"), 2)
        );
        let old = 2 * RACY_NS;
        assert_eq!((get(old).as_deref(), get(old).as_deref()), (Some("one"), Some("one")));
        assert_eq!(reads.get(), 3);
        disk.replace("a.md", b"two").unwrap();
        assert_eq!((get(old).as_deref(), reads.get()), (Some("two"), 4));
        disk.remove("a.md").unwrap();
        assert_eq!(get(old), None);
    }
}
