//! Random texts of tokens that are syntactically CEL, or almost. Their meaning does not matter.

use crate::mutation::{Random, mutate};

/// A text from the grammar with up to five random changes in its tokens, or a text of random tokens. Some are inside a macro that
/// reports how a part was read.
pub fn near_expression(random: &mut Random) -> String {
    let mut tokens: Vec<&str> = vec![];
    if random.below(12) == 0 {
        tokens.extend((0..2 + random.below(20)).map(|_| token(random)));
    } else {
        let depth = 2 + random.below(8);
        expand("expr", random, depth, &mut tokens);
        for _ in 0..random.below(6) {
            damage(random, &mut tokens);
        }
    }
    if random.below(40) == 0 {
        repeat(random, &mut tokens);
    }
    let (before, behind) = if random.pick_bool() { ("", "") } else { PROBES[random.below(PROBES.len())] };
    let mut text: Vec<char> = format!("{before}{}{behind}", joined(random, &tokens)).chars().collect();
    if random.below(10) == 0 {
        mutate(random, &["a"], &mut text);
    }
    text.into_iter().collect()
}

/// Writes the tokens of a symbol. At the largest depth it takes the first alternative, which ends soon.
fn expand(symbol: &str, random: &mut Random, depth: usize, tokens: &mut Vec<&'static str>) {
    let Some((_, alternatives)) = GRAMMAR.iter().find(|(name, _)| *name == symbol) else {
        panic!("no symbol {symbol}");
    };
    let choice = if depth == 0 { alternatives[0] } else { random.pick(alternatives) };
    for part in choice.split(' ').filter(|part| !part.is_empty()) {
        match part.strip_prefix('<').and_then(|part| part.strip_suffix('>')) {
            Some(symbol) => expand(symbol, random, depth.saturating_sub(1), tokens),
            None => tokens.push(part),
        }
    }
}

fn token(random: &mut Random) -> &'static str {
    match random.below(4) {
        0 => random.pick(OPERANDS),
        1 => random.pick(PREFIXES),
        _ => random.pick(SYMBOLS),
    }
}

fn damage(random: &mut Random, tokens: &mut Vec<&'static str>) {
    let at = random.below(tokens.len() + 1);
    let end = (at + 1 + random.below(3)).min(tokens.len());
    let to = random.below(tokens.len() + 1);
    match random.below(9) {
        0 | 1 => tokens.insert(at, token(random)),
        2 | 3 => drop(tokens.drain(at..end)),
        4 => drop(tokens.splice(at..end, [token(random)])),
        5 => {
            let copy = tokens[at..end].to_vec();
            tokens.splice(to..to, copy);
        }
        6 => {
            let moved: Vec<_> = tokens.drain(at..end).collect();
            let to = to.min(tokens.len());
            tokens.splice(to..to, moved);
        }
        7 if at < tokens.len() && to < tokens.len() => tokens.swap(at, to),
        7 => {}
        _ if random.below(4) == 0 => tokens.truncate(at),
        _ => tokens.insert(at, random.pick(SYMBOLS)),
    }
}

/// Repeats some of the tokens until one of the parser's limits is near.
fn repeat(random: &mut Random, tokens: &mut Vec<&'static str>) {
    let at = random.below(tokens.len());
    let end = (at + 1 + random.below(12)).min(tokens.len());
    let mut part = tokens[at.min(end)..end].to_vec();
    part.extend(random.pick_bool().then(|| random.pick(&["+", ",", "$", "-", "(", "["])));
    let limit = random.pick(&[&30, &84, &100, &125, &250, &256]);
    let times = limit + 4 - random.below(8);
    let copies = part.repeat(if random.pick_bool() { times } else { times / part.len().max(1) });
    tokens.splice(at..at, copies);
}

/// Joins tokens, most of them with a space, some with nothing or something else between them.
fn joined(random: &mut Random, tokens: &[&str]) -> String {
    let mut text = String::new();
    for token in tokens {
        text.push_str(token);
        match random.below(16) {
            0 => {}
            1 if random.below(4) == 0 => text.push_str(random.pick(&["\n", "// c\n", "\r\n", "\t", "$"])),
            _ => text.push(' '),
        }
    }
    text
}

/// Macros that report the place and kind of their parts.
const PROBES: &[(&str, &str)] = &[
    ("has(", ")"),
    ("[has(", ")]"),
    ("a.map(", ", x)"),
    ("a.all(x, y, ", ") + has(1)"),
    ("1.map(x, ", ").sortBy(1, 2)"),
    ("{'k': ", ".sortBy(x, x)}"),
    ("f(", ").sortBy(x, x)"),
    ("-", ".optMap(x, x)"),
    ("b[", "].optFlatMap(1, x)"),
    ("Foo{b: ", "}.sortBy(x, x)"),
    ("has(a.", ")"),
    ("if(", ")"),
];

