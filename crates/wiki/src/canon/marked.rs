//! Things that are told apart by one letter or number behind what they are: "project A", 项目A, `A项目`.
//!
//! Alone such a name is a word like any other; beside its kind it is a name. Which page it means is not
//! decided here.

use super::fold;
use std::ops::Range;

/// What things are that are lettered or numbered, as folded text, sorted.
pub const KINDS: &[&str] = &[
    "apartment",
    "appendix",
    "branch",
    "building",
    "bus",
    "chapter",
    "class",
    "client",
    "customer",
    "episode",
    "flat",
    "floor",
    "gate",
    "grade",
    "group",
    "lab",
    "lesson",
    "level",
    "line",
    "milestone",
    "module",
    "option",
    "part",
    "phase",
    "plan",
    "platform",
    "product",
    "project",
    "release",
    "room",
    "round",
    "route",
    "season",
    "section",
    "server",
    "site",
    "sprint",
    "stage",
    "step",
    "task",
    "team",
    "terminal",
    "tier",
    "track",
    "type",
    "unit",
    "version",
    "volume",
    "ward",
    "zone",
];
/// The same in Chinese.
pub const KINDS_HAN: &[&str] = &[
    "项目",
    "項目",
    "产品",
    "產品",
    "团队",
    "團隊",
    "小组",
    "小組",
    "方案",
    "计划",
    "計劃",
    "客户",
    "客戶",
    "公司",
    "模块",
    "模塊",
    "课题",
    "班级",
    "阶段",
    "階段",
    "版本",
    "系统",
    "系統",
    "章节",
    "教室",
    "车间",
    "维生素",
    "維生素",
];
/// Characters of the letter or number.
const MARK_CHARS: usize = 2;
/// Found in one text.
const FOUND_MAX: usize = 8;

/// A kind and its letter in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Both of them, in bytes of the text.
    pub place: Range<usize>,
    /// The folded kind: `project`.
    pub kind: String,
    /// The folded letter or number: `a`.
    pub mark: String,
}

impl Marked {
    /// Whether a page that is called so is meant: by both in either order, or by the letter alone. A number alone
    /// is the name of too much ("line 2" is no page `2`).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let bare: String = fold(name).chars().filter(|char| char.is_alphanumeric()).collect();
        let (kind, mark) = (&self.kind, &self.mark);
        let alone = self.is_lettered() && bare == *mark;
        alone || bare == format!("{kind}{mark}") || bare == format!("{mark}{kind}")
    }

    /// Folded names that a page may have for it.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let (kind, mark) = (&self.kind, &self.mark);
        let beside = ["", "-", " ", "_", "·"].into_iter();
        let mut names: Vec<String> = beside
            .flat_map(|between| {
                [format!("{kind}{between}{mark}"), format!("{mark}{between}{kind}")]
            })
            .collect();
        names.extend(self.is_lettered().then(|| mark.clone()));
        names
    }

    fn is_lettered(&self) -> bool {
        self.mark.chars().all(char::is_alphabetic)
    }
}

/// Every kind with its letter, in the order of the text.
#[must_use]
pub fn marked(text: &str) -> Vec<Marked> {
    let mut found: Vec<Marked> = Vec::new();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while at < chars.len() && found.len() < FOUND_MAX {
        let Some(end) = mark_end(&chars, at) else {
            at += 1;
            continue;
        };
        let (from, to) = (chars[at].0, chars.get(end).map_or(text.len(), |(byte, _)| *byte));
        let mark = fold(&text[from..to]);
        let before = kind_before(&text[..from]).filter(|_| !is_article(&text[from..]));
        if let Some((start, kind)) = before {
            found.push(Marked { place: start..to, kind, mark });
        } else if let Some((stop, kind)) = kind_behind(&text[to..]) {
            found.push(Marked { place: from..to + stop, kind, mark });
        }
        at = end;
    }
    found
}

/// Where a letter, or a number of two digits, that starts at `at` ends, if no word goes on there.
fn mark_end(chars: &[(usize, char)], at: usize) -> Option<usize> {
    let letter = |at: usize| chars.get(at).is_some_and(|(_, char)| char.is_ascii_alphanumeric());
    let before = at.checked_sub(1).is_some_and(letter);
    let end = (at..).take_while(|at| letter(*at)).take(MARK_CHARS + 1).count() + at;
    let digits = chars[at..end.min(chars.len())].iter().all(|(_, char)| char.is_ascii_digit());
    let fits = end == at + 1 || digits && end <= at + MARK_CHARS;
    (!before && end > at && fits).then_some(end)
}

/// Whether a text begins with "a" before another word: "plan a trip".
fn is_article(text: &str) -> bool {
    let rest = text.strip_prefix("a ");
    rest.is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_alphanumeric()))
}

/// The kind that ends where `text` does but for a space or hyphen, and where it starts.
fn kind_before(text: &str) -> Option<(usize, String)> {
    let bare = text.trim_end_matches([' ', '-', '\u{a0}']);
    if let Some(kind) = KINDS_HAN.iter().find(|kind| bare.ends_with(**kind)) {
        return Some((bare.len() - kind.len(), (*kind).to_owned()));
    }
    let start = bare
        .rfind(|char: char| !char.is_ascii_alphabetic())
        .map_or(0, |at| at + bare[at..].chars().next().map_or(1, char::len_utf8));
    let word = bare[start..].to_ascii_lowercase();
    (bare.len() < text.len() && KINDS.binary_search(&word.as_str()).is_ok())
        .then_some((start, word))
}

/// The Han kind with which `text` begins, and where it ends.
fn kind_behind(text: &str) -> Option<(usize, String)> {
    let kind = KINDS_HAN.iter().find(|kind| text.starts_with(**kind))?;
    Some((kind.len(), (*kind).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn kinds_are_sorted() {
        assert!(super::KINDS.is_sorted());
    }

    #[test]
    fn a_letter_beside_its_kind_is_a_name() {
        let found = |text: &str| -> Vec<String> {
            marked(text).into_iter().map(|it| format!("{}+{}", it.kind, it.mark)).collect()
        };
        assert_eq!(found("the e-mail of project A's owner"), ["project+a"]);
        assert_eq!(found("项目A负责人的邮箱"), ["项目+a"]);
        assert_eq!(found("项目 A 负责人"), ["项目+a"]);
        assert_eq!(found("A项目和B项目的负责人"), ["项目+a", "项目+b"]);
        assert_eq!(found("Team 12 and Phase-2"), ["team+12", "phase+2"]);
        assert!(
            found("a project and I, plan to go; projects Atlas; 项目Atlas; plan a trip").is_empty()
        );
        let marked = marked("who owns project B?");
        assert!(
            ["B", "Project B", "project-b", "b_project"].iter().all(|it| marked[0].is_called(it))
        );
        assert!(!marked[0].is_called("Project Bx"));
        let line = &super::marked("what does line 2 of the poem say?")[0];
        assert!(line.is_called("Line 2") && !line.is_called("2"));
        assert!(!line.names().contains(&"2".to_owned()));
    }
}
