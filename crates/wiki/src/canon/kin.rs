//! What people call a member of their family or somebody near, in both languages. The one list of such words, for
//! whatever asks whose something is.

/// Words for people, each line one of them, the commonest of each language first.
const PEOPLE: &[&[&str]] = &[
    &["妈", "母亲", "媽", "mother", "mom", "mum", "mama", "mommy", "mummy"],
    &["爸", "父亲", "father", "dad", "papa", "daddy"],
    &["妻子", "老婆", "太太", "媳妇", "爱人", "wife", "spouse"],
    &["丈夫", "老公", "爱人", "husband", "spouse"],
    &["儿子", "son"],
    &["女儿", "daughter"],
    &["孩子", "小孩", "宝宝", "娃", "child", "children", "kid", "baby"],
    &["哥", "兄弟", "brother"],
    &["弟", "兄弟", "brother"],
    &["姐", "sister"],
    &["妹", "sister"],
    &["奶奶", "外婆", "姥姥", "grandmother", "grandma", "granny"],
    &["爷爷", "外公", "姥爷", "grandfather", "grandpa"],
    &["叔", "舅", "伯", "uncle"],
    &["姨", "姑", "婶", "aunt"],
    &["外甥女", "侄女", "niece"],
    &["外甥", "侄", "nephew"],
    &["孙子", "grandson"],
    &["孙女", "granddaughter"],
    &["岳母", "婆婆"],
    &["岳父", "公公"],
    &["cousin"],
    &["parent"],
    &["grandparent"],
    &["男友", "男朋友", "boyfriend"],
    &["女友", "女朋友", "girlfriend"],
    &["未婚夫", "fiance"],
    &["未婚妻", "fiancee"],
    &["partner"],
    &["室友", "roommate"],
    &["房东", "landlord", "landlady"],
    &["老板", "上司", "领导", "boss", "manager"],
];
/// Words for animals of the house, likewise.
const ANIMALS: &[&[&str]] = &[&["狗", "dog", "puppy"], &["猫", "cat", "kitten"]];
/// Longer ways of writing them: the way, and the word above that it is.
const SAID: &[(&str, &str)] = &[
    ("妈妈", "妈"),
    ("老妈", "妈"),
    ("爸爸", "爸"),
    ("老爸", "爸"),
    ("哥哥", "哥"),
    ("弟弟", "弟"),
    ("姐姐", "姐"),
    ("妹妹", "妹"),
    ("叔叔", "叔"),
    ("舅舅", "舅"),
    ("阿姨", "姨"),
    ("姑姑", "姑"),
];

/// All words for one of the family or one near, or for an animal of the house, where this is one of them, in small
/// letters.
#[must_use]
pub fn kin(word: &str) -> Option<&'static [&'static str]> {
    let said = SAID.iter().find(|(way, _)| *way == word).map_or(word, |(_, form)| *form);
    PEOPLE.iter().chain(ANIMALS).find(|forms| forms.contains(&said)).copied()
}

/// The Chinese word for one of those, of two characters or more, with which a text begins.
#[must_use]
pub fn kin_led(text: &str) -> Option<&'static str> {
    let ways = SAID
        .iter()
        .map(|(way, _)| *way)
        .chain(PEOPLE.iter().chain(ANIMALS).copied().flatten().copied());
    let mut led = ways.filter(|way| !way.is_ascii() && way.chars().count() > 1);
    led.find(|way| text.starts_with(way))
}

/// Whether a word in small letters is one for somebody of the family or near, also for several of them.
pub(crate) fn is_person(word: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    PEOPLE.iter().any(|forms| forms.contains(&word) || forms.contains(&singular))
}

/// The Chinese word for somebody of the family or near with which a text begins.
pub(crate) fn person_led(text: &str) -> Option<&'static str> {
    let mut words = PEOPLE.iter().copied().flatten().filter(|it| !it.is_ascii());
    words.find(|it| text.starts_with(**it)).copied()
}
