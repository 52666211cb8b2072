use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::civil::date;
use jiff::tz::TimeZone;
use wiki::path::PagePath;
use wiki::time::Now;

mod another;
mod beside;
mod chinese;
mod graph;
mod rounds;
mod subject;

use crate::{Archived, Batch, Filters, Hit, Index, PageText, Put, Query, Streams, Unit};

/// A vault in memory with an index on disk.
struct Vault {
    dir: tempfile::TempDir,
    index: Index,
    texts: BTreeMap<String, String>,
}

impl Vault {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(dir.path()).unwrap();
        index.caught_up().unwrap();
        Self { dir, index, texts: BTreeMap::new() }
    }

    fn of(pages: &[(&str, &str)]) -> Self {
        let mut vault = Self::new();
        vault.write(pages);
        vault
    }

    fn write(&mut self, pages: &[(&str, &str)]) {
        let mut batch = Batch::default();
        for (file, text) in pages {
            batch.put.push(Put::of(file, text));
            self.texts.insert((*file).to_owned(), (*text).to_owned());
        }
        self.index.apply(&batch).unwrap();
    }

    fn remove(&mut self, file: &str) {
        let batch = Batch { remove: vec![PagePath::from_file(file).unwrap()], ..Batch::default() };
        self.index.apply(&batch).unwrap();
        self.texts.remove(file);
    }

    fn answer(&self, query: &Query) -> crate::Answer {
        self.index
            .search(query, &|file| self.texts.get(file).cloned().map(PageText::shared))
            .unwrap()
    }

    fn hits(&self, text: &str) -> Vec<Hit> {
        self.answer(&query(text)).hits
    }

    fn files(&self, text: &str) -> Vec<String> {
        let mut query = query(text);
        query.unit = Unit::Page;
        self.answer(&query).hits.iter().map(|hit| hit.page.file()).collect()
    }

    fn fold(&self) {
        self.index.compact(std::time::Duration::from_secs(5)).unwrap();
    }
}

fn query(text: &str) -> Query {
    let now = date(2026, 11, 11).at(9, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).unwrap();
    Query::new(text, Now { at: now })
}

/// The first hit's file, both while the pages wait and when they are in the big index.
fn first(vault: &Vault, text: &str) -> Option<String> {
    let before = vault.files(text).first().cloned();
    vault.fold();
    let after = vault.files(text).first().cloned();
    assert_eq!(before, after, "{text}: delta and big index differ");
    after
}

#[test]
fn c001_words_inside_unspaced_sentences_are_found() {
    let vault = Vault::of(&[
        ("a.md", "周末全家去湖边放风筝很开心。"),
        ("b.md", "昨夜はたこやきを焼いた。"),
        ("c.md", "내일은윷놀이를하자."),
    ]);
    for (text, file) in [("放风筝", "a.md"), ("たこやき", "b.md"), ("윷놀이", "c.md")] {
        assert_eq!(first(&vault, text).as_deref(), Some(file), "{text}");
        assert!(vault.hits(text)[0].score > 0.0);
    }
}

#[test]
fn c002_notes_and_conversations_share_one_analyser() {
    let session = "---\ntype: session\nid: s1\n---\n# Talk\n\n> **Ann** · 2026-11-01 10:00\n> 体检改到下周一\n> ^t1\n";
    let vault = Vault::of(&[("notes/plan.md", "周五上午去体检中心"), ("sessions/s.md", session)]);
    let mut found = vault.files("体检");
    found.sort();
    assert_eq!(found, ["notes/plan.md", "sessions/s.md"]);
}

#[test]
fn c004_a_long_query_is_no_literal_substring() {
    let vault = Vault::of(&[
        ("a.md", "钉钉的配置：先建机器人，再填密钥。"),
        ("b.md", "排查：搜「钉钉机器人配置」为空。"),
    ]);
    let mut found = vault.files("钉钉机器人配置");
    found.sort();
    assert_eq!(found, ["a.md", "b.md"]);
}

