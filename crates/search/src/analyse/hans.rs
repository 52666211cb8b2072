//! Traditional characters → simplified ones, one by one, so that a text is found in either script.
//!
//! A phrase table would tell 乾燥 from 乾坤; for finding, both sides only need to be folded alike. The pairs
//! are those of OpenCC's `TSCharacters` (Apache-2.0).

use std::sync::OnceLock;

/// Each traditional character with its simplified one behind it, in ascending order.
const PAIRS: &str = include_str!("hans.txt");
/// The block in which nearly all of them lie.
const FIRST: u32 = 0x3400;
const LAST: u32 = 0x9fff;

struct Table {
    /// What each character of the block is folded to.
    block: Vec<char>,
    /// Those of other blocks, in ascending order.
    others: Vec<(char, char)>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let itself = |code| char::from_u32(code).unwrap_or(' ');
        let mut block: Vec<char> = (FIRST..=LAST).map(itself).collect();
        let mut others = Vec::new();
        let mut chars = PAIRS.chars().filter(|char| *char != '\n');
        while let (Some(from), Some(to)) = (chars.next(), chars.next()) {
            match place(from) {
                Some(at) => block[at] = to,
                None => others.push((from, to)),
            }
        }
        Table { block, others }
    })
}

fn place(char: char) -> Option<usize> {
    let code = u32::from(char);
    (FIRST..=LAST).contains(&code).then_some((code - FIRST) as usize)
}

/// The simplified form of a character; itself where it has none.
pub(crate) fn simplified(char: char) -> char {
    if u32::from(char) < FIRST {
        return char;
    }
    let table = table();
    match place(char) {
        Some(at) => table.block[at],
        None => match table.others.binary_search_by_key(&char, |(from, _)| *from) {
            Ok(at) => table.others[at].1,
            Err(_) => char,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{simplified, table};

    #[test]
    fn either_script_becomes_simplified_in_one_step() {
        let folded: String = "測試後端髮夾臺灣 test 𠁞".chars().map(simplified).collect();
        assert_eq!(folded, "测试后端发夹台湾 test 𠀾");
        let table = table();
        assert!(table.others.is_sorted());
        let all = table.block.iter().chain(table.others.iter().map(|(_, to)| to));
        assert!(all.copied().all(|to| simplified(to) == to), "folding again changes nothing");
    }
}
