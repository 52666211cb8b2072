//! Numbers in words, English and Chinese: "two", 十二. The one list of them, for whatever reads dates, hours, amounts and
//! counts of things; what makes a number one of those is said where it is read.

/// The words, each at the place of its value.
const WORDS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];
/// Numerals of one number, at most.
const NUMERALS_MAX: usize = 7;

/// The value of a word in small letters, from "zero" to "twelve".
pub(crate) fn of_word(word: &str) -> Option<i64> {
    let value = WORDS.iter().position(|it| *it == word)?;
    i64::try_from(value).ok()
}

/// The value of one numeral; that of 百 is 100.
pub(crate) fn of_han(c: char) -> Option<i64> {
    Some(match c {
        '〇' | '零' => 0,
        '一' => 1,
        '二' | '两' | '兩' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '廿' => 20,
        '卅' => 30,
        '百' => 100,
        _ => return None,
    })
}

/// The number in Han numerals with which a text begins, and its bytes: 十一, 一百零三, and figure by figure 二〇二六. `None`
/// where there is none, or a longer one than people write.
pub fn han(text: &str) -> Option<(i64, usize)> {
    run(text).map(|it| (it.value, it.length))
}

/// The number of things with which a text begins, in figures or in Han numerals, and its bytes. Two numerals side by side
/// (两三天) are a guess of somebody's, and no number.
pub(crate) fn count(text: &str) -> Option<(i64, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Some((text[..digits].parse().ok()?, digits));
    }
    run(text).filter(|it| !it.is_beside).map(|it| (it.value, it.length))
}

/// Han numerals in a row.
struct Run {
    value: i64,
    /// Bytes.
    length: usize,
    /// Whether a figure stands beside another one that is not zero.
    is_beside: bool,
}

fn run(text: &str) -> Option<Run> {
    let (mut total, mut figures, mut length) = (0, 0, 0);
    let mut current: Option<i64> = None;
    let (mut is_multiplied, mut is_beside) = (false, false);
    for (index, c) in text.chars().enumerate() {
        let Some(value) = of_han(c) else { break };
        if index == NUMERALS_MAX {
            return None;
        }
        length += c.len_utf8();
        if value >= 10 {
            is_multiplied = true;
            // 廿 and 卅 are tens already; nothing stands before them.
            total +=
                if matches!(value, 20 | 30) { value } else { current.take().unwrap_or(1) * value };
        } else {
            is_beside |= current.is_some_and(|it| it > 0);
            current = Some(value);
            figures = figures * 10 + value;
        }
    }
    let value = if is_multiplied { total + current.unwrap_or(0) } else { figures };
    (length > 0).then_some(Run { value, length, is_beside })
}

#[cfg(test)]
mod tests {
    use super::{count, han, of_word};

    #[test]
    fn numbers_in_words_are_read_to_their_end() {
        for (text, value) in [
            ("十一月", 11),
            ("二十三", 23),
            ("一百零三条", 103),
            ("两周", 2),
            ("〇五分", 5),
            ("廿八", 28),
        ] {
            assert_eq!(han(text).map(|it| it.0), Some(value), "{text}");
            assert_eq!(count(text), han(text), "{text}");
        }
        assert_eq!(han("二〇二六年"), Some((2026, "二〇二六".len())));
        assert_eq!((han("天"), han("一二三四五六七八"), of_word("dozen")), (None, None, None));
        assert_eq!((count("12只"), of_word("twelve")), (Some((12, 2)), Some(12)));
    }

    #[test]
    fn a_guess_of_two_numbers_is_no_count() {
        for text in ["两三天", "三四十个", "七八百字"] {
            assert_eq!(count(text), None, "{text}");
        }
    }
}
