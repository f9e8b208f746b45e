//! Writes trees as patterns for the crate `regex`.

use super::{
    Flags,
    class::Class,
    fold,
    tree::{Id, Node, Op, Tree},
};
use std::fmt::Write;

#[inline]
pub(super) fn translation(tree: &Tree, root: Id) -> String {
    let mut writer = Writer { tree, text: String::new(), tasks: vec![Task::Node(root, Place::Whole)] };
    // A list instead of recursion, because trees may be deep.
    while let Some(task) = writer.tasks.pop() {
        match task {
            Task::Text(text) => writer.text.push_str(&text),
            Task::Node(id, place) => writer.node(id, place),
        }
    }
    writer.text
}

struct Writer<'t> {
    tree: &'t Tree,
    text: String,
    /// The nodes that are not written yet, the last one first.
    tasks: Vec<Task>,
}

enum Task {
    Node(Id, Place),
    Text(String),
}

/// The place of a node. An operator that binds more loosely than its place needs a group.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Place {
    Whole,
    Concat,
    Repeated,
}

impl Writer<'_> {
    #[inline]
    fn node(&mut self, id: Id, place: Place) {
        let node = &self.tree[id];
        match node.op {
            Op::Capture => self.list(node, "", place),
            Op::Concat => {
                self.grouped(place == Place::Repeated, |writer| writer.list(node, "", Place::Concat))
            }
            Op::Alternate => {
                self.grouped(place > Place::Whole, |writer| writer.list(node, "|", Place::Whole))
            }
            Op::Star | Op::Plus | Op::Quest | Op::Repeat => {
                self.grouped(place == Place::Repeated, |writer| {
                    writer.tasks.push(Task::Text(operator(node)));
                    writer.list(node, "", Place::Repeated);
                });
            }
            Op::Literal => {
                let group = place == Place::Repeated && node.text.len() != 1;
                self.grouped(group, |writer| writer.tasks.push(Task::Text(literal(node))));
            }
            Op::Class => write_class(&mut self.text, &node.class),
            op => self.text.push_str(fixed(op)),
        }
    }

    /// Pushes tasks. With `group` they stand between the two ends of a group.
    fn grouped(&mut self, group: bool, push: impl FnOnce(&mut Self)) {
        if !group {
            return push(self);
        }
        self.tasks.push(Task::Text(")".to_owned()));
        push(self);
        self.tasks.push(Task::Text("(?:".to_owned()));
    }

    #[inline]
    fn list(&mut self, node: &Node, separator: &str, place: Place) {
        for (index, sub) in node.subs.iter().enumerate().rev() {
            self.tasks.push(Task::Node(*sub, place));
            if index > 0 && !separator.is_empty() {
                self.tasks.push(Task::Text(separator.to_owned()));
            }
        }
    }
}

#[inline]
fn operator(node: &Node) -> String {
    let mut text = match (node.op, node.max) {
        (Op::Star, _) => "*".to_owned(),
        (Op::Plus, _) => "+".to_owned(),
        (Op::Quest, _) => "?".to_owned(),
        (_, Some(max)) if max == node.min => format!("{{{max}}}"),
        (_, Some(max)) => format!("{{{},{max}}}", node.min),
        (_, None) => format!("{{{},}}", node.min),
    };
    if node.flags.has(Flags::UNGREEDY) {
        text.push('?');
    }
    text
}

/// The text of operators without operands. Anchors and boundaries have a group, because an operator could follow.
#[inline]
fn fixed(op: Op) -> &'static str {
    match op {
        Op::AnyButNewline => r"[^\n]",
        Op::Any => "(?s:.)",
        Op::BeginLine => "(?m:^)",
        Op::EndLine => "(?m:$)",
        Op::BeginText => r"\A",
        Op::EndText => r"\z",
        Op::WordBoundary => r"(?-u:\b)",
        Op::NoWordBoundary => r"(?-u:\B)",
        Op::Empty => "(?:)",
        _ => NOTHING,
    }
}

/// A pattern that matches nothing.
const NOTHING: &str = "[a&&b]";

#[inline]
fn literal(node: &Node) -> String {
    let mut text = String::new();
    for &character in &node.text {
        let mut class = Class::new(&[(character, character)]);
        if node.flags.has(Flags::FOLD) {
            for other in fold::others(character) {
                class.add(other, other);
            }
            class.clean();
        }
        match class.ranges() {
            [(only, end)] if only == end => match char::from_u32(*only) {
                Some(character) if !character.is_control() => write_character(&mut text, character),
                Some(_) => write_code(&mut text, *only),
                None => text.push_str(NOTHING),
            },
            _ => write_class(&mut text, &class),
        }
    }
    text
}

#[inline]
fn write_character(text: &mut String, character: char) {
    if r"\.+*?()|[]{}^$#&-~".contains(character) {
        text.push('\\');
    }
    text.push(character);
}

/// Surrogates are left out because no text contains them.
#[inline]
fn write_class(text: &mut String, class: &Class) {
    let start = text.len();
    text.push('[');
    for &(first, last) in class.ranges() {
        for (first, last) in [(first, last.min(0xd7ff)), (first.max(0xe000), last)] {
            if first > last {
                continue;
            }
            write_code(text, first);
            if last > first {
                text.push_str(if last > first.saturating_add(1) { "-" } else { "" });
                write_code(text, last);
            }
        }
    }
    text.push(']');
    if text.get(start..) == Some("[]") {
        text.truncate(start);
        text.push_str(NOTHING);
    }
}

#[inline]
fn write_code(text: &mut String, code: u32) {
    match char::from_u32(code) {
        Some(character) if character.is_ascii_alphanumeric() || character == '_' => text.push(character),
        // Writing to a string does not fail.
        _ => drop(write!(text, "\\x{{{code:X}}}")),
    }
}
