//! What a text that tells of a change in somebody's life takes the place of, and what only looks like one.

use jiff::civil::{Date, date};

use super::{edits, input, read, schema};
use crate::edit::apply;
use crate::fact::{FactChange, FactInput, set};
use crate::page::Page;
use crate::path::PagePath;

/// A Monday.
const TODAY: Date = date(2026, 11, 30);

/// The lines of a page after `new` was set among `old`; what of them is named, and the page.
fn told(old: &[&str], new: &str) -> (Vec<String>, Vec<String>, Page) {
    let mut text = "---\ntype: user\ntitle: Me\n---\n\n".to_owned();
    for line in old {
        text.push_str(&format!("- {line}  added:2026-11-20\n"));
    }
    let page = Page::parse(PagePath::parse("users/me").unwrap(), text.as_str());
    let said = FactInput { today: TODAY, ..input(None, new) };
    let change = set(&page, schema(), &said).unwrap();
    let near = match &change {
        FactChange::NearDuplicate { of, .. } => of.iter().map(|it| it.value.clone()).collect(),
        _ => Vec::new(),
    };
    let after = match &change {
        FactChange::Unchanged => page,
        change => Page::parse(page.path.clone(), apply(&page, edits(change)).unwrap()),
    };
    let now = read(&after.text).into_iter().filter(|it| !it.retired).map(|it| it.value).collect();
    (now, near, after)
}

