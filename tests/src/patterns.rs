//! Random regular expressions and texts for them, from a fixed seed.

use crate::mutation::Random;

/// A pattern. Go accepts many of them; about half of the others have random errors.
pub fn pattern(random: &mut Random) -> String {
    if random.below(4) == 0 {
        return counted(random, 2);
    }
    let mut pattern = alternatives(random, 3);
    if random.below(2) == 0 {
        let mut characters: Vec<char> = pattern.chars().collect();
        for _ in 0..=random.below(3) {
            mutate(random, &mut characters);
        }
        pattern = characters.into_iter().collect();
    }
    pattern
}

/// A text in which patterns may match. Some texts repeat the same characters, for counted repetitions.
pub fn text(random: &mut Random) -> String {
    let piece = |random: &mut Random| match random.below(8) {
        0 => random.pick(TEXTS).repeat(random.below(40)),
        _ => (*random.pick(TEXTS)).to_owned(),
    };
    (0..random.below(14)).map(|_| piece(random)).collect()
}

/// Counted repetitions of unicode classes and groups, nested in each other, with flags: `(?i)(?:\pL{2,9}|k){3}?`.
fn counted(random: &mut Random, depth: usize) -> String {
    let mut pattern = String::from(random.pick(FLAGS));
    for _ in 0..=random.below(3) {
        let part = match random.below(6) {
            0 | 1 if depth > 0 => format!("(?:{}|{})", counted(random, depth - 1), atom(random, 1)),
            0 | 1 => atom(random, 1),
            2 => class(random),
            3 => unicode(random),
            4 => (*random.pick(ATOMS)).to_owned(),
            _ => (*random.pick(LITERALS)).to_owned(),
        };
        pattern.push_str(&part);
        pattern.push_str(&count(random));
    }
    pattern
}

fn count(random: &mut Random) -> String {
    let most = [3, 6, 40, 1000][random.below(4)];
    let min = random.below(most);
    let max = min + random.below(most + 1 - min);
    let lazy = random.pick(&["", "", "?"]);
    match random.below(5) {
        0 => String::new(),
        1 => format!("{{{min}}}{lazy}"),
        2 => format!("{{{min},}}{lazy}"),
        _ => format!("{{{min},{max}}}{lazy}"),
    }
}

fn alternatives(random: &mut Random, depth: usize) -> String {
    let count = if random.below(3) == 0 { 1 + random.below(4) } else { 1 };
    (0..count).map(|_| sequence(random, depth)).collect::<Vec<_>>().join("|")
}

fn sequence(random: &mut Random, depth: usize) -> String {
    (0..random.below(5)).map(|_| repeated(random, depth)).collect()
}

fn repeated(random: &mut Random, depth: usize) -> String {
    let atom = atom(random, depth);
    if random.below(3) > 0 { atom } else { atom + random.pick(REPETITIONS) }
}

fn atom(random: &mut Random, depth: usize) -> String {
    match random.below(12) {
        0..=2 if depth > 0 => format!("{}{})", random.pick(GROUPS), alternatives(random, depth - 1)),
        3 | 4 => class(random),
        5 | 6 => random.pick(ATOMS).to_owned(),
        7 => unicode(random),
        _ => random.pick(LITERALS).to_owned(),
    }
}

fn class(random: &mut Random) -> String {
    let mut class = String::from(if random.below(4) == 0 { "[^" } else { "[" });
    for _ in 0..=random.below(4) {
        match random.below(8) {
            0 => class.push_str(random.pick(CLASS_ITEMS)),
            1 => class.push_str(&unicode(random)),
            2 | 3 => {
                class.push_str(random.pick(LITERALS));
                class.push('-');
                class.push_str(random.pick(LITERALS));
            }
            _ => class.push_str(random.pick(LITERALS)),
        }
    }
    class.push(']');
    class
}

fn unicode(random: &mut Random) -> String {
    let name = random.pick(NAMES);
    let name: String = name
        .chars()
        .flat_map(|c| match random.below(12) {
            0 => vec![c.to_ascii_uppercase()],
            1 => vec![c.to_ascii_lowercase(), *random.pick(&[&'_', &'-', &' '])],
            _ => vec![c],
        })
        .collect();
    let letter = random.pick(&["p", "p", "P"]);
    let negation = random.pick(&["", "", "", "^"]);
    if name.len() == 1 && random.below(2) == 0 {
        return format!("\\{letter}{name}");
    }
    format!("\\{letter}{{{negation}{name}}}")
}

