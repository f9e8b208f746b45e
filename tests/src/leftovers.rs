//! Random expressions in which the server's cost tracker may charge a call for operands of an earlier round of a loop. They have
//! loops with predicates, calls and literals that stop at a failed part, and names inside.
//!
//! `RULES` defines the expressions: a kind, and texts with holes `<kind>`. `<x:kind>` names a variable that the rest of the text may use.

use crate::{
    mutation::Random,
    structural::{self, version},
};
use cel_compiler::rule::compile_expression;
use serde_json::{Map, Value, json};

/// Writes expressions.
pub struct Generator {
    random: Random,
    names: usize,
    /// Names and kinds: the variables of the request, then those of the surrounding macros.
    scope: Vec<(String, &'static str)>,
}

impl Generator {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Self {
        Generator { random: Random::new(seed), names: 0, scope: Vec::new() }
    }

    /// A request of the oracle for each of `inputs` different inputs to one expression. For three expressions in four the code
    /// keeps the server's stack.
    pub fn requests(&mut self, number: usize, inputs: usize) -> Vec<Value> {
        let any = self.random.below(4) == 0;
        let mut request = self.request();
        while !any && !keeps_stack(&request) {
            request = self.request();
        }
        let mut of_input = |input| {
            let mut request = request.clone();
            request["id"] = format!("{number}.{input}").into();
            request["vars"] = self.values();
            if self.random.below(20) == 0 {
                request["perCallLimit"] = self.random.below(200).into();
            }
            request
        };
        (0..inputs).map(&mut of_input).collect()
    }

    fn request(&mut self) -> Value {
        self.scope = VARIABLES.map(|(name, kind)| (name.to_owned(), kind)).into();
        self.names = 0;
        let depth = 1 + self.random.below(4);
        json!({"expr": self.expression("rule", depth), "vars": self.values(), "env": "stored"})
    }

    fn values(&mut self) -> Value {
        json!({
            "s": {"type": "string", "value": self.random.pick(KEYS)},
            "n": {"type": "int", "value": self.random.below(3)},
            "m": {"type": "map(string, string)", "value": self.map()},
            "l": {"type": "list(string)", "value": self.list(|one| one.random.pick(KEYS).into())},
            "o": {"type": "list(map(string, string))", "value": self.list(Generator::map)},
            "p": {"type": objects(), "value": self.list(Generator::object)},
            "d": {"type": dates(), "value": self.list(|one| one.random.pick(DATES).into())},
        })
    }

    fn expression(&mut self, kind: &'static str, depth: usize) -> String {
        let fitting: Vec<&str> = RULES
            .iter()
            .filter(|(result, deepest, _)| *result == kind && (depth > 0 || *deepest == 0))
            .flat_map(|(_, _, texts)| texts.iter().copied())
            .collect();
        let names: Vec<&String> =
            self.scope.iter().filter(|(_, of)| *of == kind).map(|(name, _)| name).collect();
        let is_name = depth == 0 && self.random.below(2) == 0 || fitting.is_empty();
        if is_name && !names.is_empty() {
            // Inner variables are more interesting.
            let at = self.random.below(names.len()).max(self.random.below(names.len()));
            return names[at].clone();
        }
        let text = fitting[self.random.below(fitting.len())];
        self.fill(text, depth.saturating_sub(1))
    }

    fn fill(&mut self, text: &'static str, depth: usize) -> String {
        let outside = self.scope.len();
        let mut pieces = text.split('<');
        let mut filled = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (hole, rest) = piece.split_once('>').expect("holes are closed");
            match hole.split_once(':') {
                Some((name, kind)) => {
                    self.names += 1;
                    let name = format!("{name}{}", self.names);
                    filled += &name;
                    self.scope.push((name, kind));
                }
                None => filled += &self.expression(hole, depth),
            }
            filled += rest;
        }
        self.scope.truncate(outside);
        filled
    }

    fn list(&mut self, element: fn(&mut Self) -> Value) -> Value {
        (0..1 + self.random.below(5)).map(|_| element(self)).collect()
    }

    /// An object whose properties may be missing or have another kind.
    fn object(&mut self) -> Value {
        let mut object = self.map();
        object["c"] = self.map();
        object["l"] = self.list(|one| one.random.pick(KEYS).into());
        for name in ["a", "c", "l"] {
            match self.random.below(10) {
                0 => object[name] = 1.into(),
                1 | 2 => drop(object.as_object_mut().map(|object| object.remove(name))),
                _ => {}
            }
        }
        object
    }

