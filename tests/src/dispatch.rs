//! Operators, macros and functions on values of all types, hidden from the checker by `dyn`.

use cel_compiler::library::{self, KubernetesVersion, OverloadDecl, TypePattern};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request of the oracle for each form of expression and each combination of values in it.
pub fn requests() -> Vec<Value> {
    let functions = calls();
    let texts = UNARY.iter().chain(BINARY).copied().chain(functions.iter().map(String::as_str));
    let list = format!("[{}]", VALUES.join(", "));
    let mut requests = Vec::new();
    for text in texts {
        let expr = text.replace('@', &format!("({list}[i])")).replace('#', &format!("({list}[j])"));
        for i in 0..VALUES.len() {
            let seconds = if text.contains('#') { VALUES.len() } else { 1 };
            requests.extend((0..seconds).map(|j| request(requests_id(text, i, j), &expr, i, j)));
        }
    }
    requests
}

fn requests_id(text: &str, i: usize, j: usize) -> String {
    let id = text.replace('@', VALUES[i]);
    if text.contains('#') { id.replace('#', VALUES[j]) } else { id }
}

fn request(id: String, expr: &str, i: usize, j: usize) -> Value {
    let optional = |ty: &str, value: Value| json!({"type": format!("optional_type({ty})"), "value": value});
    let int = |value: usize| json!({"type": "int", "value": value});
    let vars = json!({"o": optional("dyn", json!({"a": 7})), "n": optional("int", Value::Null), "i": int(i), "j": int(j)});
    json!({"id": id, "expr": expr, "vars": vars, "env": "stored"})
}

/// Calls of each overload: with one operand unknown and the others of its types, and with the first two unknown.
fn calls() -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    for function in library::functions(KubernetesVersion::STORED_EXPRESSIONS) {
        if !function.name.starts_with(char::is_alphabetic) || function.name.starts_with("cel.") {
            continue;
        }
        for overload in function.overloads(KubernetesVersion::STORED_EXPRESSIONS) {
            let known: Vec<String> = overload.args.iter().map(sample).collect();
            for place in 0..known.len() {
                let mut operands = known.clone();
                operands[place] = "@".into();
                calls.insert(call(function.name, overload, &operands));
                if let [first, second, ..] = operands.as_mut_slice() {
                    (*first, *second) = ("@".into(), "#".into());
                    calls.insert(call(function.name, overload, &operands));
                }
            }
        }
    }
    calls
}

pub(crate) fn call(function: &str, overload: &OverloadDecl, operands: &[String]) -> String {
    match operands {
        [target, arguments @ ..] if overload.member => {
            format!("{target}.{function}({})", arguments.join(", "))
        }
        _ => format!("{function}({})", operands.join(", ")),
    }
}

/// A value of a type in the syntax of rules.
pub(crate) fn sample(pattern: &TypePattern) -> String {
    match pattern {
        TypePattern::Null => "null".into(),
        TypePattern::Bool => "true".into(),
        TypePattern::Int | TypePattern::A => "1".into(),
        TypePattern::Uint => "1u".into(),
        TypePattern::Double => "1.5".into(),
        TypePattern::String | TypePattern::B => "'a'".into(),
        TypePattern::Bytes => "b'a'".into(),
        TypePattern::Timestamp => "timestamp('2020-01-02T03:04:05Z')".into(),
        TypePattern::Duration => "duration('90m')".into(),
        TypePattern::Dyn | TypePattern::Any => "dyn('a')".into(),
        TypePattern::List(element) => format!("[{}]", sample(element)),
        TypePattern::Map(key, value) => format!("{{{}: {}}}", sample(key), sample(value)),
        TypePattern::Optional(value) => format!("optional.of({})", sample(value)),
        TypePattern::Type(_) => "int".into(),
        TypePattern::Wrapper(value) => sample(value),
        TypePattern::Object("kubernetes.Quantity") => "quantity('1')".into(),
        TypePattern::Object("kubernetes.Semver") => "semver('1.2.3')".into(),
        TypePattern::Object("kubernetes.NamedFormat") => "format.dns1123Label()".into(),
        TypePattern::Object(_) => "url('http://a/b')".into(),
        TypePattern::Opaque("net.IP") => "ip('::1')".into(),
        TypePattern::Opaque(_) => "cidr('10.0.0.0/8')".into(),
    }
}