/// Symbols and their alternatives. A space separates tokens.
const GRAMMAR: &[(&str, &[&str])] = &[
    ("expr", &["<or>", "<or>", "<or>", "<or> ? <or> : <expr>"]),
    ("or", &["<relation>", "<relation>", "<or> || <or>", "<or> && <or>"]),
    (
        "relation",
        &["<calc>", "<calc>", "<relation> == <calc>", "<relation> in <calc>", "<calc> < <relation>"],
    ),
    ("calc", &["<unary>", "<unary>", "<unary>", "<calc> + <calc>", "<calc> - <calc>", "<calc> * <calc>"]),
    (
        "unary",
        &["<member>", "<member>", "<member>", "! <member>", "- <member>", "! ! <member>", "- - <member>"],
    ),
    (
        "member",
        &[
            "<literal>",
            "<primary>",
            "<primary>",
            "<member> . <field>",
            "<member> .? <field>",
            "<member> [ <expr> ]",
            "<member> [? <expr> ]",
            "<member> . <method> ( <args> )",
            "<member> . <macro>",
            "<member> . <macro>",
        ],
    ),
    ("field", &["b", "c", "`a-b`", "`in`", "if", "size"]),
    ("method", &["f", "size", "all", "map", "sortBy", "optMap", "if"]),
    (
        "macro",
        &[
            "size ( )",
            "all ( <var> , <expr> )",
            "exists ( <var> , <expr> )",
            "exists_one ( <var> , <var> , <expr> )",
            "map ( <var> , <expr> )",
            "map ( <var> , <expr> , <expr> )",
            "filter ( <var> , <expr> )",
            "sortBy ( <var> , <expr> )",
            "optMap ( <var> , <expr> )",
            "optFlatMap ( <var> , <expr> )",
            "transformList ( <var> , <var> , <expr> )",
            "transformMap ( <var> , <var> , <expr> , <expr> )",
            "transformMapEntry ( <var> , <var> , { <expr> : <expr> } )",
        ],
    ),
    ("var", &["x", "x", "y", "z", "x . y", "1", "@result", "__result__", "<expr>"]),
    (
        "primary",
        &[
            "<literal>",
            "<name>",
            "( <expr> )",
            "[ <elements> ]",
            "[ <elements> , ]",
            "{ <entries> }",
            "{ <entries> , }",
            "<name> { <fields> }",
            "<name> . C { <fields> , }",
            "<name> ( <args> )",
            "has ( <member> . <field> )",
            "has ( <expr> )",
        ],
    ),
    ("name", &["a", "b", "foo", ". a", "a . b", "if", "self"]),
    ("args", &["", "<expr>", "<expr>", "<expr> , <args>"]),
    ("elements", &["", "<expr>", "? <expr>", "<expr> , <expr>", "<expr> , <elements>"]),
    ("entries", &["", "<expr> : <expr>", "? <expr> : <expr>", "<expr> : <expr> , <entries>"]),
    ("fields", &["", "<field> : <expr>", "? <field> : <expr>", "<field> : <expr> , <fields>"]),
    (
        "literal",
        &[
            "a",
            "1",
            "- 1",
            "2u",
            "1.5",
            "- .5",
            "true",
            "null",
            "'s'",
            "\"t\"",
            "b'\\xff'",
            "r'\\d'",
            "'\\u00e9'",
            "'\\ud800'",
            "b'\\u0041'",
            "'''q\n'''",
            "0x1F",
            "9223372036854775808",
            "1e999",
            "- 1e3",
            "a",
            "b",
        ],
    ),
];

const OPERANDS: &[&str] =
    &["a", "b", "x", "has", "if", "1", "2u", "1.5", "'s'", "b'y'", "true", "null", "`a-b`", "map"];

/// Opening tokens, each with the start of its part.
const PREFIXES: &[&str] = &[
    "has (",
    "f (",
    "if (",
    "( ",
    "[",
    "{",
    "{ ?",
    "Foo {",
    "Foo { ?",
    "a . b {",
    "[?",
    ".?",
    ". sortBy (",
    ". map (",
    ". all ( x ,",
    ". optMap ( x ,",
    "a ? b :",
    "! !",
    "- -",
    "- 1",
    "' ",
    "'\\q'",
    "''' ",
    "1 .",
    ". 5",
    "@",
    "=",
    "&",
];

const SYMBOLS: &[&str] = &[
    "(", ")", ")", "[", "]", "]", "{", "}", "}", ",", ",", ":", ":", "?", "?", ".", ".", "!", "-", "-", "&&",
    "||", "==", "!=", "<", ">=", "in", "+", "*", "/", "%",
];
