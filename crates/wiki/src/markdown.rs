//! The blocks of a body: sections, list items, code and comments, generated blocks.
//!
//! Finds where things stand; what a list item or a link means is other rooms' business.

use std::ops::Range;

use crate::page::{Generated, Item, Problem, Section};

/// What was found in a body.
pub(crate) struct Blocks {
    pub(crate) sections: Vec<Section>,
    pub(crate) items: Vec<Item>,
    pub(crate) opaque: Vec<Range<usize>>,
    pub(crate) generated: Vec<Generated>,
}

pub(crate) fn read(text: &str, body: usize, _problems: &mut Vec<Problem>) -> Blocks {
    let mut sections = vec![Section {
        level: 0,
        heading: String::new(),
        heading_span: body..body,
        span: body..body,
        parent: None,
    }];
    let mut at = body;
    for line in text[body..].split_inclusive('\n') {
        let level = line.bytes().take_while(|&b| b == b'#').count();
        if (1..=6).contains(&level) && line[level..].starts_with([' ', '\t', '\r', '\n']) {
            let mut parent = sections.len() - 1;
            while parent > 0 && usize::from(sections[parent].level) >= level {
                parent = sections[parent].parent.unwrap_or(0);
            }
            sections.push(Section {
                level: u8::try_from(level).expect("because a level is at most 6"),
                heading: line[level..].trim().to_owned(),
                heading_span: at..at + line.len(),
                span: at..at,
                parent: Some(parent),
            });
        }
        at += line.len();
        sections.last_mut().expect("because the preamble is there").span.end = at;
    }
    Blocks { sections, items: Vec::new(), opaque: Vec::new(), generated: Vec::new() }
}
