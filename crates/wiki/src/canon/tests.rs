//! Names through the room's public functions.

use std::collections::HashMap;

use proptest::prelude::*;

use super::{Bearer, Name, Resolved, fold, keys, mentions, near, resolve, slug};
use crate::path::PagePath;

fn page(path: &str, title: &str, aliases: &[&str]) -> Name {
    Name {
        path: PagePath::parse(path).unwrap(),
        title: title.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        id: None,
        page_type: None,
    }
}

fn catalogue(names: &[Name]) -> impl Fn(&str) -> Vec<Name> + use<> {
    let mut by_key: HashMap<String, Vec<Name>> = HashMap::new();
    for name in names {
        for key in keys(name) {
            by_key.entry(key).or_default().push(name.clone());
        }
    }
    move |key| by_key.get(key).cloned().unwrap_or_default()
}

fn one(path: &str) -> Resolved {
    Resolved::One(PagePath::parse(path).unwrap())
}

#[test]
fn c011_names_of_every_script_stay_whole() {
    assert_eq!(fold("Łucja"), fold("Lucja"));
    assert_eq!(fold("सुनीता"), "सुनीता", "vowel signs are no diacritics");
}

#[test]
fn c023_a_hyphenated_name_is_one_name() {
    let all =
        [page("projects/my-app", "my-app", &[]), page("projects/my-app-web", "my-app-web", &[])];
    let lookup = catalogue(&all);
    assert_eq!(resolve("my-app", &lookup), one("projects/my-app"));
    assert_eq!(resolve("my-app-web", &lookup), one("projects/my-app-web"));
    assert!(matches!(resolve("my", &lookup), Resolved::None { .. }));
    assert_eq!(slug("my-app-web"), "my-app-web");
    let found = mentions("my-app-web talks to my-app.", &lookup, &|_| Bearer::Proper);
    let found: Vec<_> = found.iter().map(|it| it.names[0].path.name()).collect();
    assert_eq!(found, ["my-app-web", "my-app"]);
}

#[test]
fn c037_space_underscore_and_hyphen_are_three_names() {
    let all = [
        page("my note", "my note", &[]),
        page("my_note", "my_note", &[]),
        page("my-note", "my-note", &[]),
    ];
    let lookup = catalogue(&all);
    for name in ["my note", "my_note", "my-note"] {
        assert_eq!(resolve(name, &lookup), one(name));
    }
}

#[test]
fn c040_white_space_and_case_are_one_and_a_longer_name_is_only_offered() {
    let lookup = catalogue(&[page("entities/acme-corp", "Acme Corp", &[])]);
    for typed in ["Acme  Corp", " Acme Corp", "acme corp", "ＡＣＭＥ Corp"] {
        assert_eq!(resolve(typed, &lookup), one("entities/acme-corp"));
    }
    let near = vec![PagePath::parse("entities/acme-corp").unwrap()];
    assert_eq!(resolve("Acme Corporation", &lookup), Resolved::None { near });
}

#[test]
fn c041_case_does_not_matter_for_an_agent() {
    let lookup = catalogue(&[page("agents/Claude", "Claude", &[])]);
    assert_eq!(resolve("claude", &lookup), one("agents/Claude"));
}

#[test]
fn c055_dots_of_a_version_are_kept() {
    assert_eq!(slug("Release v1.2 notes"), "release-v1.2-notes");
    for (title, name) in [
        ("C#", "c-sharp"),
        ("Notes on F#", "notes-on-f-sharp"),
        ("C#2", "c-2"),
        ("Q#1", "q-1"),
        ("tc#", "tc"),
        (".NET", "net"),
    ] {
        assert_eq!(slug(title), name, "{title}");
    }
    let file = PagePath::parse(&slug("Release v1.2")).unwrap().file();
    assert_eq!(file, "release-v1.2.md");
    assert_eq!(slug("README.md"), "readme");
}

#[test]
fn slugs_are_always_paths() {
    for title in [
        "项目：产品发布",
        "CON",
        "com1",
        "!!!",
        "..",
        "a/b\\c",
        "Ada's notes",
        "C++",
        "日記・五月",
        "é",
    ] {
        let path = PagePath::parse(&slug(title));
        assert!(path.is_ok(), "{title} gave {}", slug(title));
    }
    assert_eq!(slug("项目：产品发布"), "项目-产品发布");
    assert_eq!(slug("Ada's notes"), "adas-notes");
}

