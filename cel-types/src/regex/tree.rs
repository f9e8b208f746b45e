//! The tree that Go's parser builds, with Go's stack and limits.
//!
//! Whether a pattern is too large or too deep depends on the number of nodes, on which nodes are reused, and on when Go begins to count
//! sizes. So everything here happens in Go's order (Go: `regexp/syntax/parse.go`).

mod limits;

use self::limits::Known;
use super::{
    ErrorKind, Flags,
    class::{Class, LAST},
    fold,
};
use std::ops::{Index, IndexMut};

/// The kind of text that a node matches, in Go's order. Alternatives of single characters merge into the later kind.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum Op {
    NoMatch,
    Empty,
    Literal,
    Class,
    AnyButNewline,
    Any,
    BeginLine,
    EndLine,
    BeginText,
    EndText,
    WordBoundary,
    NoWordBoundary,
    Capture,
    Star,
    Plus,
    Quest,
    Repeat,
    Concat,
    Alternate,
    /// Only on the stack, like the next one.
    LeftParen,
    Bar,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) flags: Flags,
    /// For `Literal`: code points, which may be surrogates.
    pub(super) text: Vec<u32>,
    pub(super) class: Class,
    pub(super) subs: Vec<Id>,
    /// For `Repeat`. Without a maximum any number is allowed.
    pub(super) min: u32,
    pub(super) max: Option<u32>,
    /// For `LeftParen`: true if the group captures.
    pub(super) captures: bool,
}

impl Node {
    #[inline]
    pub(super) fn new(op: Op, flags: Flags) -> Self {
        Node {
            op,
            flags,
            text: Vec::new(),
            class: Class::default(),
            subs: Vec::new(),
            min: 0,
            max: None,
            captures: false,
        }
    }

    #[inline]
    fn is_pseudo(&self) -> bool {
        self.op >= Op::LeftParen
    }

    /// True if it matches one character.
    #[inline]
    pub(super) fn is_character(&self) -> bool {
        match self.op {
            Op::Literal => self.text.len() == 1,
            op => matches!(op, Op::Class | Op::Any | Op::AnyButNewline),
        }
    }

    /// The number of code points that the node holds in Go.
    #[inline]
    pub(super) fn runes(&self) -> usize {
        self.text.len().saturating_add(self.class.ranges().len().saturating_mul(2))
    }

    /// The first character of a class that is one character, or two that differ only in case. The flag says whether there are two.
    #[inline]
    fn as_literal(&self) -> Option<(u32, bool)> {
        let pair = |a, b| fold::others(a).eq([b]);
        match self.class.ranges() {
            _ if self.op != Op::Class => None,
            [(a, b)] if a == b => Some((*a, false)),
            [(a, b)] if a.checked_add(1) == Some(*b) && pair(*a, *b) => Some((*a, true)),
            [(a, a2), (b, b2)] if a == a2 && b == b2 && pair(*a, *b) => Some((*a, true)),
            _ => None,
        }
    }

    #[inline]
    fn simplify_class(&mut self) {
        if self.op != Op::Class {
            return;
        }
        self.class.clean();
        self.op = match self.class.ranges() {
            [(0, LAST)] => Op::Any,
            [(0, 9), (11, LAST)] => Op::AnyButNewline,
            _ => return,
        };
        self.class = Class::default();
    }
}

/// The index of a node in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(usize);

/// The nodes of a pattern. The nodes of the part that is being parsed are on the stack.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<Id>,
    stack: Vec<Id>,
    pub(super) flags: Flags,
    runes: usize,
    /// The product of all repetitions. It is 0 before the first check.
    repeats: u64,
    heights: Option<Known<u32>>,
    sizes: Option<Known<u64>>,
}

#[expect(clippy::indexing_slicing, reason = "only `allocate` makes names, and nodes stay")]
impl Index<Id> for Tree {
    type Output = Node;

    #[inline]
    fn index(&self, id: Id) -> &Node {
        &self.nodes[id.0]
    }
}

#[expect(clippy::indexing_slicing, reason = "as above")]
impl IndexMut<Id> for Tree {
    #[inline]
    fn index_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id.0]
    }
}

impl Tree {
    #[inline]
    pub(super) fn new(flags: Flags) -> Self {
        Tree { flags, ..Tree::default() }
    }

    #[inline]
    pub(super) fn allocate(&mut self, node: Node) -> Id {
        if let Some(id) = self.free.pop() {
            self[id] = node;
            return id;
        }
        self.nodes.push(node);
        Id(self.nodes.len().saturating_sub(1))
    }

