//! Programs of patterns in Go's form (Go: `syntax.Compile`). An instruction takes one character of a class. So `\pL` is
//! one instruction, and `\pL{1000}` is a thousand instructions that share the class.

use super::{
    Flags, RegexError,
    class::Class,
    fold, parser,
    tree::{Id, Node, Op, Tree},
};
use std::collections::HashMap;

/// A compiled pattern. It takes at most 12 bytes for each of 262,144 instructions, and each class once.
///
/// ```
/// use cel_types::regex::{Program, Search};
///
/// let program = Program::new(r"(\pL{1000})?").unwrap();
/// assert_eq!(program.size(), 1001 + 1); // a letter each, the `?`, the end
/// let mut search = Search::new(u64::MAX);
/// assert_eq!(program.find("abc", 0, &mut search), Ok(Some((0, 0))));
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) classes: Vec<Members>,
    pub(super) start: Pc,
    /// True if every match begins at the start of the text.
    pub(super) is_anchored: bool,
}

/// The index of an instruction.
pub(super) type Pc = u32;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    /// The end of the pattern.
    Match,
    /// Matches nothing.
    Fail,
    /// Takes a character.
    One(u32, Pc),
    Class(u32, Pc),
    AnyButNewline(Pc),
    Any(Pc),
    /// Continues if the place has this property.
    Look(Look, Pc),
    /// Continues at both. The first one is preferred.
    Split(Pc, Pc),
}

impl Instruction {
    /// The instructions that may follow.
    #[inline]
    pub(super) fn next(self) -> [Option<Pc>; 2] {
        match self {
            Instruction::Match | Instruction::Fail => [None, None],
            Instruction::One(_, next)
            | Instruction::Class(_, next)
            | Instruction::AnyButNewline(next)
            | Instruction::Any(next)
            | Instruction::Look(_, next) => [Some(next), None],
            Instruction::Split(first, second) => [Some(first), Some(second)],
        }
    }
}

/// A property of a place in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Look {
    BeginLine,
    EndLine,
    BeginText,
    EndText,
    WordBoundary,
    NoWordBoundary,
}

/// A class with a fast test.
#[derive(Clone, Debug)]
pub(super) struct Members {
    ascii: u128,
    class: Class,
}

impl Members {
    #[inline]
    fn new(class: Class) -> Self {
        let in_ascii = class.ranges().iter().take_while(|(first, _)| *first < 128);
        let ascii = in_ascii.flat_map(|&(first, last)| first..=last.min(127)).fold(0, |set, c| set | 1 << c);
        Members { ascii, class }
    }

    #[inline]
    pub(super) fn contain(&self, character: u32) -> bool {
        if character < 128 {
            return self.ascii >> character & 1 == 1;
        }
        let ranges = self.class.ranges();
        let next = ranges.partition_point(|&(_, last)| last < character);
        ranges.get(next).is_some_and(|&(first, _)| first <= character)
    }
}

impl Program {
    /// The end of the pattern.
    pub(super) const MATCH: Pc = 0;

    /// Compiles a pattern in Go's syntax.
    ///
    /// # Errors
    /// Go's error for an invalid pattern; [`RegexError::is_beyond_limit`] if its expanded repetitions are too many.
    #[inline]
    pub fn new(pattern: &str) -> Result<Self, RegexError> {
        let (tree, root) = parser::parse(pattern)?;
        Program::of_tree(&tree, root, pattern)
    }

    /// A program that matches nothing.
    #[inline]
    pub fn nothing() -> Self {
        Program { instructions: vec![Instruction::Fail], classes: Vec::new(), start: 0, is_anchored: false }
    }

    #[inline]
    pub(super) fn of_tree(tree: &Tree, root: Id, pattern: &str) -> Result<Self, RegexError> {
        let mut program = Program { instructions: vec![Instruction::Match], ..Program::nothing() };
        let uncounted = pattern.len().saturating_mul(STEPS_PER_BYTE);
        let steps_left = MAX_STEPS.saturating_add(uncounted);
        let mut compiler = Compiler {
            tree,
            program: &mut program,
            known: HashMap::new(),
            folded: HashMap::new(),
            steps_left,
        };
        match compiler.node(root, Self::MATCH) {
            Ok(part) => program.start = part.entry,
            Err(TooLong) => return Err(RegexError::beyond_limit(pattern)),
        }
        program.is_anchored = program.is_anchored();
        Ok(program)
    }

    /// The number of instructions.
    #[inline]
    pub fn size(&self) -> usize {
        self.instructions.len()
    }

    /// About the memory of the program in bytes.
    #[inline]
    pub fn memory(&self) -> usize {
        let classes = self.classes.iter().map(|members| members.class.ranges().len().saturating_add(CLASS));
        classes.fold(self.size(), usize::saturating_add).saturating_mul(size_of::<Instruction>())
    }

    /// True if an engine that expands classes to bytes handles the pattern well.
    #[inline]
    pub fn suits_regex(&self) -> bool {
        self.size() <= MAX_SIZE_OF_REGEX && self.ranges() <= MAX_RANGES_OF_REGEX
    }

