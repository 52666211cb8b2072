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
        "Attend the wedding on Dec 5",
        "The wedding moved to Dec 9",
        "The wedding moved to Dec 9 (Attend the wedding)",
    ),
    ("Release 2.1 is on Dec 5", "Release 2.1 moved to Dec 9", "Release 2.1 moved to Dec 9"),
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
    ("12月5日和张三开会", "和张三的会议推迟到12月9日", "和张三的会议推迟到12月9日"),
    ("我有个面试在12月5日", "面试改到12月9日", "面试改到12月9日"),
    ("告别会12月5日", "告别会推迟到12月9日", "告别会推迟到12月9日"),
    ("婚礼12月5日开始", "婚礼被推迟到12月9日", "婚礼被推迟到12月9日"),
    ("团队聚餐12月5日", "我们把团队聚餐改到12月9日", "我们把团队聚餐改到12月9日"),
    ("12月9日发布", "发布从12月9日改到12月11日", "发布从12月9日改到12月11日"),
    ("12月9日发布", "原定12月9日的发布推迟到12月11日", "原定12月9日的发布推迟到12月11日"),
    ("周五(2026-12-04)发布", "发布由周五改到周一(2026-12-07)", "发布由周五改到周一(2026-12-07)"),
    ("12月5日看牙医", "牙医改到12月9日", "牙医改到12月9日（看牙医）"),
    ("12月5日发布", "提前到12月3日发布", "提前到12月3日发布"),
    ("Demo on Friday (2026-12-04)", "Demo moved to Monday", "Demo moved to Monday (2026-12-07)"),
    (
        "Demo on Friday (2026-12-04)",
        "Demo moved up to Monday",
        "Demo moved up to Monday (2026-11-30)",
    ),
    ("周五(2026-12-04)评审", "评审改到周一", "评审改到周一(2026-12-07)"),
    ("12月5日发布", "发布推迟两周", "发布推迟两周(2026-12-19)"),
    ("12月5日发布", "发布推迟十五天", "发布推迟十五天(2026-12-20)"),
    ("Launch on Dec 5", "Launch postponed by two weeks", "postponed by two weeks (2026-12-19)"),
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

