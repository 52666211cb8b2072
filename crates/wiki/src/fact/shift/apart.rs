//! What makes two things of one name: whose each is, from where to where it goes, and at which hour it is.
//!
//! Whether the names are one is `english`'s and `han`'s. Here silence means whoever speaks: "the checkup" is "my
//! checkup" and not "Mom's", unless the page is hers.

use super::{clock, english, han};
use crate::canon::{TITLES, fold, is_han, is_nicknamed, is_person, is_surnamed, person_led, stem};
use crate::fact::list::has;

/// Whose a thing is without a name. One's own and that of one's people need not be said.
const OWN: &[&str] = &["my", "our"];
const OTHERS: &[&str] = &["his", "her", "their", "your"];
/// What has the sign of an owner and is a time, a verb or anybody.
const NOBODY: &str = "today tonight tomorrow yesterday week month year day morning afternoon evening night monday tuesday \
    wednesday thursday friday saturday sunday january february march april may june july august september october \
    november december it that there here what who he she let team company product project everyone everybody";
/// Two places, people or times between which something is: the order counts.
const ROADS: [(&str, &str); 2] = [("from", "to"), ("before", "after")];
const HAN_OWN: [(&str, &str); 3] = [("我的", "我"), ("我们的", "我们"), ("咱们的", "我们")];

/// Whether two names that may be one are of two things, on a page of these names.
pub(super) fn differ(moved: &str, thing: &str, names: &[String]) -> bool {
    if clock::differ(moved, thing) {
        return true;
    }
    if moved.contains(is_han) || thing.contains(is_han) {
        let own =
            |text: &str| HAN_OWN.iter().find(|it| fold(text).starts_with(it.0)).map(|it| it.1);
        return matches!((own(moved), own(thing)), (Some(one), Some(other)) if one != other);
    }
    let (new, old) = (Said::read(moved), Said::read(thing));
    new.is_of_another(&old, names) || new.goes_elsewhere(&old)
}

/// What an English phrase says of whose a thing is, and of where it goes.
struct Said {
    /// All words in small letters, without the sign of an owner.
    words: Vec<String>,
    /// Owners by name: "Mom's checkup".
    owners: Vec<String>,
    /// Who may be one: "Mom checkup", "checkup for Tom".
    maybe: Vec<String>,
    /// "my", "our".
    whose: Option<&'static str>,
    /// Words of several parts, in their order: "Paris-Rome".
    pairs: Vec<Vec<String>>,
}

impl Said {
    fn read(text: &str) -> Self {
        let mut said = Self {
            words: Vec::new(),
            owners: Vec::new(),
            maybe: Vec::new(),
            whose: None,
            pairs: Vec::new(),
        };
        let mut head = true;
        let text = clock::without(text).replace('’', "'");
        let edge = |c: char| !c.is_alphanumeric() && c != '\'';
        for token in text.split(|c: char| c.is_whitespace() || ",;:()\"".contains(c)) {
            let token = token.trim_matches(edge);
            if token.is_empty() {
                continue;
            }
            let word = token.to_lowercase();
            head &= !english::is_preposition(&word);
            let parts: Vec<String> = word.split(['-', '–', '→', '>']).map(str::to_owned).collect();
            if parts.len() > 1 {
                said.pairs.push(parts);
            }
            let plural = word.strip_suffix("s'").map(|it| format!("{it}s"));
            match word.strip_suffix("'s").map(str::to_owned).or(plural) {
                Some(owner) => said.take(owner, head),
                None => said.take_word(token, word),
            }
        }
        said
    }

    /// Takes a word with the sign of an owner. Behind a preposition it is that of another thing.
    fn take(&mut self, owner: String, head: bool) {
        match owner.as_str() {
            "user" if head => self.whose = self.whose.or(Some("my")),
            name if has(NOBODY, name) => {}
            _ if head => self.owners.push(owner.clone()),
            _ => self.maybe.push(owner.clone()),
        }
        self.words.push(owner);
    }