/// Values of all types. Types with special rules have more values. `o` is an optional map, `n` an empty optional.
const VALUES: &[&str] = &[
    "dyn(null)",
    "dyn(true)",
    "dyn(false)",
    "dyn(1)",
    "dyn(-3)",
    "dyn(0)",
    "dyn(2u)",
    "dyn(1u)",
    "dyn(1.5)",
    "dyn(1.0)",
    "dyn(0.0)",
    "dyn('a')",
    "dyn('')",
    "dyn('1')",
    "dyn('a text of more than ten')",
    "dyn('10.0.0.1')",
    "dyn(b'a')",
    "dyn(timestamp('2020-01-02T03:04:05Z'))",
    "dyn(duration('90m'))",
    "dyn(int)",
    "dyn([1])",
    "dyn(['a', 'b'])",
    "dyn([])",
    "dyn([[1], [2]])",
    "dyn([dyn('a'), dyn(1)])",
    "dyn({'a': 1})",
    "dyn({1: 'x'})",
    "dyn({1u: 'x'})",
    "dyn({1.0: 'x'})",
    "dyn({true: 2})",
    "dyn({})",
    "dyn(o)",
    "dyn(n)",
    "dyn(quantity('1'))",
    "dyn(url('http://a/b'))",
    "dyn(ip('::1'))",
    "dyn(cidr('10.0.0.0/8'))",
    "dyn(semver('1.2.3'))",
    "dyn(format.dns1123Label())",
    "dyn([quantity('1')])",
    "dyn(optional.of(ip('::1')))",
];

/// Forms with one value.
const UNARY: &[&str] = &[
    "-@",
    "!@",
    "dyn(@)",
    "has(@.a)",
    "@.a",
    "@.?a",
    "@[0]",
    "@['a']",
    "@[1u]",
    "@[1.0]",
    "@[1.5]",
    "@[true]",
    "@[?0]",
    "@[?'a']",
    "@.all(x, x == 1)",
    "@.exists(x, x)",
    "@.exists_one(x, x == 1)",
    "@.map(x, x)",
    "@.filter(x, x == 1)",
    "@.all(k, v, v == k)",
    "@.transformList(k, v, [k, v])",
    "@.transformMap(k, v, v)",
    "@.transformMapEntry(k, v, {k: v})",
    "@.optMap(x, x)",
    "@.optFlatMap(x, optional.of(x))",
    "@.sortBy(x, x)",
    "[3, 2].sortBy(x, @)",
    "@ + 1",
    "1 + @",
    "@ + 'a'",
    "'a' + @",
    "@ + 1.5",
    "@ + [1]",
    "@ < 1",
    "@ < 'b'",
    "'b' < @",
    "@ == 'a'",
    "'a' == @",
    "@ == null",
    "1 in @",
    "'a' in @",
    "@.a.b",
    "@.a.?b",
    "@.?a.b",
    "@.?a.?b",
    "has(@.a.b)",
    "has(@.?a.b)",
    "@ ? 1 : 2",
    "true ? @ : 1",
    "(true ? @ : 1).a",
    "@ && true",
    "true && @",
    "false || @",
    "[@].all(x, x == 1)",
    "[@, 1].map(x, x == 1)",
    "@.exists(x, x == 1 || x.y)",
    "(@ == 1) == true",
    "@ in [1, 2u, 1.5, 'a', true]",
    "@ in [1.0]",
    "@ in [1u]",
    "@ in ['a']",
    "@ in []",
    "'%s'.format([@])",
    "'%d'.format([@])",
    "'%f'.format([@])",
    "'%x'.format([@])",
    "'%b'.format([@])",
    "'%e'.format([@])",
    "'%o'.format([@])",
    "[?@]",
    "{@: 1}",
    "{?'a': @}",
    "@ == quantity('1')",
    "quantity('1') == @",
    "quantity('1') != @",
    "@ == ip('::1')",
    "ip('::1') == @",
    "@.matches('a')",
    "@.find('a')",
    "@.findAll('a')",
    "@.findAll('a', 1)",
    "'a'.matches(@)",
    "@.a.b.c == 1 || true",
    "@ in {b'a': 1} || true",
    "[@].exists(x, x in {'a': 1}) || true",
];

/// Forms with two values.
const BINARY: &[&str] = &[
    "@ + #",
    "@ - #",
    "@ * #",
    "@ / #",
    "@ % #",
    "@ < #",
    "@ <= #",
    "@ > #",
    "@ >= #",
    "@ == #",
    "@ != #",
    "@ in #",
    "@ && #",
    "@ || #",
    "@[#]",
    "@[?#]",
    "@ ? # : 1",
    "@ == 1 || #",
    "@.exists(x, x == #)",
    "@ + 'x' + #",
    "@.map(x, x + #)",
    "@.filter(x, #)",
    "@.transformMap(k, v, v == #)",
    "{@: 1}[#]",
    "[@] == [#]",
    "{'x': @} == {'x': #}",
    "optional.of(@) == optional.of(#)",
    "[@, #]",
    "@.optMap(v, v == #)",
    "@.optFlatMap(v, #)",
    "[@, #].sort()",
    "[@, #].max()",
    "[@, #].sum()",
    "[@, #].isSorted()",
    "[@, #].distinct()",
    "[@, #].join('-')",
    "'%s %s'.format([@, #])",
    "[@].indexOf(#)",
    "@ in [#]",
    "@ in {#: 1} || true",
    "@ in [#, 1]",
    "1/0 > 0 || @ == #",
    "@.transformMapEntry(k, v, #)",
    "[[@, #]].flatten()",
    "@.sortBy(x, #)",
];
