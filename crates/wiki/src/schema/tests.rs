//! The schema, its layouts and its words.

use super::{After, Layout, OnExpiry, Priority, Schema, Status, Then, WriteRule};
use crate::page::Page;
use crate::path::PagePath;

fn of(layout: Layout) -> Schema {
    let files = layout.files();
    let (_, text) = files.iter().find(|(file, _)| *file == "SCHEMA.md").unwrap();
    Schema::parse(text)
}

#[test]
fn every_layout_reads_without_a_problem_and_its_templates_exist() {
    for layout in Layout::ALL {
        let schema = of(layout);
        assert_eq!(schema.problems, [], "{layout}");
        assert_eq!(schema.layout, Some(layout));
        assert_eq!(layout.to_string().parse::<Layout>().unwrap(), layout);
        assert_eq!(schema.retention.rows.len(), 5, "{layout}");
        assert!(
            schema
                .retention
                .rows
                .iter()
                .all(|row| row.priority == Priority::Ephemeral || row.review_days.is_some())
        );
        let files = layout.files();
        for template in schema.types.iter().filter_map(|row| row.template.as_deref()) {
            let (_, text) = files.iter().find(|(file, _)| *file == template).unwrap();
            assert!(text.contains("{{title}}"), "{template}");
        }
        for (file, text) in &files {
            assert!(PagePath::from_file(file).is_ok() && text.ends_with('\n'), "{file}");
        }
        let index = if layout == Layout::Personal { "INDEX.md" } else { "index.md" };
        assert!(
            files
                .iter()
                .any(|(file, text)| *file == index && text.contains("memopage:begin INDEX"))
        );
    }
}

#[test]
fn the_layouts_have_the_folders_of_their_kind() {
    let folders = |layout| -> Vec<String> {
        let types = of(layout).types;
        types
            .into_iter()
            .map(|row| row.folder)
            .filter(|folder| !folder.is_empty() && folder != "templates")
            .collect()
    };
    assert_eq!(
        folders(Layout::Agent),
        ["users", "projects", "topics", "meetings", "daily", "sessions", "procedures"]
    );
    assert_eq!(
        folders(Layout::Wiki),
        ["raw", "entities", "concepts", "comparisons", "queries", "sessions"]
    );
    assert_eq!(
        folders(Layout::Docs),
        [
            "incidents",
            "policies",
            "policies/procedures",
            "clients",
            "decisions",
            "complaints",
            "alerts",
            "reports",
            "sessions"
        ]
    );
    assert_eq!(
        folders(Layout::Personal),
        ["daily", "episodic", "semantic", "lessons", "people", "rules"]
    );
}

#[test]
fn write_rules_and_retention_differ_by_layout() {
    let wiki = of(Layout::Wiki);
    assert_eq!(wiki.by_name("raw").unwrap().rule, WriteRule::Immutable);
    assert_eq!(
        wiki.retention.row(Priority::Low).unwrap().then,
        Then::Archive { after: After::Reviews(2) }
    );
    assert_eq!(wiki.retention.row(Priority::Low).unwrap().days_until_action(), Some(28));
    let agent = of(Layout::Agent);
    assert_eq!(agent.for_path("daily/2026-05-20").unwrap().rule, WriteRule::Append);
    assert_eq!(agent.for_path("NOW").unwrap().rule, WriteRule::Overwrite);
    assert_eq!(agent.for_path("log").unwrap().rule, WriteRule::Append);
    assert_eq!(
        agent.retention.row(Priority::Low).unwrap().then,
        Then::Archive { after: After::Days(180) }
    );
    let medium = agent.retention.row(Priority::Medium).unwrap();
    assert_eq!(medium.then, Then::Lower { to: Priority::Low, after: After::Reviews(2) });
    assert_eq!(medium.days_until_action(), Some(60));
    assert_eq!(agent.retention.stale_after_days, Some(30));
    let personal = of(Layout::Personal);
    assert_eq!(personal.retention.row(Priority::High).unwrap().expires, OnExpiry::Ignore);
    assert_eq!(personal.retention.row(Priority::Medium).unwrap().then, Then::Report);
    assert_eq!(personal.retention.archive, ".archive");
}

