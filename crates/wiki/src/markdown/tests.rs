use crate::link::LinkForm;
use crate::page::{Page, ProblemKind};
use crate::path::PagePath;

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("note").unwrap(), text)
}

fn headings(page: &Page) -> Vec<(u8, &str)> {
    page.sections[1..].iter().map(|section| (section.level, section.heading.as_str())).collect()
}

fn items(page: &Page) -> Vec<(&str, u8, Option<bool>)> {
    page.items
        .iter()
        .map(|item| (&page.text[item.content.clone()], item.depth, item.task))
        .collect()
}

fn targets(page: &Page) -> Vec<&str> {
    page.links.iter().map(|link| link.target.as_str()).collect()
}

fn kinds(page: &Page) -> Vec<ProblemKind> {
    page.problems.iter().map(|problem| problem.kind).collect()
}

#[test]
fn c053_no_heading_comes_from_a_head_or_code_or_a_comment() {
    let text = "---\nnote: |\n  # not a heading\n# nor this\n---\n# Yes\n```md\n# no\n```\n    # no\n\n<!--\n# no\n-->\n%%\n# no\n%%\n> # no\n\n- # no\n\nSet\next\n===\n## My Heading: v2 (draft) ##\n#tag\n";
    let page = page(text);
    assert_eq!(headings(&page), [(1, "Yes"), (1, "Set ext"), (2, "My Heading: v2 (draft)")]);
    assert_eq!(page.section_named("my heading v2  (draft)"), Some(3));
    assert_eq!(page.breadcrumb(3), ["Set ext", "My Heading: v2 (draft)"]);
    assert_eq!(&page.text[page.sections[2].heading_span.clone()], "Set\next\n===\n");
    assert_eq!(page.problems, []);
}

#[test]
fn c046_callouts_tasks_and_timestamps_are_what_they_are() {
    let page = page(
        "> [!note] Remember\n> - not an item\n\n- [ ] buy milk\n- [x] done\n- plain\n[01:02.300 - 01:05.900] hello\n",
    );
    let plain = "plain\n[01:02.300 - 01:05.900] hello";
    assert_eq!(
        items(&page),
        [("buy milk", 0, Some(false)), ("done", 0, Some(true)), (plain, 0, None)]
    );
    assert_eq!(page.links, []);
}

#[test]
fn sections_know_their_parents_and_cover_the_body() {
    let page = page("intro\n# A\na\n### B\nb\n## C\n# D\n");
    let parents: Vec<_> = page.sections.iter().map(|section| section.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0)]);
    assert_eq!(&page.text[page.sections[0].span.clone()], "intro\n");
    assert_eq!(&page.text[page.sections[2].span.clone()], "### B\nb\n");
}

