//! Asking in rounds (`deep`): what the best hits name leads to the next.

use super::*;

/// A vault too large for the round that small ones get.
fn many() -> Vault {
    let mut pages: Vec<(String, String)> = (0..400)
        .map(|nth| {
            let other = (nth * 7) % 400;
            (
                format!("n/{nth}.md"),
                format!("# Day {nth}\n\nBread number {other} was sold at market {nth}.\n"),
            )
        })
        .collect();
    pages.push((
        "trip.md".to_owned(),
        "# Trip\n\nThe ferry to Skagen leaves with captain Ostergaard.\n".to_owned(),
    ));
    pages.push((
        "boat.md".to_owned(),
        "# Boat\n\nOstergaard lives in a red house beside Mellerup.\n".to_owned(),
    ));
    pages.push((
        "house.md".to_owned(),
        "# House\n\nIn Mellerup stands an old brewery.\n".to_owned(),
    ));
    let pages: Vec<(&str, &str)> =
        pages.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    Vault::of(&pages)
}

#[test]
fn a_chain_of_names_is_followed_in_rounds_only_when_asked() {
    let vault = many();
    vault.fold();
    let mut asked = query("who is the captain of the ferry to Skagen");
    asked.unit = Unit::Page;
    asked.explain = true;
    let plain: Vec<String> = vault.answer(&asked).hits.iter().map(|hit| hit.page.file()).collect();
    assert_eq!(plain[0], "trip.md");
    assert!(!plain.contains(&"boat.md".to_owned()));
    asked.deep = true;
    let answer = vault.answer(&asked);
    let round = |file: &str| {
        let hit = answer.hits.iter().find(|hit| hit.page.file() == file)?;
        let stages = &hit.explain.as_ref()?.stages;
        Some(stages.iter().find(|stage| stage.name == "round").map(|stage| stage.score as usize))
    };
    assert_eq!(answer.hits[0].page.file(), "trip.md");
    assert_eq!(round("trip.md"), Some(None), "the first round needs no note");
    assert_eq!(round("boat.md"), Some(Some(2)));
    assert_eq!(round("house.md"), Some(Some(3)));
}

#[test]
fn rounds_end_where_nothing_is_new_and_say_nothing_where_nothing_fits() {
    let vault = many();
    let mut asked = query("quantum chromodynamics lattice");
    asked.deep = true;
    assert!(vault.answer(&asked).hits.is_empty());
    asked.text = "the of and".to_owned();
    vault.answer(&asked);
    asked.text = "x".repeat(100_000);
    vault.answer(&asked);
}