#[test]
fn c005_one_and_two_characters_are_found() {
    let vault = Vault::of(&[("a.md", "接口超时改为 30 秒"), ("b.md", "院子里的桃树")]);
    assert_eq!(first(&vault, "接口").as_deref(), Some("a.md"));
    assert_eq!(first(&vault, "桃").as_deref(), Some("b.md"));
}

#[test]
fn c007_an_empty_index_says_so() {
    let answer = Vault::new().answer(&query("缓存"));
    assert!(answer.hits.is_empty());
    assert_eq!(answer.abstained.as_deref(), Some("the vault is empty"));
}

#[test]
fn c011_diacritics_do_not_matter_but_rank() {
    let vault = Vault::of(&[("b.md", "Lucja called."), ("a.md", "Łucja called.")]);
    assert_eq!(first(&vault, "Łucja").as_deref(), Some("a.md"));
    assert_eq!(vault.files("Lucja").len(), 2);
}

#[test]
fn c013_an_identifier_is_one_term() {
    let vault = Vault::of(&[
        ("b.md", "the max retry budget and the count of workers"),
        ("a.md", "set max_retry_count=5 in worker.toml"),
    ]);
    assert_eq!(first(&vault, "max_retry_count").as_deref(), Some("a.md"));
}

#[test]
fn c014_a_hyphen_is_no_operator() {
    let vault = Vault::of(&[("b.md", "plan ahead and write"), ("a.md", "the write-ahead log")]);
    assert_eq!(first(&vault, "write-ahead").as_deref(), Some("a.md"));
}

#[test]
fn c016_a_quoted_phrase_may_hold_dots() {
    let vault = Vault::of(&[("b.md", "tokio since 1.44.7"), ("a.md", "pinned tokio 1.44.7 today")]);
    assert_eq!(first(&vault, "\"tokio 1.44.7\"").as_deref(), Some("a.md"));
    assert_eq!(vault.files("\"tokio 1.44.7\"").len(), 1);
}

#[test]
fn c017_a_rare_word_is_found_at_once() {
    let mut vault = Vault::of(&[("b.md", "amber kite festival")]);
    vault.write(&[("a.md", "zq7f3-amber-kite")]);
    assert_eq!(vault.files("zq7f3-amber-kite").first().map(String::as_str), Some("a.md"));
    let long = "please look up what we wrote about zq7f3-amber-kite some weeks ago in planning";
    assert_eq!(first(&vault, long).as_deref(), Some("a.md"));
}

#[test]
fn c019_operators_are_literals() {
    let vault = Vault::of(&[("a.md", "written in C++ by us"), ("b.md", "run memopage doctor")]);
    for text in [
        "a|b/c",
        "`memopage doctor`",
        "foo\" OR 1",
        "NEAR(x",
        "title:",
        "*",
        "-",
        "(((",
        "\"",
        "type:",
    ] {
        vault.answer(&query(text));
    }
    assert_eq!(vault.files("C++"), ["a.md"]);
    assert_eq!(vault.files("`memopage doctor`").first().map(String::as_str), Some("b.md"));
}

#[test]
fn c020_stop_words_alone_are_a_phrase() {
    let vault = Vault::of(&[("a.md", "The Who are a band"), ("b.md", "The one who came")]);
    assert!(vault.hits("what is the of").is_empty());
    assert_eq!(vault.files("the who"), ["a.md"]);
    vault.fold();
    assert_eq!(vault.files("the who"), ["a.md"]);
}