#[test]
fn c131_a_near_name_is_offered_and_never_chosen() {
    let all = [page("plan", "plan", &[]), page("plan-2026", "plan-2026", &[])];
    let lookup = catalogue(&all);
    for typed in ["plan-20", "Plna"] {
        let Resolved::None { near: offered } = resolve(typed, &lookup) else {
            panic!("{typed} chose a page");
        };
        assert!(offered.contains(&all[0].path), "{typed} offered {offered:?}");
    }
    assert_eq!(near("plan-20", &all, 5), [all[0].path.clone(), all[1].path.clone()]);
    assert_eq!(near("Plna", &all, 5), [all[0].path.clone()]);
}

#[test]
fn c157_one_name_for_two_things_is_two_candidates() {
    let mut person = page("people/mercury", "Mercury", &[]);
    person.page_type = Some("person".to_owned());
    let mut bank = page("clients/mercury", "Mercury", &[]);
    bank.page_type = Some("client".to_owned());
    let lookup = catalogue(&[person.clone(), bank.clone()]);
    assert_eq!(
        resolve("Mercury", &lookup),
        Resolved::Many(vec![bank.path.clone(), person.path.clone()])
    );
    assert_eq!(resolve("people/mercury", &lookup), Resolved::One(person.path));
    let designer = page("people/alex-kim-design", "Alex Kim (design)", &["Alex Kim"]);
    let lawyer = page("people/alex-kim-legal", "Alex Kim (legal)", &["Alex Kim"]);
    let lookup = catalogue(&[designer.clone(), lawyer]);
    assert!(matches!(resolve("Alex Kim", &lookup), Resolved::Many(both) if both.len() == 2));
    assert_eq!(resolve("alex kim (design)", &lookup), Resolved::One(designer.path));
}

#[test]
fn mentions_are_the_longest_names_and_han_needs_no_boundary() {
    let all = [
        page("people/ada", "Ada", &[]),
        page("people/ada-lovelace", "Ada Lovelace", &["阿达"]),
        page("p/c", "C++", &[]),
    ];
    let lookup = catalogue(&all);
    let text = "We asked Ada Lovelace, then 请问阿达在吗, Adam said C++";
    let found: Vec<_> = mentions(text, &lookup, &|_| Bearer::Proper)
        .into_iter()
        .map(|it| (&text[it.span], it.names[0].path.name().to_owned()))
        .collect();
    let lovelace = "ada-lovelace".to_owned();
    assert_eq!(
        found,
        [("Ada Lovelace", lovelace.clone()), ("阿达", lovelace), ("C++", "c".to_owned())]
    );
}

/// What a text names, of pages that are all of one kind.
fn named(all: &[Name], text: &str, bearer: Bearer) -> Vec<String> {
    let found = mentions(text, &catalogue(all), &|_| bearer);
    found.into_iter().flat_map(|it| it.names).map(|it| it.path.to_string()).collect()
}

#[test]
fn an_everyday_word_is_no_name_unless_it_is_written_as_one() {
    let all = [
        page("c/trust", "Trust", &[]),
        page("c/time", "time", &[]),
        page("c/now", "Now", &[]),
        page("c/on-time", "On time", &["in time"]),
        page("c/时间", "时间", &[]),
        page("c/机器人", "机器人", &[]),
    ];
    for text in [
        "Bob hates trust falls.",
        "Now is a good time for tea.",
        "Trust is earned. Time flies",
        "\u{201c}Trust me\u{201d}, she said",
        "- Time to go",
        "WE HAVE NO TIME FOR TRUST",
        "see https://x.org/Trust/c/time or mail Trust@time.org",
        "我没有时间了，机器人也没有",
    ] {
        for bearer in [Bearer::Thing, Bearer::ByLink, Bearer::Never] {
            assert_eq!(named(&all, text, bearer), [""; 0], "{text}");
        }
    }
    for (text, page) in [
        ("We talked about Trust", "c/trust"),
        ("it is about [[time|the clock]]", "c/time"),
        ("see [[c/now#x]]", "c/now"),
        ("put c/time in order", "c/time"),
        ("they come in time", "c/on-time"),
        ("在读《时间》这本书", "c/时间"),
    ] {
        assert_eq!(named(&all, text, Bearer::Thing), [page], "{text}");
    }
    assert_eq!(named(&all, "it is about [[time]]", Bearer::ByLink), ["c/time"]);
    assert_eq!(named(&all, "We talked about Trust", Bearer::ByLink), [""; 0]);
    assert_eq!(named(&all, "see [[c/now]]", Bearer::Never), [""; 0]);
}