/// A line and what moves another thing of that name: both stand, and the old one is named.
const APART: &[(&str, &str)] = &[
    // The old line says more, or plans nothing.
    (
        "There is a meeting with Anna about the budget on Dec 3",
        "The meeting with Anna was rescheduled to Dec 8",
    ),
    ("Launch the new version on Dec 5", "Launch moved to Dec 9"),
    ("The sprint review is on Dec 5", "The review moved to Dec 9"),
    ("The launch in Berlin is on Dec 5", "The launch moved to Dec 9"),
    ("12月5日前发布", "发布推迟到12月9日"),
    ("12月5日发布新版本", "发布推迟到12月9日"),
    ("12月5日和张三开会", "会议推迟到12月9日"),
    ("12月5日开会讨论预算", "会议推迟到12月9日"),
    ("12月5日期末考试", "考试推迟到12月9日"),
    ("Launch in Asia on December 5", "Launch moved to December 9"),
    ("Launch B on December 5", "Launch moved to December 9"),
    ("Launch A on December 5", "Launch moved to December 9"),
    ("Launch v2 on December 5", "Launch moved to December 9"),
    ("Launch 2.0 on December 5", "Launch moved to December 9"),
    ("Launch on December 5 for beta users", "Launch moved to December 9"),
    ("Asia: launch on December 5", "Launch moved to December 9"),
    ("Risk: launch on December 5", "Launch moved to December 9"),
    ("Decision: launch on December 5", "Launch moved to December 9"),
    ("Event: launch on December 5", "Launch moved to December 9"),
    ("Launch on December 5?", "Launch moved to December 9"),
    ("Maybe launch on December 5", "Launch moved to December 9"),
    ("Launch could be on December 5", "Launch moved to December 9"),
    ("Launch could be on December 5", "Launch was cancelled"),
    ("Launch after December 5", "Launch was cancelled"),
    ("Launch before December 5", "Launch moved to December 9"),
    ("Launch around December 5", "Launch moved to December 9"),
    ("The party was on December 5", "The party is cancelled"),
    ("12月5日已经发布", "发布推迟到12月9日"),
    ("12月5日后发布", "发布推迟到12月9日"),
    ("可能12月5日发布", "发布推迟到12月9日"),
    ("Launch on December 5", "The launch was called off in 2019"),
    ("Meeting about Bob's plan on Dec 3", "The meeting moved to Dec 6"),
    ("12月3日期末考试", "我的考试改到12月6日"),
    // Whose it is.
    ("Mom's checkup is on Dec 3", "My checkup moved to Dec 6"),
    ("Mom’s checkup is on Dec 3", "My checkup moved to Dec 6"),
    ("Mom's checkup is on Dec 3", "The checkup moved to Dec 6"),
    ("Mom's checkup is on Dec 3", "Checkup moved to Dec 6"),
    ("My mom's checkup is on Dec 3", "My checkup moved to Dec 6"),
    ("Checkup for Mom on Dec 3", "My checkup moved to Dec 6"),
    ("Tom's dentist appointment is on Dec 4", "My dentist appointment moved to Dec 8"),
    ("Mom's flight is on Dec 4", "My flight was moved to Dec 8"),
    ("Anna's birthday party is on Dec 4", "My birthday party moved to Dec 8"),
    ("Anna's birthday party is on Dec 4", "Tom's birthday party moved to Dec 8"),
    ("Tom's birthday dinner is on Dec 4", "Our birthday dinner moved to Dec 8"),
    ("Anna's call on Dec 3", "His call moved to Dec 8"),
    ("Call on Dec 3", "Her call moved to Dec 8"),
    ("Our launch on Dec 3", "Their launch moved to Dec 8"),
    ("Our launch on Dec 3", "My launch moved to Dec 8"),
    ("My checkup on Dec 3", "Mom's checkup moved to Dec 8"),
    ("妈妈12月3日体检", "我的体检改到12月6日"),
    ("妈妈12月3日体检", "体检改到12月6日"),
    ("我妈12月3日体检", "我的体检改到12月6日"),
    ("妈妈的体检在12月3日", "我的体检改到12月6日"),
    ("我的体检在12月3日", "妈妈的体检改到12月6日"),
    ("我的体检在12月3日", "我们的体检改到12月6日"),
    ("王伟12月4日面试", "我的面试改到12月8日"),
    ("王伟12月4日面试", "面试改到12月8日"),
    ("王伟12月4日技术面试", "我的面试改到12月8日"),
    ("小王12月4日面试", "我的面试改到12月8日"),
    ("张经理12月4日面试", "我的面试改到12月8日"),
    ("Tom的面试在12月4日", "我的面试改到12月8日"),
    ("王伟的航班在12月4日", "我的航班改到12月8日"),
    ("孩子12月4日打疫苗", "我打疫苗改到12月8日"),
    ("王伟的会议在12月4日", "我的会议改到12月8日"),
    ("他们的发布在12月4日", "我们的发布改到12月8日"),
    // From where to where.
    ("Flight from Paris to Rome on Dec 3", "Flight from Rome to Paris moved to Dec 8"),
    ("Flight to Rome on Dec 3", "Flight from Rome moved to Dec 8"),
    ("Handover from Kim to Lee on Dec 3", "Handover from Lee to Kim moved to Dec 8"),
    ("Paris-Rome flight on Dec 3", "Rome-Paris flight moved to Dec 8"),
    ("Call before lunch on Dec 3", "Call after lunch moved to Dec 8"),
    ("从北京到上海的航班12月3日", "从上海到北京的航班改到12月8日"),
    // What may be moved is not.
    ("Launch on Dec 1", "Launch might be moved to Dec 9"),
    ("Launch on Dec 1", "Launch may be moved to Dec 9"),
    ("Launch on Dec 1", "Launch could be moved to Dec 9"),
    ("Launch on Dec 1", "Launch should be moved to Dec 9"),
    ("Launch on Dec 1", "The launch can be moved to Dec 9"),
    ("Launch on Dec 1", "The launch would be moved to Dec 9"),
    ("Launch on Dec 1", "Launch is to be moved to Dec 9"),
    ("Launch on Dec 1", "Bob wants to have the launch moved to Dec 9"),
    ("Launch on Dec 1", "If it rains the launch is moved to Dec 9"),
    ("Launch on Dec 1", "The launch is moved to Dec 9 if it rains"),
    ("Launch on Dec 1", "Was the launch moved to Dec 9?"),
    ("Launch on Dec 1", "Launch could slip, maybe postponed by a week"),
    ("12月1日发布", "发布可能改到12月9日"),
    ("12月1日发布", "计划把发布改到12月9日"),
    ("12月1日发布", "如果下雨，发布改到12月9日"),
    // At which hour it is.
    ("上午的面试12月3日", "下午的面试改到12月8日"),
    ("晚上的会12月3日", "上午的会改到12月6日"),
    ("上午9点的会12月3日", "上午10点的会改到12月6日"),
    ("Flight at 9am on Dec 3", "Flight at 5pm moved to Dec 8"),
    ("Call in the morning on Dec 3", "Call in the evening moved to Dec 8"),
    // Several days, and an hour of what has none.
    ("Trip from Dec 3 to Dec 8", "Trip moved to Dec 10"),
    ("出差12月3日到12月8日", "出差改到12月10日"),
    ("Vacation Dec 3-8", "Vacation moved to Dec 10-15"),
    ("Dentist on Dec 3", "Dentist moved to 5pm"),
    ("Sprint review on Dec 3 at 3pm", "The review moved to 5pm"),
    ("Mom's dentist on Dec 3 at 3pm", "My dentist moved to 5pm"),
];

