//! What another process writes while a question is being answered.

use std::cell::{Cell, RefCell};

use super::*;

/// What the other one does.
#[derive(Debug, Clone, Copy)]
enum Change {
    Append,
    Move,
    Other,
}

const MARKED: &str = "# A\n\nThe alpha marker stands on the shore.\n";

/// The files that a question finds while another handle of the same files makes a change as the text of a page is read
/// for the `nth` time; and whether it was read so often.
fn found(asked: &Query, change: Change, nth: usize) -> (Vec<String>, bool) {
    let mut pages = vec![("p/a.md".to_owned(), MARKED.to_owned())];
    for other in ["b", "c", "d", "e"] {
        let text = format!("# {other}\n\nThe shore of {other} has a beacon.\n");
        pages.push((format!("p/{other}.md"), text));
    }
    let pages: Vec<_> = pages.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let vault = Vault::of(&pages);
    let writer = Index::open(vault.dir.path()).unwrap();
    let texts = RefCell::new(vault.texts.clone());
    let count = Cell::new(0);
    let answer = vault.index.search(asked, &|file| {
        count.set(count.get() + 1);
        if count.get() == nth {
            let longer = format!("{MARKED}\nOne more line.\n");
            let (file, remove) = match change {
                Change::Append => ("p/a.md", Vec::new()),
                Change::Move => ("q/a.md", vec![PagePath::from_file("p/a.md").unwrap()]),
                Change::Other => ("p/b.md", Vec::new()),
            };
            remove.iter().for_each(|gone| drop(texts.borrow_mut().remove(&gone.file())));
            texts.borrow_mut().insert(file.to_owned(), longer.clone());
            let put = vec![Put::of(file, &longer)];
            writer.apply(&Batch { put, remove, ..Batch::default() }).unwrap();
        }
        texts.borrow().get(file).cloned().map(PageText::shared)
    });
    let files = answer.unwrap().hits.iter().map(|hit| hit.page.file()).collect();
    (files, count.get() >= nth)
}

#[test]
fn a_page_that_is_written_while_it_is_asked_for_is_found_as_it_was_or_as_it_is() {
    let mut written = 0;
    for text in ["alpha marker", "alpha marker \"on the shore\"", "shore"] {
        for change in [Change::Append, Change::Move, Change::Other] {
            for nth in 1..12 {
                let (files, was_written) = found(&query(text), change, nth);
                written += usize::from(was_written);
                let marked = files.iter().any(|file| file == "p/a.md" || file == "q/a.md");
                assert!(marked, "{text}, {change:?} at the {nth}th reading: {files:?}");
            }
        }
    }
    assert!(written > 20, "{written} changes came in between");
}
