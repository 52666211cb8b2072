//! Which pages a text names.
//!
//! A page is often called like an everyday word, so that a word stands in a text says nothing yet. A
//! name counts where it is written as one: as a link or a path, with its capital letter, or so that no
//! everyday word looks like it. What is done with the pages is not decided here.

use std::ops::Range;

use super::Name;
use super::fold::{fold, is_spaceless, is_word_char};
use super::names::{is_common, is_everyday};
use super::resolve::exact;
use crate::{link, markdown};

/// Words (or Han characters) of one mention, at most.
const MENTION_UNITS: usize = 10;
/// Units of a text that are looked at for mentions, a link as one of them; the rest of a longer text is not.
const TEXT_UNITS: usize = 4_000;
/// Letters from which somebody's name counts in small ones.
const NAME_CHARS: usize = 3;
/// Han characters from which the name of a thing is no ordinary word.
const HAN_THING_CHARS: usize = 4;
/// Han words that stand in any sentence, also where a page is called so.
const HAN_COMMON: &str = " 今天 明天 昨天 后天 早上 上午 中午 下午 晚上 时间 时候 现在 以后 以前 最近 平时 周末 \
    问题 工作 学习 生活 朋友 大家 我们 你们 他们 事情 地方 东西 方法 办法 想法 意思 世界 国家 社会 历史 文化 \
    可以 需要 应该 已经 开始 结束 重要 简单 容易 困难 喜欢 希望 觉得 知道 认为 发现 使用 如果 因为 所以 但是 \
    自己 别人 孩子 老师 学生 公司 会议 项目 计划 目标 任务 记录 笔记 文章 电影 音乐 读书 阅读 写作 思考 \
    运动 健康 睡眠 吃饭 天气 手机 电脑 网络 数据 系统 代码 设计 产品 用户 客户 团队 管理 技术 价值 信任 自由 \
    时间表 为什么 怎么样 有时候 办公室 ";

/// What a page's name has to look like, for the page to be named by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Somebody or something with a name of its own, such as a person or a project: its name counts
    /// wherever it has its capital letter, and in small ones if it is no everyday word.
    Proper,
    /// Anything else: one word counts with a capital letter that no sentence begins with.
    Thing,
    /// A page that is named by a link or by its path only.
    ByLink,
    /// A page that no text names.
    Never,
}

/// One place of a text that names a page, or several of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// The pages of that name, at least one.
    pub names: Vec<Name>,
}

/// The names of pages that are written as names in a text: links, and of titles, file names and
/// aliases the longest at each place, in order and apart from each other. Han stands anywhere, other
/// letters between word boundaries. `lookup` gives the names under a folded key (see
/// [`keys`](super::keys)), `bearer` what is asked of a page's name.
pub fn mentions(
    text: &str,
    lookup: &dyn Fn(&str) -> Vec<Name>,
    bearer: &dyn Fn(&Name) -> Bearer,
) -> Vec<Mention> {
    let seen = |key: &str| {
        let mut names = lookup(key);
        names.retain(|name| bearer(name) != Bearer::Never);
        names
    };
    let mut found = Vec::new();
    let mut taken = addresses(text);
    let blocks = markdown::read(text, 0, &mut Vec::new());
    let links = link::wikilinks(text, 0, &blocks);
    for link in links.iter().take(TEXT_UNITS) {
        let names = exact(&link.target, &seen);
        if !names.is_empty() {
            found.push(Mention { span: link.span.clone(), names });
        }
    }
    let left = TEXT_UNITS.saturating_sub(links.len());
    taken.extend(links.into_iter().map(|link| link.span));
    // What is written as a link in code names nothing: it shows how a link is written.
    taken.extend(blocks.no_links.into_iter().filter(|it| text[it.clone()].contains("[[")));
    let units = units(text, &markdown::in_order(taken), left);
    let shouted = !text.chars().any(char::is_lowercase);
    let looking = Looking { text, lookup, bearer, units, shouted };
    let mut at = 0;
    while at < looking.units.len() {
        match looking.longest_at(at) {
            Some((mention, next)) => {
                found.push(mention);
                at = next;
            }
            None => at += 1,
        }
    }
    found.sort_by_key(|it| it.span.start);
    found
}

struct Looking<'a> {
    text: &'a str,
    lookup: &'a dyn Fn(&str) -> Vec<Name>,
    bearer: &'a dyn Fn(&Name) -> Bearer,
    units: Vec<Range<usize>>,
    /// Whether the text has capitals only, which then mark no name.
    shouted: bool,
}

