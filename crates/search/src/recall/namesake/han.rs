//! Names in Chinese that begin alike: 罗欣妍 and 罗欣怡, 李伟 and 李伟明, 欧阳琪 and 欧阳娜.
//!
//! Where a name ends is told by what stands behind it; where nothing tells, nobody is ruled out.

use wiki::attribute::Attributes;
use wiki::canon::{TITLES, fold, is_han, is_surnamed};

/// Surnames of two characters.
const COMPOUND: [&str; 18] = [
    "欧阳", "歐陽", "司马", "上官", "诸葛", "东方", "皇甫", "尉迟", "公孙", "慕容", "令狐", "司徒",
    "夏侯", "宇文", "长孙", "端木", "南宫", "独孤",
];
/// What stands right behind a name, and ends it.
const ENDS: &str =
    "的是在有和跟与及什几哪多谁吗呢了吧要会能住去来叫做说也都还很不：:（(，,。.？?！!、 \n";
/// The same, where no verb stands before it.
const SURE_ENDS: &str = "的是：:（(，,。.？?！!、 \n";
/// What stands behind a name without being a part of it, though what follows ends one.
const BESIDE: &str = "家们总工姐哥叔导爸妈妻弟妹儿女等本最这那他她爷奶嫂婶姨舅";

/// Whether a question may name somebody: it has a surname with a sign of Han behind it.
pub(super) fn may_name(question: &str) -> bool {
    question.char_indices().any(|(at, first)| {
        let rest = &question[at..];
        let next = rest[first.len_utf8()..].chars().next();
        is_han(first)
            && next.is_some_and(|c| is_han(c) && !ENDS.contains(c))
            && (is_surnamed(rest) || is_compound(rest))
    })
}

/// Whether a page about somebody of this name cannot be about whoever a question names: it names somebody whose
/// name begins alike and is another.
pub(super) fn is_another(question: &str, title: &str, text: &str) -> bool {
    let Some(stem) = stem(title) else { return false };
    if let Some(at) = question.find(title) {
        // 李伟明的电话 has 李伟 in it.
        let longer = longer(&question[at..], title);
        return longer.is_some_and(|it| !text.contains(it)) && title.chars().count() == 2;
    }
    let named = question.match_indices(&stem).any(|(at, _)| {
        let behind = &question[at + stem.len()..];
        let goes_on = behind.chars().next().is_some_and(|c| is_han(c) && !ENDS.contains(c));
        let is_title = TITLES.iter().any(|it| behind.starts_with(it));
        let shorter = stem.chars().count() == 2 && !is_compound(title) && ends(behind);
        !is_title && (goes_on || shorter)
    });
    named && !aliases(text).any(|alias| !alias.is_empty() && question.contains(alias))
}

/// Whether the notes of a page tell what is asked of somebody of a longer or shorter name only.
pub(super) fn is_noted_of_another(question: &str, text: &str) -> bool {
    if Attributes::asked(&fold(question)).is_empty() {
        return false;
    }
    let Some(name) = asked(question) else { return false };
    let mut found = text.match_indices(name).peekable();
    if found.peek().is_some() {
        return found.all(|(at, _)| longer(&text[at..], name).is_some());
    }
    let Some(stem) = stem(name).filter(|_| name.chars().count() > 2) else { return false };
    let given = &name[name.chars().next().map_or(0, char::len_utf8)..];
    !text.contains(given) && text.contains(&stem)
}

/// The name that a question has, where what stands behind it ends it.
fn asked(question: &str) -> Option<&str> {
    question.char_indices().find_map(|(at, _)| {
        let rest = &question[at..];
        if !is_surnamed(rest) && !is_compound(rest) {
            return None;
        }
        [3, 2, 4].iter().find_map(|count| {
            let end = rest.char_indices().nth(*count).map_or(rest.len(), |it| it.0);
            let name = &rest[..end];
            let whole = name.chars().count() == *count && name.chars().all(is_han);
            let plain = !name.chars().any(|c| ENDS.contains(c) || BESIDE.contains(c));
            let surname = if is_compound(rest) { 2 } else { 1 };
            (whole && plain && *count > surname && ends(&rest[end..])).then_some(name)
        })
    })
}

