//! What may be written.

use crate::page::Revision;
use crate::path::PagePath;
use crate::policy::{
    Approved, Changes, Origin, PolicyLimits, Purpose, Redaction, Refusal, Trust, Write, approve,
};
use crate::schema::{Schema, WriteRule};

const LIMITS: PolicyLimits = PolicyLimits { page_bytes: 10_000, writes: 10 };

fn path(text: &str) -> PagePath {
    PagePath::parse(text).unwrap()
}

fn origin(purpose: Purpose) -> Origin {
    Origin { actor: "claude".to_owned(), door: "mcp".to_owned(), trust: Trust::Agent, purpose }
}

fn asked(
    layout: &str,
    writes: Vec<Write>,
    purpose: Purpose,
) -> Result<(Approved, Vec<Redaction>), Refusal> {
    let schema = Schema::parse(&format!("```yaml\nlayout: {layout}\n```\n"));
    approve(
        Changes { writes, restored: Default::default(), decisions: None, note: "note".to_owned() },
        &schema,
        &LIMITS,
        &origin(purpose),
    )
}

fn create(place: &str, text: &str) -> Write {
    Write::Create { path: path(place), text: text.to_owned() }
}

fn update(place: &str, before: &str, text: &str) -> Write {
    let base = Revision::of(before.as_bytes());
    Write::Update { path: path(place), base, text: text.to_owned(), before: before.to_owned() }
}

fn moved(from: &str, to: &str, before: &str, text: &str) -> Write {
    let base = Revision::of(before.as_bytes());
    Write::Move {
        from: path(from),
        to: path(to),
        base,
        text: text.to_owned(),
        before: before.to_owned(),
    }
}

fn refused(layout: &str, write: Write) -> Refusal {
    asked(layout, vec![write], Purpose::Write).unwrap_err()
}

fn allowed(layout: &str, write: Write) -> Write {
    let (approved, _) = asked(layout, vec![write], Purpose::Write).unwrap();
    approved.changes().writes[0].clone()
}

#[test]
fn a_schema_that_could_be_read_is_not_written_over_by_one_that_cannot() {
    let (good, bad) = ("```yaml\nlayout: agent\n```\n", "```yaml\ntypes: [\n```\n");
    for purpose in [Purpose::Write, Purpose::Make] {
        let refusal = asked("agent", vec![update("SCHEMA", good, bad)], purpose).unwrap_err();
        assert!(matches!(&refusal, Refusal::Schema { .. }), "{refusal:?}");
        assert!(refusal.to_string().starts_with("SCHEMA:"), "{refusal}");
    }
    assert!(asked("agent", vec![update("SCHEMA", good, bad)], Purpose::Undo).is_ok());
    assert!(asked("agent", vec![update("SCHEMA", bad, bad)], Purpose::Write).is_ok());
    assert!(asked("agent", vec![update("notes/schema", good, bad)], Purpose::Write).is_ok());
}

#[test]
fn c010_what_is_approved_holds_no_secret_in_text_note_or_path() {
    let schema = Schema::parse("");
    let key = "sk-test-AAAABBBBCCCCDDDD1234";
    let changes = Changes {
        restored: Default::default(),
        decisions: None,
        writes: vec![create("notes/a", &format!("# A\n\n密钥{key}已更新\n"))],
        note: format!("remember {key}"),
    };
    let (approved, redactions) =
        approve(changes, &schema, &LIMITS, &origin(Purpose::Write)).unwrap();
    assert!(!format!("{approved:?}").contains("AAAABBBB"));
    assert_eq!((redactions[0].kind, redactions[0].line), ("api key", 3));
    assert_eq!(approved.origin().trust, Trust::Agent);
    let refusal = refused("agent", create(&format!("notes/{key}"), "x"));
    assert!(refusal == Refusal::SecretInPath && !refusal.to_string().contains(key));
    for name in [
        "title-sk-test-zzzzyyyyxxxxwwww9876",
        "my-akiaabcdefgh12345678",
        "密钥ghp_abcdefgh1234ijklmnop5678",
    ] {
        let refusal = refused("agent", create(&format!("notes/{name}"), "x"));
        assert_eq!(refusal, Refusal::SecretInPath, "{name}");
        let refusal = refused("agent", moved("a", &format!("{name}/a"), "x", "x"));
        assert_eq!(refusal, Refusal::SecretInPath, "{name}");
        // A page that stands there is not shut in.
        allowed("agent", moved(name, "notes/a", "x", "x"));
    }
}

#[test]
fn what_a_person_left_standing_is_reported_and_not_rewritten() {
    let before = "password=hunter2\n\n<private>mine</private>\n";
    let text = format!("{before}\napi_key=abcd1234efgh\n");
    let (approved, redactions) =
        asked("agent", vec![update("notes/a", before, &text)], Purpose::Write).unwrap();
    let Write::Update { text, .. } = &approved.changes().writes[0] else { panic!("no update") };
    assert_eq!(text, &format!("{before}\napi_key=[REDACTED]\n"));
    let kinds: Vec<_> = redactions.iter().map(|found| (found.kind, found.line)).collect();
    assert_eq!(kinds, [("standing", 1), ("standing", 3), ("api key", 5)]);
}

