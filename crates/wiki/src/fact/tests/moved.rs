//! What a text that moves a day takes the place of, and what merely has the moved thing's name in it.

use jiff::civil::{Date, date};

use super::{edits, input, read, schema};
use crate::edit::apply;
use crate::fact::{FactChange, FactInput, set};
use crate::page::Page;
use crate::path::PagePath;

/// A Monday.
const TODAY: Date = date(2026, 11, 30);

/// The lines of a page of this title after `new` was set among `old`, and those of them that were retired.
fn told(title: &str, old: &[&str], new: &str) -> (FactChange, Vec<String>, Vec<String>) {
    let mut text = format!("---\ntype: project\ntitle: {title}\n---\n\n");
    for line in old {
        text.push_str(&format!("- {line}  added:2026-11-20\n"));
    }
    let page = Page::parse(PagePath::parse("projects/p").unwrap(), text.as_str());
    let said = FactInput { today: TODAY, ..input(None, new) };
    let change = set(&page, schema(), &said).unwrap();
    let after = apply(&page, edits(&change)).unwrap();
    let said = |retired: bool| {
        let facts = read(&after).into_iter().filter(|it| it.retired == retired);
        facts
            .map(|it| it.key.map_or(it.value.clone(), |key| format!("{key}: {}", it.value)))
            .collect()
    };
    (change, said(false), said(true))
}

/// Lines beside which a text that moves something is added.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "Launch moved to Dec 9",
        &[
            "Launch rehearsal on Dec 5",
            "Book flights for the launch by Dec 5",
            "Pre-launch checks on Dec 5",
            "Pre-launch on Dec 5",
            "Launch party on Dec 5",
            "Launch party: Dec 5",
            "Launch: rehearsal on Dec 5",
            "Launch - rehearsal on Dec 5",
            "Launch, party on Dec 5",
            "Do not launch before Dec 3",
            "Don't launch on Dec 5",
            "No launch on Dec 5",
            "Rehearse the launch on Dec 5",
            "Prepare launch by Dec 5",
            "Decide on the launch by Dec 5",
            "Meeting about the launch on Dec 5",
            "The launch team meets on Dec 5",
            "Launch freeze starts on Dec 5",
            "Launch is blocked until Dec 5",
            "Announce the launch on Dec 5",
            "Before the launch call Bob on Dec 5",
            "Send invitations to the launch by Dec 5",
            "Rehearsal and launch on Dec 5",
            "Launch on Dec 5, rehearsal on Dec 4",
            "Soft opening before launch: Dec 5",
            "Test launch on Dec 5",
            "We should launch on Dec 5",
            "Everything for the launch is ready by Dec 5",
            "The demo is on Dec 5",
        ],
    ),
    (
        "Deploy moved to Dec 9",
        &["Never deploy on Dec 5", "Deploy notes due Dec 5", "Deploy freeze on Dec 5"],
    ),
    (
        "Concert moved to Dec 9",
        &[
            "Tickets for the concert go on sale on Dec 5",
            "Concert tickets go on sale on Dec 5",
            "Buy concert tickets by Dec 5",
            "Dinner before the concert on Dec 5",
        ],
    ),
    (
        "Exam moved to Dec 9",
        &[
            "Exam registration closes on Dec 5",
            "Register for the exam by Dec 5",
            "Mock exam on Dec 5",
            "Study for the exam on Dec 5",
        ],
    ),
    ("Flight moved to Dec 9", &["Book flights by Dec 5", "Pay for the flight by Dec 5"]),
    (
        "The meeting with Anna moved to Dec 8",
        &["I have a meeting with Bob on Dec 3", "Meeting notes for Anna due Dec 3"],
    ),
    ("The wedding is postponed to Dec 9", &["Wedding invitations go out on Dec 5"]),
    ("Launch moved from Dec 9 to Dec 11", &["Launch on Dec 5", "Team launch on Dec 6"]),
    ("Launch moved from Friday to Monday", &["Launch on Dec 9"]),
    ("moved up to Tuesday: launch", &["Launch rehearsal on Dec 5"]),
    (
        "产品发布会推迟到12月9日",
        &["产品发布会彩排12月5日", "12月5日彩排产品发布会", "产品发布会请柬12月5日寄出"],
    ),
    (
        "发布推迟到12月9日",
        &[
            "12月5日完成发布前的测试",
            "不要在12月5日前发布",
            "别在12月5日发布",
            "12月5日禁止发布",
            "发布彩排12月5日",
            "发布会彩排: 12月5日",
            "12月5日准备发布",
            "12月5日讨论发布",
            "发布后的复盘12月5日",
            "发布前的评审12月5日",
            "12月5日测试发布",
            "发布公告12月5日",
            "12月5日彩排和发布",
            "12月5日发布，12月4日彩排",
            "取消12月5日的发布",
            "12月5日评审",
        ],
    ),
    ("婚礼推迟到12月9日", &["婚礼请柬12月5日寄出", "12月5日布置婚礼", "婚礼彩排12月5日"]),
    ("考试推迟到12月9日", &["考试报名12月5日截止", "模拟考试12月5日", "12月5日报名考试"]),
    ("评审推迟到12月9日", &["发布前的评审12月5日", "评审材料12月5日提交"]),
    ("团队聚餐推迟到12月9日", &["家庭聚餐12月5日"]),
    ("会议推迟到12月9日", &["发布会12月5日", "会议室预定12月5日", "会议纪要12月5日提交"]),
    ("李四的会议推迟到12月9日", &["12月5日和张三开会"]),
    ("发布从12月9日改到12月11日", &["12月5日发布"]),
    ("发布由周五改到周一", &["12月9日发布"]),
    ("提前到12月3日发布", &["12月5日完成发布前的测试", "发布彩排12月5日"]),
];