fn mutate(random: &mut Random, text: &mut Vec<char>) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(3)).min(text.len());
    let from = random.below(5);
    let fragment = match from {
        0 => random.pick(REPETITIONS),
        1 => random.pick(GROUPS),
        2 => random.pick(ATOMS),
        _ => random.pick(FRAGMENTS),
    };
    match random.below(4) {
        0 => drop(text.drain(at..end)),
        1 => drop(text.splice(at..end, fragment.chars())),
        2 => {
            let copy: Vec<char> = text[at..end].to_vec();
            text.splice(at..at, copy);
        }
        _ => drop(text.splice(at..at, fragment.chars())),
    }
}

const TEXTS: &[&str] = &[
    "a", "a", "b", "ab", "c", "A", "B", "k", "K", "\u{212a}", "s", "\u{17f}", "0", "1", "12", " ", "\n",
    "\t", "\u{b}", "-", "_", ".", "é", "É", "ß", "ẞ", "α", "Σ", "ς", "σ", "日本", "😀", "\u{a0}", "\u{2028}",
    "{", "}", "(", "]", "\\", "^", "$", "\u{1e9e}", "\r", "\u{a7cb}", "\u{264}", "\u{1c89}", "\u{1c8a}", "Ǆ",
    "ǅ", "ǆ", "aa", "aba", "x", "xx", "\0", "\u{7f}", "\u{301}",
];

const LITERALS: &[&str] = &[
    "a", "a", "b", "c", "ab", "abc", "A", "k", "K", "s", "0", "1", "é", "ß", "σ", "日", "😀", "x", " ", "-",
    "_", "&", "~", "#", "<", "{", "}", "]", ":", "&&", "--", "~~", ",", "=", "!", "'", "\"", "/", "%", "ǅ",
    "\u{264}", "\n",
];

const ATOMS: &[&str] = &[
    ".",
    "^",
    "$",
    r"\A",
    r"\z",
    r"\b",
    r"\B",
    r"\d",
    r"\D",
    r"\s",
    r"\S",
    r"\w",
    r"\W",
    r"\.",
    r"\*",
    r"\\",
    r"\[",
    r"\n",
    r"\t",
    r"\r",
    r"\f",
    r"\v",
    r"\a",
    r"\x41",
    r"\x{1F600}",
    r"\x{61}",
    r"\101",
    r"\0",
    r"\07",
    r"\Qa.b\E",
    r"\Q+\E",
    r"\Q\E",
    "\\Qa|b",
    r"\x{D800}",
    r"\x{10FFFF}",
    r"\-",
    r"\_",
    r"\é",
    r"[\x{D800}-\x{DFFF}]",
    r"[[:word:]]",
    r"[^[:^space:]]",
    "[]a]",
    "[^]a]",
    "[a-]",
    r"[\x00-\x{10FFFF}]",
    r"[^\x00-\x{10FFFF}]",
    "()",
    "(?:)",
    "(|a)",
    "(a|b)",
    "(?i:k)",
    "(?i:s|t)",
    "(?s:.)",
    "(?m:^a$)",
    "(?U:a+)",
    r"(?i)[^\W]",
    "(?i)",
    "(?s)",
    "(?m)",
    "(?U)",
    "(?-i)",
    "(?i-s)",
    "(?)",
    "(?ims-U)",
    "abc|abd",
    "(?:ab|ac)",
    "[ab]c|[ab]d",
];

const FLAGS: &[&str] = &["", "", "", "(?i)", "(?s)", "(?m)", "(?U)", "(?is)", "(?imU)"];

const GROUPS: &[&str] = &[
    "(", "(", "(?:", "(?i:", "(?s:", "(?m:", "(?U:", "(?i-i:", "(?P<n>", "(?<n>", "(?P<1a>", "(?-s:",
    "(?isU:",
];