    fn map(&mut self) -> Value {
        let entry = |key: &&str| {
            let is_there = self.random.below(5) < 3;
            is_there.then(|| ((*key).to_owned(), self.random.pick(VALUES).into()))
        };
        Value::Object(KEYS.iter().filter_map(entry).collect::<Map<String, Value>>())
    }
}

/// True if the code of a request's expression keeps the server's stack.
fn keeps_stack(request: &Value) -> bool {
    let variables = structural::variables(&request["vars"]);
    let env = structural::env(&variables).with_version(version(request));
    let compiled = compile_expression(request["expr"].as_str().unwrap_or_default(), &env);
    compiled.is_ok_and(|compiled| compiled.is_exact)
}

fn objects() -> Value {
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let inner = json!({"type": "object", "properties": {"a": text, "b": text}});
    let properties = json!({"a": text, "b": text, "k": text, "c": inner, "l": texts});
    json!({"type": "array", "items": {"type": "object", "properties": properties}})
}

fn dates() -> Value {
    json!({"type": "array", "items": {"type": "string", "format": "date"}})
}

const VARIABLES: [(&str, &str); 7] = [
    ("s", "text"),
    ("n", "int"),
    ("m", "map"),
    ("l", "list"),
    ("o", "maps"),
    ("p", "objects"),
    ("d", "dates"),
];

const DATES: &[&str] = &["2020-01-01", "2021-12-31", "soon", "never"];

const KEYS: &[&str] = &["a", "b", "k", "q", "abc"];
const VALUES: &[&str] = &["a", "b", "k", "q", "", "a text of 20 letters"];

