//! What a text that moves or calls off a thing takes the place of where the old line gives a weekday, an hour or nothing
//! but a thing's date; and with which habit a change goes on.

use jiff::civil::{Date, date};

use super::{edits, input, read, schema};
use crate::edit::apply;
use crate::fact::{FactChange, FactInput, set};
use crate::page::Page;
use crate::path::PagePath;

/// A Monday.
const TODAY: Date = date(2026, 11, 30);

/// The lines of a page after `new` was set among `old`, all stated on the day `added`; what of them is named, and the
/// page.
fn told(old: &[&str], new: &str, added: Date) -> (Vec<String>, Vec<String>, Page) {
    let mut text = "---\ntype: project\ntitle: Errands\n---\n\n".to_owned();
    for line in old {
        text.push_str(&format!("- {line}  added:{added}\n"));
    }
    let page = Page::parse(PagePath::parse("projects/p").unwrap(), text.as_str());
    let said = FactInput { today: TODAY, ..input(None, new) };
    let change = set(&page, schema(), &said).unwrap();
    let after = Page::parse(page.path.clone(), apply(&page, edits(&change)).unwrap());
    let near = match change {
        FactChange::NearDuplicate { of, .. } => of.into_iter().map(|it| it.value).collect(),
        _ => Vec::new(),
    };
    let now = read(&after.text).into_iter().filter(|it| !it.retired).map(|it| it.value).collect();
    (now, near, after)
}

/// An old line, what is said, and what stands in its place.
const TAKEN: &[(&str, &str, &str)] = &[
    ("Standup is at 9:30", "Standup moved to 10:00", "Standup moved to 10:00"),
    ("Standup moved to 10:00", "Standup moved to 10:30", "Standup moved to 10:30"),
    ("Standup is at 9:30", "Standup is now at 10:00", "Standup is now at 10:00"),
    ("Our standup is at 9:30", "Our standup moved to 10am", "Our standup moved to 10am"),
    ("Meeting at 3pm", "Meeting moved to 4pm", "Meeting moved to 4pm"),
    ("Meeting at 3pm", "Meeting rescheduled to 4pm", "Meeting rescheduled to 4pm"),
    ("Meeting at 3pm", "Meeting moved from 3pm to 4pm", "Meeting moved from 3pm to 4pm"),
    ("I have a call at 3pm", "My call moved to 4pm", "My call moved to 4pm"),
    ("会议下午3点", "会议改到下午4点", "会议改到下午4点"),
    ("会议下午3点", "会议推迟到4点", "会议推迟到4点"),
    ("会议下午3点", "会议从下午3点改到4点", "会议从下午3点改到4点"),
    (
        "Lunch with Kim on Friday",
        "Lunch with Kim moved to Saturday",
        "Lunch with Kim moved to Saturday (2026-12-05)",
    ),
    (
        "Lunch with Kim on Friday",
        "Lunch with Kim moved to Dec 12",
        "Lunch with Kim moved to Dec 12",
    ),
    ("Demo on Friday", "Demo moved to Monday", "Demo moved to Monday (2026-12-07)"),
    ("周五交房租", "交房租改到周四", "交房租改到周四(2026-12-03)"),
    ("我周五体检", "我的体检改到周四", "我的体检改到周四(2026-12-03)"),
    ("Launch on Dec 5", "Launch was cancelled", "Launch was cancelled"),
    ("Launch on Dec 5", "The launch is off", "The launch is off"),
    ("Launch on Dec 5", "The launch has been called off.", "The launch has been called off."),
    ("Launch on Dec 5", "We cancelled the launch", "We cancelled the launch"),
    ("Launch on Dec 5", "Launch on Dec 5 was canceled", "Launch on Dec 5 was canceled"),
    ("12月5日发布", "发布取消了", "发布取消了"),
    ("12月5日发布", "发布已经被取消", "发布已经被取消"),
    ("12月5日发布", "我们取消了发布", "我们取消了发布"),
    ("12月5日团建", "团建泡汤了", "团建泡汤了"),
    ("Lunch with Kim on Friday", "Lunch with Kim was cancelled", "Lunch with Kim was cancelled"),
    ("会12月3日", "会改到12月6日", "会改到12月6日"),
    ("下午的会12月3日", "会改到12月6日", "会改到12月6日（下午的会）"),
];

