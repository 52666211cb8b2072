//! Words of a text that look like names, found without a dictionary.

use std::collections::HashSet;
use std::ops::Range;

use super::fold::{is_spaceless, is_word_char};

/// Capitalised words that begin sentences and name nothing.
const COMMON: &str = " a an and any are as at be been but by can could did do does for from had has \
    have he her here hers him his how i if in into is it its just let may me might more most my new no \
    not now of old on once one or our ours please see she should since so some still than thanks that the \
    their them then there these they this those to today tomorrow too two us was we were what when \
    where which while who whom whose why will with would yes yesterday yet you your after all also am \
    because before being both each even every few first last next only other same such under until up \
    very about again against between during further off out over own through down \
    monday tuesday wednesday thursday friday saturday sunday note todo done ";
/// Names of people and projects that are words of any sentence, too: in small letters they name nothing.
const EVERYDAY: &str = " amber angel april art ash august autumn basil bay bell bill bird blue brandy brook bud candy carol \
    chance chase cherry chip christian clay cliff crystal daisy dale dash dawn dean dot drew duke earl \
    faith fern ford forest frank gale ginger glen grace grant gray green guy hail harmony hazel heath \
    heather holly honey hope hunter iris ivory ivy jade jasmine jay jewel joy june justice king lance \
    lane lark laurel lily mark mason max melody mercy merry mint misty olive opal page pansy pat \
    patience pearl penny pepper pierce poppy prince queen rain ray red reed rich river rob robin rocky \
    rod rose ruby sage sandy scout sky sonny star sterling stone storm sue summer sunny temple trinity \
    trip tucker victor victory violet ward warren west will willow winter young about action admin \
    agent alert alpha answer api app apple apply archive area article asset audit auth backend backlog \
    backup balance bank base beta billing blog board book boot bot box branch bridge browser budget \
    bug build bus business calendar call camera campaign canvas car card cart case catalog center \
    change channel chart chat check checkout city class client cloud club code college color command \
    comment common community company compass computer config contact content contract control core \
    cost course customer dashboard data database day deal debug delta demo deploy design desk desktop \
    device dinner docs document door draft drive echo editor email engine error event example expense \
    family feature feed field file film finance fire fitness flight flow focus folder food form forum \
    frontend game garden gate gateway goal gold guide health help hiring history hobby holiday home \
    hosting house idea image import inbox index infra input insight install interview inventory \
    invoice issue job journal kernel key kitchen lab landing launch lead learning legal lesson letter \
    level library life light line link list load local log login logo mail main maintenance map market \
    marketing meeting memo memory menu message metrics migration mission mobile model module money \
    monitor month movie music network news newsletter night notes office onboarding operations orange \
    order orders output paper park parser parts party pay payment payments payroll people phone photo \
    pilot pipeline place plan planet platform play plugin podcast policy pool portal post power press \
    pricing print privacy process product production profile program project prompt proposal prototype \
    pulse purchase quality query question queue radar reading recipe record refactor release remote \
    rent report request research reset review roadmap rocket room route router rule sales sample scale \
    schedule school science scope script search season secret security server service session settings \
    setup shell shop sign signal site sleep social software solar sound source space spark speech \
    spring sprint staff staging start state station status stock storage store story strategy stream \
    studio study style support survey switch sync system table target task tax team template test \
    testing text theme thing thread ticket time token tool topic tower town track trade traffic \
    training transfer travel trust type update upload user vault vendor version video view vision \
    visit vote walk wallet water weather web website wedding week wiki window wine wish word work \
    workflow workshop world writing year zone ";
/// Words between the parts of one name.
const PARTICLES: &[&str] = &[
    "de", "del", "della", "der", "den", "di", "da", "dos", "du", "la", "le", "van", "von", "bin",
    "al", "of",
];
/// Words of Indic sentences that are no names, and the endings of its future verbs.
const INDIC_COMMON: &[&str] = &[
    "कल",
    "आज",
    "और",
    "है",
    "हैं",
    "था",
    "थी",
    "थे",
    "का",
    "की",
    "के",
    "को",
    "से",
    "में",
    "पर",
    "ने",
    "यह",
    "वह",
    "नहीं",
    "भी",
    "हो",
];
const INDIC_VERB_ENDINGS: &[&str] = &["ेगा", "ेगी", "ेंगे", "ूंगा", "ूंगी", "ोगे"];
/// A run of Han longer than this is a sentence.
const HAN_NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=4;
/// Words of one name, at most.
const NAME_WORDS: usize = 5;

struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
    case: Case,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Capital,
    Small,
    /// A script that has no case.
    Without,
}

/// Words of a text that look like names, each once, in order: capitalised words of any script that
/// has case, joined when they stand side by side; and words of scripts without case. Marks stay on
/// their letters.
pub fn names_in(text: &str) -> Vec<String> {
    let words = words(text);
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut at = 0;
    while at < words.len() {
        let (name, next) = match words[at].case {
            Case::Capital => capitalised(text, &words, at),
            Case::Without => (caseless(&words[at]), at + 1),
            Case::Small => (None, at + 1),
        };
        at = next;
        if let Some(name) = name
            && seen.insert(name.clone())
        {
            names.push(name);
        }
    }
    names
}

fn capitalised(text: &str, words: &[Word<'_>], first: usize) -> (Option<String>, usize) {
    let mut start = first;
    if is_common(words[start].text) {
        return (None, first + 1);
    }
    let mut last = first;
    let mut at = first + 1;
    while at < words.len() && at - first < NAME_WORDS {
        if &text[words[at - 1].span.end..words[at].span.start] != " " {
            break;
        }
        let particle = PARTICLES.contains(&words[at].text);
        let capital = words[at].case == Case::Capital && !is_common(words[at].text);
        if capital {
            last = at;
        } else if !particle {
            break;
        }
        at += 1;
    }
    while start < last && words[start].text.chars().count() == 1 {
        start += 1;
    }
    let name = &text[words[start].span.start..words[last].span.end];
    let long_enough = name.chars().filter(|c| c.is_alphabetic()).count() > 1;
    (long_enough.then(|| name.to_owned()), last + 1)
}

/// Whether a word begins sentences and names nothing.
pub(super) fn is_common(word: &str) -> bool {
    let lower = word.to_lowercase();
    COMMON.contains(&format!(" {lower} "))
}

/// Whether a word in small letters is rather a word than a name.
pub(super) fn is_everyday(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_common(&lower) || EVERYDAY.contains(&format!(" {lower} "))
}

fn caseless(word: &Word<'_>) -> Option<String> {
    let count = word.text.chars().count();
    let han = word.text.chars().all(is_spaceless);
    if han {
        return HAN_NAME_CHARS.contains(&count).then(|| word.text.to_owned());
    }
    let common = INDIC_COMMON.contains(&word.text)
        || INDIC_VERB_ENDINGS
            .iter()
            .any(|ending| word.text.ends_with(ending) && word.text.len() > ending.len());
    (count > 1 && !common).then(|| word.text.to_owned())
}

/// Runs of letters, digits and inner `-`, `'`, `_`; a change between Han and other letters ends one.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start: Option<usize> = None;
    let mut chars = text.char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        let joins =
            matches!(c, '-' | '\'' | '’' | '_') && is_word_char(next) && is_word_char(previous);
        let inside = is_word_char(c) || (joins && start.is_some());
        let switch =
            is_word_char(c) && is_word_char(previous) && is_spaceless(c) != is_spaceless(previous);
        if (!inside || switch)
            && let Some(from) = start.take()
        {
            push_word(&mut words, text, from..at);
        }
        if inside && start.is_none() {
            start = Some(at);
        }
        previous = c;
    }
    if let Some(from) = start {
        push_word(&mut words, text, from..text.len());
    }
    words
}

fn push_word<'a>(words: &mut Vec<Word<'a>>, text: &'a str, span: Range<usize>) {
    let mut word = &text[span.clone()];
    for possessive in ["'s", "’s"] {
        word = word.strip_suffix(possessive).unwrap_or(word);
    }
    let Some(first) = word.chars().next().filter(|c| c.is_alphabetic()) else {
        return;
    };
    let case = if first.is_uppercase() {
        Case::Capital
    } else if first.is_lowercase() {
        Case::Small
    } else {
        Case::Without
    };
    words.push(Word { text: word, span: span.start..span.start + word.len(), case });
}