    /// Frees a node. The next new node gets its id.
    #[inline]
    pub(super) fn release(&mut self, id: Id) {
        if let Some(heights) = &mut self.heights {
            heights.insert(id, 0);
        }
        self.free.push(id);
    }

    /// Pushes a new node without content, with the current flags.
    #[inline]
    pub(super) fn push_op(&mut self, op: Op) -> Result<Id, ErrorKind> {
        let id = self.allocate(Node::new(op, self.flags));
        self.push(id)?;
        Ok(id)
    }

    #[inline]
    pub(super) fn push_literal(&mut self, character: u32) -> Result<(), ErrorKind> {
        let character = if self.flags.has(Flags::FOLD) { fold::least(character) } else { character };
        let node = Node { text: vec![character], ..Node::new(Op::Literal, self.flags) };
        let id = self.allocate(node);
        self.push(id)
    }

    #[inline]
    pub(super) fn push(&mut self, id: Id) -> Result<(), ErrorKind> {
        self.runes = self.runes.saturating_add(self[id].runes());
        if let Some((character, folded)) = self[id].as_literal() {
            let flags = self.flags.with(Flags::FOLD, folded);
            if self.merge_literals(Some((character, flags))) {
                return Ok(());
            }
            let node = &mut self[id];
            (node.op, node.flags) = (Op::Literal, flags);
            (node.text, node.class) = (vec![character], Class::default());
        } else {
            self.merge_literals(None);
        }
        self.stack.push(id);
        self.check_limits(id)
    }

    /// Joins the two literals on top of the stack, because no operator can follow the upper one any more. Its node is reused for the next
    /// character, if there is one; true says that it was.
    #[inline]
    fn merge_literals(&mut self, next: Option<(u32, Flags)>) -> bool {
        let [.., lower, upper] = *self.stack.as_slice() else { return false };
        let (first, second) = (&self[lower], &self[upper]);
        if first.op != Op::Literal
            || second.op != Op::Literal
            || first.flags.has(Flags::FOLD) != second.flags.has(Flags::FOLD)
        {
            return false;
        }
        let text = std::mem::take(&mut self[upper].text);
        self[lower].text.extend(text);
        if let Some((character, flags)) = next {
            (self[upper].text, self[upper].flags) = (vec![character], flags);
            return true;
        }
        self.stack.pop();
        self.release(upper);
        false
    }

    /// Puts a repetition around the top of the stack. `None` if there is nothing to repeat.
    #[inline]
    pub(super) fn repeat(&mut self, repeat: Node) -> Result<Option<Id>, ErrorKind> {
        let Some(sub) = self.stack.last().copied().filter(|top| !self[*top].is_pseudo()) else {
            return Ok(None);
        };
        self.stack.pop();
        let id = self.allocate(Node { subs: vec![sub], ..repeat });
        self.stack.push(id);
        self.check_limits(id)?;
        Ok(Some(id))
    }

    /// True if no part is repeated more than `limit` times by all repetitions around it together.
    #[inline]
    pub(super) fn repeats_at_most(&self, id: Id, limit: u32) -> bool {
        let node = &self[id];
        let mut below = limit;
        if node.op == Op::Repeat {
            match node.max.unwrap_or(node.min) {
                0 if node.max.is_some() => return true,
                0 => {}
                times if times > limit => return false,
                times => below = limit.checked_div(times).unwrap_or(limit),
            }
        }
        node.subs.iter().all(|sub| self.repeats_at_most(*sub, below))
    }

    #[inline]
    pub(super) fn open(&mut self, captures: bool) -> Result<(), ErrorKind> {
        let id = self.push_op(Op::LeftParen)?;
        self[id].captures = captures;
        Ok(())
    }

    /// `|`
    #[inline]
    pub(super) fn bar(&mut self) -> Result<(), ErrorKind> {
        self.concat()?;
        if !self.swap_bar() {
            self.push_op(Op::Bar)?;
        }
        Ok(())
    }

    /// `)`
    #[inline]
    pub(super) fn close(&mut self) -> Result<(), ErrorKind> {
        self.finish_alternatives()?;
        let (Some(inner), Some(paren)) = (self.stack.pop(), self.stack.pop()) else {
            return Err(ErrorKind::UnexpectedParen);
        };
        if self[paren].op != Op::LeftParen {
            return Err(ErrorKind::UnexpectedParen);
        }
        self.flags = self[paren].flags;
        if !self[paren].captures {
            return self.push(inner);
        }
        (self[paren].op, self[paren].subs) = (Op::Capture, vec![inner]);
        self.push(paren)
    }