#[test]
fn an_item_is_its_own_lines_without_those_nested_in_it() {
    let page = page("# H\n- a\n  more\n  - b\n\n    para\n- - c\n1. d\n\ntext\n");
    let spans: Vec<_> = page.items.iter().map(|item| &page.text[item.span.clone()]).collect();
    assert_eq!(spans, ["- a\n  more\n", "- b\n\n    para\n", "- ", "- c\n", "1. d\n"]);
    assert_eq!(page.items.iter().map(|item| item.depth).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
    assert!(page.items.iter().all(|item| item.section == 1));
}

#[test]
fn no_item_comes_from_code_comments_quotes_or_generated_blocks() {
    let page = page(
        "```\n- a\n```\n<!-- memopage:begin INDEX -->\n- b [[kept]]\n<!-- memopage:end -->\n<!--\n- c\n-->\n> - d\n\n%% - e %%\n- f\n",
    );
    assert_eq!(items(&page), [("f", 0, None)]);
    assert_eq!(targets(&page), ["kept"]);
    let block = &page.generated[0];
    assert_eq!(block.name, "INDEX");
    assert_eq!(&page.text[block.inner.clone()], "\n- b [[kept]]\n");
}

#[test]
fn any_tools_pair_of_comments_is_a_generated_block() {
    let page = page(
        "<!-- TOC:start -->x<!-- toc:END -->\n<!-- START doctoc -->y<!-- END doctoc -->\n<!-- a:begin -->z<!-- b:end -->\n<!-- c:stop -->\n`<!-- d:begin -->` <!-- d:end -->\n",
    );
    let names: Vec<_> = page.generated.iter().map(|block| block.name.as_str()).collect();
    assert_eq!(names, ["toc", "doctoc"]);
}

#[test]
fn links_in_code_comments_and_math_are_none() {
    let text = "````md\n```\n[[a]]\n---\n```\n````\n\n    [[b]]\n\n`[[c]]` ``[[d]] ` `` <!-- [[e]] --> %%[[f]]%% $[[g]]$ \\[[h]] <b title=\"[[i]]\">\n<pre>\n[[j]]\n</pre>\n\n[[yes]] 50%% and 60%\n";
    assert_eq!(targets(&page(text)), ["yes"]);
}

#[test]
fn a_page_with_nul_is_read_and_reported() {
    let page = page("a\n# H\0x\n[[b]]\n");
    assert_eq!((kinds(&page), page.problems[0].line), (vec![ProblemKind::Unprintable], 2));
    assert_eq!(targets(&page), ["b"]);
}

#[test]
fn percent_signs_in_prose_hide_nothing() {
    let page = page("%%\nnever closed\n# H\n[[a]]\n");
    assert_eq!((headings(&page), targets(&page)), (vec![(1, "H")], vec!["a"]));
    assert_eq!(kinds(&page), [ProblemKind::Unterminated]);
}

#[test]
fn a_comment_shown_as_indented_code_hides_nothing_after_it() {
    let page = page(
        "text\n\n    <!-- open\n    ```\n\n# H\n<!-- c -->\n[[a]]\n\n    %%\n\n%% d %%\n- b\n\n      <!-- e\n      [[no]] -->\n- f\n",
    );
    assert_eq!((headings(&page), targets(&page)), (vec![(1, "H")], vec!["a"]));
    assert_eq!(items(&page).len(), 2);
    assert_eq!(page.problems, []);
}

#[test]
fn an_open_fence_is_reported() {
    let page = page("a\n~~~\n# no\n[[no]]\n");
    assert_eq!((headings(&page).len(), page.links.len()), (0, 0));
    assert_eq!((kinds(&page), page.problems[0].line), (vec![ProblemKind::Unterminated], 2));
}

#[test]
fn a_quoted_turn_holds_no_links_and_hides_nothing_after_it() {
    let turn = "> **Mallory** · 2023-05-08\n> ```\n> <!-- memopage:begin X -->\n> %%\n> <!--\n> - [[evil]] [x](y.md)\n> ^D1-3\n";
    let page = page(&format!("{turn}\n# Real\n- item [[real]]\n\n> quoted [[kept]]\n"));
    assert_eq!(headings(&page), [(1, "Real")]);
    assert_eq!(items(&page).len(), 1);
    assert_eq!(targets(&page), ["real", "kept"]);
    assert_eq!(page.generated, []);
}

#[test]
fn merge_markers_are_reported_outside_code() {
    let page = page("a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n");
    assert_eq!((kinds(&page), page.problems[0].line), (vec![ProblemKind::MergeMarkers], 2));
    assert_eq!(
        super::tests::page("```\n<<<<<<< ours\n=======\n>>>>>>> theirs\n```\n").problems,
        []
    );
    assert_eq!(super::tests::page("=======\nx <<<<<<< y\n").problems, []);
    let page = super::tests::page("a\r\n<<<<<<< x\r\nb\r\n||||||| y\r\n=======\r\n>>>>>>> z\r\n");
    assert_eq!(page.unmerged(), Some(2..=6));
    assert_eq!(super::tests::page("<<<<<<< x\nb\n>>>>>>> z\n").unmerged(), None);
}

#[test]
fn deep_nesting_falls_back_to_lines() {
    let deep = [
        "- ".repeat(5000) + "x\n",
        "> ".repeat(5000) + "x\n",
        ">".repeat(5000) + "x\n",
        (0..400).map(|depth| "  ".repeat(depth) + "- x\n").collect(),
        "1. ".repeat(5000) + "x\n",
    ];
    for text in deep {
        let page = page(&(text + "\n# After\n[[link]]\n- item\n"));
        assert_eq!(kinds(&page), [ProblemKind::BodyLimit]);
        assert_eq!((headings(&page), targets(&page)), (vec![(1, "After")], vec!["link"]));
        assert_eq!(items(&page).last(), Some(&("item", 0, None)));
    }
}

#[test]
fn a_line_of_forty_megabytes_is_read() {
    let hostile = "`<!--%%[[[](".repeat(10_000);
    let long = "x".repeat(40 * 1024 * 1024);
    let page = page(&format!("{long}{hostile}\n# After\n[x](<a b.md>)\n"));
    assert!(kinds(&page).contains(&ProblemKind::BodyLimit));
    assert_eq!(headings(&page), [(1, "After")]);
    assert_eq!(
        page.links.last().map(|link| (link.target.as_str(), link.form)),
        Some(("a b.md", LinkForm::Markdown))
    );
}

#[test]
fn hostile_lines_cost_no_more_than_their_length() {
    let runs: String = (1..700).map(|length| "`".repeat(length) + " ").collect();
    let hostile = [
        "[".repeat(100_000),
        "[[".repeat(50_000),
        "![[a](b) **x* `".repeat(10_000),
        "<!-- ".repeat(50_000),
        "> <!-- %%\n".repeat(20_000),
        "%% ".repeat(50_000),
        "<!---->".repeat(30_000),
        "    ".to_owned() + &"<!---->".repeat(30_000),
        "\\".repeat(100_000) + "[[x]]",
        runs,
        "a\r".repeat(50_000),
        "<!-- x:begin -->".repeat(10_000),
        "- a\n".repeat(20_000),
        "|".repeat(20_000) + "\n" + &"|-".repeat(20_000),
        "[a]: b\n".repeat(10_000) + &"[a] ".repeat(10_000),
    ];
    for text in hostile {
        let page = page(&(text + "\n\n# After\n"));
        assert_eq!(page.sections.last().map(|section| section.span.end), Some(page.text.len()));
    }
}

#[test]
fn a_comment_with_text_behind_it_makes_no_code() {
    let page =
        page("<!-- a comment of many é words --> [[a]]\n\n# T <!-- x --> y\n<!-- é\né --> [[b]]\n");
    assert_eq!(targets(&page), ["a", "b"]);
    assert_eq!(headings(&page), [(1, "T y")]);
    let turn = super::tests::page(
        "> **M**\n> <!-- a\n> é --> [[evil]]\n> ^id\n\n> - <!-- x --> [[kept]]\n",
    );
    assert_eq!(targets(&turn), ["kept"]);
}
