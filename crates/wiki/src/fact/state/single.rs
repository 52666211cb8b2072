//! Of which things somebody has one at a time: a new manager takes the place of the old one, a new daughter does not.
//!
//! A short list, since what is missed stays visible beside the new one.

use crate::canon::stem;

const ENGLISH: &str = "manager boss supervisor job employer salary position role title address phone email e-mail mail \
    landlord landlady dentist doctor gp laptop car wife husband limit budget rent price port";
/// Numbers of which somebody has one, by the word before.
const NUMBERS: &str = "phone telephone mobile cell";
const HAN: &[&str] = &[
    "经理",
    "老板",
    "上司",
    "主管",
    "领导",
    "工作",
    "雇主",
    "职位",
    "工资",
    "薪水",
    "地址",
    "住址",
    "家庭住址",
    "电话",
    "电话号码",
    "手机",
    "手机号",
    "手机号码",
    "邮箱",
    "邮箱地址",
    "房东",
    "牙医",
    "医生",
    "电脑",
    "车",
    "妻子",
    "老婆",
    "丈夫",
    "老公",
    "上限",
    "预算",
    "房租",
    "价格",
    "端口",
];

/// Whether there is one at a time of what these words of a text name, in small letters: "line manager", "phone
/// number". Of a student's address there are as many as students.
pub(super) fn is_single(named: &[&str]) -> bool {
    let has =
        |list: &str, word: &str| list.split_ascii_whitespace().any(|it| stem(it) == stem(word));
    let of_another = named.iter().skip(1).any(|it| it.contains('\''));
    !of_another
        && match named {
            [.., before, "number"] => has(NUMBERS, before),
            // "suppliers are": several, whatever they are.
            [.., last] => {
                last.strip_suffix('s').is_none_or(|it| !has(ENGLISH, it)) && has(ENGLISH, last)
            }
            [] => false,
        }
}

/// Likewise, of what a Chinese text names.
pub(super) fn is_single_han(named: &str) -> bool {
    HAN.contains(&named)
        || ["上限", "预算", "端口"].iter().any(|it| named.ends_with(it) && !named.contains('的'))
}
