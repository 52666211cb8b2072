use super::*;
use crate::canon::Name;
use crate::graph::Files;
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

#[test]
fn a_link_that_is_written_here_leads_to_its_page_whatever_the_page_is_called() {
    let names = [
        "c#",
        "a|b",
        "a [b] c",
        "notes/c# (2)",
        "100%%",
        "a`b",
        "x: #1",
        "a<b",
        "plain",
        "notes/b%20c#",
    ];
    let pages: Vec<PagePath> =
        names.iter().map(|it| PagePath::from_file(&format!("{it}.md")).unwrap()).collect();
    let known = pages.iter().map(|path| Name {
        path: path.clone(),
        title: "x".to_owned(),
        aliases: Vec::new(),
        id: None,
        page_type: None,
    });
    let files = Files::new(known);
    for from in ["index", "maps/notes", "notes/deep/er"] {
        let from = PagePath::parse(from).unwrap();
        for to in &pages {
            for link in [
                titled(&from, to, "A [title] | `x`"),
                titled(&from, to, to.name()),
                placed(&from, to, ""),
            ] {
                let text = format!("| a |\n|---|\n| {} |\n\n- {link}\n", placed(&from, to, ""));
                let page = Page::parse(from.clone(), text.as_str());
                assert_eq!(page.links.len(), 2, "{text}");
                for link in &page.links {
                    let found = files.resolve_link(&from, link);
                    assert_eq!(found.page(), Some(to), "{text}");
                }
            }
        }
    }
    let (from, to) = (PagePath::parse("index").unwrap(), &pages[0]);
    assert_eq!(titled(&from, to, "C# notes"), "[C# notes](c%23.md)");
    assert_eq!(placed(&from, to, "#A b"), "[c#](c%23.md#A%20b)");
    assert_eq!(titled(&from, &pages[8], "Title"), "[[plain|Title]]");
    assert_eq!(titled(&from, &pages[8], "a|b [c]"), r"[a\|b \[c\]](plain.md)");
    // A body of so many lines of quotes is read as plain text.
    let deep = format!("{}\n\n", "> ".repeat(2000));
    for title in [
        "What [now]?",
        "A [b] | c # d `e` <f>",
        "ti`ck",
        "a|b",
        "a%%b",
        r"a\b*c*_d_~e~&amp;",
        "C#",
        "[x",
    ] {
        for before in ["", &deep] {
            let text = format!("{before}- {}\n", titled(&from, &pages[8], title));
            let page = Page::parse(from.clone(), text.as_str());
            let shown: Vec<_> = page.links.iter().map(|it| it.shown.as_deref()).collect();
            assert_eq!(shown, [Some(title)], "{}", &text[before.len()..]);
        }
    }
}