#[test]
fn c026_a_moved_day_leaves_lines_that_merely_have_its_things_name() {
    for (new, lines) in OTHERS {
        for old in *lines {
            let (change, now, past) = told("Errands", &[old], new);
            assert!(past.is_empty(), "{old} / {new}: {past:?}");
            assert_eq!(now.len(), 2, "{old} / {new}: {now:?}");
            // What has a word of it is named.
            let shares = matches!(change, FactChange::NearDuplicate { .. });
            assert!(shares || matches!(change, FactChange::Added(_)), "{old} / {new}");
        }
        let (_, _, past) = told("Errands", lines, new);
        assert!(past.is_empty(), "{new}: {past:?}");
    }
    for (old, new) in [
        ("Launch rehearsal on Dec 5", "Launch moved to Dec 9"),
        ("婚礼请柬12月5日寄出", "婚礼推迟到12月9日"),
        ("Launch on Dec 5", "Launch moved from Dec 9 to Dec 11"),
        ("I have a meeting with Bob on Dec 3", "The meeting with Anna moved to Dec 8"),
    ] {
        let (change, ..) = told("Errands", &[old], new);
        let FactChange::NearDuplicate { of, .. } = &change else { panic!("{old} / {new}") };
        assert_eq!(of[0].value, old);
    }
    // Nor does the name of the page make one of another.
    for (title, old, new) in [
        ("Launch", "Rehearsal on Dec 5", "Launch moved to Dec 9"),
        ("Berlin offsite", "Book flights on Dec 5", "Berlin offsite moved to Dec 9"),
        ("Atlas launch", "Launch rehearsal on Dec 5", "Atlas launch moved to Dec 9"),
        ("凤凰", "订机票12月5日", "凤凰推迟到12月9日"),
        ("产品发布会", "彩排12月5日", "产品发布会推迟到12月9日"),
        ("产品发布", "12月5日完成发布前的测试", "产品发布推迟到12月9日"),
    ] {
        let (_, now, past) = told(title, &[old], new);
        assert!(past.is_empty() && now.len() == 2, "{title}: {old} / {new}: {past:?}");
    }
}

