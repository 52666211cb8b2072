use proptest::prelude::*;

use super::*;

fn clean(base: &str, ours: &str, theirs: &str) -> String {
    match merge(base, ours, theirs) {
        Merged::Clean(text) => text,
        Merged::Conflict(conflict) => panic!("conflict: {conflict:?}"),
    }
}

fn regions(base: &str, ours: &str, theirs: &str) -> Vec<Region> {
    match merge(base, ours, theirs) {
        Merged::Clean(text) => panic!("clean: {text:?}"),
        Merged::Conflict(conflict) => conflict.regions,
    }
}

#[test]
fn what_is_added_beside_lines_that_are_gone_has_lost_its_place() {
    let base = "# T\n## A\nx\n## B\nz\n";
    let theirs = "# T\n## A\nx\ny\n## B\nz\n";
    assert!(loses_place(base, "# T\n## B\nz\n", theirs));
    for ours in ["# T\n## A\nx, too\n## B\nz\n", "# T\n## A\nx\n## B\n", base] {
        assert!(!loses_place(base, ours, theirs), "{ours}");
    }
}

#[test]
fn changes_of_different_lines_are_both_kept() {
    let base = "a\nb\nc\nd\ne\n";
    assert_eq!(clean(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n"), "A\nb\nc\nd\nE\n");
    assert_eq!(clean(base, "a\nB\nc\nd\ne\n", "a\nb\nC\nd\ne\n"), "a\nB\nC\nd\ne\n");
    assert_eq!(clean(base, "b\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n"), "b\nc\nd\ne\nf\n");
    assert_eq!(clean(base, "a\nx\nb\nc\nd\ne\n", "a\nb\ny\nc\nd\ne\n"), "a\nx\nb\ny\nc\nd\ne\n");
}

#[test]
fn the_same_change_on_both_sides_is_one() {
    assert_eq!(clean("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nB\nc\nD\n"), "a\nB\nc\nD\n");
    assert_eq!(clean("a\n", "a\nx\n", "a\nx\n"), "a\nx\n");
    assert_eq!(clean("k\na\n", "K\na\nx\n", "k\na\nx\n"), "K\na\nx\n");
}

#[test]
fn changes_of_one_line_are_a_conflict_with_its_place() {
    let found = regions("a\nb\nc\n", "a\nx\ny\nc\n", "a\nz\nc\n");
    assert_eq!(found, [Region { base: 1..2, ours: 1..3, theirs: 1..2 }]);
    let removed = regions("a\nb\nc\n", "a\nc\n", "a\nz\nc\n");
    assert_eq!(removed, [Region { base: 1..2, ours: 1..1, theirs: 1..2 }]);
    let two = regions("a\nb\nc\nd\n", "x\nb\nc\ny\n", "1\nb\nc\n2\n");
    assert_eq!(two.len(), 2);
}

#[test]
fn two_appends_are_a_conflict() {
    let (base, ours, theirs) = ("# Log\n- a\n", "# Log\n- a\n- b\n", "# Log\n- a\n- c\n");
    assert_eq!(regions(base, ours, theirs), [Region { base: 2..2, ours: 2..3, theirs: 2..3 }]);
}

#[test]
fn line_ends_follow_the_side_that_changed_them() {
    assert_eq!(clean("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "a\r\nb\r\nC\r\n"), "a\r\nB\r\nC\r\n");
    assert_eq!(clean("a\r\nb\r\nc\r\n", "a\nb\nc\n", "a\r\nb\r\nC\r\n"), "a\nb\nC\r\n");
    assert_eq!(clean("a\nb", "A\nb", "a\nb\n"), "A\nb\n");
    assert_eq!(clean("a\nb\n", "a\nb", "A\nb\n"), "A\nb");
}

#[test]
fn large_rewrites_are_compared_in_bounded_time() {
    let base = "a\n".repeat(100_000);
    let ours = "b\n".repeat(1000) + &"c\nd\n".repeat(50_000);
    let theirs = "a\n".repeat(50_000) + "e\n" + &"a\n".repeat(49_999);
    assert!(matches!(merge(&base, &ours, &theirs), Merged::Conflict(_)));
    let numbered: String = (0..50_000).map(|line| format!("{line}\n")).collect();
    let mine = numbered.replace("\n25000\n", "\nmine\n");
    let yours = numbered.replace("\n40000\n", "\nyours\n");
    assert_eq!(clean(&numbered, &mine, &yours), mine.replace("\n40000\n", "\nyours\n"));
}

proptest! {
    #[test]
    fn a_merge_commutes_and_keeps_what_only_one_side_did(
        base in "([abc]\n){0,8}", ours in "([abcx]\n){0,8}", theirs in "([abcy]\n){0,8}"
    ) {
        prop_assert_eq!(merge(&base, &ours, &base), Merged::Clean(ours.clone()));
        prop_assert_eq!(merge(&base, &base, &theirs), Merged::Clean(theirs.clone()));
        match (merge(&base, &ours, &theirs), merge(&base, &theirs, &ours)) {
            (Merged::Clean(one), Merged::Clean(other)) => prop_assert_eq!(one, other),
            (Merged::Conflict(one), Merged::Conflict(other)) => {
                let swapped: Vec<_> = other.regions.into_iter().map(|region| Region { base: region.base, ours: region.theirs, theirs: region.ours }).collect();
                prop_assert_eq!(one.regions, swapped);
            }
            _ => prop_assert!(false, "one order is clean and the other is not"),
        }
    }

    #[test]
    fn any_texts_merge_without_a_panic(base in any::<String>(), ours in any::<String>(), theirs in any::<String>()) {
        if let Merged::Conflict(conflict) = merge(&base, &ours, &theirs) {
            prop_assert_eq!((conflict.base, conflict.ours, conflict.theirs), (base, ours, theirs));
            prop_assert!(!conflict.regions.is_empty());
        }
    }
}
