//! Conversations that are kept as a tree of messages, as ChatGPT exports them: each node names the one before,
//! and what a person sees is the way from the first to the current one. Other branches were written over.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// The key of the nodes, by which such a conversation is known.
pub(super) const KEY: &str = "mapping";

/// What a person sees of such a conversation.
pub(super) struct Way {
    /// The messages that say something, in order.
    pub(super) messages: Vec<Value>,
    /// How many branches say something else and were written over.
    pub(super) branches: usize,
}

/// The way to the current node; nothing of what is no such tree.
pub(super) fn messages(conversation: &Value) -> Option<Way> {
    let nodes = conversation.get(KEY)?.as_object()?;
    let mut seen = HashSet::new();
    let mut at = conversation.get("current_node").and_then(Value::as_str).or_else(|| last(nodes));
    let mut way = Vec::new();
    while let Some((id, node)) = at.and_then(|id| Some((id, nodes.get(id)?))) {
        if !seen.insert(id) {
            break;
        }
        way.extend(node.get("message").filter(|it| says_something(it)).cloned());
        at = node.get("parent").and_then(Value::as_str);
    }
    way.reverse();
    let branches = branches(nodes, &seen);
    Some(Way { messages: way, branches })
}

/// How many branches leave the way and say something. Linear: each node is passed once.
fn branches(nodes: &Map<String, Value>, way: &HashSet<&str>) -> usize {
    let mut passed: HashSet<&str> = HashSet::new();
    let mut found = 0;
    for (id, node) in nodes {
        let mut at = id.as_str();
        if way.contains(at) || !node.get("message").is_some_and(says_something) {
            continue;
        }
        while passed.insert(at) {
            let parent = nodes.get(at).and_then(|it| it.get("parent")).and_then(Value::as_str);
            match parent {
                Some(parent) if way.contains(parent) => {
                    found += 1;
                    break;
                }
                Some(parent) => at = parent,
                None => break,
            }
        }
    }
    found
}

/// The node that nothing follows; of several the last one.
fn last(nodes: &Map<String, Value>) -> Option<&str> {
    let parents: HashSet<&str> =
        nodes.values().filter_map(|node| node.get("parent")?.as_str()).collect();
    nodes.keys().rev().map(String::as_str).find(|id| !parents.contains(id))
}

/// A node may hold what only the program reads: empty, or hidden from whoever talks.
fn says_something(message: &Value) -> bool {
    let hidden = message.pointer("/metadata/is_visually_hidden_from_conversation");
    let content = message.get("content");
    let parts = content.and_then(|it| it.get("parts")).and_then(Value::as_array);
    let empty = parts.is_some_and(|it| {
        it.iter().all(|part| part.as_str().is_some_and(|text| text.trim().is_empty()))
    });
    !(empty || hidden.and_then(Value::as_bool) == Some(true) || message.is_null())
}
