//! Words that mean the same: a few groups that are built in, and those of the vault. They help a query
//! without a model, at a reduced weight, and never replace what was typed.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::analyse::{Role, Token, folded, tokens};

/// A pasted text is not a question; its words need no help.
const TOKENS_MAX: usize = 120;

/// Groups of everyday and project words, English and Chinese. Small on purpose: a group that is wrong
/// for one vault is noise there.
const BUILT_IN: &[&[&str]] = &[
    &["commute", "通勤", "上班", "上下班", "way to work"],
    &["email", "e-mail", "邮箱", "邮件", "电子邮件"],
    &["release", "发布", "上线", "发版", "ship"],
    &["meeting", "会议", "开会", "例会"],
    &["phone", "电话", "手机号", "telephone"],
    &["address", "地址", "住址"],
    &["birthday", "生日", "出生日期"],
    &["password", "密码", "口令"],
    &["budget", "预算"],
    &["deadline", "截止日期", "截止时间", "due date"],
    &["bug", "缺陷", "故障", "defect"],
    &["incident", "事故", "故障", "outage"],
    &["deploy", "deployment", "部署"],
    &["customer", "client", "客户"],
    &["preference", "偏好", "喜好"],
    &["salary", "工资", "薪水", "薪资"],
    &["refund", "退款"],
    &["invoice", "发票"],
    &["contract", "合同"],
    &["holiday", "vacation", "假期", "休假", "度假"],
    &["doctor", "医生", "大夫"],
    &["hospital", "医院"],
    &["movie", "film", "电影"],
    &["car", "汽车", "轿车"],
    &["lunch", "午饭", "午餐"],
    &["dinner", "晚饭", "晚餐"],
    &["breakfast", "早饭", "早餐"],
    &["allergy", "allergic", "过敏"],
    &["database", "数据库", "db"],
    &["configuration", "config", "配置", "设置"],
    &["test", "测试"],
    &["plan", "计划", "方案"],
    &["decision", "决定", "决策"],
    &["job", "工作", "职业", "occupation"],
    &["hobby", "爱好", "兴趣"],
    &["travel", "trip", "旅行", "旅游", "出差"],
];

/// Ways of asking for what a group's first word names, of several words. They are known in a question and
/// looked for in no page, where each of their words may stand for anything.
const ASKED: &[(&str, &[&str])] = &[(
    "commute",
    &[
        "get to work",
        "go to work",
        "travel to work",
        "come to work",
        "get to the office",
        "go to the office",
        "去单位",
        "到单位",
        "去公司",
        "到公司",
        "怎么上班",
        "怎么去上班",
        "怎麼上班",
        "怎麼去上班",
        "如何上班",
        "坐什么上班",
        "坐什么车上班",
        "坐什麼車上班",
        "坐车上班",
        "开车上班",
    ],
)];

/// The terms of each member of a group.
type Group = Vec<Vec<String>>;

/// The groups that questions came with last, taken apart: a vault gives the same ones each time.
#[derive(Default)]
pub(crate) struct Given(Mutex<Known>);

#[derive(Default)]
struct Known {
    given: Vec<Vec<String>>,
    groups: Arc<Vec<Group>>,
}

impl Given {
    fn groups(&self, given: &[Vec<String>]) -> Arc<Vec<Group>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.given != given {
            let groups = given.iter().map(|group| terms_of(group)).collect();
            *known = Known { given: given.to_vec(), groups: Arc::new(groups) };
        }
        Arc::clone(&known.groups)
    }
}

/// Terms of a group, and the ways of asking for it.
type Ways = (Vec<String>, Vec<Vec<Token>>);

/// A way of asking that stands in the question.
pub(super) struct Asking {
    /// The words of the question that it takes, by their numbers.
    pub(super) words: Range<usize>,
    /// Terms of the group that is asked for.
    pub(super) terms: Vec<String>,
}

/// Every way of asking in a question.
pub(super) fn askings(found: &[Token]) -> Vec<Asking> {
    if found.len() > TOKENS_MAX {
        return Vec::new();
    }
    let mut askings = Vec::new();
    for (of, ways) in asked_for() {
        let place = ways.iter().find_map(|way| exact_place(found, way));
        let Some(words) = place else { continue };
        askings.push(Asking { words, terms: of.clone() });
    }
    askings
}

/// For each of [`ASKED`] the terms of its group, and its ways, taken apart once in a process.
fn asked_for() -> &'static [Ways] {
    static ASKED_FOR: OnceLock<Vec<Ways>> = OnceLock::new();
    ASKED_FOR.get_or_init(|| {
        let of = |(name, ways): &(&str, &[&str])| {
            let group = BUILT_IN.iter().find(|group| group[0] == *name);
            let members = group.into_iter().flat_map(|group| terms_of(group)).flatten();
            (members.collect(), ways.iter().map(|way| tokens(way)).collect())
        };
        ASKED.iter().map(of).collect()
    })
}

/// The words at which these tokens stand in the question, one after the other without anything between.
fn exact_place(found: &[Token], way: &[Token]) -> Option<Range<usize>> {
    let (first, last) = (way.first()?, way.last()?);
    let starts = found.iter().filter(|token| token.term == first.term && token.role == first.role);
    let mut places = starts.map(|token| token.position..token.position + last.position + 1);
    places.find(|place| {
        way.iter().all(|token| {
            let at = place.start + token.position;
            found.iter().any(|other| other.position == at && other.term == token.term)
        })
    })
}

/// The groups that every vault has, taken apart once in a process.
fn built_in() -> &'static [Group] {
    static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();
    GROUPS.get_or_init(|| BUILT_IN.iter().map(|group| terms_of(group)).collect())
}

fn terms_of(group: &[impl AsRef<str>]) -> Group {
    group.iter().map(|member| member_terms(member.as_ref())).collect()
}

/// Terms of the other members of every group that a member of stands in the query, each with the query's
/// word that it stands for.
pub(super) fn synonyms(
    found: &[Token],
    given: &[Vec<String>],
    known: &Given,
) -> Vec<(String, usize)> {
    if found.len() > TOKENS_MAX {
        return Vec::new();
    }
    let given = known.groups(given);
    let mut extra = Vec::new();
    for group in built_in().iter().chain(&*given) {
        let of = |(at, member): (usize, &Vec<String>)| Some((at, place(found, member)?));
        let Some((at, word)) = group.iter().enumerate().find_map(of) else { continue };
        for (other, member) in group.iter().enumerate() {
            if other != at {
                extra.extend(member.iter().map(|term| (term.clone(), word)));
            }
        }
    }
    extra.retain(|(term, _)| !found.iter().any(|token| token.term == *term));
    extra
}

/// The terms that a member is found by.
fn member_terms(member: &str) -> Vec<String> {
    let all = tokens(&folded(member));
    let unspaced = all.iter().any(|token| token.role == Role::Pair);
    let keep = |token: &&Token| match token.role {
        Role::Word | Role::Pair | Role::Whole => true,
        Role::Single => !unspaced,
        _ => false,
    };
    all.iter().filter(keep).map(|token| token.term.clone()).collect()
}

/// The query's word at which these terms stand one after the other.
fn place(found: &[Token], terms: &[String]) -> Option<usize> {
    let first = terms.first()?;
    found.iter().find_map(|token| {
        let starts = token.term == *first;
        let follows = |(distance, term): (usize, &String)| {
            found.iter().any(|other| {
                let gap = other.position.checked_sub(token.position);
                other.term == *term && gap.is_some_and(|gap| gap >= distance && gap <= distance + 2)
            })
        };
        (starts && terms.iter().enumerate().all(follows)).then_some(token.position)
    })
}
