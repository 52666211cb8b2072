//! Each rule is shown a bad sample that it must find and a good one that it must leave alone.

use super::*;
use serde_json::json;

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

fn found(path: &str, text: &str) -> Vec<String> {
    check_files(&[file(path, text)]).iter().map(ToString::to_string).collect()
}

fn metadata(crates: &[(&str, &[&str])], resolved: &[(&str, &[&str])]) -> serde_json::Value {
    let packages: Vec<_> = crates
        .iter()
        .map(|(name, needs)| {
            let needs: Vec<_> = needs.iter().map(|need| json!({ "name": need })).collect();
            json!({ "name": name, "id": name, "dependencies": needs })
        })
        .collect();
    let nodes: Vec<_> =
        resolved.iter().map(|(id, into)| json!({ "id": id, "dependencies": into })).collect();
    let outside = ["tokio", "helper"];
    let members: Vec<_> =
        crates.iter().map(|(name, _)| name).filter(|name| !outside.contains(name)).collect();
    json!({ "packages": packages, "workspace_members": members, "resolve": { "nodes": nodes } })
}

#[test]
fn the_arrows_of_the_house_are_allowed() {
    let data = metadata(
        &[
            ("wiki", &["regex"]),
            ("store", &["wiki"]),
            ("search", &["wiki"]),
            ("memory", &["wiki", "store", "search"]),
            ("memopage", &["memory", "tokio"]),
            ("bench", &["memory", "search"]),
            ("xtask", &["serde_json"]),
        ],
        &[],
    );
    assert_eq!(arrows::check(&data), vec![]);
}

#[test]
fn an_arrow_between_store_and_search_is_found() {
    let data =
        metadata(&[("store", &["wiki", "search"]), ("search", &["wiki"]), ("wiki", &[])], &[]);
    let findings = arrows::check(&data);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].to_string(), "store: depends on `search`: no such arrow");
}

#[test]
fn an_arrow_upwards_is_found() {
    let data = metadata(&[("wiki", &["memory"]), ("memory", &["wiki"])], &[]);
    assert_eq!(arrows::check(&data)[0].to_string(), "wiki: depends on `memory`: no such arrow");
}

#[test]
fn a_crate_without_a_row_is_found() {
    let data = metadata(&[("utils", &[])], &[]);
    assert_eq!(
        arrows::check(&data)[0].to_string(),
        "utils: the crate has no row in the table of arrows"
    );
}

#[test]
fn a_runtime_is_found_directly_and_through_another_crate() {
    let direct = metadata(&[("memory", &["tokio"])], &[]);
    assert_eq!(arrows::check(&direct).len(), 1);
    let through = metadata(
        &[("search", &["helper"]), ("helper", &["tokio"]), ("tokio", &[])],
        &[("search", &["helper"]), ("helper", &["tokio"]), ("tokio", &[])],
    );
    assert_eq!(
        arrows::check(&through)[0].to_string(),
        "search: links tokio, which only memopage may"
    );
}

#[test]
fn a_module_without_a_head_is_found() {
    assert_eq!(
        found("crates/wiki/src/a.rs", "fn f() {}\n"),
        ["crates/wiki/src/a.rs:1: a module begins with `//!`: what it is for"]
    );
    assert!(found("crates/wiki/src/a.rs", "//! Knows a.\nfn f() {}\n").is_empty());
}

#[test]
fn a_long_file_is_found_and_the_tests_in_it_count() {
    let line = "const A: u8 = 1;\n";
    let long = format!("//! Long.\n{}", line.repeat(700));
    assert_eq!(
        found("crates/wiki/src/a.rs", &long),
        ["crates/wiki/src/a.rs: 701 lines, 700 is the most"]
    );
    let tested = |lines| {
        let tests = line.repeat(lines);
        found(
            "crates/wiki/src/a.rs",
            &format!("//! Short.\n#[cfg(test)]\nmod tests {{\n{tests}}}\n"),
        )
    };
    assert_eq!(tested(697), ["crates/wiki/src/a.rs: 701 lines, 700 is the most"]);
    assert!(tested(696).is_empty());
    assert!(found("crates/wiki/src/tests.rs", &long).is_empty());
}

fn function(signature: &str, lines: usize) -> String {
    let body = "        work();\n\n        // said\n".repeat(lines);
    format!("//! One.\nimpl A {{\n    {signature} {{\n{body}    }}\n}}\n")
}

#[test]
fn a_long_function_is_found_whatever_stands_before_fn() {
    let heads = [
        "fn f(&self)",
        "pub fn f()",
        "pub(crate) const unsafe fn f()",
        "pub(in crate::a) async fn f()",
        "fn f(\n        a: u8,\n    ) -> u8",
        "fn f<T>(a: T) -> T\n    where\n        T: Copy,\n   ",
    ];
    for head in heads {
        assert_eq!(
            found("crates/wiki/src/a.rs", &function(head, 71)),
            ["crates/wiki/src/a.rs:3: a function of 71 lines, 70 is the most"],
            "{head}"
        );
        assert!(found("crates/wiki/src/a.rs", &function(head, 70)).is_empty(), "{head}");
    }
}