#[test]
fn c179_a_day_in_words_finds_what_was_written_for_it() {
    let vault = Vault::of(&[
        ("daily/2026-11-03.md", "发布了北雁一号，大家去吃了火锅"),
        ("daily/2026-11-10.md", "Repaired the pump with Grace"),
        ("notes/plan.md", "2026年11月3日 发布"),
        ("notes/other.md", "The pump is older than the barn, said the neighbour"),
    ]);
    for folded in [false, true] {
        if folded {
            vault.fold();
        }
        for asked in ["what did I do yesterday", "昨天我做了什么", "what did I repair yesterday"]
        {
            assert_eq!(vault.files(asked)[0], "daily/2026-11-10.md", "{asked}");
        }
        for asked in
            ["上周二", "上周二发布了什么", "what was released last Tuesday", "8天前发生了什么"]
        {
            assert!(vault.files(asked).contains(&"daily/2026-11-03.md".to_owned()), "{asked}");
        }
        assert!(vault.files("十一月三日").contains(&"notes/plan.md".to_owned()));
        assert!(vault.hits("who won the cup final of the league yesterday").is_empty());
        assert!(vault.hits("the day before yesterday").is_empty());
    }
}

#[test]
fn pages_of_the_day_without_a_word_move_no_score() {
    let vault = Vault::of(&[
        ("daily/2026-11-10.md", "Repaired the pump of the well with Grace"),
        (
            "notes/a.md",
            "---\ndate: 2026-11-10\n---\n# Elsewhere\n\nThe heron stood in the reeds.\n",
        ),
        ("notes/b.md", "---\ndate: 2026-11-10\n---\n# Nowhere\n\nBread was baked at night.\n"),
        ("notes/old.md", "The pump of the well is older than the barn"),
    ]);
    let scores = || -> Vec<(String, f64)> {
        let hits = vault.hits("what did I repair at the pump of the well yesterday");
        hits.iter().map(|hit| (hit.page.file(), hit.score)).collect()
    };
    let before = scores();
    vault.fold();
    let after = scores();
    assert!(!before.is_empty() && before.len() == after.len(), "{before:?} {after:?}");
    for (one, other) in before.iter().zip(&after) {
        assert_eq!(one.0, other.0);
        assert!((one.1 - other.1).abs() < 1e-6, "delta and big index differ: {one:?} {other:?}");
    }
}

#[test]
fn c029_a_month_of_days_is_listed_whole_and_paged() {
    let mut vault = Vault::new();
    let days: Vec<(String, String)> = (1..=31)
        .map(|day| (format!("daily/2026-10-{day:02}.md"), format!("did thing {day}")))
        .collect();
    let days: Vec<(&str, &str)> = days.iter().map(|(file, text)| (&**file, &**text)).collect();
    vault.write(&days);
    vault.write(&[("daily/2026-11-01.md", "did thing 32")]);
    let mut query = query("");
    query.filters.after = Some(date(2026, 10, 1));
    query.filters.before = Some(date(2026, 10, 31));
    let mut found = Vec::new();
    while found.len() < 31 {
        query.offset = found.len();
        let answer = vault.answer(&query);
        assert_eq!(answer.total, 31);
        assert!(!answer.hits.is_empty());
        found.extend(answer.hits.into_iter().map(|hit| hit.date.unwrap()));
    }
    assert!(found.is_sorted());
    query.offset = 31;
    assert!(vault.answer(&query).hits.is_empty());
}

#[test]
fn c065_rewriting_a_page_does_not_grow_the_index() {
    let mut vault = Vault::new();
    let words: Vec<String> = (0..4_000).map(|n| format!("word{}", n * 7919 % 1_000)).collect();
    let name = |round: u8| format!("round{}", char::from(b'a' + round));
    for round in 0..20 {
        let round = name(round);
        vault.write(&[("a.md", &format!("{} {round}", words.join(" ")))]);
        vault.index.settle(std::time::Duration::from_secs(5)).unwrap();
    }
    vault.fold();
    assert_eq!(vault.files(&name(19)), ["a.md"]);
    assert!(vault.files(&name(18)).is_empty());
    let live: u64 = vault.texts.values().map(|text| text.len() as u64).sum();
    let postings: u64 = std::fs::read_dir(vault.dir.path().join("text"))
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .sum();
    assert!(postings < 4 * live, "{postings} bytes for {live}");
}