#[test]
fn without_a_schema_the_agent_layout_holds() {
    // It rules no word of the vault's pages.
    let agent = Schema { names_types: false, ..of(Layout::Agent) };
    assert_eq!(Schema::parse(""), agent);
    let prose = Schema::parse("# Our rules\n\nBe kind.\n");
    assert_eq!(prose.types, of(Layout::Agent).types);
    assert_eq!(prose.problems.len(), 1);
}

#[test]
fn what_is_unknown_or_wrong_is_a_problem_beside_the_schema() {
    let text = "# Schema\n\n```yaml\nlayout: wiki\ncolour: blue\ntypes:\n  note:\n    folder: ../out\n    rule: sometimes\n    \
                shape: round\n    facts: yes please\n  idea: {folder: ideas, facts: true, priority: 🔴}\nretention:\n  \
                low: {then: eat it, review_days: many}\n  urgent: {then: keep}\n```\n";
    let schema = Schema::parse(text);
    let lines: Vec<usize> = schema.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [5, 8, 9, 10, 11, 14, 14, 15]);
    assert_eq!(schema.types.len(), 2);
    let idea = schema.by_name("IDEA").unwrap();
    assert!(idea.facts && idea.priority == Some(Priority::High) && idea.folder == "ideas");
    let note = schema.by_name("note").unwrap();
    assert!(note.folder.is_empty() && note.rule == WriteRule::Rewrite && !note.facts);
    assert_eq!(schema.retention.row(Priority::Low).unwrap().then, Then::Keep);
    assert_eq!(
        schema.predicates,
        of(Layout::Wiki).predicates,
        "what is not said comes from the layout"
    );
}

#[test]
fn a_schema_that_breaks_off_keeps_what_stood_before_and_the_rules_of_its_layout() {
    let text = "```yaml\nlayout: wiki\ntypes:\n  raw: {folder: sources, rule: immutable}\n  entity: {folder: [\n```\n";
    let schema = Schema::parse(text);
    assert!(!schema.problems.is_empty());
    assert_eq!(schema.by_name("raw").unwrap().folder, "sources");
    assert!(schema.by_name("concept").is_some());
}

#[test]
fn hostile_schemas_are_read_in_bounds() {
    let deep = format!("```yaml\ntypes: {}\n```", "[".repeat(10_000));
    let wide = format!("```yaml\nsets: [{}]\n```", "a, ".repeat(30_000));
    let bomb = "```yaml\na: &a [x, x]\nb: &b [*a, *a]\nsets: *b\n```";
    for text in [deep.as_str(), wide.as_str(), bomb, "```yaml", "```yaml\n\t- a\n: :\n```", "\u{0}"]
    {
        let schema = Schema::parse(text);
        assert!(!schema.types.is_empty());
    }
}

#[test]
fn a_page_says_its_type_before_its_folder_does() {
    let schema = of(Layout::Agent);
    let page = |path: &str, text: &str| Page::parse(PagePath::parse(path).unwrap(), text);
    let name = |page: &Page| schema.type_of(page).map(|row| row.name.clone());
    assert_eq!(name(&page("users/ada", "")).as_deref(), Some("user"));
    assert_eq!(name(&page("users/team/ada", "")).as_deref(), Some("user"));
    assert_eq!(name(&page("users/ada", "---\ntype: project\n---\n")).as_deref(), Some("project"));
    assert_eq!(name(&page("users/ada", "---\ntype: unheard\n---\n")).as_deref(), Some("user"));
    assert_eq!(name(&page("usersx/ada", "")), None);
    assert_eq!(
        name(&page("templates/user", "---\ntype: user\n---\n")).as_deref(),
        Some("template")
    );
}