/// A line, what moves it and what then stands in its place.
const MOVED: &[(&str, &str, &str)] = &[
    ("Launch on Dec 5", "Launch moved to Dec 9", "Launch moved to Dec 9"),
    (
        "The launch is on Dec 5",
        "The launch has been moved to Dec 9",
        "The launch has been moved to Dec 9",
    ),
    ("The launch takes place on Dec 5", "launch got moved to Dec 9", "launch got moved to Dec 9"),
    (
        "The launch starts on Dec 5",
        "The launch was rescheduled for Dec 9",
        "The launch was rescheduled for Dec 9",
    ),
    ("Launch happens Dec 5", "Launch is postponed to Dec 9", "Launch is postponed to Dec 9"),
    ("Launch date: Dec 5", "The launch date moved to Dec 9", "moved to Dec 9"),
    ("The wedding day is Dec 5", "wedding postponed to Dec 9", "wedding postponed to Dec 9"),
    ("Dentist appointment on Dec 5", "The dentist moved to Dec 9", "The dentist moved to Dec 9"),
    (
        "I have a dentist appointment on Dec 5",
        "My dentist appointment is postponed to Dec 9",
        "My dentist appointment is postponed to Dec 9",
    ),
    ("Appointment with the dentist on Dec 5", "Dentist moved to Dec 9", "Dentist moved to Dec 9"),
    (
        "I have a meeting with Anna on Dec 3",
        "The meeting with Anna is postponed to Dec 8",
        "The meeting with Anna is postponed to Dec 8",
    ),
    (
        "We have a meeting with Anna on Dec 3",
        "The Anna meeting moved to Dec 8",
        "The Anna meeting moved to Dec 8",
    ),
    (
        "There is a meeting with Anna about the budget on Dec 3",
        "The meeting with Anna was rescheduled to Dec 8",
        "The meeting with Anna was rescheduled to Dec 8 (meeting with Anna about the budget)",
    ),
    (
        "Launch the new version on Dec 5",
        "Launch moved to Dec 9",
        "Launch moved to Dec 9 (Launch the new version)",
    ),
    (
        "Attend the wedding on Dec 5",
        "The wedding moved to Dec 9",
        "The wedding moved to Dec 9 (Attend the wedding)",
    ),
    (
        "The sprint review is on Dec 5",
        "The review moved to Dec 9",
        "The review moved to Dec 9 (sprint review)",
    ),
    ("Release 2.1 is on Dec 5", "Release 2.1 moved to Dec 9", "Release 2.1 moved to Dec 9"),
    (
        "The launch in Berlin is on Dec 5",
        "The launch moved to Dec 9",
        "The launch moved to Dec 9 (launch in Berlin)",
    ),
    ("We ship on Dec 5", "We ship on Dec 9 instead", "We ship on Dec 9 instead"),
    ("Pay the rent on Dec 5", "moved up to Dec 3, pay the rent", "moved up to Dec 3, pay the rent"),
    (
        "I have a dentist appointment on Dec 5",
        "moved to Dec 9",
        "dentist appointment: moved to Dec 9",
    ),
    ("Launch on Dec 9", "Launch moved from Dec 9 to Dec 11", "Launch moved from Dec 9 to Dec 11"),
    (
        "Launch on Dec 9",
        "The launch on Dec 9 is postponed to Dec 11",
        "The launch on Dec 9 is postponed to Dec 11",
    ),
    ("Launch on Dec 9", "Launch moved to Dec 11 from Dec 9", "Launch moved to Dec 11 from Dec 9"),
    (
        "Launch on Friday (2026-12-04)",
        "Launch moved from Friday to Monday (2026-12-07)",
        "Launch moved from Friday to Monday (2026-12-07)",
    ),
    (
        "Launch moved from Dec 5 to Dec 9",
        "Launch moved from Dec 9 to Dec 11",
        "Launch moved from Dec 9 to Dec 11",
    ),
    (
        "Launch moved from Dec 5 to Dec 9",
        "The launch moved to Dec 11",
        "The launch moved to Dec 11",
    ),
    (
        "Launch on Friday (2026-12-04)",
        "The launch on Friday is moved to Dec 9",
        "The launch on Friday is moved to Dec 9",
    ),
    (
        "Launch on Dec 5",
        "Yesterday (2026-11-29) the launch was moved to Dec 9",
        "Yesterday (2026-11-29) the launch was moved to Dec 9",
    ),
    ("12月5日发布", "发布今天(2026-11-30)推迟到12月9日", "发布今天(2026-11-30)推迟到12月9日"),
    ("12月5日发布", "发布推迟到12月9日", "发布推迟到12月9日"),
    ("发布12月5日进行", "发布推迟到12月9日", "发布推迟到12月9日"),
    ("发布时间：12月5日", "发布时间推迟到12月9日", "推迟到12月9日"),
    ("产品发布会定在12月5日举行", "产品发布会推迟到12月9日", "产品发布会推迟到12月9日"),
    ("12月5日前发布", "发布推迟到12月9日", "发布推迟到12月9日"),
    ("12月5日发布新版本", "发布推迟到12月9日", "发布推迟到12月9日（发布新版本）"),
    ("12月5日和张三开会", "会议推迟到12月9日", "会议推迟到12月9日（和张三开会）"),
    ("12月5日和张三开会", "和张三的会议推迟到12月9日", "和张三的会议推迟到12月9日"),
    ("12月5日开会讨论预算", "会议推迟到12月9日", "会议推迟到12月9日（开会讨论预算）"),
    ("我有个面试在12月5日", "面试改到12月9日", "面试改到12月9日"),
    ("12月5日期末考试", "考试推迟到12月9日", "考试推迟到12月9日（期末考试）"),
    ("告别会12月5日", "告别会推迟到12月9日", "告别会推迟到12月9日"),
    ("婚礼12月5日开始", "婚礼被推迟到12月9日", "婚礼被推迟到12月9日"),
    ("团队聚餐12月5日", "我们把团队聚餐改到12月9日", "我们把团队聚餐改到12月9日"),
    ("12月9日发布", "发布从12月9日改到12月11日", "发布从12月9日改到12月11日"),
    ("12月9日发布", "原定12月9日的发布推迟到12月11日", "原定12月9日的发布推迟到12月11日"),
    ("周五(2026-12-04)发布", "发布由周五改到周一(2026-12-07)", "发布由周五改到周一(2026-12-07)"),
    ("12月5日看牙医", "牙医改到12月9日", "牙医改到12月9日（看牙医）"),
    ("12月5日发布", "提前到12月3日发布", "提前到12月3日发布"),
];

