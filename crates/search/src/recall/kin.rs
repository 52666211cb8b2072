//! Words for family and the like, each with what else the same somebody is called in both languages.

/// Words for a member of a family or the like, each line one of them.
const KIN: &[&[&str]] = &[
    &["妈", "母亲", "mother", "mom", "mum", "mama"],
    &["爸", "父亲", "father", "dad", "papa"],
    &["妻子", "老婆", "太太", "媳妇", "爱人", "wife", "spouse"],
    &["丈夫", "老公", "爱人", "husband", "spouse"],
    &["儿子", "son"],
    &["女儿", "daughter"],
    &["孩子", "小孩", "child", "kid"],
    &["哥", "兄弟", "brother"],
    &["弟", "兄弟", "brother"],
    &["姐", "sister"],
    &["妹", "sister"],
    &["奶奶", "外婆", "姥姥", "grandmother", "grandma"],
    &["爷爷", "外公", "姥爷", "grandfather", "grandpa"],
    &["叔", "舅", "uncle"],
    &["姨", "姑姑", "婶", "aunt"],
    &["男友", "男朋友", "boyfriend"],
    &["女友", "女朋友", "girlfriend"],
    &["狗", "dog", "puppy"],
    &["猫", "cat", "kitten"],
    &["房东", "landlord", "landlady"],
    &["老板", "上司", "领导", "boss", "manager"],
];
/// Longer ways of writing them, by which they are asked for: the way, and the form above that it is.
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
];

/// The ways of calling a member of a family whom a word in small letters calls.
pub(super) fn kin(word: &str) -> Option<&'static [&'static str]> {
    let said = SAID.iter().find(|(way, _)| *way == word).map_or(word, |(_, form)| *form);
    KIN.iter().find(|forms| forms.contains(&said)).copied()
}

/// The word for family, of two characters or more, with which a text begins.
pub(super) fn kin_led(text: &str) -> Option<&'static str> {
    let ways =
        SAID.iter().map(|(way, _)| *way).chain(KIN.iter().flat_map(|forms| forms.iter().copied()));
    let mut led = ways.filter(|way| !way.is_ascii() && way.chars().count() > 1);
    led.find(|way| text.starts_with(way))
}