#[test]
fn c074_tens_of_thousands_of_pages_go_at_once() {
    let mut vault = Vault::new();
    let mut batch = Batch::default();
    for n in 0..3_000 {
        batch.put.push(Put::of(&format!("n/{n}.md"), "invoice"));
    }
    vault.index.apply(&batch).unwrap();
    let remove = (0..40_000).map(|n| PagePath::from_file(&format!("n/{n}.md")).unwrap()).collect();
    let applied = vault.index.apply(&Batch { remove, ..Batch::default() }).unwrap();
    assert_eq!(applied.removed, 3_000);
    vault.write(&[("a.md", "invoice")]);
    assert_eq!(vault.files("invoice"), ["a.md"]);
}

#[test]
fn c076_a_filter_reaches_the_one_page_among_many() {
    let mut vault = Vault::new();
    let mut batch = Batch::default();
    for n in 0..10_000 {
        batch.put.push(Put::of(&format!("office/{n}.md"), "invoice invoice invoice"));
    }
    vault.index.apply(&batch).unwrap();
    vault.write(&[("home/a.md", "the long story of a boring evening and an invoice")]);
    vault.fold();
    for text in ["invoice path:home", "invoice path:/home/", "path:home/a invoice"] {
        assert_eq!(vault.files(text), ["home/a.md"], "{text}");
    }
    let mut query = query("invoice");
    query.filters = Filters { paths: vec!["/home".to_owned()], ..Filters::default() };
    assert_eq!(vault.answer(&query).hits.len(), 1);
}

#[test]
fn c133_what_an_edit_removed_is_gone_at_once() {
    let mut vault = Vault::of(&[("a.md", "the door's pin 4921")]);
    assert_eq!(vault.files("4921"), ["a.md"]);
    vault.fold();
    vault.write(&[("a.md", "the door has no code any more")]);
    assert!(vault.files("4921").is_empty());
    vault.fold();
    assert!(vault.files("4921").is_empty());
    vault.remove("a.md");
    assert!(vault.files("door").is_empty());
}