#[test]
fn c152_a_new_hour_weekday_or_end_takes_the_place_of_the_line_of_its_thing() {
    let mut wrong = Vec::new();
    for (old, new, line) in TAKEN {
        let (now, _, after) = told(&["Buy milk", old], new, TODAY);
        if now != ["Buy milk", *line] {
            wrong.push(format!("{old} / {new}: {now:?}"));
        }
        let again = FactInput { today: TODAY, ..input(None, new) };
        let again = set(&after, schema(), &again);
        assert!(matches!(again, Ok(FactChange::Unchanged)), "{new}: {again:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Lines that stay, what is said, and whether they are named.
const LEFT: &[(&[&str], &str, bool)] = &[
    (&["Meeting at 3pm", "Meeting at 5pm"], "Meeting moved to 4pm", true),
    (&["Meeting with Bob at 3pm"], "Meeting moved to 4pm", true),
    (&["Meeting with Bob at 3pm"], "Meeting with Ann moved to 4pm", false),
    (&["Meeting at 2pm"], "Meeting moved from 3pm to 4pm", false),
    (&["会议下午2点"], "会议从下午3点改到4点", false),
    (&["Meeting at 3pm"], "Meeting might move to 4pm", false),
    (&["Meeting at 3pm"], "Meeting moved to Friday", true),
    (&["Gym at 7pm"], "Dinner moved to 8pm", false),
    (&["Mom's checkup at 3pm"], "My checkup moved to 4pm", false),
    (&["妈妈周五体检"], "体检改到周四", true),
    (&["周五交房租"], "交水费改到周四", false),
    (&["周五交房租"], "改到周四", true),
    (&["Anna's flight lands at 6pm"], "Anna's flight is delayed to 8pm", true),
    (&["Lunch with Kim on Friday"], "Lunch with Kim moved to 1pm", true),
    (&["Team lunch every Friday"], "Team lunch moved to Thursday", true),
    (&["Team lunch on Fridays"], "Team lunch moved to Thursday", true),
    (&["The shop opens at 9am"], "The shop moved to 12 Main Street", false),
    (&["Standup is at 9:30"], "Standup was cancelled", true),
    (&["Launch party on Dec 5"], "Launch was cancelled", true),
    (&["Launch on Dec 5"], "Launch party was cancelled", true),
    (&["Launch on Dec 5"], "Launch might be cancelled", true),
    (&["Launch on Dec 5"], "Launch was not cancelled", false),
    (&["Launch on Dec 5"], "Launch wasn't cancelled", false),
    (&["Launch on Dec 5"], "Was the launch cancelled?", true),
    (&["Launch on Dec 5"], "The launch is off-site", false),
    (&["Launch on Dec 5"], "Launch on Dec 8 was cancelled", true),
    (&["12月5日发布"], "发布没取消", false),
    (&["12月5日发布"], "发布取消了吗", false),
    (&["12月5日发布"], "发布会取消了", true),
    (&["12月5日发布"], "发布可能取消", true),
    (&["12月5日发布彩排"], "发布取消了", true),
    (&["妈妈12月3日体检"], "体检取消了", true),
    (&["My gym class is at 6pm"], "My gym class is cancelled today", true),
    (&["My gym class is at 6pm"], "My gym class is cancelled this week", true),
    (&["My gym class is at 6pm"], "My gym class was cancelled because of snow", true),
    (&["Gym at 6pm"], "Gym is cancelled today", true),
    (&["Team sync at 3pm"], "Team sync was cancelled this morning", true),
    (&["Team sync at 3pm"], "Team sync was cancelled again", true),
    (&["瑜伽课晚上7点"], "瑜伽课今天改到晚上8点", true),
    (&["Had the demo on Friday"], "Demo moved to Monday", true),
    (&["We had the demo on Friday"], "Demo moved to Monday", true),
    (&["I had lunch with Kim on Friday"], "Lunch with Kim moved to Saturday", true),
    (&["Had dentist on Friday"], "Dentist moved to Monday", true),
    (&["Demo was on Friday"], "Demo moved to Monday", true),
    (&["Demo had been on Friday"], "Demo moved to Monday", true),
    (&["The call was at 3pm"], "Call moved to 4pm", true),
    (&["Had the standup at 9:30"], "Standup moved to 10:00", true),
    (&["Interview was at 2pm"], "Interview was cancelled", true),
    (&["周五已经演示"], "演示改到周一", true),
    (&["周五演示了"], "演示改到周一", true),
    (&["会议下午3点"], "今天会议改到下午4点", true),
    (&["我12月3日有个机会"], "会改到12月6日", false),
    (&["Gym on Monday at 7pm", "Gym on Wednesday at 7pm"], "Gym moved to 8pm", true),
    (&["Gym on Monday at 7pm"], "Gym moved to 8pm", true),
    (&["周一晚上7点健身", "周三晚上7点健身"], "健身改到晚上8点", true),
    (&["Gym on Monday at 7pm", "Gym on Wednesday at 7pm"], "Gym was cancelled", true),
    (&["Gym on Monday at 7pm", "Gym on Wednesday at 7pm"], "Gym moved to Friday", true),
    (&["Lunch with Kim on Monday or Friday"], "Lunch with Kim moved to Thursday", true),
    (&["Lunch with Kim on Monday and Friday"], "Lunch with Kim moved to Thursday", true),
    (&["Lunch with Kim on Monday/Friday"], "Lunch with Kim moved to Thursday", true),
    (&["Lunch with Kim on Dec 4 or 5"], "Lunch with Kim moved to Dec 8", true),
    (&["Lunch with Kim on Dec 4 and Dec 5"], "Lunch with Kim moved to Dec 8", true),
    (&["Lunch with Kim on Dec 4 at 1pm or 2pm"], "Lunch with Kim moved to Dec 8", true),
    (&["Meeting at 3pm or 5pm"], "Meeting moved to 4pm", true),
    (&["Meeting at 3pm and 5pm"], "Meeting was cancelled", true),
    (&["Meeting from 3pm to 5pm"], "Meeting moved to 4pm", true),
    (&["Sale until Friday"], "Sale moved to Saturday", true),
    (&["Gym on Monday except holidays"], "Gym moved to Tuesday", true),
    (&["周一或周五和小李吃饭"], "和小李吃饭改到周四", true),
    (&["周一、周五健身"], "健身改到周四", true),
    (&["会议下午3点或5点"], "会议改到下午4点", true),
    (&["Lunch with Kim on Friday"], "Lunch with Kim moved to Thursday or Saturday", false),
];

#[test]
fn c152_of_another_thing_owner_or_time_an_undated_line_stays() {
    let mut wrong = Vec::new();
    for (old, new, named) in LEFT {
        let (now, near, _) = told(old, new, TODAY);
        let stand = old.iter().all(|it| now.iter().any(|line| line == it));
        let all = if *named { near.len() == old.len() } else { near.is_empty() };
        if !stand || !all {
            wrong.push(format!("{old:?} / {new}: {now:?}, named {near:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_weekday_that_was_said_weeks_ago_is_over() {
    for said in ["Lunch with Kim on Friday", "Lunch with Kim on Monday"] {
        let (now, near, _) = told(&[said], "Lunch with Kim moved to Saturday", date(2026, 11, 10));
        assert!(now.iter().any(|it| it == said), "{now:?}");
        assert_eq!(near, [said]);
    }
}

/// What somebody does, the change, and the line that goes on with it.
const HABITS: &[(&str, &str, &str)] = &[
    ("I drink coffee", "I switched to tea", "I switched to tea (drink)"),
    (
        "I drink coffee every morning",
        "I switched to tea",
        "I switched to tea (drink every morning)",
    ),
    ("I drink coffee", "I now prefer tea", "I now prefer tea (drink)"),
    ("I drink coffee", "I drink tea these days", "I drink tea these days"),
    ("I drink coffee", "I switched to tea instead", "I switched to tea instead (drink)"),
    ("I drink coffee", "I gave up coffee for tea.", "I gave up coffee for tea (drink)"),
    ("I drink coffee", "I gave up coffee", "I gave up coffee (drink)"),
    ("I use Vim", "I switched to Emacs", "I switched to Emacs (use)"),
    ("I use npm for packages", "I switched to pnpm", "I switched to pnpm (use for packages)"),
    (
        "Ada drinks coffee",
        "Ada switched from coffee to tea",
        "Ada switched from coffee to tea (drinks)",
    ),
    ("我喝咖啡", "我从咖啡换成了茶", "我从咖啡换成了茶（喝）"),
    ("我喝咖啡", "我戒掉了咖啡", "我戒掉了咖啡（喝）"),
    ("我用 Vim", "我从 Vim 换成了 Emacs", "我从 Vim 换成了 Emacs（用）"),
    // What says itself what is done is left as it is, and so is what one likes.
    ("I drink coffee", "I drink tea now instead of coffee", "I drink tea now instead of coffee"),
    ("我喝咖啡", "我不喝咖啡了，改喝茶", "我不喝咖啡了，改喝茶"),
    ("I like coffee", "I prefer tea", "I prefer tea"),
    // A line that goes on with a habit is taken back as one that says it.
    ("I switched to tea (drink)", "I drink matcha now", "I drink matcha now"),
    ("I switched to tea (drink)", "I don't drink tea any more", "I don't drink tea any more"),
    ("I switched to tea (drink)", "I switched to espresso", "I switched to espresso (drink)"),
    ("我从咖啡换成了茶（喝）", "我不喝茶了", "我不喝茶了"),
];

#[test]
fn c152_a_change_goes_on_with_the_habit_that_it_changes() {
    let mut wrong = Vec::new();
    for (old, new, line) in HABITS {
        let (now, _, after) = told(&[old], new, TODAY);
        if now != [*line] {
            wrong.push(format!("{old} / {new}: {now:?}"));
        }
        let again = FactInput { today: TODAY, ..input(None, new) };
        let again = set(&after, schema(), &again);
        assert!(matches!(again, Ok(FactChange::Unchanged)), "{new}: {again:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Habits, and a change of one time, place or other thing: both stand; and whether the habits are named.
const KEPT: &[(&[&str], &str, bool)] = &[
    (&["I drink coffee every morning"], "I switched to tea in the evening", true),
    (&["I drink coffee every morning"], "I now prefer tea in the evening", true),
    (&["I drink coffee every morning"], "I switched to tea for today", true),
    (&["I drink coffee every morning"], "I drink tea now as well as coffee", true),
    (&["I drink coffee"], "I switched to tea on weekends", true),
    (&["I drink coffee"], "I switched to tea for Lent", true),
    (&["I drink coffee"], "I switched to tea for a month in 2020", true),
    (&["I drink coffee"], "I now prefer tea with lemon to tea with milk", true),
    (&["I drink coffee"], "I don't drink coffee at work any more", false),
    (&["I drink tea"], "I drink coffee now on weekends", true),
    (&["I use vim"], "I use emacs now for mail", true),
    (&["I use vim for code"], "I switched to emacs for mail", false),
    (&["I use Slack"], "I use Teams now with clients", true),
    (&["I drink coffee", "I drink milk"], "I switched to tea", true),
    (&["我喝咖啡", "我喝牛奶"], "我改喝茶了", true),
    (&["I use vim", "I use helix"], "I switched to emacs", true),
    (&["I drink coffee every morning"], "I switched from milk to tea", false),
    (&["I like coffee"], "I don't like coffee any more than you do", false),
    (&["我每天早上喝咖啡"], "我从牛奶换成了茶", false),
    (&["我喜欢咖啡"], "我从红茶换成了绿茶", false),
    (&["I use vim"], "I use emacs at work too", false),
];

#[test]
fn c152_a_habit_that_is_changed_in_part_or_is_another_stays() {
    let mut wrong = Vec::new();
    for (old, new, named) in KEPT {
        let (now, near, _) = told(old, new, TODAY);
        let stand = old.iter().all(|it| now.iter().any(|line| line == it));
        let beside = now.iter().any(|line| line == new);
        if !stand || !beside || *named && near.len() != old.len() {
            wrong.push(format!("{old:?} / {new}: {now:?}, named {near:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