const REPETITIONS: &[&str] = &[
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{2}",
    "{0}",
    "{0,1}",
    "{1,}",
    "{2,3}",
    "{0,}?",
    "{,2}",
    "{3,2}",
    "{1001}",
    "{1000}",
    "{x}",
    "{",
    "{2",
    "{2,",
    "{02}",
    "{40}",
    "{100}",
    "{99999999999}",
    "{1,99999999999}",
    "{0,0}",
    "{1}{2}",
    "**",
    "*+",
    "???",
    "(?i)*",
];

const CLASS_ITEMS: &[&str] = &[
    "[:alpha:]",
    "[:^digit:]",
    "[:foo:]",
    "[:alpha",
    "[:",
    r"\d",
    r"\W",
    r"\s",
    r"\]",
    r"\-",
    r"\b",
    r"\x{100}-\x{200}",
    r"a-\d",
    r"\101",
    r"\Q",
    r"\z",
    "^",
    "[",
    "&&[a]",
    r"\w-a",
    r"\pN",
    "a-z",
    "z-a",
    "A-Z",
    "[:word:]",
    "[:cntrl:]",
    "[:graph:]",
    "[:punct:]",
    "[:xdigit:]",
    "[:blank:]",
    "[:lower:]",
    "[:UPPER:]",
    "[:ascii:]",
    "[:print:]",
    "[:alnum:]",
    "[:upper:]",
    "[:space:]",
];

const FRAGMENTS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "|",
    "\\",
    "^",
    "$",
    "*",
    "?",
    "{",
    "}",
    "(?",
    "(?P",
    "(?P<",
    "(?<",
    "(?P=n)",
    "(?=",
    "(?!",
    "(?>",
    "(?#",
    "(?x)",
    "(?<!a)",
    "(?<=a)",
    "(?'n'",
    "(?P<a.b>",
    "(?P<n>",
    "(?R)",
    "(?u)",
    "(?i",
    "(?-)",
    "(?--i)",
    "(?i--s)",
    "(?-i-s:a)",
    r"\1",
    r"\8",
    r"\9",
    r"\18",
    r"\Z",
    r"\C",
    r"\e",
    r"\h",
    r"\R",
    r"\K",
    r"\G",
    r"\c",
    r"\x",
    r"\x4",
    r"\x{",
    r"\x{}",
    r"\x{4",
    r"\x{110000}",
    r"\x{G}",
    r"\xG1",
    r"\x4é",
    r"\u0061",
    r"\<",
    r"\>",
    r"\b{start}",
    r"\p",
    r"\p{",
    r"\p{}",
    r"\pé",
    r"\p{Klingon}",
    r"\P{",
    r"\px",
    r"\p{^}",
    r"\E",
    r"\Q",
    r"\Qa\E",
    "[[:",
    ":]",
    "-",
    ":",
    "<",
    ">",
    "=",
    "a",
    "é",
    "0",
    "i",
    "P",
];

const NAMES: &[&str] = &[
    "L",
    "Lu",
    "Ll",
    "Lt",
    "Lm",
    "Lo",
    "LC",
    "M",
    "Mn",
    "Mc",
    "Me",
    "N",
    "Nd",
    "Nl",
    "No",
    "P",
    "Pc",
    "Pd",
    "Ps",
    "Pe",
    "Pi",
    "Pf",
    "Po",
    "S",
    "Sm",
    "Sc",
    "Sk",
    "So",
    "Z",
    "Zs",
    "Zl",
    "Zp",
    "C",
    "Cc",
    "Cf",
    "Co",
    "Cs",
    "Cn",
    "Any",
    "ASCII",
    "Assigned",
    "Letter",
    "Uppercase_Letter",
    "Cased_Letter",
    "punct",
    "digit",
    "cntrl",
    "Mark",
    "Combining_Mark",
    "Other",
    "Unassigned",
    "Surrogate",
    "Greek",
    "Latin",
    "Han",
    "Cyrillic",
    "Common",
    "Inherited",
    "Arabic",
    "Old_Italic",
    "OldItalic",
    "SignWriting",
    "Nko",
    "Yi",
    "Linear_A",
    "Alphabetic",
    "script=Latin",
    "White_Space",
    "",
    "Klingon",
    "Lx",
    "Any_",
    "Symbol",
    "Hiragana",
    "Cherokee",
    "Georgian",
    "Deseret",
    "Adlam",
    "Armenian",
];