#[test]
fn names_that_no_word_looks_like_count_in_any_case() {
    let all = [
        page("p/my-app", "my-app", &[]),
        page("p/web3", "web3", &[]),
        page("p/iphone", "iPhone", &[]),
        page("p/weekly-review", "Weekly review", &[]),
        page("p/ada", "Ada Lovelace", &["countess"]),
        page("p/强化学习", "强化学习", &[]),
    ];
    for (text, page) in [
        ("deploy my-app first", "p/my-app"),
        ("he likes web3 a lot", "p/web3"),
        ("iPhone is charged", "p/iphone"),
        ("the weekly review moves", "p/weekly-review"),
        ("ask the countess", "p/ada"),
        ("他在学强化学习", "p/强化学习"),
    ] {
        assert_eq!(named(&all, text, Bearer::Thing), [page], "{text}");
    }
    assert_eq!(named(&all, "an IPHONE", Bearer::Thing), ["p/iphone"]);
}

#[test]
fn a_persons_name_counts_at_the_start_of_a_sentence_if_it_is_no_opener() {
    let all = [
        page("u/grace", "Grace Lin", &[]),
        page("u/will", "Will", &["me"]),
        page("u/张伟", "张伟", &[]),
    ];
    for (text, page) in [
        ("Grace prefers tea", "u/grace"),
        ("tea for Grace's team", "u/grace"),
        ("she asked Will", "u/will"),
        ("张伟喜欢喝茶", "u/张伟"),
        ("明天请张伟吃饭", "u/张伟"),
    ] {
        assert_eq!(named(&all, text, Bearer::Proper), [page], "{text}");
    }
    for text in
        ["say grace before the meal", "Will it rain?", "where there is a will", "give me tea"]
    {
        assert_eq!(named(&all, text, Bearer::Proper), [""; 0], "{text}");
    }
}

#[test]
fn a_name_beside_an_address_counts_and_one_within_does_not() {
    let all = [page("u/ada", "Ada", &[])];
    for text in ["[Ada](https://ada.org) likes tea", "用C写的，Ada看https://x.org/Ada"] {
        assert_eq!(named(&all, text, Bearer::Proper), ["u/ada"], "{text}");
    }
    for text in ["用C看https://x.org/Ada", "see www.x.org/Ada", "mail c@Ada.org", "找Ada@x.org"]
    {
        assert_eq!(named(&all, text, Bearer::Proper), [""; 0], "{text}");
    }
}

#[test]
fn what_looks_like_a_link_in_code_names_nothing() {
    let all = [page("users/ada", "Ada", &[])];
    let texts = [
        "a link is written `[[users/ada]]`",
        "```\n[[users/ada|Ada]]\n```\n",
        "<!-- [[Ada]] --> as a comment",
        "an escaped \\[[nobody]]",
    ];
    for text in texts {
        assert_eq!(named(&all, text, Bearer::Proper), [""; 0], "{text}");
    }
    assert_eq!(named(&all, "ask [[users/ada]], not `it`", Bearer::ByLink), ["users/ada"]);
}

#[test]
fn links_cost_what_words_cost_and_one_that_leads_nowhere_no_search_for_near_names() {
    let spent = std::cell::Cell::new(0_usize);
    let lookup = |_: &str| {
        spent.set(spent.get() + 1);
        Vec::new()
    };
    let text = "[[some where/none]] ".repeat(20_000);
    assert!(mentions(&text, &lookup, &|_| Bearer::Thing).is_empty());
    assert!(spent.get() <= 3 * 4_000, "{} look-ups", spent.get());
}

proptest! {
    #[test]
    fn folding_twice_changes_nothing(text in any::<String>()) {
        let once = fold(&text);
        prop_assert_eq!(fold(&once), once);
    }

    #[test]
    fn a_slug_of_any_title_is_a_path(text in any::<String>()) {
        prop_assert!(PagePath::parse(&slug(&text)).is_ok(), "{}", slug(&text));
    }

    #[test]
    fn any_text_can_be_searched_for_names(text in any::<String>()) {
        let lookup = |_: &str| Vec::new();
        prop_assert!(mentions(&text, &lookup, &|_| Bearer::Thing).is_empty());
        let any = |key: &str| vec![page("a/b", key, &["me", "c"])];
        for bearer in [Bearer::Proper, Bearer::Thing, Bearer::ByLink] {
            let found = mentions(&text, &any, &|_| bearer);
            prop_assert!(found.iter().all(|it| text.get(it.span.clone()).is_some()));
        }
    }
}