#[test]
fn a_secret_that_stands_in_a_page_gets_no_further_copy() {
    let key = "sk-test-AAAABBBBCCCCDDDD1234";
    let before = format!("# A\n\n- key {key}\n");
    for (text, clean) in [
        (format!("{before}- again {key}\n"), format!("{before}- again [REDACTED]\n")),
        (
            format!("# A\n\n- first {key}\n- key {key}\n"),
            format!("# A\n\n- first [REDACTED]\n- key {key}\n"),
        ),
        (format!("# A\n\n- the key {key}\n"), format!("# A\n\n- the key {key}\n")),
    ] {
        let Write::Update { text, .. } = allowed("agent", update("notes/a", &before, &text)) else {
            panic!("no update")
        };
        assert_eq!(text, clean);
    }
}

#[test]
fn c134_fields_of_ownership_do_not_change_once_set() {
    let before = "---\nid: a1\ncreated_by: ada\nscope: atlas\ncreated: 2026-01-01\n---\nx\n";
    for (old, new) in [
        ("created_by: ada", "created_by: eve"),
        ("scope: atlas\n", ""),
        ("id: a1", "id: a2"),
        ("created: 2026-01-01", "created: 2026-02-01"),
    ] {
        let refusal = refused("agent", update("notes/a", before, &before.replace(old, new)));
        assert!(matches!(refusal, Refusal::OwnerField { .. }), "{old}: {refusal}");
    }
    allowed("agent", update("notes/a", before, &before.replace("x\n", "y\n")));
    allowed(
        "agent",
        update("notes/a", "---\ntitle: x\n---\n", "---\ntitle: x\nscope: atlas\n---\n"),
    );
    // Nothing is said once more and otherwise, in whatever order.
    for more in [
        "created_at: 2027-01-01\ncreated: 2026-01-01",
        "created: 2026-01-01\ncreated_at: 2027-01-01",
        "created: 2027-01-01\ncreated: 2026-01-01",
        "created: 2026-01-01\nscope: other\nscope: atlas",
        "created: 2026-01-01\nscope: other",
        "created_by: eve\ncreated: 2026-01-01\ncreated_by: ada",
    ] {
        let text = before.replace("created: 2026-01-01", more);
        let refusal = refused("agent", update("notes/a", before, &text));
        assert!(matches!(refusal, Refusal::OwnerField { .. }), "{more}: {refusal}");
    }
    let by_hand = before.replace("id: a1", "created_at: 2026-02-01\nid: a1");
    allowed("agent", update("notes/a", &by_hand, &by_hand.replace("x\n", "y\n")));
}

#[test]
fn what_is_written_once_stays() {
    let place = "raw/paper";
    let rule =
        |refusal: Refusal| matches!(refusal, Refusal::Rule { rule: WriteRule::Immutable, .. });
    allowed("wiki", create(place, "text\n"));
    assert!(rule(refused("wiki", update(place, "text\n", "text\nmore\n"))));
    let claims = "---\ntype: entity\n---\ntext\n";
    assert!(rule(refused("wiki", update(place, claims, "---\ntype: entity\n---\nother\n"))));
    assert!(rule(refused("wiki", moved(place, "entities/paper", "text\n", "text\n"))));
    assert!(rule(refused("wiki", moved(place, "archive/paper", "text\n", "other\n"))));
    allowed("wiki", moved(place, "archive/raw/paper", "text\n", "text\n"));
    let gone = || Write::Remove { path: path(place), base: Revision::of(b"text\n") };
    assert!(rule(refused("wiki", gone())));
    assert!(asked("wiki", vec![gone()], Purpose::Erase).is_ok());
    assert!(asked("wiki", vec![update(place, "text\n", "\n")], Purpose::Erase).is_ok());
}

#[test]
fn a_page_that_grows_loses_no_line() {
    let place = "daily/2026-05-20";
    let before = "---\ntitle: Day\nupdated_at: 2026-05-20\n---\n# Day\n\n- Mood: fine\n- met Ada\n\n\
                  <!-- memopage:begin SUM -->\nold\n<!-- memopage:end -->\n";
    allowed("agent", update(place, before, &format!("{before}\n### 10:30 — standup\n")));
    allowed(
        "agent",
        update(
            place,
            before,
            &before.replace("old\n", "new\n").replace("at: 2026-05-20", "at: 2026-05-21"),
        ),
    );
    let retired = before.replace("- Mood: fine\n", "- Mood: great\n")
        + "\n## History\n\n- ~~Mood: fine~~ superseded:2026-05-20\n";
    allowed("agent", update(place, before, &retired));
    allowed(
        "agent",
        update(place, before, &before.replace("Mood: fine", "Mood: fine  expires:2026-06-01")),
    );
    for (old, new) in [
        ("- met Ada\n", ""),
        ("met Ada", "met Bob"),
        ("# Day", "# Night"),
        ("title: Day", "title: X"),
        ("Mood: fine", "Mood: bad"),
    ] {
        let refusal = refused("agent", update(place, before, &before.replace(old, new)));
        assert!(
            matches!(refusal, Refusal::Rule { rule: WriteRule::Append, .. }),
            "{old}: {refusal}"
        );
        assert!(!refusal.hint().is_empty());
    }
    assert!(asked("agent", vec![update(place, before, "# Day\n")], Purpose::Undo).is_ok());
    allowed("agent", update("NOW", "# Now\n\nold\n", "# Now\n\nnew\n"));
}

