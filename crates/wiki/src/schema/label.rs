//! Words before a colon that say of which kind a line is, and not of what it tells: "Rule: …", "TODO: …", 提醒：…. Several
//! lines have one, and each is kept.

use crate::canon::fold;

/// The words, folded.
const LABELS: &[&str] = &[
    "answer",
    "bug",
    "caution",
    "convention",
    "conventions",
    "correction",
    "decision",
    "fixme",
    "fyi",
    "gotcha",
    "hint",
    "idea",
    "important",
    "insight",
    "learned",
    "lesson",
    "lesson learned",
    "lessons learned",
    "nb",
    "note",
    "notes",
    "observation",
    "ps",
    "preference",
    "pro tip",
    "question",
    "quote",
    "remember",
    "reminder",
    "risk",
    "rule",
    "sorry",
    "tip",
    "to do",
    "todo",
    "update",
    "warning",
    "事实",
    "偏好",
    "决定",
    "反馈",
    "备注",
    "建议",
    "待办",
    "想法",
    "提示",
    "提醒",
    "教训",
    "更新",
    "更正",
    "注意",
    "笔记",
    "纠正",
    "经验",
    "规则",
    "规定",
    "记住",
    "问题",
    "约定",
    "风险",
];

/// Whether a key is no more than such a word.
#[must_use]
pub fn is_label(key: &str) -> bool {
    LABELS.contains(&fold(key).as_str())
}