impl Looking<'_> {
    fn longest_at(&self, at: usize) -> Option<(Mention, usize)> {
        let (text, units) = (self.text, &self.units);
        let reach = (1..MENTION_UNITS.min(units.len() - at))
            .take_while(|step| joins(&text[units[at + step - 1].end..units[at + step].start]))
            .last()
            .unwrap_or(0);
        for last in (at..=at + reach).rev() {
            let end = units[last].end;
            let signs = text[end..].len() - text[end..].trim_start_matches(['+', '#']).len();
            for end in [end + signs, end] {
                let span = units[at].start..end;
                let key = fold(&text[span.clone()]);
                if key.chars().count() < 2 {
                    continue;
                }
                let mut names = (self.lookup)(&key);
                names.retain(|name| self.names(&span, &key, name));
                if !names.is_empty() {
                    return Some((Mention { span, names }, last + 1));
                }
                if signs == 0 {
                    break;
                }
            }
        }
        None
    }

    /// Whether what stands at `span` is written as the name of this page.
    fn names(&self, span: &Range<usize>, key: &str, name: &Name) -> bool {
        let bearer = (self.bearer)(name);
        if bearer == Bearer::Never {
            return false;
        }
        let path = name.path.as_str();
        if path.contains('/') && fold(path) == key {
            return true;
        }
        if !matches!(bearer, Bearer::Proper | Bearer::Thing) || !is_called(name, key) {
            return false;
        }
        let shown = &self.text[span.clone()];
        if shown.chars().any(is_spaceless) {
            return self.han(span, shown, bearer);
        }
        let mut words = shown.split(|c: char| !is_word_char(c)).filter(|it| !it.is_empty());
        if words.clone().all(is_common) {
            // `Will` in the middle of a sentence is somebody, at its start it asks.
            return bearer == Bearer::Proper && is_capital(shown) && !self.begins(span.start);
        }
        if words.nth(1).is_some() {
            return true;
        }
        let exact = |it: &str| it == shown;
        let own = exact(&name.title) || exact(name.path.name());
        if name.aliases.iter().any(|it| exact(it)) || (own && is_unlike_words(shown)) {
            return true;
        }
        if !shown.chars().any(|c| c.is_lowercase() || c.is_uppercase()) {
            return bearer == Bearer::Proper || shown.contains(['+', '#']);
        }
        let marked = bearer == Bearer::Proper || (!self.shouted && !self.begins(span.start));
        let plain =
            bearer == Bearer::Proper && shown.chars().count() >= NAME_CHARS && !is_everyday(shown);
        plain || (is_capital(shown) && marked)
    }

    /// Han has no capitals and no spaces: its name must be long, or of somebody, or in quotes.
    fn han(&self, span: &Range<usize>, shown: &str, bearer: Bearer) -> bool {
        let quoted = self.text[..span.start].ends_with(['《', '「', '『', '“', '【'])
            && self.text[span.end..].starts_with(['》', '」', '』', '”', '】']);
        let other = shown.chars().any(|c| !is_spaceless(c));
        let common = HAN_COMMON.split_whitespace().any(|it| it == shown);
        let long = shown.chars().count() >= HAN_THING_CHARS;
        quoted || (!common && (other || long || bearer == Bearer::Proper))
    }

    /// Whether a sentence begins at this byte.
    fn begins(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(|c: char| {
            c != '\n' && (c.is_whitespace() || "-*_>#\"'“‘«([（「《".contains(c))
        });
        before.is_empty()
            || before.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '：', '；', '…', '\n'])
    }
}

fn is_capital(shown: &str) -> bool {
    shown.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase)
}

/// Whether no word of a sentence is written like this: with a capital inside, digits or signs.
fn is_unlike_words(shown: &str) -> bool {
    let letters = shown.chars().any(char::is_alphabetic);
    let inner = shown.chars().skip(1).any(char::is_uppercase);
    letters && (inner || shown.chars().any(|c| c.is_numeric() || "-_+#.".contains(c)))
}

fn joins(between: &str) -> bool {
    between.chars().count() <= 2 && between.chars().all(|c| " -_.·'’&:/".contains(c))
}

fn is_called(name: &Name, key: &str) -> bool {
    fold(&name.title) == key
        || fold(name.path.name()) == key
        || name.aliases.iter().any(|alias| fold(alias) == key)
}

/// Addresses of the web and of mail, in which no word is a name.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = markdown::addresses(text);
    let bytes = text.as_bytes();
    let part = |b: &&u8| b.is_ascii_alphanumeric() || b"._%+-".contains(b);
    let mut done = 0;
    for (at, _) in text.match_indices('@') {
        let who = bytes[done..at].iter().rev().take_while(part).count();
        let place = bytes[at + 1..].iter().take_while(part).count();
        let span = at - who..at + 1 + place;
        if who > 0 && text[at + 1..span.end].trim_end_matches('.').contains('.') {
            done = span.end;
            found.push(span);
        }
    }
    markdown::in_order(found)
}

/// Words, and single characters of scripts without spaces, that stand in none of the spans `taken`,
/// which are in order and apart; at most `limit`.
fn units(text: &str, taken: &[Range<usize>], limit: usize) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut taken = taken.iter().peekable();
    let mut word_ends = None;
    for (at, c) in text.char_indices() {
        if units.len() >= limit {
            break;
        }
        while taken.peek().is_some_and(|it| it.end <= at) {
            taken.next();
        }
        if taken.peek().is_some_and(|it| it.start <= at) {
            word_ends = None;
            continue;
        }
        let end = at + c.len_utf8();
        if is_spaceless(c) {
            units.push(at..end);
            word_ends = None;
        } else if is_word_char(c) {
            match (word_ends, units.last_mut()) {
                (Some(previous), Some(last)) if previous == at => last.end = end,
                _ => units.push(at..end),
            }
            word_ends = Some(end);
        }
    }
    units
}