/// An old line, what is said, and what stands in its place.
const TAKEN: &[(&str, &str, &str)] = &[
    ("I live in Berlin", "I now live in Munich", "I now live in Munich"),
    ("I live in Berlin", "I live in Munich now", "I live in Munich now"),
    ("I live in Berlin", "Now I live in Munich.", "Now I live in Munich."),
    ("I live in Berlin", "I moved to Munich", "I moved to Munich (live there)"),
    ("I live in Berlin", "I've moved to Munich", "I've moved to Munich (live there)"),
    (
        "I live in Berlin",
        "I've just moved to New York.",
        "I've just moved to New York (live there)",
    ),
    ("I live in Berlin", "We moved to Munich", "We moved to Munich (live there)"),
    (
        "I live in Berlin",
        "I moved from Berlin to Munich",
        "I moved from Berlin to Munich (live there)",
    ),
    (
        "I live in Berlin",
        "I moved to Munich last week (2026-11-23..2026-11-29)",
        "I moved to Munich last week (2026-11-23..2026-11-29) (live there)",
    ),
    ("User lives in Berlin", "User moved to Munich", "User moved to Munich (live there)"),
    ("I live in Berlin, Germany", "I now live in the Netherlands", "I now live in the Netherlands"),
    ("I moved to Munich (live there)", "I moved to Rome", "I moved to Rome (live there)"),
    ("I live in Berlin", "I no longer live in Berlin", "I no longer live in Berlin"),
    ("我住在北京", "我搬到上海了", "我搬到上海了（现在住在那里）"),
    ("我住在北京", "我现在住在上海", "我现在住在上海"),
    ("我住在北京", "我现在住上海了", "我现在住上海了"),
    ("我住在北京", "我搬家了，住上海", "我搬家了，住上海"),
    ("我住在北京", "我们搬到上海了", "我们搬到上海了（现在住在那里）"),
    ("我住在北京", "我不住在北京了", "我不住在北京了"),
    ("我搬到上海了（现在住在那里）", "我搬到杭州了", "我搬到杭州了（现在住在那里）"),
    ("I work at Acme", "I now work at Globex", "I now work at Globex"),
    ("I work at Acme as a designer", "I joined Globex", "I joined Globex (work there)"),
    (
        "I work at Acme",
        "I started at Globex last Monday",
        "I started at Globex last Monday (work there)",
    ),
    ("I work for Acme", "I left Acme", "I left Acme (no longer work there)"),
    ("I work at Acme", "I quit my job at Acme", "I quit my job at Acme (no longer work there)"),
    ("I work at Acme", "I left Acme for Globex", "I left Acme for Globex (work there)"),
    (
        "I work at Acme",
        "I left Acme and joined Globex",
        "I left Acme and joined Globex (work there)",
    ),
    ("I work at Acme", "I changed jobs to Globex", "I changed jobs to Globex (work there)"),
    ("I work at Acme", "I got a new job at Globex", "I got a new job at Globex (work there)"),
    ("I work at Acme", "I don't work at Acme any more", "I don't work at Acme any more"),
    ("我在腾讯工作", "我跳槽到阿里了", "我跳槽到阿里了（现在在那里工作）"),
    ("我在腾讯工作", "我现在在阿里工作", "我现在在阿里工作"),
    ("我在腾讯工作", "我从腾讯离职了", "我从腾讯离职了（不再在那里工作）"),
    ("我在腾讯工作", "我离职了", "我离职了（不再在那里工作）"),
    ("我在腾讯工作", "我换工作了，在阿里上班", "我换工作了，在阿里上班"),
    ("我在腾讯工作", "我不在腾讯工作了", "我不在腾讯工作了"),
    ("I'm a designer", "I'm a product manager now", "I'm a product manager now"),
    ("I'm a designer", "I got promoted to lead", "I got promoted to lead"),
    ("I am a student", "I am now working as a nurse", "I am now working as a nurse"),
    ("我是设计师", "我现在是产品经理", "我现在是产品经理"),
    ("我是工程师", "我升职为主管了", "我升职为主管了"),
    ("My manager is Ann", "My manager is now Bob", "My manager is now Bob"),
    ("My manager is Ann", "My new manager is Bob", "My new manager is Bob"),
    ("My manager is now Bob", "My new manager is Carla", "My new manager is Carla"),
    ("My manager is Ann", "My manager is no longer Ann", "My manager is no longer Ann"),
    ("我的经理是王伟", "我的经理现在是小李", "我的经理现在是小李"),
    ("我的经理是王伟", "我的新经理是小李", "我的新经理是小李"),
    ("我的经理是王伟", "我换了经理，是小李", "我换了经理，是小李"),
    ("我的经理是王伟", "我的经理换成小李了", "我的经理换成小李了"),
    ("The API limit is 100", "The API limit is now 250", "The API limit is now 250"),
    ("The API limit is 100", "The API limit was raised to 250", "The API limit was raised to 250"),
    ("API 上限是100", "API 上限改为250", "API 上限改为250"),
    ("The office is on floor 3", "The office is now on floor 5", "The office is now on floor 5"),
    ("办公室现在是3楼", "办公室改成5楼了", "办公室改成5楼了"),
    ("I have two cats", "I have three cats now", "I have three cats now"),
    ("I have a cat", "I now have 2 cats", "I now have 2 cats"),
    ("我有两只猫", "我现在有三只猫了", "我现在有三只猫了"),
    ("我有两只猫", "我现在有十二只猫了", "我现在有十二只猫了"),
    ("I run every Tuesday", "I run on Thursdays now", "I run on Thursdays now"),
    ("我每周二跑步", "我现在每周四跑步", "我现在每周四跑步"),
    ("我每周二跑步", "我现在周四跑步", "我现在周四跑步"),
    ("我的邮箱是a@b.com", "我的邮箱改成c@d.com了", "我的邮箱改成c@d.com了"),
    ("我每周二跑步", "我改成每周四跑步了", "我改成每周四跑步了"),
    ("I'm learning Spanish", "I stopped learning Spanish", "I stopped learning Spanish"),
    ("I'm learning Spanish", "I'm no longer learning Spanish", "I'm no longer learning Spanish"),
    ("I'm vegetarian", "I'm no longer vegetarian", "I'm no longer vegetarian"),
    ("I'm a vegetarian", "I'm not a vegetarian anymore", "I'm not a vegetarian anymore"),
    ("I smoke", "I quit smoking", "I quit smoking"),
    ("I smoke", "I've stopped smoking", "I've stopped smoking"),
    ("我在学西班牙语", "我不学西班牙语了", "我不学西班牙语了"),
    ("我抽烟", "我戒烟了", "我戒烟了"),
    ("我在学法语语法", "我不学法语语法了", "我不学法语语法了"),
    ("我学法语语法", "我不学法语语法了", "我不学法语语法了"),
    ("我喝咖啡", "我最近不再喝咖啡了", "我最近不再喝咖啡了"),
    ("我是素食者", "我不是素食者了", "我不是素食者了"),
    ("I'm single", "I'm married now", "I'm married now"),
    ("I'm 30", "I'm 31 years old now", "I'm 31 years old now"),
    ("I work at Acme", "I got laid off", "I got laid off (no longer work there)"),
    ("I work at Facebook", "I left Facebook", "I left Facebook (no longer work there)"),
    ("My email is a@b.com", "My new email is c@d.com", "My new email is c@d.com"),
    ("My phone number is 555-1", "My new phone number is 555-2", "My new phone number is 555-2"),
    ("Anna's manager is Tom", "Anna's new manager is Max", "Anna's new manager is Max"),
    ("I smoke", "I quit smoking last week", "I quit smoking last week"),
    ("My boss is Ann", "My new boss is Bob", "My new boss is Bob"),
    ("My car is a Golf", "My new car is a Polo", "My new car is a Polo"),
    ("我的邮箱是a@b.com", "我的新邮箱是c@d.com", "我的新邮箱是c@d.com"),
    ("我抽烟", "我昨天戒烟了", "我昨天戒烟了"),
    ("My doctor is Dr. Smith", "My new doctor is Dr. Jones", "My new doctor is Dr. Jones"),
    (
        "The server runs on port 8080",
        "The server now runs on port 9090",
        "The server now runs on port 9090",
    ),
    ("i live in berlin", "i now live in munich", "i now live in munich"),
    ("Ann lives in Paris", "Ann moved to Rome", "Ann moved to Rome (lives there)"),
    ("Ann Lee smokes", "Ann Lee quit smoking", "Ann Lee quit smoking"),
    ("小李住在巴黎", "小李搬到罗马了", "小李搬到罗马了（现在住在那里）"),
];

