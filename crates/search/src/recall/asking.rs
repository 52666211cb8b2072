//! Words of a question that ask or join, and say nothing of what is asked for.

use super::ask::{FUNCTION_PAIR, SYNONYM, Term};
use super::synonyms::Asking;
use crate::analyse::Role;

/// Numbers of the words that ways of asking stand for lie far behind those that are counted.
pub(super) const ASKINGS: usize = 1 << 23;

/// Another way of writing a word of the query.
pub(super) fn synonym((text, word): (String, usize)) -> Term {
    Term::new(text, SYNONYM, Role::Word, word)
}

/// Takes a way of asking for what it asks for where the vault has that, and as its words where not.
pub(super) fn understand(terms: &mut Vec<Term>, askings: &[Asking]) {
    for (word, asking) in (ASKINGS..).zip(askings) {
        // A member of the group that was typed as well stands for its own word, too.
        let typed = |term: &Term| term.place.1 > 0;
        let meant = |term: &Term| !typed(term) && asking.terms.contains(&term.text);
        if !terms.iter().any(|term| meant(term) && term.df > 0) {
            terms.retain(|term| term.word != word);
            continue;
        }
        let own = |term: &&mut Term| {
            term.role != Role::Value && typed(term) && asking.words.contains(&term.word)
        };
        for term in terms.iter_mut().filter(own) {
            term.weight = term.weight.min(FUNCTION_PAIR);
        }
    }
}

/// Pairs in which a character only joins others: they are rare where they straddle words, and rarity
/// is not meaning there.
pub(super) fn is_function_pair(pair: &str) -> bool {
    JOINTS.contains(&pair) || is_function(pair) && !WORDS.contains(&pair)
}

/// Words of two characters that say something, though one of them only joins in most others.
const WORDS: &[&str] = &[
    "到期", "到货", "到账", "到达", "会议", "会员", "会费", "会计", "请假", "请客", "能量", "能源",
    "可乐", "要求", "对象", "被子", "太阳", "更新", "更换", "有效", "没收", "没电", "几何",
];

/// Words of two characters that ask, place or repeat, and name nothing.
const JOINTS: &[&str] = &[
    "怎么", "什么", "为何", "如何", "哪里", "哪个", "多少", "时候", "告诉", "知道", "一下", "每天",
    "今天", "明天", "昨天", "现在", "平时", "一般", "通常", "经常", "有没", "没有",
];

/// Whether no character of a pair says anything: "我每", "每天", "怎么". One of two may be a name's ("成都").
pub(super) fn is_joint(pair: &str) -> bool {
    let says = |char: char| char != '每' && !is_function(char.encode_utf8(&mut [0; 4]));
    JOINTS.contains(&pair) || !pair.chars().any(says)
}

/// Whether a character only joins others.
pub(super) fn is_function(text: &str) -> bool {
    const FUNCTION: &str = "的了吗呢吧啊是在有我你他她它们这那哪什么怎谁几个就都也还又和与或把被给跟对从到很太最更不没会要能可以请问为";
    text.chars().any(|char| FUNCTION.contains(char))
}