    /// Ends the pattern and returns its root.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<Id, ErrorKind> {
        self.finish_alternatives()?;
        match *self.stack.as_slice() {
            [root] => Ok(root),
            _ => Err(ErrorKind::MissingParen),
        }
    }

    #[inline]
    fn finish_alternatives(&mut self) -> Result<(), ErrorKind> {
        self.concat()?;
        if self.swap_bar() {
            self.stack.pop();
        }
        let subs = self.pop_operands();
        match subs.last() {
            Some(last) => self[*last].simplify_class(),
            None => return self.push_op(Op::NoMatch).map(drop),
        }
        let id = self.collapse(subs, Op::Alternate, 0)?;
        self.push(id)
    }

    #[inline]
    fn concat(&mut self) -> Result<(), ErrorKind> {
        self.merge_literals(None);
        let subs = self.pop_operands();
        let id = if subs.is_empty() {
            self.allocate(Node::new(Op::Empty, Flags::default()))
        } else {
            self.collapse(subs, Op::Concat, 0)?
        };
        self.push(id)
    }

    /// Pops the nodes above the topmost parenthesis or bar.
    #[inline]
    fn pop_operands(&mut self) -> Vec<Id> {
        let below = self.stack.iter().rposition(|id| self[*id].is_pseudo());
        self.stack.split_off(below.map_or(0, |index| index.saturating_add(1)))
    }

    /// Makes one node of several. Lists of the same kind are flattened.
    #[inline]
    pub(super) fn collapse(&mut self, subs: Vec<Id>, op: Op, depth: u32) -> Result<Id, ErrorKind> {
        if let [only] = *subs.as_slice() {
            return Ok(only);
        }
        let id = self.allocate(Node::new(op, Flags::default()));
        let mut flat = Vec::with_capacity(subs.len());
        for sub in subs {
            if self[sub].op == op {
                flat.extend_from_slice(&self[sub].subs);
                self.release(sub);
            } else {
                flat.push(sub);
            }
        }
        if op == Op::Alternate {
            flat = self.factor(flat, depth)?;
            if let [only] = *flat.as_slice() {
                self.release(id);
                return Ok(only);
            }
        }
        self[id].subs = flat;
        Ok(id)
    }

    /// If a bar is below the top of the stack, swaps them, so that alternatives gather below the bar. Two single characters
    /// on both sides of the bar become one class.
    #[inline]
    fn swap_bar(&mut self) -> bool {
        let [below @ .., bar, top] = self.stack.as_slice() else { return false };
        let (below, bar, top) = (below.last().copied(), *bar, *top);
        if self[bar].op != Op::Bar {
            return false;
        }
        let length = self.stack.len();
        match below {
            Some(below) if self[below].is_character() && self[top].is_character() => {
                let (into, from) = if self[top].op > self[below].op { (top, below) } else { (below, top) };
                self.merge_characters(into, from);
                self.release(from);
                self.stack.truncate(length.saturating_sub(3));
                self.stack.extend([into, bar]);
            }
            below => {
                if let Some(below) = below {
                    self[below].simplify_class();
                }
                self.stack.truncate(length.saturating_sub(2));
                self.stack.extend([top, bar]);
            }
        }
        true
    }

    /// Adds the characters of a node to a node that is at least as general.
    #[inline]
    pub(super) fn merge_characters(&mut self, into: Id, from: Id) {
        let from = self[from].clone();
        let into = &mut self[into];
        let add = |class: &mut Class, node: &Node| {
            for &character in &node.text {
                if node.flags.has(Flags::FOLD) {
                    class.add_folded(character, character);
                } else {
                    class.add(character, character);
                }
            }
        };
        match into.op {
            Op::AnyButNewline => {
                let newline = u32::from(b'\n');
                let has = from.op == Op::Any || from.text == [newline] || from.class.contains(newline);
                into.op = if has { Op::Any } else { Op::AnyButNewline };
            }
            Op::Class => {
                add(&mut into.class, &from);
                into.class.add_class(&from.class);
            }
            Op::Literal if into.text != from.text || into.flags != from.flags => {
                let mut class = Class::default();
                add(&mut class, into);
                add(&mut class, &from);
                (into.op, into.class, into.text) = (Op::Class, class, Vec::new());
            }
            _ => {}
        }
    }

    #[inline]
    pub(super) fn simplify_class(&mut self, id: Id) {
        self[id].simplify_class();
    }
}
