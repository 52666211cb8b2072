//! Relations through the room's public function.

use super::{Object, Triple, relations};
use crate::page::Page;
use crate::path::PagePath;
use crate::schema::Schema;

fn of(path: &str, text: &str) -> Vec<Triple> {
    let page = Page::parse(PagePath::parse(path).unwrap(), text);
    relations(&page, &Schema::parse(""))
}

fn shown(path: &str, text: &str) -> Vec<String> {
    let show = |triple: Triple| match triple.object {
        Object::Page(target) => format!("{}: {} [[{target}]]", triple.line, triple.predicate),
        Object::Text(text) => format!("{}: {} {text}", triple.line, triple.predicate),
    };
    of(path, text).into_iter().map(show).collect()
}

#[test]
fn c047_only_a_verb_of_the_schema_makes_a_relation() {
    let text = "- see also the old plan [[plan]]\n- implements [[spec-7]]\n- really implements [[spec-8]]\n";
    assert_eq!(shown("notes/x", text), ["2: implements [[spec-7]]"]);
}

#[test]
fn verbs_have_other_spellings_and_many_objects() {
    let text = "# T\n\n- depends on [[a]], [[b|shown]] and [[c#h]], see [[d]]\n- 依赖 [[e]]\n- **uses** [f](notes/f.md)\n\
                - uses [web](https://x.org)\n- uses ![[picture.png]]\n- uses it [[later]]\n";
    assert_eq!(
        shown("notes/x", text),
        [
            "3: depends_on [[a]]",
            "3: depends_on [[b]]",
            "3: depends_on [[c]]",
            "4: depends_on [[e]]",
            "5: uses [[notes/f.md]]"
        ]
    );
}

#[test]
fn facts_whose_key_is_a_verb_are_relations_on_pages_with_facts() {
    let text = "- Depends on: [[a]] and [[b]]  added:2026-05-18 confidence:low\n- Uses: pnpm\n- Owner: Ada\n";
    let typed = of("projects/x", text);
    assert_eq!(
        shown("projects/x", text),
        ["1: depends_on [[a]]", "1: depends_on [[b]]", "2: uses pnpm"]
    );
    assert_eq!(typed[0].added, Some(jiff::civil::date(2026, 5, 18)));
    assert!(
        (typed[0].confidence - 0.3).abs() < f64::EPSILON
            && (typed[2].confidence - 1.0).abs() < f64::EPSILON
    );
    assert_eq!(shown("notes/x", text), Vec::<String>::new());
}

#[test]
fn what_no_longer_holds_states_nothing() {
    let text = "- ~~uses [[npm]]~~ superseded:2026-05-20\n- [ ] uses [[todo]]\n\n## History\n\n- uses [[yarn]]\n\n> - uses [[q]]\n";
    assert_eq!(shown("projects/x", text), Vec::<String>::new());
}

#[test]
fn declared_keys_of_the_head_are_relations() {
    let text = "---\ntitle: X\nrelated: [\"[[a]]\", b]\nsupersedes: \"[[old]]\"\nsource: \"[[raw]]\"\ndepends_on: plain text\n---\n";
    assert_eq!(
        shown("notes/x", text),
        [
            "3: related_to [[a]]",
            "3: related_to [[b]]",
            "4: supersedes [[old]]",
            "6: depends_on plain text"
        ]
    );
}