#[test]
fn c149_a_pasted_log_is_reduced_to_its_rarest_words() {
    let vault = Vault::of(&[("a.md", "the gateway drops frames"), ("b.md", "lunch at noon")]);
    let mut log = "gateway frames dropped\n".to_owned();
    for n in 0..8_000 {
        log.push_str(&format!("{n:08x} request {n} done\n"));
    }
    assert!(log.len() > 200_000);
    let answer = vault.answer(&query(&log));
    assert!(answer.warnings.iter().any(|warning| warning.status == "reduced"));
    let mut open = query(&log);
    open.abstain = false;
    assert_eq!(vault.answer(&open).hits[0].page.as_str(), "a");
    vault.answer(&query(&"“".repeat(70_000)));
    // Times and counts of a log are no words, and its error may stand at its end.
    let many: Vec<(String, String)> =
        (0..120).map(|n| (format!("d{n}.md"), format!("Item {n} is about {}.", n * 7))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut vault = Vault::of(&many);
    let error = "ERROR consumer lag exceeded threshold on partition zebra7";
    vault.write(&[("a.md", error)]);
    for lines in [40, 4_000] {
        let line = |n: usize| format!("2026-11-20T10:00:{:02} INFO worker {n} ok\n", n % 60);
        let log: String = (0..lines).map(line).chain([error.to_owned()]).collect();
        assert_eq!(first(&vault, &log).as_deref(), Some("a.md"), "{lines} lines");
    }
}

#[test]
fn c154_a_successor_stands_above_what_it_replaced() {
    let old =
        "---\ntitle: API rate limit\n---\nAPI rate limit is 100 requests per minute per key\n";
    let new = "---\ntitle: New limit\nsupersedes: \"[[old]]\"\n---\nLimit raised: 250/min\n";
    let vault = Vault::of(&[("old.md", old), ("new.md", new), ("c.md", "API keys")]);
    assert_eq!(
        first(&vault, "API rate limit requests per minute per key").as_deref(),
        Some("new.md")
    );
    let facts = "# Release\n\n- Release: Friday\n\n## History\n\n- ~~Release: Wednesday~~ added:2026-05-18 superseded:2026-05-20\n";
    let vault = Vault::of(&[("p.md", facts)]);
    assert!(vault.hits("release").iter().all(|hit| !hit.text.contains("Wednesday")));
    assert!(vault.files("Wednesday").is_empty());
    let mut asked = query("Wednesday");
    asked.filters.archived = Archived::Include;
    assert_eq!(vault.answer(&asked).hits.len(), 1);
}

#[test]
fn c163_a_line_of_megabytes_is_cut_into_passages() {
    let mut line = "lorem ipsum dolor sit amet ".repeat(40_000);
    line.push_str("needle-in-haystack ");
    line.push_str(&"x".repeat(1 << 20));
    let vault = Vault::of(&[("big.md", &line)]);
    let hits = vault.hits("needle-in-haystack");
    assert_eq!(hits.len(), 1);
    assert!(hits[0].text.contains("needle-in-haystack"));
    assert!(hits[0].text.len() < 4_000);
}

#[test]
fn c173_a_damaged_big_index_hides_no_waiting_page() {
    let mut vault = Vault::of(&[("a.md", "the gateway drops frames")]);
    vault.fold();
    vault.write(&[("b.md", "the gateway is new")]);
    std::fs::write(vault.dir.path().join("text").join("meta.json"), "{").unwrap();
    let index = Index::open(vault.dir.path()).unwrap();
    let answer = index
        .search(&query("gateway"), &|file| vault.texts.get(file).cloned().map(PageText::shared))
        .unwrap();
    assert_eq!(answer.hits.len(), 1);
    assert_eq!(answer.warnings[0].status, "unavailable");
    assert!(index.why_rebuild().is_some());
    assert!(index.known().unwrap().is_empty());
    let again =
        Batch { put: vec![Put::of("a.md", "the gateway drops frames")], ..Batch::default() };
    index.apply(&again).unwrap();
    index.caught_up().unwrap();
    let answer = index
        .search(&query("gateway"), &|file| vault.texts.get(file).cloned().map(PageText::shared))
        .unwrap();
    assert_eq!((answer.hits.len(), answer.warnings.len()), (1, 0));
}

#[test]
fn c175_an_emoji_is_found() {
    let vault = Vault::of(&[("a.md", "status 🚧 blocked")]);
    assert_eq!(first(&vault, "🚧").as_deref(), Some("a.md"));
    assert!(vault.files("👍🏽").is_empty());
}

#[test]
fn c176_a_number_is_its_value() {
    let vault = Vault::of(&[("b.md", "timeout is 15 s"), ("a.md", "timeout is 1,500 ms")]);
    assert_eq!(first(&vault, "1500ms timeout").as_deref(), Some("a.md"));
    assert!(vault.files("1.5 seconds timeout").contains(&"a.md".to_owned()));
}

#[test]
fn c178_parts_of_a_name_find_it() {
    let vault =
        Vault::of(&[("a.md", "parseHttpResponse() drops headers"), ("b.md", "lunch at noon")]);
    for text in ["http response parse", "parseHTTPresponse"] {
        assert_eq!(first(&vault, text).as_deref(), Some("a.md"), "{text}");
    }
}

#[test]
fn c179_a_day_is_found_however_it_is_written() {
    let vault = Vault::of(&[("a.md", "2026年11月3日 发布"), ("b.md", "2026年11月4日 复盘")]);
    for text in ["11月3日", "2026-11-03", "3 November 2026"] {
        assert_eq!(first(&vault, text).as_deref(), Some("a.md"), "{text}");
    }
}

#[test]
fn the_way_to_work_is_found_in_other_words() {
    let mut pages = vec![("personal/通勤方式.md", "# 通勤方式\n\n地铁二号线转公交，四十分钟。")];
    pages.push(("daily/2026-11-01.md", "每天写日记，然后散步。"));
    pages.push(("projects/a.md", "项目每天站会。"));
    let vault = Vault::of(&pages);
    assert_eq!(first(&vault, "我每天怎么上班").as_deref(), Some("personal/通勤方式.md"));
}

#[test]
fn an_unrelated_question_gets_no_answer_and_a_reason() {
    let vault = Vault::of(&[
        ("a.md", "The gateway drops frames when the battery level is low."),
        ("b.md", "Lunch with Ann at the sea on Friday."),
    ]);
    let answer = vault.answer(&query("What is the boiling point of ethanol at sea level?"));
    assert!(answer.hits.is_empty());
    assert!(answer.abstained.unwrap().contains("ethanol"));
}

#[test]
fn archived_pages_are_searched_only_when_asked() {
    let vault = Vault::of(&[("archive/a.md", "gateway"), ("b.md", "lunch")]);
    assert!(vault.files("gateway").is_empty());
    let mut asked = query("gateway");
    asked.filters.archived = Archived::Include;
    assert_eq!(vault.answer(&asked).hits.len(), 1);
}

#[test]
fn filters_in_the_text_need_a_known_field_and_a_valid_value() {
    let policy =
        "---\ntype: policy\nstatus: active\ntags: [ops/net]\npriority: high\n---\ngateway rules";
    let vault = Vault::of(&[("p.md", policy), ("n.md", "gateway notes about priority:none")]);
    for text in
        ["gateway type:policy", "gateway status:active", "gateway tag:ops", "gateway priority:🔴"]
    {
        assert_eq!(vault.files(text), ["p.md"], "{text}");
    }
    assert_eq!(vault.files("gateway priority:none").first().map(String::as_str), Some("n.md"));
    let mut unknown = query("gateway colour:red");
    unknown.abstain = false;
    assert_eq!(vault.answer(&unknown).hits.len(), 2);
}

#[test]
fn no_page_crowds_out_the_others_and_the_budget_holds() {
    let section = |n: usize| format!("## Part {n}\n\ngateway {}\n\n", "filler word ".repeat(60));
    let long: String = (0..12).map(section).collect();
    let vault =
        Vault::of(&[("long.md", &long), ("b.md", "the gateway is new"), ("c.md", "old gateway")]);
    let hits = vault.hits("gateway");
    let early = hits.iter().take(5).filter(|hit| hit.page.as_str() == "long").count();
    assert_eq!(early, 3);
    let mut small = query("gateway");
    small.budget_tokens = Some(150);
    let answer = vault.answer(&small);
    let bytes: usize = answer.hits.iter().map(|hit| hit.text.len()).sum();
    assert!(bytes < 600 && answer.left_out > 0 && !answer.hits.is_empty());
}

#[test]
fn explain_accounts_for_each_stage() {
    let vault = Vault::of(&[("a.md", "the gateway drops frames"), ("b.md", "a gateway")]);
    let mut asked = query("gateway frames lost");
    asked.explain = true;
    asked.abstain = false;
    let answer = vault.answer(&asked);
    let explain = answer.hits[0].explain.as_ref().unwrap();
    assert_eq!(explain.terms, ["gateway", "frames"]);
    assert_eq!(explain.missing, ["lost"]);
    assert_eq!(explain.stages.last().unwrap().name, "calibrated");
    assert!(explain.stages.iter().any(|stage| stage.name == "fused" && stage.rank == 1));
}

#[test]
fn a_hit_says_where_it_stands() {
    let text =
        "---\ntitle: Gateway\n---\n# Gateway\n\nIntro.\n\n## Faults\n\nIt drops frames at night.\n";
    let vault = Vault::of(&[("g.md", text)]);
    let hit = &vault.hits("drops frames")[0];
    assert_eq!(hit.heading.as_deref(), Some("Faults"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(hit.text, lines[hit.lines.0 - 1..hit.lines.1].join("\n"));
    assert!(hit.text.contains("It drops frames"));
}

#[test]
fn a_page_that_changed_on_disk_is_shown_as_it_is() {
    let mut vault = Vault::of(&[("a.md", "# A\n\nthe gateway drops frames")]);
    vault.texts.insert("a.md".to_owned(), "# A\n\nx\n\nthe gateway is gone".to_owned());
    let hits = vault.hits("gateway");
    assert!(hits.iter().all(|hit| !hit.text.contains("drops")));
    vault.texts.remove("a.md");
    let answer = vault.answer(&query("gateway"));
    assert!(answer.hits.is_empty() && answer.warnings[0].status == "unavailable");
}

#[test]
fn a_small_page_is_one_hit_and_shows_what_stands_under_its_headings() {
    let body = "---\ntitle: Atlas\n---\n\n# Atlas\n\n## Goal\n\n## State\n\n- Release: Thursday\n\n## History\n\n- ~~Release: Wednesday~~ added:2026-05-18 superseded:2026-05-20\n";
    let vault = Vault::of(&[("atlas.md", body)]);
    let hits = vault.hits("when is the Atlas release");
    assert_eq!(hits.len(), 1, "{hits:?}");
    let text = &hits[0].text;
    assert_ne!(hits[0].heading.as_deref(), Some("History"));
    assert!(text.contains("Release: Thursday"), "{text}");
    for hidden in ["Wednesday", "title:", "## History"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
}

/// A conversation with an assistant; each turn has who speaks and what is said.
fn chat(id: &str, turns: &[(&str, &str)]) -> String {
    let mut text = format!("---\ntype: session\nid: {id}\n---\n# {id}\n");
    for (nth, (speaker, said)) in turns.iter().enumerate() {
        writeln!(text, "\n> **{speaker}** · 2026-11-01 10:0{nth}\n> {said}\n> ^t{nth}").unwrap();
    }
    text
}

fn first_turn(vault: &Vault, text: &str) -> Option<String> {
    let mut asked = query(text);
    asked.unit = Unit::Turn;
    let before = vault.answer(&asked).hits.first().and_then(|hit| hit.turn.clone());
    vault.fold();
    let after = vault.answer(&asked).hits.first().and_then(|hit| hit.turn.clone());
    assert_eq!(before, after, "{text}: delta and big index differ");
    after
}

#[test]
fn what_a_person_said_stands_above_what_an_assistant_said() {
    let own = chat("own", &[("user", "My marathon in Oslo is on Sunday, I trained a lot.")]);
    let general = "A marathon in Oslo needs training, and the marathon in Oslo has hills.";
    let advice =
        chat("advice", &[("user", "Tell me something about races."), ("assistant", general)]);
    let vault = Vault::of(&[("sessions/advice.md", &advice), ("sessions/own.md", &own)]);
    assert_eq!(first(&vault, "marathon in Oslo").as_deref(), Some("sessions/own.md"));
    assert_eq!(vault.files("marathon in Oslo").len(), 2);
}

#[test]
fn a_person_whose_name_has_a_character_of_the_assistants_is_a_person() {
    let own = chat("own", &[("歌手小王", "My marathon in Oslo is on Sunday, I trained a lot.")]);
    let general = "A marathon in Oslo needs training, and the marathon in Oslo has hills.";
    let advice = chat("advice", &[("user", "Tell me something about races."), ("助手", general)]);
    let vault = Vault::of(&[("sessions/advice.md", &advice), ("sessions/own.md", &own)]);
    assert_eq!(first(&vault, "marathon in Oslo").as_deref(), Some("sessions/own.md"));
}

#[test]
fn asking_what_an_assistant_said_finds_its_words() {
    let talk = |asked: &'static str, told: &'static str, between: &'static str| {
        let mut turns = vec![("user", asked)];
        turns.extend((0..8).map(|nth| (["assistant", "user"][nth % 2], between)));
        turns.push(("assistant", told));
        Vault::of(&[("sessions/x.md", &chat("x", &turns))])
    };
    let vault = talk(
        "Which hotel near the station in Porto is quiet?",
        "In Porto the hotel Ribeira near the station is quiet.",
        "The weather will be fine on all those days.",
    );
    let plain = first_turn(&vault, "quiet hotel near the station in Porto");
    assert_eq!(plain.as_deref(), Some("t0"));
    let told = "Remind me which quiet hotel near the station in Porto you recommended?";
    assert_eq!(first_turn(&vault, told).as_deref(), Some("t9"));

    let vault =
        talk("波尔图车站附近哪家酒店安静？", "波尔图车站附近河畔酒店安静。", "那几天天气都不错。");
    let told = "你推荐过的波尔图车站附近安静的酒店叫什么？";
    assert_eq!(first_turn(&vault, told).as_deref(), Some("t9"));
}

#[test]
fn words_that_only_ask_for_advice_do_not_choose_the_page() {
    let wish = chat("wish", &[("user", "I love thrillers with slow endings.")]);
    let talk = chat("talk", &[("user", "Can you recommend or suggest something for my garden?")]);
    let vault = Vault::of(&[("sessions/talk.md", &talk), ("sessions/wish.md", &wish)]);
    let asked = "Can you recommend thrillers, any suggestions?";
    assert_eq!(first(&vault, asked).as_deref(), Some("sessions/wish.md"));
    // Asked for as words, they are words.
    let words = "suggestions, recommendations, thrillers";
    assert_eq!(first(&vault, words).as_deref(), Some("sessions/talk.md"));
}

#[test]
fn words_that_only_frame_a_question_weigh_less_than_its_subject() {
    let subject = chat("subject", &[("user", "We got an aquarium with tetras.")]);
    let frame = chat("frame", &[("user", "The last rain fell on many days.")]);
    let vault = Vault::of(&[("sessions/frame.md", &frame), ("sessions/subject.md", &subject)]);
    let asked = "How many days since the last aquarium tetras?";
    assert_eq!(first(&vault, asked).as_deref(), Some("sessions/subject.md"));
    assert_eq!(
        first(&vault, "many days last aquarium tetras").as_deref(),
        Some("sessions/frame.md")
    );
}

#[test]
fn irregular_forms_of_a_word_find_each_other() {
    let vault = Vault::of(&[
        ("a.md", "Ann bought a tent and went to the lake."),
        ("b.md", "The children swam."),
        ("c.md", "Roses in the led light."),
    ]);
    for (text, file) in
        [("buy a tent", "a.md"), ("going to the lake", "a.md"), ("child swimming", "b.md")]
    {
        assert_eq!(first(&vault, text).as_deref(), Some(file), "{text}");
    }
    assert!(vault.files("lead").is_empty());
}

#[test]
fn ranks_may_be_joined_in_place_of_scores() {
    let vault = Vault::of(&[
        ("a.md", "the gateway drops frames at night"),
        ("b.md", "a gateway"),
        ("c.md", "frames"),
    ]);
    let mut asked = query("gateway frames");
    asked.unit = Unit::Page;
    asked.weights.fusion = crate::Fusion::Reciprocal;
    let hits = vault.answer(&asked).hits;
    assert_eq!(hits[0].page.file(), "a.md");
    assert!(hits.len() == 3 && hits[0].score > hits[1].score, "{hits:?}");
}