#[test]
fn c152_a_change_in_a_life_takes_the_place_of_the_line_that_it_ends() {
    let mut wrong = Vec::new();
    for (old, new, line) in TAKEN {
        let (now, near, after) = told(&["My sister lives in Oslo", old, "我妹妹在华为工作"], new);
        if now != ["My sister lives in Oslo", *line, "我妹妹在华为工作"] {
            wrong.push(format!("{old} / {new}: {now:?}, named {near:?}"));
            continue;
        }
        assert!(after.text.contains(&format!("- ~~{old}~~ added:2026-11-20 superseded:")), "{new}");
        let again = FactInput { today: TODAY, ..input(None, new) };
        let again = set(&after, schema(), &again);
        assert!(matches!(again, Ok(FactChange::Unchanged)), "{new}: {again:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const HOME: &[&str] = &["I live in Berlin"];
const WORK: &[&str] = &["I work at Acme"];

/// Lines that stay, what is said, and whether they are named; `None` where either will do.
const LEFT: &[(&[&str], &str, Option<bool>)] = &[
    (HOME, "I live in Munich", Some(true)),
    (HOME, "I lived in Rome as a child", Some(false)),
    (HOME, "I used to live in Rome", None),
    (HOME, "I moved to Munich in 2010", Some(true)),
    (HOME, "I moved to the sofa", Some(false)),
    (HOME, "I moved to a new desk", Some(false)),
    (HOME, "I moved the meeting", Some(false)),
    (HOME, "I moved the meeting to Munich", Some(false)),
    (HOME, "I moved my desk to Munich", Some(false)),
    (HOME, "I moved to Notion", Some(false)),
    (HOME, "I moved to Marketing", Some(false)),
    (HOME, "I moved to Room 5", Some(false)),
    (HOME, "I moved to Rome for the summer", Some(true)),
    (HOME, "I moved to Rome, but only for a week", Some(true)),
    (HOME, "I might move to Munich", Some(false)),
    (HOME, "Maybe I moved to Munich", Some(false)),
    (HOME, "I almost moved to Munich", Some(false)),
    (HOME, "I never moved to Munich", Some(false)),
    (HOME, "I did not move to Munich", Some(false)),
    (HOME, "I want to live in Rome", Some(false)),
    (HOME, "I wish I lived in Rome now", Some(false)),
    (HOME, "I'm moving to Munich next year (2027-01-01..2027-12-31)", Some(true)),
    (HOME, "I dreamed I moved to Munich", Some(false)),
    (HOME, "My sister now lives in Munich", Some(false)),
    (HOME, "Ann moved to Munich", Some(false)),
    (HOME, "Ann said I moved to Munich", Some(false)),
    (HOME, "\"I moved to Munich\" is a song", Some(false)),
    (HOME, "Have I moved to Munich?", Some(false)),
    (HOME, "He moved to Munich", Some(false)),
    (HOME, "I also live in Rome", Some(false)),
    (HOME, "I live in Munich on weekends now", Some(true)),
    (HOME, "The company moved to Munich", Some(false)),
    (&["I live in Berlin", "I also live in Rome"], "I moved to Munich", Some(true)),
    (&["I live in Berlin and Rome"], "I moved to Munich", Some(true)),
    (&["I lived in Berlin as a child"], "I moved to Munich", Some(false)),
    (&["I want to live in Rome"], "I moved to Munich", Some(false)),
    (&["Ann lives in Paris"], "I moved to Rome", Some(false)),
    (HOME, "I live in fear now", None),
    (HOME, "I moved to Gate 12", Some(false)),
    (HOME, "I moved to munich", Some(true)),
    (WORK, "I joined Toastmasters", Some(false)),
    (WORK, "I joined Gold's Gym", Some(false)),
    (WORK, "I joined Team Rocket", Some(false)),
    (&["I'm a good cook"], "I'm a product manager now", Some(false)),
    (&["I'm a musician"], "I'm a product manager now", Some(true)),
    (&["I own a Tesla"], "I sold my Tesla", Some(true)),
    (&["Ticket 123 is open"], "Ticket 456 is open now", Some(true)),
    (&["I closed ticket 123"], "I have now closed ticket 456", Some(true)),
    (WORK, "I work at Globex", Some(true)),
    (WORK, "I also work at Globex", Some(false)),
    (&["I work at Acme", "I also work at Globex"], "I joined Initech", Some(true)),
    (WORK, "I work at home on Fridays", Some(false)),
    (WORK, "I now work at home", Some(false)),
    (WORK, "I joined the choir", Some(false)),
    (WORK, "I joined a call", Some(false)),
    (WORK, "I joined Ann for lunch", None),
    (WORK, "I joined Discord", None),
    (WORK, "I started running", Some(false)),
    (WORK, "I started at noon", Some(false)),
    (WORK, "I left my bag at Acme", Some(false)),
    (WORK, "I left Acme early today", Some(false)),
    (WORK, "I left Berlin", Some(false)),
    (WORK, "I left Globex", Some(false)),
    (WORK, "I'm leaving Acme next year (2027-01-01..2027-12-31)", None),
    (WORK, "My sister now works at Globex", Some(false)),
    (&["I'm a mother"], "I'm a product manager now", Some(false)),
    (&["I'm a designer"], "I'm a mother now", Some(false)),
    (&["I'm a designer"], "I'm a bit tired now", Some(false)),
    (&["My manager is Ann"], "My manager is Bob", Some(true)),
    (&["My manager is Ann"], "My manager is now on leave", None),
    (&["My manager is Ann"], "My manager is now sick", None),
    (&["My manager is Ann"], "My new manager starts in May", None),
    (&["My manager is Ann"], "Ann's manager is now Bob", Some(false)),
    (&["My manager is Ann or Bob"], "My manager is now Carla", Some(true)),
    (&["My car is a Golf"], "My new car is red", None),
    (&["My car is a Golf"], "I sold my Golf", Some(true)),
    (&["The API limit is 100"], "The API timeout is now 250", Some(false)),
    (&["The office is on floor 3"], "The office is now closed", None),
    (&["I have two cats"], "I have three dogs now", Some(false)),
    (&["I have two cats and a dog"], "I have three cats now", Some(true)),
    (&["I run every Tuesday"], "I swim on Thursdays now", Some(false)),
    (&["I run every Tuesday"], "I run on Thursday", None),
    (&["I run every Tuesday and Friday"], "I run on Thursdays now", Some(true)),
    (&["I'm learning Spanish"], "I stopped learning French", Some(false)),
    (&["I'm learning Spanish"], "I stopped learning Spanish in 2015", Some(true)),
    (&["I smoke"], "My father quit smoking", Some(false)),
    (&["I smoke"], "I quit", Some(false)),
    (&["I smoke"], "I want to stop smoking", Some(false)),
    (&["我住在北京"], "我想搬到上海", Some(false)),
    (&["我住在北京"], "我打算搬到上海", Some(false)),
    (&["我住在北京"], "我明年搬到上海(2027-01-01..2027-12-31)", None),
    (&["我住在北京"], "我把桌子搬到客厅了", Some(false)),
    (&["我住在北京"], "我搬到客厅了", Some(false)),
    (&["我住在北京"], "我搬到三楼了", Some(false)),
    (&["我住在北京"], "我妹妹搬到上海了", Some(false)),
    (&["我住在北京"], "公司搬到上海了", Some(false)),
    (&["我住在北京"], "我住院了", Some(false)),
    (&["我住在北京"], "我小时候住在上海", Some(false)),
    (&["我住在北京"], "我没搬到上海", Some(false)),
    (&["我住在北京"], "我搬到上海了吗", Some(false)),
    (&["我在腾讯工作"], "我在家工作", Some(false)),
    (&["我在腾讯工作"], "我想跳槽到阿里", Some(false)),
    (&["我在腾讯工作"], "我从阿里离职了", Some(false)),
    (&["我在腾讯工作"], "我妻子跳槽到阿里了", Some(false)),
    (&["我的经理是王伟"], "小李的经理现在是小张", Some(false)),
    (&["我的经理是王伟"], "我的经理现在是病人", None),
    (&["我在学西班牙语"], "我不学法语了", Some(false)),
    (&["我有两只猫"], "我现在有三只狗", Some(false)),
    (&["我住在北京"], "我搬到二号线附近了", Some(false)),
    (&["我住在北京"], "我搬到朋友家了", Some(false)),
    (&["我住在北京"], "我搬到Linux了", Some(false)),
    (&["我在腾讯工作"], "我现在在上海工作", Some(true)),
    (&["我在腾讯工作"], "我离开了北京", Some(false)),
    (&["我有一只猫和一只狗"], "我现在有两只猫了", Some(true)),
    (&["我的车是高尔夫"], "我把高尔夫卖了", Some(true)),
    (&["我是妈妈"], "我现在是产品经理", Some(false)),
    (&["小李住在北京"], "小李的妹妹搬到上海了", Some(false)),
    (&["My daughter is called Tom"], "My new daughter is called Max", Some(true)),
    (&["My dog is called Rex"], "My new dog is called Max", Some(true)),
    (&["My friend is Ann"], "My new friend is Bob", Some(true)),
    (&["My student is Ann"], "My new student is Bob", Some(true)),
    (&["My student's address is Elm 1"], "My new student's address is Oak 2", Some(true)),
    (&["My medication is Lipitor"], "My new medication is Metformin", Some(true)),
    (&["My suppliers are Acme"], "My new supplier is Globex", Some(true)),
    (&["My credit card is 1234"], "My new credit card is 5678", Some(true)),
    (&["My account number is 1234"], "My new account number is 5678", Some(true)),
    (&["我的朋友是小王"], "我的新朋友是小李", Some(true)),
    (&["我的同事是小王"], "我的新同事是小李", Some(true)),
    (&["我的邻居是小王"], "我的新邻居是小李", Some(true)),
    (&["我开车上班"], "我周五不开车上班了", Some(true)),
    (&["我开车上班"], "我周一不开车上班了", Some(true)),
    (&["我开车上班"], "我今天不开车上班了", Some(true)),
    (&["我喝咖啡"], "我周一不喝咖啡了", Some(true)),
    (&["我喝咖啡"], "我星期一不喝咖啡了", Some(true)),
    (&["我在家办公"], "我周一不在家办公了", Some(true)),
    (&["我在腾讯工作"], "我今天不在腾讯工作了", Some(true)),
    (&["My meeting is at 3pm"], "My new meeting is at 5pm", Some(true)),
    (&["Our office is Acme House"], "Our new office is Globex House", Some(true)),
    (&["Anna's son is Tom"], "Anna's new son is Max", Some(true)),
    (&["My kid's name is Tom"], "My new kid's name is Max", Some(true)),
    (&["My bank account is 1234"], "My new bank account is 5678", Some(true)),
    (&["我在腾讯工作"], "我跳槽到阿里失败了", Some(true)),
    (&["我在腾讯工作"], "我跳槽到阿里没成功", Some(true)),
    (&["我在腾讯工作"], "我跳槽到阿里被拒了", Some(true)),
    (&["我在腾讯工作"], "我入职体检了", Some(true)),
    (&["我在腾讯工作"], "我入职培训了", Some(true)),
    (&["我在腾讯工作"], "我入职三年了", Some(true)),
    (&["我在腾讯工作"], "我入职健身教练课程了", Some(true)),
    (&["我住在北京"], "我搬到上海没成", Some(true)),
    (&["我住在北京"], "我搬到上海后悔了", Some(true)),
    (&["I'm a designer"], "I'm a manager now in the game", Some(true)),
    (&["我在腾讯工作"], "我周五不在腾讯工作了", Some(true)),
    (&["我吃素"], "我周日不吃素了", Some(true)),
    (&["我每天跑步"], "我周日不每天跑步了", Some(true)),
    (&["I drive to work"], "I don't drive to work today", Some(true)),
    (&["I drink coffee"], "I don't drink coffee today", Some(true)),
    (&["I work at Acme"], "I don't work at Acme on Monday", Some(true)),
    (&["I live in Paris"], "I moved to Munich, then back to Paris", Some(true)),
    (&["I live in Paris"], "I moved to Munich and then back", Some(true)),
    (&["我住在北京"], "我搬到上海又搬回来了", Some(true)),
    (&["我住在北京"], "我现在住在上海出差", Some(true)),
    (&["I work at Acme"], "I now work at Globex as a volunteer", Some(true)),
    (&["I work at Acme"], "I joined Globex as an advisor", Some(true)),
    (&["我在腾讯工作"], "我现在在阿里兼职工作", Some(true)),
    (&["我学法语"], "我不学法语语法了", Some(false)),
    (&["我在学法语"], "我不学法语语法了", Some(false)),
    (&["我学语法"], "我不学法语了", Some(false)),
    (&["我喝咖啡"], "我最近不喝咖啡了", Some(true)),
    (&["我喝咖啡"], "我最近不喝咖啡", Some(true)),
    (&["我开车上班"], "我最近不开车上班了", Some(true)),
    (&["I drink coffee"], "I don't drink coffee lately", Some(false)),
];

#[test]
fn c152_what_only_looks_like_a_change_in_a_life_takes_no_place() {
    let mut wrong = Vec::new();
    for (old, new, named) in LEFT {
        let (now, near, _) = told(old, new);
        let stand = old.iter().all(|it| now.iter().any(|line| line == it));
        let all = match named {
            Some(true) => near.len() == old.len(),
            Some(false) => near.is_empty(),
            None => true,
        };
        if !stand || now.len() != old.len() + 1 || !all {
            wrong.push(format!("{old:?} / {new}: {now:?}, named {near:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