#[test]
fn file_names_follow_their_pattern() {
    let docs = of(Layout::Docs);
    let policy = docs.by_name("policy").unwrap();
    assert!(policy.name_fits("hr_leave_p12_v1.2"));
    assert!(!policy.name_fits("leave"));
    let incident = docs.by_name("incident").unwrap();
    assert!(incident.name_fits("2026-05-20-数据库"));
    assert!(
        !incident.name_fits("2026-05-20")
            && !incident.name_fits("2026-13-40-x")
            && !incident.name_fits("1747")
    );
    assert!(docs.by_name("client").unwrap().name_fits("anything"));
    let slow = "a-".repeat(140);
    assert!(!incident.name_fits(&slow));
}

#[test]
fn words_of_people_are_read() {
    for (word, priority) in [
        ("🔴", Priority::High),
        ("HIGH", Priority::High),
        ("🟡 MED", Priority::Medium),
        ("🟢LOW", Priority::Low),
        ("Critical", Priority::Critical),
    ] {
        assert_eq!(word.parse::<Priority>().unwrap(), priority);
    }
    assert!("soon".parse::<Priority>().is_err() && "".parse::<Priority>().is_err());
    assert_eq!(Status::from("stable"), Status::Active);
    assert_eq!(Status::from("Deprecated"), Status::Superseded);
    assert_eq!(Status::from("investigating").to_string(), "investigating");
    let schema = of(Layout::Agent);
    assert_eq!(schema.predicate("depends on").unwrap().name, "depends_on");
    assert_eq!(schema.predicate("依赖").unwrap().name, "depends_on");
    assert!(schema.predicate("see also the old plan").is_none());
    assert!(schema.is_set("Member") && !schema.is_set("release"));
}

#[test]
fn a_text_about_something_else_is_no_schema_and_a_layout_holds() {
    for text in [
        "# Tables\n\nusers\n",
        "```yaml\nusers:\n  id: int\n```\n",
        "```yaml\n- a\n```\n",
        "```yaml\ntypes:\n  user:\n    fields: [id]\n```\n",
        "```yaml\ntypes: [user, order]\n```\n",
    ] {
        let schema = Schema::parse(text);
        assert!(schema.is_foreign, "{text}");
        assert!(schema.problems[0].message.contains("no rules for memopage"), "{text}");
        assert_eq!(schema.types, Schema::parse("").types);
    }
    let typo = "```yaml\nmemopage: 1\ntyps: {}\n```\n";
    let own = "```yaml\nmemopage: 1\ntypes:\n  user:\n    fields: [id]\n```\n";
    let plain = "```yaml\ntypes:\n  note:\n```\n";
    for text in ["", typo, &format!("# Rules\n{typo}"), own, plain] {
        assert!(!Schema::parse(text).is_foreign, "{text}");
    }
    assert_eq!(Schema::parse(own).types, Schema::parse("").types);
    assert_eq!(Schema::parse(plain).types.len(), 1);
}

#[test]
fn the_layout_that_is_named_elsewhere_holds_where_the_text_has_no_rules_or_names_none() {
    for layout in Layout::ALL {
        for (text, missing, foreign) in [
            ("", true, false),
            (" \n", true, false),
            ("# Tables\n\nusers\n", false, true),
            ("```yaml\ntypes: [user, order]\n```\n", false, true),
        ] {
            let schema = Schema::parse_in(text, Some(layout));
            assert_eq!((schema.is_missing, schema.is_foreign), (missing, foreign), "{text}");
            assert_eq!((schema.types, schema.retention), (of(layout).types, of(layout).retention));
            let said = format!("so those of the {layout} layout hold");
            assert!(schema.problems[0].message.contains(&said), "{text}");
        }
        let sets = Schema::parse_in("```yaml\nmemopage: 1\nsets: [tag]\n```\n", Some(layout));
        assert_eq!((sets.types, sets.problems), (of(layout).types, vec![]));
        let named = "```yaml\nlayout: wiki\nsets: [tag]\n```\n";
        assert_eq!(Schema::parse_in(named, Some(layout)).types, of(Layout::Wiki).types);
    }
}
