use jiff::civil::date;

use super::*;

/// Wednesday, 11 November 2026, in the afternoon.
fn now() -> Now {
    now_at("2026-11-11T15:00[Asia/Shanghai]")
}

fn now_at(text: &str) -> Now {
    Now { at: text.parse().unwrap() }
}

fn read(text: &str) -> String {
    match interval(text, &now()) {
        Ok(days) => days.to_string(),
        Err(problem) => problem.to_string(),
    }
}

fn spots(text: &str) -> Vec<String> {
    let found = asked(text, &now());
    found.into_iter().map(|it| format!("{} = {}", &text[it.place], it.days)).collect()
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn c025_words_resolve_to_an_interval_and_a_bad_date_names_the_formats() {
    check(&[("March 2026", "2026-03-01..2026-03-31"), ("yesterday", "2026-11-10")]);
    for bad in ["2026-13-40", "2026-02-30", "", "soon", "1.10.3", "99999999999999", "\0"] {
        let problem = interval(bad, &now()).unwrap_err().to_string();
        assert!(problem.contains("`2026-10-31`") && problem.contains("`yesterday`"), "{problem}");
    }
}

#[test]
fn c029_a_month_of_days_and_the_next_friday() {
    check(&[
        ("2026-10-01..2026-10-31", "2026-10-01..2026-10-31"),
        ("next Friday", "2026-11-13"),
        ("Friday of next week", "2026-11-20"),
        ("下周五", "2026-11-20"),
    ]);
    let friday = now_at("2026-11-13T09:00[Europe/Berlin]");
    assert_eq!(interval("next Friday", &friday).unwrap().to_string(), "2026-11-20");
    assert_eq!(interval("last Friday", &friday).unwrap().to_string(), "2026-11-06");
}

#[test]
fn c160_today_is_the_day_of_the_zone() {
    let evening = now_at("2026-11-28T18:30[America/Los_Angeles]");
    assert_eq!(interval("today", &evening).unwrap().to_string(), "2026-11-28");
    assert_eq!(evening.at.timestamp().to_string(), "2026-11-29T02:30:00Z");
}

#[test]
fn c161_a_date_never_shifts_and_24_hours_are_real_ones() {
    for zone in ["Europe/Berlin", "Pacific/Honolulu"] {
        let here = now_at(&format!("2026-03-29T12:00[{zone}]"));
        assert_eq!(read_date("2026-03-29").unwrap().to_string(), "2026-03-29");
        assert_eq!(interval("2026-03-29", &here).unwrap().to_string(), "2026-03-29");
    }
    let berlin = now_at("2026-03-29T12:00[Europe/Berlin]");
    let day = instants("last 24h", &berlin).unwrap();
    assert_eq!(day.to.duration_since(day.from).as_hours(), 24);
    assert_eq!(day.from.to_string(), "2026-03-28T10:00:00Z");
    let today = instants("today", &berlin).unwrap();
    assert_eq!(today.to.duration_since(today.from).as_hours(), 23);
    let yesterday = instants("yesterday", &berlin).unwrap();
    assert_eq!(yesterday.from.to_string(), "2026-03-27T23:00:00Z");
    assert_eq!(yesterday.to.to_string(), "2026-03-28T23:00:00Z");
    assert_eq!(read_date("2026-03-29T23:30:00-10:00").unwrap().to_string(), "2026-03-29");
}

#[test]
fn c179_chinese_dates() {
    check(&[
        ("上周二", "2026-11-03"),
        ("11月3日", "2026-11-03"),
        ("2026年11月3日", "2026-11-03"),
        ("二〇二六年十一月三日", "2026-11-03"),
        ("2026 年 11 月 3 日", "2026-11-03"),
        ("１１月３日", "2026-11-03"),
        ("下周三", "2026-11-18"),
        ("下個禮拜三", "2026-11-18"),
        ("上上周日", "2026-11-01"),
        ("周三", "2026-11-11"),
        ("星期四", "2026-11-05"),
        ("昨天", "2026-11-10"),
        ("大后天", "2026-11-14"),
        ("上个月", "2026-10-01..2026-10-31"),
        ("去年3月", "2025-03-01..2025-03-31"),
        ("今年的3月5日", "2026-03-05"),
        ("三天前", "2026-11-08"),
        ("两周后", "2026-11-25"),
        ("过去7天", "2026-11-05..2026-11-11"),
        ("最近一周", "2026-11-05..2026-11-11"),
        ("11月3日至11月5日", "2026-11-03..2026-11-05"),
        ("周一到周三", "2026-11-09..2026-11-11"),
        ("本季度", "2026-10-01..2026-12-31"),
        ("10月1日以来", "2026-10-01..2026-11-11"),
        ("2月29日", "2024-02-29"),
    ]);
    assert_eq!(spots("3月5日10点，明天call"), ["3月5日 = 2026-03-05", "明天 = 2026-11-12"]);
    assert_eq!(spots("2026年11月3日 发布"), ["2026年11月3日 = 2026-11-03"]);
    assert_eq!(spots("记得下周三发布，上周二开会"), ["下周三 = 2026-11-18", "上周二 = 2026-11-03"]);
    for none in [
        "目前天气很好",
        "每周三开会",
        "一周三次",
        "以后天气",
        "早上周围没人",
        "三个月亮",
        "附近三天",
        "周期",
        "几十年后",
        "南方周末",
    ] {
        assert_eq!(spots(none), Vec::<String>::new(), "{none}");
    }
}

#[test]
fn days_of_a_month_that_is_counted_from_now_and_halves() {
    check(&[
        ("上个月十五号", "2026-10-15"),
        ("上個月的15號", "2026-10-15"),
        ("本月5号", "2026-11-05"),
        ("下个月3日", "2026-12-03"),
        ("五月二十", "2026-05-20"),
        ("5月20", "2026-05-20"),
        ("2025年5月20", "2025-05-20"),
        ("半年前", "2026-04-26..2026-05-26"),
        ("半个月前", "2026-10-25..2026-10-31"),
        ("半年后", "2027-05-11"),
    ]);
    assert_eq!(spots("五月二十，我们去了青岛"), ["五月二十 = 2026-05-20"]);
    assert_eq!(
        spots("上个月31号，本月31号"),
        ["上个月31号 = 2026-10-31", "本月 = 2026-11-01..2026-11-30"]
    );
    assert_eq!(spots("上个月3号线停运"), ["上个月 = 2026-10-01..2026-10-31"]);
    let may = "2026-05-01..2026-05-31";
    for count in ["五月二十人参加", "5月20%", "5月 20"] {
        assert!(spots(count)[0].ends_with(may), "{count}: {:?}", spots(count));
    }
    for none in ["下半年前景", "大半年前", "前半个月前锋"] {
        assert!(spots(none).iter().all(|it| !it.starts_with('半')), "{none}: {:?}", spots(none));
    }
}

#[test]
fn c179_parts_of_months_and_years_in_chinese() {
    check(&[
        ("上周三", "2026-11-04"),
        ("五月二十号", "2026-05-20"),
        ("五月廿日", "2026-05-20"),
        ("大前天", "2026-11-08"),
        ("本月初", "2026-11-01..2026-11-10"),
        ("这个月中旬", "2026-11-11..2026-11-20"),
        ("上个月底", "2026-10-21..2026-10-31"),
        ("五月上旬", "2026-05-01..2026-05-10"),
        ("2025年2月底", "2025-02-21..2025-02-28"),
        ("月初", "2026-11-01..2026-11-10"),
        ("去年底", "2025-11-01..2025-12-31"),
        ("去年年末", "2025-11-01..2025-12-31"),
        ("今年年初", "2026-01-01..2026-02-28"),
        ("年底", "2026-11-01..2026-12-31"),
        ("2024年下半年", "2024-07-01..2024-12-31"),
        ("上半年", "2026-01-01..2026-06-30"),
    ]);
    assert_eq!(spots("去年底我们定了什么？"), ["去年底 = 2025-11-01..2025-12-31"]);
    assert_eq!(spots("今年初三的课"), ["今年 = 2026-01-01..2026-12-31"]);
    for none in ["每月初交报告", "几年底", "百年初心", "海底世界", "每年年底盘点"]
    {
        assert_eq!(spots(none), Vec::<String>::new(), "{none}");
    }
}

#[test]
fn c179_units_of_a_month_a_quarter_or_a_year_are_counted_from_either_end() {
    check(&[
        ("第四季度", "2026-10-01..2026-12-31"),
        ("上季度", "2026-07-01..2026-09-30"),
        ("去年第三季度", "2025-07-01..2025-09-30"),
        ("2025年一季度", "2025-01-01..2025-03-31"),
        ("十月的第一周", "2026-10-01..2026-10-07"),
        ("十月的最后一个周五", "2026-10-30"),
        ("10月第二个星期一", "2026-10-12"),
        ("上个月最后一个周日", "2026-10-25"),
        ("十月的最后一周", "2026-10-25..2026-10-31"),
        ("10月第二个星期", "2026-10-08..2026-10-14"),
        ("上个月最后一天", "2026-10-31"),
        ("上个月的最后三天", "2026-10-29..2026-10-31"),
        ("十月前五天", "2026-10-01..2026-10-05"),
        ("去年最后一个月", "2025-12-01..2025-12-31"),
        ("上周最后一天", "2026-11-08"),
        ("十月下半月", "2026-10-16..2026-10-31"),
        ("last quarter", "2026-07-01..2026-09-30"),
        ("the last 3 days of October", "2026-10-29..2026-10-31"),
        ("the last few days of October", "2026-10-29..2026-10-31"),
        ("first two weeks of last month", "2026-10-01..2026-10-14"),
        ("last day of February 2024", "2024-02-29"),
        ("last Friday of October", "2026-10-30"),
        ("second Monday of this month", "2026-11-09"),
        ("third quarter of 2025", "2025-07-01..2025-09-30"),
        ("first half of last year", "2025-01-01..2025-06-30"),
        ("second half of October", "2026-10-16..2026-10-31"),
        ("last week of October", "2026-10-25..2026-10-31"),
        ("前几天", "2026-11-04..2026-11-10"),
        ("几周前", "2026-10-14..2026-11-10"),
        ("最近几天", "2026-11-05..2026-11-11"),
        ("a few days ago", "2026-11-04..2026-11-10"),
        ("the past few weeks", "2026-10-15..2026-11-11"),
    ]);
    for none in ["考试前几天很紧张", "十几天前", "几季度", "第四季", "前四季度的总和"]
    {
        assert_eq!(spots(none), Vec::<String>::new(), "{none}");
    }
    assert!(interval("last 0 days", &now()).is_err());
    assert_eq!(
        resolve_relative("前几天很冷, a few days ago", &now()),
        "前几天很冷, a few days ago"
    );
}

#[test]
fn c179_the_ends_of_a_time_make_one_interval() {
    check(&[
        ("10月3日到5日", "2026-10-03..2026-10-05"),
        ("十月五号到七号", "2026-10-05..2026-10-07"),
        ("10月3-5日", "2026-10-03..2026-10-05"),
        ("从10月3日到11月5日", "2026-10-03..2026-11-05"),
        ("2025年12月30日到1月2日", "2025-12-30..2026-01-02"),
        ("October 5-7", "2026-10-05..2026-10-07"),
        ("October 5 to 7", "2026-10-05..2026-10-07"),
        ("October 5 to 7, 2025", "2025-10-05..2025-10-07"),
        ("3 to 5 October", "2026-10-03..2026-10-05"),
        ("3-5 October 2025", "2025-10-03..2025-10-05"),
        ("between October 3 and 5", "2026-10-03..2026-10-05"),
        ("between the 3rd and the 5th of October", "2026-10-03..2026-10-05"),
        ("from October 3 to October 5, 2025", "2025-10-03..2025-10-05"),
        ("since Friday", "2026-11-06..2026-11-11"),
        ("10月1日起", "2026-10-01..2026-11-11"),
        ("until October 3", "-009999-01-01..2026-10-03"),
        ("10月3日之前", "-009999-01-01..2026-10-02"),
        ("after October 29", "2026-10-30..9999-12-31"),
        ("..2026-10-03", "-009999-01-01..2026-10-03"),
        ("2026-10..", "2026-10-01..9999-12-31"),
    ]);
    for (text, expected) in [
        ("walrus before October 4", "before October 4 = -009999-01-01..2026-10-03"),
        ("what did we do since October 20?", "since October 20 = 2026-10-20..2026-11-11"),
        ("10月3日到5日做了什么", "10月3日到5日 = 2026-10-03..2026-10-05"),
        ("自从10月20日以来的海象", "自从10月20日以来 = 2026-10-20..2026-11-11"),
        ("10月4日前的海象", "10月4日前 = -009999-01-01..2026-10-03"),
        ("we met on October 5 and 7 people came", "October 5 = 2026-10-05"),
        ("what he did the week before August 3, 2023", "August 3, 2023 = 2023-08-03"),
        ("two weeks before August 3, 2023", "August 3, 2023 = 2023-08-03"),
        ("the email from October", "October = 2026-10-01..2026-10-31"),
        ("明天后天都下雨", "明天 = 2026-11-12"),
        ("Q4", "Q4 = 2026-10-01..2026-12-31"),
    ] {
        assert_eq!(spots(text).first().map(String::as_str), Some(expected), "{text}");
    }
    for none in ["before we left", "after 10:30", "Friday", "从头到尾", "since then"] {
        assert_eq!(spots(none), Vec::<String>::new(), "{none}");
    }
}

#[test]
fn english_expressions() {
    check(&[
        ("2026-10", "2026-10-01..2026-10-31"),
        ("2026", "2026-01-01..2026-12-31"),
        ("20261031", "2026-10-31"),
        ("31.10.2026", "2026-10-31"),
        ("10/31/2026", "2026-10-31"),
        ("2026-W45", "2026-11-02..2026-11-08"),
        ("Q3 2026", "2026-07-01..2026-09-30"),
        ("2026 Q3", "2026-07-01..2026-09-30"),
        ("last week", "2026-11-02..2026-11-08"),
        ("this month", "2026-11-01..2026-11-30"),
        ("next year", "2027-01-01..2027-12-31"),
        ("last weekend", "2026-11-07..2026-11-08"),
        ("last 7 days", "2026-11-05..2026-11-11"),
        ("the past week", "2026-11-05..2026-11-11"),
        ("next two weeks", "2026-11-11..2026-11-24"),
        ("3 days ago", "2026-11-08"),
        ("a couple of days ago", "2026-11-09"),
        ("two weeks ago", "2026-10-25..2026-10-31"),
        ("in 3 days", "2026-11-14"),
        ("the day before yesterday", "2026-11-09"),
        ("last Tuesday", "2026-11-10"),
        ("Tuesday", "2026-11-10"),
        ("this Friday", "2026-11-13"),
        ("March", "2026-03-01..2026-03-31"),
        ("last March", "2026-03-01..2026-03-31"),
        ("last December", "2025-12-01..2025-12-31"),
        ("March 5", "2026-03-05"),
        ("March 5th, 2025", "2025-03-05"),
        ("Sept. 5 2025", "2025-09-05"),
        ("March 5-9, 2025", "2025-03-05..2025-03-09"),
        ("8 May, 2023", "2023-05-08"),
        ("the 5th of March", "2026-03-05"),
        ("Monday, 9 November 2026", "2026-11-09"),
        ("week of March 5, 2025", "2025-03-03..2025-03-09"),
        ("between 2026-10-01 and 2026-10-05", "2026-10-01..2026-10-05"),
        ("from March 3 to March 7", "2026-03-03..2026-03-07"),
        ("since October", "2026-10-01..2026-11-11"),
        ("before 2026-10-01", "-009999-01-01..2026-09-30"),
        ("Next FRIDAY.", "2026-11-13"),
        ("2026-10-31 14:00", "2026-10-31"),
    ]);
    assert!(interval("03/04/2026", &now()).is_err(), "day and month cannot be told apart");
}

#[test]
fn versions_times_numbers_and_verbs_are_not_dates() {
    for none in [
        "version 1.10.3 and 2026.10.31",
        "call +49-170-2026-10 or 555-2026-10-31",
        "at 10:30, 12:45:10 or 3 pm",
        "you may 5 times march on; it may be, we march",
        "May I ask",
        "2026 apples, 1998-like, ids 20261031",
        "he sat in the sun",
        "this may not work, and the next day it did; to this day",
        "finished in 3 days",
        "half past 3",
        "1.5 May",
        "a7 2026-10-31b",
        "first last",
    ] {
        assert_eq!(spots(none), Vec::<String>::new(), "{none}");
    }
}

#[test]
fn dates_inside_text() {
    assert_eq!(
        spots("Last week we met; in March 2025 and in May we did not. On Friday, maybe."),
        [
            "Last week = 2026-11-02..2026-11-08",
            "March 2025 = 2025-03-01..2025-03-31",
            "May = 2026-05-01..2026-05-31",
            "Friday = 2026-11-06"
        ]
    );
    assert_eq!(spots("in sessions/2023-05-08-topic.md"), ["2023-05-08 = 2023-05-08"]);
    assert_eq!(spots("at 2026-10-31T10:00:00Z, ok"), ["2026-10-31T10:00:00Z = 2026-10-31"]);
    assert_eq!(spots("It ended on the 10th of June."), ["the 10th of June = 2026-06-10"]);
    assert_eq!(
        spots("1453 年 5 月 29 日; July 4, 1776"),
        ["1453 年 5 月 29 日 = 1453-05-29", "July 4, 1776 = 1776-07-04"]
    );
    assert_eq!(spots("since 2022"), ["since 2022 = 2022-01-01..2026-11-11"]);
    assert_eq!(spots("on may 5th"), ["may 5th = 2026-05-05"]);
    assert_eq!(
        spots("between March 3 and March 5"),
        ["between March 3 and March 5 = 2026-03-03..2026-03-05"]
    );
}

#[test]
fn a_relative_date_gets_its_day_noted_once() {
    let noted = resolve_relative("下周三发布, call Ada next Friday. Due 2026-12-01.", &now());
    assert_eq!(noted, "下周三(2026-11-18)发布, call Ada next Friday (2026-11-13). Due 2026-12-01.");
    assert_eq!(resolve_relative(&noted, &now()), noted);
    // Whoever gave the date knows which is meant.
    for told in [
        "date: next Wednesday (2026-12-09)",
        "我们下周三（2026-11-18）开会",
        "下周三 （11月25日）开会",
        "call Ada next Friday (20 November 2026), not later",
        "next week (2026-11-16..2026-11-22)",
    ] {
        assert_eq!(resolve_relative(told, &now()), told);
    }
    for (said, noted) in [
        ("call Ada next Friday (she asked)", "call Ada next Friday (2026-11-13) (she asked)"),
        ("next Friday (November)", "next Friday (2026-11-13) (November)"),
        ("下周三（下午）开会", "下周三(2026-11-18)（下午）开会"),
        ("tomorrow (today", "tomorrow (2026-11-12) (today"),
    ] {
        assert!(resolve_relative(said, &now()).starts_with(noted), "{said}");
    }
}

#[test]
fn moments_of_transcripts() {
    for (text, expected) in [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00"),
        ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00"),
        ("2023-05-20T02:21:09.123Z", "2023-05-20T02:21:09"),
        ("2023-05-20T02:21:09+08:00[Asia/Shanghai]", "2023-05-20T02:21:09"),
        ("2023-05-20 02:21:09-0700", "2023-05-20T02:21:09"),
        ("2023-05-20", "2023-05-20T00:00:00"),
        ("May 8, 2023 at 1:56 PM", "2023-05-08T13:56:00"),
        ("Mon, 08 May 2023 13:56:00 GMT", "2023-05-08T13:56:00"),
        ("2026年11月3日 14时05分", "2026-11-03T14:05:00"),
    ] {
        assert_eq!(read_moment(text).map(|at| at.to_string()).as_deref(), Some(expected), "{text}");
    }
    for none in ["", "yesterday 10:00", "10:00", "2023-05", "2023-05-20 25:00", "hello 2023-05-20"]
    {
        assert_eq!(read_moment(none), None, "{none}");
    }
}

#[test]
fn hostile_text_is_read_within_bounds() {
    for text in [
        "week of ",
        "the week of the ",
        "Friday, ",
        "between ",
        "2026-10-31..",
        "一",
        "last day of ",
        "since before ",
        "3-3 to ",
        "从三月到",
        "第一",
    ] {
        let long = text.repeat(25_000);
        assert!(interval(&long, &now()).is_err(), "{text}");
        assert!(asked(&long, &now()).len() <= 25_000, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn reading_is_total(text in "[a-zA-Z0-9 .,:/年月日周上下三十前天后〇-]{0,40}") {
        let whole = interval(&text, &now());
        proptest::prop_assert!(read_moment(&text).is_none() || whole.is_ok());
        proptest::prop_assert!(resolve_relative(&text, &now()).len() >= text.len());
        let mut last = 0;
        for Dated { place, days, .. } in asked(&text, &now()) {
            proptest::prop_assert!(last <= place.start && place.start < place.end);
            proptest::prop_assert!(days.from <= days.to);
            last = place.end;
        }
    }

    #[test]
    fn an_iso_day_reads_as_itself(year in 1900i16..2199, month in 1i8..=12, day in 1i8..=28) {
        let date = Date::new(year, month, day).unwrap();
        proptest::prop_assert_eq!(interval(&date.to_string(), &now()), Ok(Interval::day(date)));
    }
}

#[test]
fn c026_a_validity_may_have_an_open_end_and_never_ends_before_it_begins() {
    let now = now();
    let day = |day| Some(date(2026, 5, day));
    for (text, days) in [
        ("2026-05-02..", (day(2), None)),
        ("..2026-05-02", (None, day(2))),
        ("2026-05-02..2026-05-04", (day(2), day(4))),
        (" 2026-05-02 .. 2026-05 ", (day(2), day(31))),
        ("2026-05", (day(1), day(31))),
    ] {
        assert_eq!(parse_valid(text, &now), Ok(days), "{text}");
    }
    let inverted = parse_valid("2026-05-04..2026-05-02", &now).unwrap_err();
    assert_eq!(inverted.to_string(), "2026-05-04..2026-05-02 ends before it begins");
    for text in ["..", "", "x..2026-05-02", "2026-05-02..soon"] {
        assert!(matches!(parse_valid(text, &now), Err(ValidProblem::Date(_))), "{text}");
    }
}

#[test]
fn only_what_points_from_the_present_is_dated() {
    let now = now_at("2026-11-29T12:00:00Z[UTC]");
    for kept in [
        "Tuesday to Friday",
        "by Friday",
        "last Friday of each month",
        "never on today's main",
        "周五的团建改到青岛",
        "18 June",
    ] {
        assert_eq!(resolve_relative(kept, &now), kept);
    }
    assert_eq!(resolve_relative("下周三发布", &now), "下周三(2026-12-02)发布");
    assert_eq!(resolve_relative("release tomorrow", &now), "release tomorrow (2026-11-30)");
}

#[test]
fn a_day_within_another_word_or_a_title_gets_no_date() {
    let now = now();
    for kept in [
        "他有后天性心脏病",
        "明天银行的账户",
        "昨日重现是一首歌",
        "看今日头条",
        "后天获得性免疫缺陷",
        "明日方舟是个游戏",
        "明天会更好是一首歌",
        "Today Show host is Al",
        "She reads USA Today at breakfast",
        "Yesterday by the Beatles is her song",
        "Yesterday by Beatles",
    ] {
        assert_eq!(resolve_relative(kept, &now), kept);
        assert_eq!(find(kept, &now), [], "{kept}");
    }
    assert_eq!(spots("Who hosts the Today Show"), [""; 0]);
    for stamped in [
        "Yesterday Grace called",
        "We met. Today Ann left",
        "CALL HIM TODAY",
        "Yesterday by noon it was done",
        "后天去医院",
        "明天开会",
        "明天下午开会",
        "明天下班后见",
        "后天下雨",
        "明天报名考试",
        "明天报到",
        "昨天报告写完了",
        "昨天获得冠军",
        "后天获得签证",
        "今天性能测试",
        "后天性能测试",
        "明天银行不开门",
        "今天集团开会",
        "今天系里有讲座",
        "今天科技馆闭馆",
        "明天之后再说",
        "昨天养成了习惯",
    ] {
        assert!(resolve_relative(stamped, &now).contains("(2026-"), "{stamped}");
    }
}

#[test]
fn what_is_due_on_a_weekday_or_a_day_without_a_year_is_the_coming_one() {
    let now = now_at("2026-11-30T10:00:00[UTC]");
    for (text, day) in [
        ("Friday", "2026-12-04"),
        ("周五", "2026-12-04"),
        ("Monday", "2026-11-30"),
        ("next Friday", "2026-12-04"),
        ("May 3", "2027-05-03"),
        ("5月3日", "2027-05-03"),
        ("2026-05-03", "2026-05-03"),
        ("last Friday", "2026-11-27"),
        ("yesterday", "2026-11-29"),
        ("tomorrow", "2026-12-01"),
    ] {
        assert_eq!(coming(text, &now).unwrap().to.to_string(), day, "{text}");
    }
}