    /// True if the work of searches for the pattern need not be counted.
    #[inline]
    pub fn is_small(&self) -> bool {
        self.size() <= SMALL && self.suits_regex()
    }

    /// The number of ranges of all instructions.
    #[inline]
    fn ranges(&self) -> usize {
        let ranges = self.instructions.iter().map(|instruction| match instruction {
            Instruction::Class(class, _) => {
                self.classes.get(*class as usize).map_or(0, |members| members.class.ranges().len())
            }
            _ => 1,
        });
        ranges.fold(0, usize::saturating_add)
    }

    #[inline]
    pub(super) fn at(&self, pc: Pc) -> Instruction {
        self.instructions.get(pc as usize).copied().unwrap_or(Instruction::Fail)
    }

    /// The next instruction, if this instruction takes the character.
    #[inline]
    pub(super) fn after(&self, instruction: Instruction, character: char) -> Option<Pc> {
        let character = u32::from(character);
        let (takes, next) = match instruction {
            Instruction::One(only, next) => (only == character, next),
            Instruction::Class(class, next) => {
                (self.classes.get(class as usize).is_some_and(|class| class.contain(character)), next)
            }
            Instruction::AnyButNewline(next) => (character != u32::from('\n'), next),
            Instruction::Any(next) => (true, next),
            _ => return None,
        };
        takes.then_some(next)
    }

    /// True if the first instruction needs the start of the text, as in `^a`.
    #[inline]
    fn is_anchored(&self) -> bool {
        matches!(self.at(self.start), Instruction::Look(Look::BeginText, _))
    }
}

/// Compiles from the end to the start, so the next instruction of a node is always known.
struct Compiler<'t> {
    tree: &'t Tree,
    program: &'t mut Program,
    /// The classes of nodes, by the address of their ranges.
    known: HashMap<*const (u32, u32), u32>,
    /// The classes of characters without case.
    folded: HashMap<u32, u32>,
    steps_left: usize,
}

/// A compiled node.
struct Part {
    entry: Pc,
    /// True if it may match an empty text.
    is_nullable: bool,
}

struct TooLong;

type Compiled<T> = std::result::Result<T, TooLong>;