#[test]
fn c026_a_moved_day_takes_the_place_of_the_line_of_its_thing() {
    let mut wrong = Vec::new();
    for (old, new, line) in MOVED {
        let (_, now, past) = told("Errands", &[old], new);
        if past.len() != 1 || now.len() != 1 || !now[0].ends_with(line) {
            wrong.push(format!("{old} / {new}: {now:?}"));
        }
        // What has only its name stays beside it.
        let beside = ["Launch rehearsal on Dec 4", "婚礼请柬12月4日寄出", "Never deploy on Dec 4"];
        let all: Vec<&str> = beside.into_iter().chain([*old]).collect();
        let (_, now, past) = told("Errands", &all, new);
        let bare = new.starts_with("moved to");
        if !bare && (past.len() != 1 || now.len() != 4) {
            wrong.push(format!("{old} / {new}, with others: {past:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn c026_of_several_lines_the_one_of_exactly_that_name_or_day_moves() {
    for (lines, new, gone) in [
        (
            &["Team launch on Dec 5", "Launch on Dec 6"][..],
            "Launch moved to Dec 9",
            Some("Launch on Dec 6"),
        ),
        (
            &["Launch on Dec 6", "Team launch on Dec 5"],
            "Team launch moved to Dec 9",
            Some("Team launch on Dec 5"),
        ),
        (&["家庭聚餐12月5日", "团队聚餐12月6日"], "团队聚餐推迟到12月9日", Some("团队聚餐12月6日")),
        (&["家庭聚餐12月5日", "聚餐12月6日"], "聚餐推迟到12月9日", Some("聚餐12月6日")),
        (&["家庭聚餐12月5日", "团队聚餐12月6日"], "聚餐推迟到12月9日", None),
        (&["Sprint review on Dec 5", "Design review on Dec 6"], "The review moved to Dec 9", None),
        (
            &["Sprint review on Dec 5", "Design review on Dec 6"],
            "The review moved from Dec 6 to Dec 9",
            Some("Design review on Dec 6"),
        ),
        (&["Launch on Dec 5", "Launch on Dec 6"], "Launch moved to Dec 9", None),
        (
            &["Launch on Dec 5", "Launch on Dec 6"],
            "Launch moved from Dec 5 to Dec 9",
            Some("Launch on Dec 5"),
        ),
        (&["12月5日发布", "12月6日发布"], "发布从12月6日改到12月9日", Some("12月6日发布")),
        (&["Launch on Dec 5", "Demo on Dec 6"], "moved from Dec 6 to Dec 9", Some("Demo on Dec 6")),
        (
            &["12月5日和张三开会", "12月6日和李四开会"],
            "和李四的会议推迟到12月9日",
            Some("12月6日和李四开会"),
        ),
        (&["12月5日和张三开会", "12月6日和李四开会"], "会议推迟到12月9日", None),
    ] {
        let (change, _, past) = told("Errands", lines, new);
        assert_eq!(past.first().map(String::as_str), gone, "{lines:?} / {new}");
        let FactChange::NearDuplicate { of, .. } = change else {
            assert!(gone.is_some(), "{lines:?} / {new}");
            continue;
        };
        assert_eq!(of.len(), 2, "{lines:?} / {new}");
    }
}