#[test]
fn a_required_field_is_not_set_to_nothing() {
    let place = "policies/hr_leave_p1_v1";
    let before =
        "---\ntype: policy\nstatus: draft\nversion: 1\neffective_date: 2026-01-01\n---\n# Leave\n";
    for emptied in ["version: ''", "version:", "version: []"] {
        let refusal =
            refused("docs", update(place, before, &before.replace("version: 1", emptied)));
        assert!(matches!(refusal, Refusal::MissingFields { .. }), "{emptied}: {refusal}");
    }
    let blank = before.replace("type: policy", "type: ''");
    let schema = "docs";
    allowed(schema, update(place, &blank, &blank.replace("# Leave", "# Leave days")));
}

#[test]
fn turns_of_a_session_are_a_record() {
    let place = "sessions/2026-05-20-x";
    let before = "---\ntype: session\n---\n# X\n\n> **Ada** · 10:30\n> I like tea.\n> ^t-1\n\n> **Bob**\n> So do I.\n> ^t-2\n";
    let summary = before
        .replace("# X\n", "# X\n\n<!-- memopage:begin SUMMARY -->\nTea.\n<!-- memopage:end -->\n");
    allowed("agent", update(place, before, &summary));
    let changed = before.replace("tea", "coffee");
    assert!(
        matches!(refused("agent", update(place, before, &changed)), Refusal::Turn { turn, .. } if turn == "t-1")
    );
    let untyped = before.replace("type: session", "type: project");
    assert!(matches!(
        refused("agent", update(place, before, &untyped)),
        Refusal::OwnerField { field, .. } if field == "type"
    ));
    for added in ["so ^t-9\n", "> **Ada** · 10:40\n> So I said.\n", "> **Ada**\n"] {
        let more = format!("{before}\n{added}");
        assert!(
            matches!(refused("agent", update(place, before, &more)), Refusal::NewTurn { .. }),
            "{added}"
        );
        // What stands there already stops no other edit.
        allowed("agent", update(place, &more, &format!("{more}\nmore\n")));
    }
    allowed("agent", moved(place, "archive/x", before, before));
    allowed("agent", moved(place, "projects/x", before, before));
    assert!(matches!(
        refused("agent", moved(place, "projects/x", &untyped, &untyped)),
        Refusal::Turn { .. }
    ));
    assert!(asked("agent", vec![update(place, before, &changed)], Purpose::Erase).is_ok());
}

#[test]
fn required_fields_are_asked_of_new_text_and_not_of_old() {
    let refusal =
        refused("docs", create("policies/hr_leave_p1_v1", "---\nstatus: draft\n---\n# Leave\n"));
    let Refusal::MissingFields { fields, .. } = &refusal else { panic!("{refusal}") };
    assert_eq!(fields, &["version", "effective_date"]);
    assert!(refusal.hint().contains("version"));
    let whole =
        "---\ntitle: Leave\nstatus: draft\nversion: \"1\"\neffective_date: 2026-01-01\n---\n";
    allowed("docs", create("policies/hr_leave_p1_v1", whole));
    let lost = whole.replace("version: \"1\"\n", "");
    assert!(matches!(
        refused("docs", update("policies/p", whole, &lost)),
        Refusal::MissingFields { .. }
    ));
    allowed("docs", update("policies/p", &lost, &format!("{lost}more\n")));
}

#[test]
fn sizes_counts_places_and_bases_are_bounded() {
    let big = "x".repeat(10_001);
    assert!(matches!(refused("agent", create("a", &big)), Refusal::TooLarge { bytes: 10_001, .. }));
    allowed("agent", update("a", &big, &big.replace('x', "y")));
    let many: Vec<Write> = (0..11).map(|at| create(&format!("p{at}"), "x")).collect();
    assert_eq!(
        asked("agent", many, Purpose::Write).unwrap_err(),
        Refusal::TooMany { count: 11, max: 10 }
    );
    let twice = vec![create("a", "x"), update("a", "x", "y")];
    assert!(matches!(asked("agent", twice, Purpose::Write), Err(Refusal::Twice { .. })));
    let hidden =
        Write::Create { path: PagePath::from_file(".memopage/x.md").unwrap(), text: String::new() };
    assert!(matches!(refused("agent", hidden), Refusal::Reserved { .. }));
    let stale = Write::Update {
        path: path("a"),
        base: Revision::of(b"other"),
        text: "y".to_owned(),
        before: "x".to_owned(),
    };
    assert!(matches!(refused("agent", stale), Refusal::Base { .. }));
}
