//! A YAML text as nodes that know their line: enough to say where a row of the schema is wrong.
//!
//! Scalars stay text. A text that breaks off gives what stood before, and the line where it broke.

use granit_parser::{Event, Parser, ScalarStyle};

/// Nodes of one text, at most: a schema has some hundreds.
const NODES_MAX: usize = 20_000;
/// Levels of nesting, at most.
const DEPTH_MAX: usize = 32;

/// A node and its line in the block, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) is: Is,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Is {
    Null,
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// What broke, and where.
pub(super) struct Broken {
    pub(super) line: usize,
    pub(super) message: String,
}

struct Open {
    line: usize,
    is: Is,
    /// The key that waits for its value, in a map.
    key: Option<String>,
}

/// The text's root, as far as it can be read.
pub(super) fn read(text: &str) -> (Node, Option<Broken>) {
    let mut stack: Vec<Open> = Vec::new();
    let mut root = None;
    let mut broken = None;
    let mut line = 1;
    for (count, next) in Parser::new_from_str(text).enumerate() {
        let (event, span) = match next {
            Ok(found) => found,
            Err(problem) => {
                let message = format!("the YAML cannot be read: {}", problem.info());
                broken = Some(Broken { line: problem.marker().line().max(1), message });
                break;
            }
        };
        line = span.start.line().max(1);
        if count > NODES_MAX || stack.len() > DEPTH_MAX {
            broken = Some(Broken {
                line,
                message: "the YAML is too large or too deep for a schema".to_owned(),
            });
            break;
        }
        match event {
            Event::Scalar(text, style, ..) => {
                let null =
                    style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "none");
                let is = if null { Is::Null } else { Is::Text(text.into_owned()) };
                put(&mut stack, &mut root, Node { line, is });
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                broken.get_or_insert(Broken {
                    line,
                    message: "aliases are not read in a schema".to_owned(),
                });
                put(&mut stack, &mut root, Node { line, is: Is::Null });
            }
            Event::SequenceStart(..) => {
                stack.push(Open { line, is: Is::List(Vec::new()), key: None });
            }
            Event::MappingStart(..) => {
                stack.push(Open { line, is: Is::Map(Vec::new()), key: None });
            }
            Event::SequenceEnd | Event::MappingEnd => close(&mut stack, &mut root),
            Event::DocumentEnd => break,
            _ => {}
        }
    }
    while !stack.is_empty() {
        close(&mut stack, &mut root);
    }
    (root.unwrap_or(Node { line, is: Is::Null }), broken)
}

fn close(stack: &mut Vec<Open>, root: &mut Option<Node>) {
    if let Some(done) = stack.pop() {
        put(stack, root, Node { line: done.line, is: done.is });
    }
}

fn put(stack: &mut [Open], root: &mut Option<Node>, node: Node) {
    let Some(open) = stack.last_mut() else {
        root.get_or_insert(node);
        return;
    };
    match &mut open.is {
        Is::List(nodes) => nodes.push(node),
        Is::Map(entries) => match open.key.take() {
            Some(key) => entries.push((key, node)),
            None => {
                // A key that is a list or a map names nothing here.
                open.key = Some(if let Is::Text(text) = node.is { text } else { String::new() });
            }
        },
        Is::Null | Is::Text(_) => {}
    }
}

impl Node {
    pub(super) fn text(&self) -> Option<&str> {
        if let Is::Text(text) = &self.is { Some(text) } else { None }
    }

    /// A list, or one text as a list of one; nulls are left out.
    pub(super) fn list(&self) -> Option<Vec<&Self>> {
        match &self.is {
            Is::List(nodes) => Some(nodes.iter().filter(|node| node.is != Is::Null).collect()),
            Is::Text(_) => Some(vec![self]),
            Is::Null => Some(Vec::new()),
            Is::Map(_) => None,
        }
    }
}
