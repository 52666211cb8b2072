//! The best documents of several terms, against all documents that have one of them.

use super::*;

/// Each with how often it stands: once in so many atoms.
const WORDS: [(&str, u64); 7] = [
    ("otter", 2),
    ("kestrel", 3),
    ("marlin", 9),
    ("heron", 40),
    ("bison", 300),
    ("发布", 5),
    ("会议", 70),
];
const ATOMS: u64 = 6;

/// Numbers that nobody chose (splitmix64).
fn number(of: u64) -> u64 {
    let mixed = of.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn text(atom: u64) -> String {
    let mut text = String::new();
    for (nth, (word, one_in)) in (0..).zip(WORDS) {
        let drawn = number(atom * 16 + nth);
        if drawn.is_multiple_of(one_in) {
            (0..=(drawn >> 32) % 4).for_each(|_| text.extend([word, " and "]));
        }
    }
    (0..number(atom * 16 + 15) % 30).for_each(|_| text.push_str("plankton "));
    text
}

fn add(writer: &Writer, uids: std::ops::RangeInclusive<u64>) {
    for uid in uids {
        let mut page = String::new();
        let mut atoms = Vec::new();
        for ord in 0..ATOMS {
            let start = page.len();
            page.push_str(&text(uid * ATOMS + ord));
            let kind = if number(uid).is_multiple_of(50) { Kind::Retired } else { Kind::Passage };
            atoms.push(Atom { kind, lead: String::new(), words: start..page.len() });
        }
        writer.add(uid, &atoms, &page).unwrap();
    }
}

#[test]
fn the_best_of_a_union_are_the_best_of_all_that_have_a_term() {
    let big = Big::in_memory().unwrap();
    let mut writer = big.writer(Duration::ZERO).unwrap().unwrap();
    add(&writer, 1..=760);
    writer.commit().unwrap();
    add(&writer, 761..=800);
    (1..=800).filter(|uid: &u64| uid.is_multiple_of(17)).for_each(|uid| writer.delete(uid));
    writer.commit().unwrap();
    let searcher = big.searcher(1).unwrap();
    let columns = big.columns(&searcher).unwrap();
    // Some may not be seen.
    let live: Vec<u64> = (1..=800).filter(|uid: &u64| !uid.is_multiple_of(13)).collect();
    let live = Live::from_ids(&live).unwrap();
    for asked in (3_u32..128).step_by(4) {
        let has = |nth: usize| asked >> nth & 1 == 1;
        let weigh = |nth: usize| (WORDS[nth].0.to_owned(), 0.25 + (nth % 3) as f32 / 2.0);
        let terms: Vec<(String, f32)> =
            (0..WORDS.len()).filter(|nth| has(*nth)).map(weigh).collect();
        if terms.len() < 2 {
            continue;
        }
        let wanted = Wanted { terms: &terms, ..Wanted::default() };
        let best = |limit| Best { live: &live, columns: &columns, limit, retired: false };
        let mut all = searcher.search(&big.query(&wanted), &best(20_000)).unwrap();
        let order = |found: &mut Vec<Found>| found.sort_by(|a, b| b.score.total_cmp(&a.score));
        order(&mut all);
        assert!(all.len() > 1_000, "{terms:?}: {}", all.len());
        let scores: HashMap<(u32, DocId), Score> =
            all.iter().map(|it| ((it.segment, it.doc), it.score)).collect();
        for limit in [1, 10, 230, 1_000] {
            let terms: Vec<&(String, f32)> = terms.iter().collect();
            let mut found = big.union(&searcher, &terms, &best(limit)).unwrap();
            order(&mut found);
            assert_eq!(found.len(), limit.min(all.len()), "{terms:?}");
            for (one, of_all) in found.iter().zip(&all) {
                let near = (one.score - of_all.score).abs() < 1e-4;
                assert!(near, "{terms:?}: {} instead of {}", one.score, of_all.score);
                let known = scores.get(&(one.segment, one.doc));
                assert!(known.is_some_and(|it| (it - one.score).abs() < 1e-4), "{terms:?}");
            }
        }
    }
}
