//! Expressions with small random errors, from a fixed seed.

/// A xorshift generator: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    /// A generator; different seeds give different numbers.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound.max(1)
    }

    /// True or false.
    pub fn pick_bool(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of the values.
    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// One of the expressions with one to four errors.
pub fn mutant(random: &mut Random, expressions: &[&str]) -> String {
    let mut text: Vec<char> = random.pick(expressions).chars().collect();
    for _ in 0..=random.below(4) {
        mutate(random, expressions, &mut text);
    }
    text.into_iter().collect()
}

/// Makes a random error in a text, perhaps with parts of other expressions.
pub fn mutate(random: &mut Random, expressions: &[&str], text: &mut Vec<char>) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(4)).min(text.len());
    match random.below(7) {
        0 | 1 => insert(text, at, random.pick(FRAGMENTS)),
        2 => drop(text.drain(at..end)),
        3 => {
            text.splice(at..end, random.pick(FRAGMENTS).chars());
        }
        4 => {
            let copy: String = text[at..end].iter().collect();
            insert(text, random.below(text.len() + 1), &copy);
        }
        5 if random.below(4) == 0 => text.truncate(at),
        5 => insert(text, at, random.pick(CHARACTERS)),
        _ if random.below(4) == 0 => insert(text, at, random.pick(expressions)),
        _ => {
            let other = random.below(text.len());
            if at < text.len() {
                text.swap(at, other);
            }
        }
    }
}

fn insert(text: &mut Vec<char>, at: usize, fragment: &str) {
    text.splice(at..at, fragment.chars());
}

const CHARACTERS: &[&str] = &[
    "a", "b", "r", "x", "u", "e", "_", "0", "1", "9", ".", "-", "+", "'", "\"", "`", "\\", "\n", "\r", "\t",
    " ", "@", "=", "&", "|", "/", "é", "😀", "\u{a0}", "\u{0}", "#", ";", "$", "~", "^",
];

const FRAGMENTS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "?",
    ".",
    ".?",
    "[?",
    "!",
    "-",
    "--",
    "!!",
    "&&",
    "||",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "*",
    "/",
    "%",
    " in ",
    " true ",
    " null ",
    " if ",
    " as.",
    " 1 ",
    " 1u ",
    "1.5",
    ".5",
    "1e3",
    "0x1F",
    "9223372036854775808",
    "1e999",
    "'a'",
    "\"b\"",
    "r'\\'",
    "b'\\xff'",
    "'''",
    "\"\"\"",
    "\\u00e9",
    "\\ud800",
    "\\q",
    "\\101",
    "//",
    "`a-b`",
    ".`x.y`",
    " x ",
    "a.b",
    "has(",
    "has(a.b)",
    ".all(x, ",
    ".all(x, x)",
    ".exists(i, v, true)",
    ".exists_one(",
    ".map(x, x)",
    ".map(a.b, 1)",
    ".filter(1, 2)",
    ".sortBy(x, x)",
    ".optMap(x, x)",
    ".optFlatMap(1, 2)",
    ".transformMap(k, v, v)",
    ".transformList(k, k, v)",
    ".transformMapEntry(",
    "__result__",
    "Foo{",
    "a.B{c: 1}",
    "f(",
    "? 1 : 2",
    "[,]",
    "{,}",
    ", ,",
    ",)",
    "1 2",
    "&",
    "=",
];