/// The name of one more character at the start of a text that begins with `name`.
fn longer<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let behind = text.get(name.len()..)?;
    let next = behind.chars().next().filter(|c| is_han(*c))?;
    let rest = &behind[next.len_utf8()..];
    // A verb stands before what ends a name as well: 李娜养了.
    let surely = rest.chars().next().is_none_or(|c| SURE_ENDS.contains(c)) || asks(rest);
    let is_part = !ENDS.contains(next) && !BESIDE.contains(next) && surely;
    is_part.then(|| &text[..name.len() + next.len_utf8()])
}

/// Whether a name ends before this text: at a sign, or a word that no name has.
fn ends(behind: &str) -> bool {
    behind.chars().next().is_none_or(|c| ENDS.contains(c)) || asks(behind)
}

/// Whether a text begins with what somebody is asked for.
fn asks(text: &str) -> bool {
    const ASKED: [&str; 10] =
        ["电话", "手机", "邮箱", "生日", "地址", "住址", "微信", "职位", "公司", "血型"];
    ASKED.iter().any(|it| text.starts_with(it))
}

/// What a name shares with those that begin alike: its surname of two characters, else its first two.
fn stem(name: &str) -> Option<String> {
    let count = name.chars().count();
    let is_name = (2..=4).contains(&count) && name.chars().all(is_han);
    let known = is_surnamed(name) || is_compound(name);
    (is_name && known).then(|| name.chars().take(2).collect())
}

fn is_compound(name: &str) -> bool {
    COMPOUND.iter().any(|it| name.starts_with(it))
}

/// The further names in the head of a page.
fn aliases(text: &str) -> impl Iterator<Item = &str> {
    let head = text.strip_prefix("---").and_then(|it| it.split("\n---").next()).unwrap_or_default();
    let listed = head.split_once("aliases:").map_or("", |it| it.1);
    let apart = |c: char| !(is_han(c) || c.is_alphanumeric());
    listed.split(apart).filter(|it| it.chars().count() >= 2)
}

#[cfg(test)]
mod tests {
    use super::{is_another, is_noted_of_another};

    #[test]
    fn a_page_of_a_name_that_begins_alike_is_anothers() {
        for (question, title, another) in [
            ("罗欣妍的电话是多少", "罗欣怡", true),
            ("罗欣妍负责什么", "罗欣怡", true),
            ("罗欣怡的电话是多少", "罗欣怡", false),
            ("罗欣的电话", "罗欣怡", true),
            ("欧阳琪的电话", "欧阳娜", true),
            ("欧阳老师的电话", "欧阳娜", false),
            ("欧阳的电话", "欧阳娜", false),
            ("李伟的电话是多少", "李伟明", true),
            ("李伟明的电话", "李伟", true),
            ("李伟负责什么", "李伟", false),
            ("李伟家在哪", "李伟", false),
            ("李伟电话", "李伟", false),
            ("李总的电话", "李伟", false),
            ("李娜养了一只猫吗", "李娜", false),
            ("王强的电话", "李伟", false),
        ] {
            assert_eq!(is_another(question, title, "# x"), another, "{question} / {title}");
        }
        let aliased = "---\naliases: [罗欣妍]\n---\n# 罗欣怡";
        assert!(!is_another("罗欣妍的电话", "罗欣怡", aliased));
    }

    #[test]
    fn a_note_about_a_longer_or_shorter_name_is_anothers() {
        for (question, note, another) in [
            ("李伟的电话是多少", "李伟明的电话是 138", true),
            ("李伟的电话是多少", "李伟的电话是 138", false),
            ("李伟的电话是多少", "李伟明的电话是 138。李伟的电话是 139", false),
            ("李伟明的电话", "李伟的电话是 138", true),
            ("李伟的电话", "李伟家的电话是 138", false),
            ("王强生的电话是多少", "王强的电话是 138", true),
            ("李秀丽的生日", "李秀的生日是5月3日", true),
            ("李伟喜欢什么", "李伟明的猫喜欢鱼", false),
        ] {
            assert_eq!(is_noted_of_another(question, note), another, "{question} / {note}");
        }
    }
}
