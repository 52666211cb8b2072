use super::*;
use crate::page::Page;
use crate::path::PagePath;

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("note").unwrap(), text)
}

/// Target, anchor and shown text of each link.
fn links(page: &Page) -> Vec<(&str, &str, &str)> {
    let of = |text: &'static str| text;
    page.links
        .iter()
        .map(|link| {
            let anchor = link.anchor.as_deref().unwrap_or(of(""));
            (link.target.as_str(), anchor, link.shown.as_deref().unwrap_or(of("")))
        })
        .collect()
}

#[test]
fn every_form_of_wikilink_is_read() {
    let page = page(
        "[[T]] [[T|shown]] [[T#Heading]] [[T#^block]] [[#Here]] ![[img.png|200]] [[b/dup#dup in b|s]] [[note#My Heading: v2 (draft)]]\n",
    );
    let expected = [
        ("T", "", ""),
        ("T", "", "shown"),
        ("T", "Heading", ""),
        ("T", "^block", ""),
        ("", "Here", ""),
        ("img.png", "", "200"),
        ("b/dup", "dup in b", "s"),
        ("note", "My Heading: v2 (draft)", ""),
    ];
    assert_eq!(links(&page), expected);
    let embeds: Vec<_> = page.links.iter().filter(|link| link.embed).collect();
    assert_eq!(embeds.len(), 1);
    assert_eq!(&page.text[embeds[0].span.clone()], "![[img.png|200]]");
    for link in &page.links {
        assert_eq!(page.text[link.target_span.clone()], link.target);
    }
}

#[test]
fn what_is_no_wikilink_is_none() {
    assert_eq!(links(&page("[[]] [[ ]] [[a\nb]] [[a]b]] \\[[c]] [[|x]] [ [d]] [[e] ]\n")), []);
    assert_eq!(links(&page("[[[a]]] \\\\[[b]]\n")), [("a", "", ""), ("b", "", "")]);
}

#[test]
fn c049_a_link_in_a_table_keeps_its_escaped_bar() {
    let page = page("| M | P |\n|---|---|\n| g | [[gptq\\|GPTQ paper]] |\n");
    assert_eq!(links(&page), [("gptq", "", "GPTQ paper")]);
    assert_eq!(page.links[0].origin, LinkOrigin::Body { in_table: true });
    assert_eq!(&page.text[page.links[0].target_span.clone()], "gptq");
}

#[test]
fn markdown_links_are_decoded_once() {
    let page = page(
        "[enc](With%20Space.md#A%20b) [a](<With Space.md#h> 'T') ![alt](img.png) [p](a(b).md \"t\") [u](https://x.y/%20a#b) [m](mailto:a@b) [](x%2525.md) [h](#here) [bad](%ff.md)\n<https://auto.link/x>\n",
    );
    let expected = [
        ("With Space.md", "A b", "enc"),
        ("With Space.md", "h", "a"),
        ("img.png", "", "alt"),
        ("a(b).md", "", "p"),
        ("https://x.y/%20a#b", "", "u"),
        ("mailto:a@b", "", "m"),
        ("x%25.md", "", ""),
        ("", "here", "h"),
        ("%ff.md", "", "bad"),
        ("https://auto.link/x", "", ""),
    ];
    assert_eq!(links(&page), expected);
    let raw: Vec<_> = page.links.iter().map(|link| &page.text[link.target_span.clone()]).collect();
    assert_eq!(raw[..4], ["With%20Space.md", "With Space.md", "img.png", "a(b).md"]);
    assert!(page.links.iter().all(|link| link.form == LinkForm::Markdown));
}

#[test]
fn a_reference_is_the_link_of_its_definition() {
    let page = page("[a][b] and [b] and [[b]]\n\n[b]: people/ada.md#h 'T'\n");
    assert_eq!(links(&page), [("b", "", ""), ("people/ada.md", "h", "")]);
    assert_eq!(&page.text[page.links[1].target_span.clone()], "people/ada.md");
}

#[test]
fn links_of_the_head_say_their_key() {
    let page = page(
        "---\nrelated_to:\n  - Ada Lovelace\n  - \"[[Grace#Life|G]]\"\nparent: '[[P]]'\nraw: [[Raw]]\nnote: \"see [[no]]\"\nsource: https://x.y\n---\n[[body]]\n",
    );
    let expected = [
        ("Ada Lovelace", "", ""),
        ("Grace", "Life", "G"),
        ("P", "", ""),
        ("Raw", "", ""),
        ("body", "", ""),
    ];
    assert_eq!(links(&page), expected);
    assert!(page.links[..4].iter().all(|link| link.form == LinkForm::Head));
    assert_eq!(page.links[2].origin, LinkOrigin::Head { key: "parent".into() });
    assert_eq!(&page.text[page.links[3].span.clone()], "[[Raw]]");
    assert_eq!(&page.text[page.links[1].target_span.clone()], "Grace");
}

#[test]
fn links_of_a_broken_head_are_read_too() {
    let page = page("---\nbad: a: b\nup: \"[[U]]\"\nrelated_to:\n\t- \"[[V]]\"\n---\n");
    assert!(page.head.broken);
    assert_eq!(links(&page), [("U", "", ""), ("V", "", "")]);
}