/// Kind, 0 if the texts may be used as leaves, texts.
const RULES: &[(&str, usize, &[&str])] = &[
    (
        "rule",
        0,
        &[
            "o.filter(<e:map>, <bool>).size() > 0",
            "o.exists_one(<e:map>, <bool>)",
            "o.map(<e:map>, <bool>, <text>).size() > 0",
            "o.transformList(<i:int>, <e:map>, <bool>, <text>).size() > 0",
            "o.transformMap(<i:int>, <e:map>, <bool>, <text>).size() > 0",
            "o.transformMapEntry(<i:int>, <e:map>, <bool>, {<text>: <int>}).size() > 0",
            "l.filter(<v:text>, o.filter(<e:map>, <bool>).size() > 0).size() > 0",
            "o.filter(<e:map>, l.filter(<v:text>, <bool>).size() > 0).size() > 0",
            "l.exists(<v:text>, o.exists_one(<e:map>, <bool>))",
            "l.all(<v:text>, o.filter(<e:map>, <bool>).size() >= 0)",
            "l.map(<v:text>, o.map(<e:map>, <bool>, <text>).size()).size() > 0",
            "o.transformMap(<i:int>, <e:map>, <text>).size() > 0",
            "<bool>",
        ],
    ),
    (
        "rule",
        0,
        &[
            "p.filter(<e:object>, <bool>).size() > 0",
            "p.exists_one(<e:object>, <bool>)",
            "p.map(<e:object>, <bool>, <text>).size() > 0",
            "l.exists(<v:text>, p.filter(<e:object>, <bool>).size() > 0)",
            "d.filter(<t:date>, <bool>).size() > 0",
            "d.exists_one(<t:date>, <bool>)",
            "p.filter(<e:object>, d.filter(<t:date>, <bool>).size() > 0).size() > 0",
        ],
    ),
    ("object", 0, &["p[0]", "p[<int>]"]),
    ("date", 0, &["d[0]", "d[<int>]"]),
    ("text", 0, &["<object>.a", "<object>.c.a", "m[<object>.b]"]),
    (
        "text",
        1,
        &[
            "<object>.?a.orValue(<text>)",
            "<object>.?c.b.orValue(<text>)",
            "<object>.l[<int>]",
            "string(<date>)",
            "dyn(<object>).k",
            "[<object>, <object>][<int>].a",
            "(p + p)[<int>].b",
            "(<bool> ? <object> : <object>).c.a",
        ],
    ),
    ("bool", 0, &["has(<object>.a)", "has(<object>.c.b)", "<date> == <date>"]),
    (
        "bool",
        1,
        &["[<date>, <date>, <date>].size() == <int>", "<object> == <object>", "<date> in [<date>, <date>]"],
    ),
    ("list", 0, &["<object>.l"]),
    ("text", 0, &["'a'", "'b'", "'abc'", "<map>.a", "<map>.b", "<map>.k", "<map>[<text>]", "m[<map>.k]"]),
    (
        "text",
        1,
        &[
            "<text>.replace(<text>, <text>)",
            "<text>.replace(<text>, <text>, <int>)",
            "<text>.replace(s, <text>, 1)",
            "<text>.substring(<int>, <int>)",
            "(<text> + <text>)",
            "<list>.join(<text>)",
            "(<bool> ? <text> : <text>)",
            "<map>.?a.orValue(<text>)",
            "<map>[?<text>].orValue(<text>)",
            "<optional>.orValue(<text>)",
            "<optional>.value()",
            "<optional>.optMap(<w:text>, <text>).orValue(<text>)",
            "<map>[<text>]",
            "m[<map>.b]",
            "<list>[<int>]",
            "'%s-%s'.format([<text>, <text>])",
            "{'a': <text>, <text>: <text>}[<text>]",
            "{'a': <text>, 'b': s, 'k': <text>}.k",
            "{'a': <map>}.a.b",
            "<text>.find(<text>)",
            "<text>.find('a')",
            "<text>.lowerAscii()",
            "dyn(<text>).lowerAscii()",
            "<maps>[<int>].a",
            "(<bool> ? <map> : <map>).k",
        ],
    ),
    ("optional", 0, &["<map>.?a", "<map>[?<text>]", "optional.of(<text>)"]),
    (
        "optional",
        1,
        &["<optional>.or(<optional>)", "(<bool> ? <optional> : <optional>)", "<list>.first()", "m[?<text>]"],
    ),
    ("int", 0, &["0", "1", "2", "n", "<map>.size()"]),
    (
        "int",
        1,
        &[
            "<list>.size()",
            "<text>.size()",
            "<text>.indexOf(<text>)",
            "<text>.indexOf(<text>, <int>)",
            "(<int> + <int>)",
            "(<bool> ? <int> : <int>)",
            "[<int>, n, <int>].max()",
            "int(<text>)",
        ],
    ),
    ("bool", 0, &["<text> == <text>", "has(<map>.a)", "<text> in ['a', 'b']"]),
    (
        "bool",
        1,
        &[
            "<text> == <text>",
            "<text> != <text>",
            "<text> in ['a', 'k']",
            "<text> in <list>",
            "<text>.contains(<text>)",
            "<text>.startsWith(<text>)",
            "(<bool> && <bool>)",
            "(<bool> || <bool>)",
            "!(<bool>)",
            "<int> == <int>",
            "(<bool> ? <bool> : <bool>)",
            "<list>.exists(<v:text>, <bool>)",
            "<list>.all(<v:text>, <bool>)",
            "<list>.exists_one(<v:text>, <bool>)",
            "<maps>.filter(<e:map>, <bool>).size() == <int>",
            "<text>.matches('a')",
            "<optional>.hasValue()",
            "<list> == <list>",
            "sets.contains(<list>, <list>)",
            "{'x': <bool>, 'y': <bool>}[<text>]",
            "[<bool>, <bool>][(<bool> ? 0 : 1)]",
            "has((<bool> ? <map> : <map>).b)",
        ],
    ),
    ("list", 0, &["l"]),
    (
        "list",
        1,
        &[
            "[<text>, <text>, <text>]",
            "[s, <text>, <text>]",
            "[<text>, <text>]",
            "[?<optional>, <text>, <text>]",
            "<list>.filter(<v:text>, <bool>)",
            "<list>.map(<v:text>, <bool>, <text>)",
            "<list>.map(<v:text>, <text>)",
            "(<list> + <list>)",
            "<list>.slice(<int>, <int>)",
            "<list>.sort()",
            "<list>.sortBy(<v:text>, <text>)",
            "<maps>.map(<e:map>, <bool>, <text>)",
        ],
    ),
    ("map", 0, &["m"]),
    ("maps", 0, &["o"]),
    ("maps", 1, &["<maps>.filter(<e:map>, <bool>)", "[<map>, m, <map>]"]),
];