    fn take_word(&mut self, token: &str, word: String) {
        let pronoun = OWN.iter().chain(OTHERS).find(|it| **it == word);
        self.whose = self.whose.or(pronoun.copied());
        let behind = self.words.last().is_some_and(|it| matches!(it.as_str(), "of" | "for"));
        let named = behind && token.starts_with(char::is_uppercase);
        if is_person(&word) || named && !has(NOBODY, &word) {
            self.maybe.push(word.clone());
        }
        self.words.push(word);
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|it| stem(it) == stem(word))
    }

    /// Whether this is somebody else's than `old`.
    fn is_of_another(&self, old: &Self, names: &[String]) -> bool {
        let unsaid = self.whose.is_none() && old.whose.is_none();
        let of_page = |word: &str| unsaid && names.iter().any(|it| it == stem(word));
        let lacks =
            |side: &Self, words: &[String]| words.iter().any(|it| !side.has(it) && !of_page(it));
        if lacks(self, &old.owners) || lacks(old, &self.owners) {
            return true;
        }
        if !self.owners.is_empty() || !old.owners.is_empty() {
            return false;
        }
        match (self.whose, old.whose) {
            (Some(new), Some(old)) => new != old,
            (Some(new), None) => OTHERS.contains(&new) || lacks(self, &old.maybe),
            (None, Some(whose)) => OTHERS.contains(&whose) || lacks(old, &self.maybe),
            (None, None) => false,
        }
    }

    /// Whether this goes the other way: "from Rome to Paris".
    fn goes_elsewhere(&self, old: &Self) -> bool {
        let crossed = |one: &str, other: &str| {
            let (stays, turned) = (old.behind(one), old.behind(other));
            self.behind(one).iter().any(|it| turned.contains(it) && !stays.contains(it))
        };
        let turned = |pair: &Vec<String>| {
            old.pairs.iter().any(|it| {
                let (mut one, mut other) = (it.clone(), pair.clone());
                one.sort_unstable();
                other.sort_unstable();
                it != pair && one == other
            })
        };
        ROADS.iter().any(|(one, other)| crossed(one, other) || crossed(other, one))
            || self.pairs.iter().any(turned)
    }

    /// The words behind a preposition.
    fn behind(&self, preposition: &str) -> Vec<&str> {
        let mut inside = false;
        let mut all = Vec::new();
        for word in &self.words {
            if english::is_preposition(word) {
                inside = word == preposition;
            } else if inside && !english::is_article(word) {
                all.push(word.as_str());
            }
        }
        all
    }
}

/// Who else may have a thing, besides those whom one calls by a word for family.
const HAN_OTHERS: &[&str] =
    &["对象", "同事", "朋友", "他", "她", "你", "您", "人家", "别人", "对方"];

/// Whether what stands before a Chinese name is whose the thing is, and `moved` does not say so: 王伟 of 王伟面试. `rest` is
/// that without the words of the page, `old` the whole.
pub(super) fn is_anothers(moved: &str, (before, rest): (&str, &str), old: &str) -> bool {
    let (moved, old) = (fold(moved), fold(old));
    let own = moved.trim_start().starts_with(['我', '咱']);
    // A page that is his is his only as long as nobody says "mine".
    let before = if own { before } else { rest };
    if before.is_empty() || moved.contains(before) || before.starts_with(han::AND) {
        return false;
    }
    let other = || HAN_OTHERS.iter().find(|it| before.starts_with(**it)).copied();
    if let Some(who) = person_led(before).or_else(other) {
        return !moved.contains(who);
    }
    let chars: Vec<char> = before.chars().collect();
    let titled = || TITLES.iter().any(|it| chars[1..].iter().collect::<String>().starts_with(it));
    let short = |most: usize| own || (2..=most).contains(&chars.len());
    if is_surnamed(before) && (short(3) || titled()) || is_nicknamed(before) && short(3) {
        return true;
    }
    // "My": what is said to be of something else is that's, and so is what has a name in letters.
    let possessed = old.contains(&format!("{before}的"));
    own && (possessed || !moved.starts_with("我们") && before.is_ascii())
}