#[test]
fn a_declaration_is_no_function_and_ends_at_its_semicolon() {
    let body = "    const A: u8 = 1;\n".repeat(80);
    let text = format!("//! One.\ntrait A {{\n    fn f();\n}}\nmod b {{\n{body}}}\n");
    assert!(found("crates/wiki/src/a.rs", &text).is_empty());
}

#[test]
fn a_skipped_test_is_found_in_tests_too() {
    for path in ["crates/wiki/src/a.rs", "crates/memopage/tests/it/main.rs"] {
        let text = concat!("//! One.\n#[", "ignore]\n#[test]\nfn f() {}\n");
        assert_eq!(found(path, text).len(), 1, "{path}");
    }
}

#[test]
fn a_sleep_is_found_outside_the_lock() {
    let text = concat!("//! One.\nfn f() { std::thread::", "sleep(A); }\n");
    assert_eq!(found("crates/search/src/a.rs", text).len(), 1);
    assert!(found("crates/store/src/lock.rs", text).is_empty());
}

#[test]
fn the_environment_is_read_and_named_in_one_file() {
    for line in [
        concat!("let a = std::env::", "var(\"HOME\");"),
        concat!("let a = env::", "var_os(NAME);"),
        concat!("const VAULT: &str = \"MEMO", "PAGE_VAULT\";"),
    ] {
        let text = format!("//! One.\n{line}\n");
        assert_eq!(found("crates/memory/src/a.rs", &text).len(), 1, "{line}");
        assert_eq!(found("crates/memopage/src/main.rs", &text).len(), 1, "{line}");
        assert!(found("crates/memopage/src/env_vars.rs", &text).is_empty(), "{line}");
        assert!(found("crates/memopage/tests/it/main.rs", &text).is_empty(), "{line}");
    }
}

#[test]
fn a_home_of_this_machine_is_found() {
    for path in [
        concat!("/ho", "me/gwendolyn/notes"),
        concat!("/Us", "ers/gwendolyn/x"),
        concat!("cd /ro", "ot/x"),
    ] {
        assert_eq!(found("docs/a.md", path).len(), 1, "{path}");
    }
    for path in [
        concat!("/ho", "me/ada/notes"),
        concat!("docs/ho", "me/page"),
        "~/wiki",
        concat!("the folder /ho", "me/ itself"),
    ] {
        assert!(found("docs/a.md", path).is_empty(), "{path}");
    }
}

#[test]
fn a_host_of_packages_is_found() {
    for line in [
        concat!("index = \"sparse+https://my.mir", "ror.example/index\""),
        concat!("see https://regis", "try.example.org/a"),
        concat!("https://static.crates", ".io/x"),
    ] {
        assert_eq!(found(".cargo/config.toml", line).len(), 1, "{line}");
    }
    assert!(found("README.md", "https://example.org/mirror and a registry").is_empty());
}

#[test]
fn the_lock_file_names_the_standard_index_only() {
    let standard =
        concat!("source = \"regis", "try+https://github.com/rust-lang/crates", ".io-index\"");
    assert!(found("Cargo.lock", standard).is_empty());
    assert_eq!(found("Cargo.lock", "source = \"git+https://example.org/a\"").len(), 1);
}

#[test]
fn a_link_to_nothing_is_found() {
    let files = [
        file("README.md", "[a](docs/a.md) [b](docs/b.md)\n[c](docs) [d](https://example.org/x)\n"),
        file("docs/a.md", "# One Thing\n[up](../README.md) [out](../../x.md)\n"),
    ];
    let findings: Vec<String> = links::check(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        ["README.md:1: no file `docs/b.md`", "docs/a.md:2: `../../x.md` leaves the repository"]
    );
}

#[test]
fn an_anchor_to_nothing_is_found() {
    let files = [
        file("README.md", "[a](docs/a.md#one-thing-more) [b](docs/a.md#two) [c](#here)\n"),
        file("docs/a.md", "# One thing, more\n```\n# two\n```\n"),
    ];
    let findings: Vec<String> = links::check(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "README.md:1: `docs/a.md` has no heading `#two`",
            "README.md:1: `README.md` has no heading `#here`"
        ]
    );
}

#[test]
fn links_in_code_and_in_demo_notes_are_left_alone() {
    let files = [
        file("README.md", "`[a](b.md)`\n```\n[a](b.md)\n```\n    [a](b.md)\n"),
        file("demo/notes/a.md", "[a](b.md)\n"),
    ];
    assert_eq!(links::check(&files), vec![]);
}