impl Compiler<'_> {
    #[inline]
    fn step(&mut self) -> Compiled<()> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(TooLong)?;
        Ok(())
    }

    #[inline]
    fn emit(&mut self, instruction: Instruction) -> Compiled<Pc> {
        self.step()?;
        let pc = u32::try_from(self.program.instructions.len()).map_err(|_| TooLong)?;
        self.program.instructions.push(instruction);
        Ok(pc)
    }

    /// Compiles a node in front of the instruction `next`.
    #[inline]
    fn node(&mut self, id: Id, next: Pc) -> Compiled<Part> {
        self.step()?;
        let tree = self.tree;
        let node = &tree[id];
        match node.op {
            Op::Empty => Ok(Part { entry: next, is_nullable: true }),
            Op::Literal => self.literal(node, next),
            Op::Class => {
                let class = self.class_of(&node.class)?;
                self.character(Instruction::Class(class, next))
            }
            Op::AnyButNewline => self.character(Instruction::AnyButNewline(next)),
            Op::Any => self.character(Instruction::Any(next)),
            Op::BeginLine => self.look(Look::BeginLine, next),
            Op::EndLine => self.look(Look::EndLine, next),
            Op::BeginText => self.look(Look::BeginText, next),
            Op::EndText => self.look(Look::EndText, next),
            Op::WordBoundary => self.look(Look::WordBoundary, next),
            Op::NoWordBoundary => self.look(Look::NoWordBoundary, next),
            Op::Capture | Op::Concat => self.all(&node.subs, next),
            Op::Alternate => self.alternatives(&node.subs, next),
            Op::Star => self.star(node, next),
            Op::Plus => self.plus(node, next),
            Op::Quest => self.optional(node, next),
            Op::Repeat => self.repeat(node, next),
            Op::NoMatch | Op::LeftParen | Op::Bar => self.character(Instruction::Fail),
        }
    }

    #[inline]
    fn character(&mut self, instruction: Instruction) -> Compiled<Part> {
        Ok(Part { entry: self.emit(instruction)?, is_nullable: false })
    }

    #[inline]
    fn look(&mut self, look: Look, next: Pc) -> Compiled<Part> {
        Ok(Part { entry: self.emit(Instruction::Look(look, next))?, is_nullable: true })
    }

    #[inline]
    fn literal(&mut self, node: &Node, next: Pc) -> Compiled<Part> {
        let mut entry = next;
        for &character in node.text.iter().rev() {
            let has_case = node.flags.has(Flags::FOLD) && fold::others(character).next().is_some();
            entry = match has_case {
                false => self.emit(Instruction::One(character, entry))?,
                true => {
                    let class = self.folded(character)?;
                    self.emit(Instruction::Class(class, entry))?
                }
            };
        }
        Ok(Part { entry, is_nullable: node.text.is_empty() })
    }

    #[inline]
    fn folded(&mut self, character: u32) -> Compiled<u32> {
        if let Some(known) = self.folded.get(&character) {
            return Ok(*known);
        }
        let class = self.add_class(Class::new(&[(character, character)]).folded())?;
        self.folded.insert(character, class);
        Ok(class)
    }

    #[inline]
    fn class_of(&mut self, class: &Class) -> Compiled<u32> {
        let key = class.ranges().as_ptr();
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let index = self.add_class(class.clone())?;
        self.known.insert(key, index);
        Ok(index)
    }

    #[inline]
    fn add_class(&mut self, mut class: Class) -> Compiled<u32> {
        class.clean();
        let index = u32::try_from(self.program.classes.len()).map_err(|_| TooLong)?;
        self.program.classes.push(Members::new(class));
        Ok(index)
    }

    #[inline]
    fn all(&mut self, subs: &[Id], next: Pc) -> Compiled<Part> {
        let mut part = Part { entry: next, is_nullable: true };
        for sub in subs.iter().rev() {
            let before = self.node(*sub, part.entry)?;
            part = Part { is_nullable: part.is_nullable && before.is_nullable, ..before };
        }
        Ok(part)
    }

    #[inline]
    fn alternatives(&mut self, subs: &[Id], next: Pc) -> Compiled<Part> {
        let Some((last, others)) = subs.split_last() else { return self.character(Instruction::Fail) };
        let mut part = self.node(*last, next)?;
        for sub in others.iter().rev() {
            let before = self.node(*sub, next)?;
            let entry = self.emit(Instruction::Split(before.entry, part.entry))?;
            part = Part { entry, is_nullable: part.is_nullable || before.is_nullable };
        }
        Ok(part)
    }

    /// A `Split` that prefers `more`, or `next` if the operator is lazy.
    #[inline]
    fn split(node: &Node, more: Pc, next: Pc) -> Instruction {
        if node.flags.has(Flags::UNGREEDY) {
            Instruction::Split(next, more)
        } else {
            Instruction::Split(more, next)
        }
    }

    /// `x*`, or `(x+)?` if `x` may match an empty text, which keeps the order of preference (Go: `compiler.star`).
    #[inline]
    fn star(&mut self, node: &Node, next: Pc) -> Compiled<Part> {
        let (again, part) = self.repeated(node, next)?;
        if !part.is_nullable {
            return Ok(Part { entry: again, is_nullable: true });
        }
        let entry = self.emit(Self::split(node, part.entry, next))?;
        Ok(Part { entry, is_nullable: true })
    }

    #[inline]
    fn plus(&mut self, node: &Node, next: Pc) -> Compiled<Part> {
        self.repeated(node, next).map(|(_, part)| part)
    }

    /// The repeated part, and the instruction after it that may start it again.
    #[inline]
    fn repeated(&mut self, node: &Node, next: Pc) -> Compiled<(Pc, Part)> {
        let again = self.emit(Instruction::Fail)?;
        let part = self.all(&node.subs, again)?;
        if let Some(place) = self.program.instructions.get_mut(again as usize) {
            *place = Self::split(node, part.entry, next);
        }
        Ok((again, part))
    }

    #[inline]
    fn optional(&mut self, node: &Node, next: Pc) -> Compiled<Part> {
        self.optional_before(node, next, next)
    }

    /// `x?`: `x` continues at `inner`, an absent `x` at `next`.
    #[inline]
    fn optional_before(&mut self, node: &Node, inner: Pc, next: Pc) -> Compiled<Part> {
        let part = self.all(&node.subs, inner)?;
        let entry = self.emit(Self::split(node, part.entry, next))?;
        Ok(Part { entry, is_nullable: true })
    }

    /// `x{2,4}` is `xx(x(x)?)?`, and `x{2,}` is `xx+` (Go: `syntax.Regexp.Simplify`).
    #[inline]
    fn repeat(&mut self, node: &Node, next: Pc) -> Compiled<Part> {
        let mut part = Part { entry: next, is_nullable: true };
        let copies = match node.max {
            None if node.min == 0 => return self.star(node, next),
            None => {
                part = self.plus(node, next)?;
                node.min.saturating_sub(1)
            }
            Some(max) => {
                for _ in node.min..max {
                    part = self.optional_before(node, part.entry, next)?;
                }
                node.min
            }
        };
        for _ in 0..copies {
            let before = self.all(&node.subs, part.entry)?;
            part = Part { is_nullable: part.is_nullable && before.is_nullable, ..before };
        }
        Ok(part)
    }
}

/// The greatest number of nodes and instructions of a pattern with expanded repetitions, beyond those for its own text. So no
/// pattern without counted repetitions is too large.
const MAX_STEPS: usize = 1 << 18;

/// Nodes and instructions for each byte: `a*` has two of each.
const STEPS_PER_BYTE: usize = 3;

/// Searches with so few instructions are not counted. In a text of a megabyte they take a second at most.
const SMALL: usize = 256;

/// The size that the crate `regex` compiles in some milliseconds and megabytes. A range that is not ASCII takes 250 bytes there.
const MAX_SIZE_OF_REGEX: usize = 4096;
const MAX_RANGES_OF_REGEX: usize = 8192;

/// The memory of a class, in ranges.
const CLASS: usize = 4;

#[cfg(test)]
mod tests;