#[test]
fn c152_another_thing_of_that_name_stays_and_is_named() {
    let mut wrong = Vec::new();
    for (old, new) in APART {
        let (change, now, past) = told("Errands", &[old], new);
        let near = matches!(change, FactChange::NearDuplicate { .. });
        if !past.is_empty() || now.len() != 2 || !near {
            wrong.push(format!("{old} / {new}: {change:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A title, lines, what moves the first of them and what then stands in its place.
const ONE: &[(&str, &[&str], &str, &str)] = &[
    (
        "Errands",
        &["My checkup on Dec 3"],
        "The checkup moved to Dec 6",
        "The checkup moved to Dec 6",
    ),
    ("Errands", &["Checkup on Dec 3"], "My checkup moved to Dec 6", "My checkup moved to Dec 6"),
    ("Errands", &["Trip on Dec 3"], "Our trip moved to Dec 6", "Our trip moved to Dec 6"),
    (
        "Errands",
        &["Mom's checkup on Dec 3", "My checkup on Dec 4"],
        "Mom's checkup moved to Dec 6",
        "",
    ),
    (
        "Errands",
        &["My checkup on Dec 4", "Mom's checkup on Dec 3"],
        "My checkup moved to Dec 6",
        "",
    ),
    ("Mom", &["Mom's checkup on Dec 3"], "The checkup moved to Dec 6", ""),
    ("Errands", &["我的体检在12月3日"], "体检改到12月6日", ""),
    ("Errands", &["12月3日体检"], "我的体检改到12月6日", ""),
    ("Errands", &["王伟12月4日面试"], "王伟的面试改到12月8日", ""),
    ("Errands", &["妈妈12月3日体检", "12月4日体检"], "妈妈的体检改到12月6日", ""),
    (
        "Errands",
        &["Flight from Rome to Paris on Dec 5", "Flight from Paris to Rome on Dec 3"],
        "Flight from Rome to Paris moved to Dec 8",
        "Flight from Rome to Paris moved to Dec 8",
    ),
    (
        "Errands",
        &["Call at 5pm on Dec 4", "Call at 9am on Dec 3"],
        "Call at 5pm moved to Dec 8",
        "",
    ),
    ("Errands", &["The 9am call is on Dec 3"], "The call at 9 moved to Dec 8", ""),
    ("Errands", &["上午9点的会12月3日"], "上午的会改到12月6日", ""),
    ("Errands", &["The May launch is on Dec 1"], "The May launch was moved to Dec 9", ""),
    ("Errands", &["Launch on Dec 1"], "The launch had to be moved to Dec 9", ""),
    (
        "Errands",
        &["Dentist on Dec 3 at 3pm"],
        "Dentist moved to 5pm",
        "Dentist moved to 5pm (2026-12-03)",
    ),
    (
        "Errands",
        &["Dentist moved to 5pm (2026-12-03)"],
        "Dentist moved to 6:30 pm",
        "Dentist moved to 6:30 pm (2026-12-03)",
    ),
    (
        "Errands",
        &["牙医预约12月3日下午3点"],
        "牙医预约改到下午5点",
        "牙医预约改到下午5点(2026-12-03)",
    ),
    (
        "Errands",
        &["Dentist on Dec 3 at 3pm"],
        "Dentist moved to 5pm on Dec 8",
        "Dentist moved to 5pm on Dec 8",
    ),
    (
        "Errands",
        &["Review on Monday"],
        "Review moved from Monday to Wednesday",
        "Review moved from Monday to Wednesday (2026-12-02)",
    ),
    (
        "Errands",
        &["Demo on Friday"],
        "Demo moved from Friday to Monday",
        "Demo moved from Friday to Monday (2026-12-07)",
    ),
    ("Errands", &["周五演示"], "演示从周五改到下周一(2026-12-07)", ""),
];

#[test]
fn c026_what_moves_is_told_by_its_owner_its_way_and_its_hour() {
    let mut wrong = Vec::new();
    for (title, lines, new, line) in ONE {
        let (_, now, past) = told(title, lines, new);
        let gone = past.len() == 1 && past[0] == lines[0] && now.len() == lines.len();
        if !gone || !line.is_empty() && !now.iter().any(|it| it == line) {
            wrong.push(format!("{lines:?} / {new}: {now:?}, {past:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn c026_a_day_of_the_coming_year_needs_no_year() {
    for (old, new) in [
        ("Launch on Jan 15", "Launch moved to Jan 20"),
        ("Launch moved to Jan 5", "Launch moved to Jan 12"),
        ("Conference on March 3", "Conference moved to March 10"),
        ("1月15日发布", "发布推迟到1月20日"),
        ("婚礼在5月20日", "婚礼推迟到6月1日"),
        ("Launch on Feb 28", "Launch moved from Feb 28 to Mar 3"),
    ] {
        let (change, _, retired) = told("Plans", &[old], new);
        assert!(matches!(change, FactChange::Replaced { .. }), "{old}: {new}: {change:?}");
        assert_eq!(retired, [old]);
    }
    // What was to be a few weeks ago is over.
    let (_, _, retired) = told("Plans", &["Launch on Nov 10"], "Launch moved to Dec 9");
    assert_eq!(retired, [""; 0]);
}
