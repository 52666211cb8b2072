//! Values that people and things have: a phone, a birthday, an address. Each with the ways of writing it in both
//! languages.

/// Words that are the value wherever somebody stands before them, and its other ways of writing, which mean it only
/// where the sentence shows that: "number", "born".
type Value = (&'static [&'static str], &'static [&'static str]);

/// Of several that a question in Chinese has the first one counts.
const VALUES: &[Value] = &[
    (&["birthday", "生日"], &["born"]),
    (&["phone", "mobile", "telephone", "电话", "手机"], &["number", "cell"]),
    (&["email", "邮箱", "邮件"], &["e-mail", "mail"]),
    (&["address", "地址", "住址"], &[]),
    (&["password", "密码"], &["口令"]),
    (&["微信"], &["wechat"]),
    (&["age", "年龄"], &[]),
    (&["height", "身高"], &[]),
    (&["weight", "体重"], &[]),
    (&["name", "名字"], &[]),
    (&["salary", "工资"], &[]),
    (&["血型"], &[]),
    (&["车牌"], &[]),
    (&["job", "职业"], &[]),
    (&["hobby", "爱好"], &["hobbies"]),
    (&["allergy"], &["allergies", "allergic", "过敏"]),
    (&[], &["doctor", "医生", "大夫"]),
    (&[], &["dentist", "牙医"]),
    (&[], &["passport", "护照"]),
    (&[], &["rent", "房租"]),
    (&["boss"], &[]),
    (&["budget"], &[]),
    (&["car"], &[]),
    (&["city"], &[]),
    (&["color"], &[]),
    (&["colour"], &[]),
    (&["deadline"], &[]),
    (&["employer"], &[]),
    (&["manager"], &[]),
    (&["owner"], &[]),
    (&["pin"], &[]),
    (&["price"], &[]),
    (&["size"], &[]),
    (&["username"], &[]),
];

/// Whether a word in small letters is a value that people and things have.
pub(super) fn is_value(word: &str) -> bool {
    let word = word.replace('-', "");
    VALUES.iter().any(|(words, _)| words.contains(&word.as_str()))
}

/// Whether it is a thing that goes by its name, and none that is told of people in other words.
pub(super) fn is_thing(word: &str) -> bool {
    VALUES.iter().any(|(words, also)| words.is_empty() && also.contains(&word))
}

/// Where a text has a value in Chinese.
pub(super) fn places_han(text: &str) -> impl Iterator<Item = usize> {
    let words = VALUES.iter().flat_map(|(words, _)| *words).filter(|word| !word.is_ascii());
    words.flat_map(|word| text.match_indices(word).map(|(at, _)| at))
}

/// The ways of writing a value of which this is one.
pub(super) fn ways(word: &str) -> Option<Vec<String>> {
    first(&|way| way == word)
}

/// The ways of writing the value that a text in Chinese begins with.
pub(super) fn ways_led(text: &str) -> Option<Vec<String>> {
    first(&|way| !way.is_ascii() && text.starts_with(way))
}

/// The ways of writing the value that a text in Chinese has.
pub(super) fn ways_within(text: &str) -> Option<Vec<String>> {
    first(&|way| !way.is_ascii() && text.contains(way))
}

fn first(is_meant: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
    let ways = |(words, also): &'static Value| words.iter().chain(*also).copied();
    let value = VALUES.iter().find(|value| ways(value).any(is_meant))?;
    Some(ways(value).map(str::to_owned).collect())
}
