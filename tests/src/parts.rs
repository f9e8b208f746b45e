//! Operators, macros and functions on parts of objects. Some parts do not match the schema.

use serde_json::{Value, json};

/// A request of the oracle for each form of expression, each part or pair of parts, and each object.
pub fn requests() -> Vec<Value> {
    let schema = schema();
    let unary = UNARY.iter().flat_map(|form| PARTS.iter().map(|part| form.replace('@', part)));
    let binary = BINARY.iter().flat_map(|form| {
        PARTS.iter().flat_map(|left| PARTS.iter().map(|right| form.replace('@', left).replace('#', right)))
    });
    let objects = objects();
    let requests = unary
        .chain(binary)
        .flat_map(|expr| objects.iter().map(move |object| (expr.clone(), object)).collect::<Vec<_>>());
    requests
        .map(|(expr, object)| {
            let vars = json!({"self": {"type": schema, "value": object}});
            json!({"id": expr, "expr": expr, "vars": vars, "env": "stored"})
        })
        .collect()
}

fn schema() -> Value {
    let string = json!({"type": "string"});
    let list = |items: &Value| json!({"type": "array", "items": items});
    let keyed = json!({"type": "object", "properties": {"k": string, "v": {"type": "integer"}}});
    let mut set = list(&string);
    set["x-kubernetes-list-type"] = "set".into();
    let mut keyed = list(&keyed);
    keyed["x-kubernetes-list-type"] = "map".into();
    keyed["x-kubernetes-list-map-keys"] = json!(["k"]);
    json!({"type": "object", "properties": {
        "l": list(&string),
        "n": list(&json!({"type": "string", "nullable": true})),
        "s": set,
        "lm": keyed,
        "m": {"type": "object", "additionalProperties": {"type": "integer"}},
        "o": {"type": "object", "properties": {"a-b": string, "namespace": string, "x": {"type": "integer"}}},
        "p": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a": string}},
        "ios": {"x-kubernetes-int-or-string": true},
        "d": {"type": "string", "format": "duration"},
        "t": {"type": "string", "format": "date-time"},
        "b": {"type": "string", "format": "byte"},
        "f": {"type": "number"},
        "objects": list(&json!({"type": "object", "nullable": true, "properties": {"a": string}})),
    }})
}

/// Objects with values of the schema's types, of other types, with empty values, and with none.
fn objects() -> [Value; 4] {
    [
        json!({
            "l": ["a", "b"], "n": ["a", null], "s": ["b", "a"], "lm": [{"k": "x", "v": 1}, {"k": "y"}], "m": {"a": 1},
            "o": {"a-b": "q", "namespace": "ns", "x": 1}, "p": {"a": "1", "zz": 2}, "ios": 5, "d": "1h",
            "t": "2020-01-01T00:00:00Z", "b": "Zm9v", "f": 3, "objects": [{"a": "x"}, null]
        }),
        json!({
            "l": ["a", 5], "n": [5, null], "s": ["a", null], "lm": [{"k": 1, "v": "x"}], "m": {"a": "x"},
            "o": {"a-b": 1, "x": 1.5}, "p": {"a": 1}, "ios": 1.5, "d": "x", "t": "y", "b": "!", "f": "3",
            "objects": [{"a": 5}, 5]
        }),
        json!({
            "l": [], "n": [], "s": [], "lm": [], "m": {}, "o": {}, "p": {}, "ios": "", "d": "0s", "t": "", "b": "", "f": 0,
            "objects": []
        }),
        json!({"l": null, "m": 5, "s": "a", "o": []}),
    ]
}

/// Expressions for parts, and for other values.
const PARTS: &[&str] = &[
    "self",
    "self.l",
    "self.l[1]",
    "self.n",
    "self.n[1]",
    "self.s",
    "self.lm",
    "self.lm[0]",
    "self.m",
    "self.m.a",
    "self.o",
    "self.o.x",
    "self.p",
    "self.ios",
    "self.d",
    "self.t",
    "self.b",
    "self.f",
    "self.objects",
    "self.objects[1]",
    "self.?l",
    "self.l[?1]",
    "self.?m.a",
    "self.n[?1]",
    "(self.l + ['c'])",
    "(self.s + ['c', 'a'])",
    "(self.lm + self.lm)",
    "self.l.map(x, x)",
    "self.m.transformMap(k, v, v)",
    "null",
    "1",
    "'a'",
    "['a', 'b']",
    "{'a': 1}",
    "{'a-b': 'q', 'namespace': 'ns', 'x': 1}",
    "quantity('1')",
];

const UNARY: &[&str] = &[
    "@",
    "dyn(@)",
    "dyn(@).size()",
    "type(@)",
    "string(dyn(@))",
    "has(dyn(@).a)",
    "dyn(@).a",
    "dyn(@)['a-b']",
    "dyn(@)[1]",
    "dyn(@)[?1].hasValue()",
    "dyn(@)[?'a'].orValue(7)",
    "dyn(@).?a.?b",
    "dyn(@).?a.b",
    "[dyn(@)][0].a",
    "(true ? dyn(@) : dyn(1)).a",
    "dyn(@).all(x, x == 'a')",
    "dyn(@).exists(x, x == 'b')",
    "dyn(@).exists_one(x, x == 'a')",
    "dyn(@).map(x, x)",
    "dyn(@).filter(x, x != 'a')",
    "dyn(@).all(k, v, v == 'a')",
    "dyn(@).transformList(k, v, [k, v])",
    "dyn(@).transformMap(k, v, v)",
    "optional.of(@)",
    "optional.of(@).hasValue()",
    "optional.ofNonZeroValue(@).hasValue()",
    "optional.of(@).optMap(v, v)",
    "dyn(@).optMap(v, v)",
    "dyn(@).orValue(1)",
    "dyn(@).value()",
    "[dyn(@), dyn(1)].size()",
    "'%s'.format([@])",
    "'%d'.format([dyn(@)])",
    "dyn(@).join('-')",
    "dyn(@).sum()",
    "dyn(@).min()",
    "dyn(@).isSorted()",
    "dyn(@).sort()",
    "dyn(@).reverse()",
    "dyn(@).distinct()",
    "dyn(@).flatten()",
    "dyn(@).slice(0, 1)",
    "dyn(@).first()",
    "dyn(@).last().hasValue()",
    "-dyn(@)",
    "!dyn(@)",
    "dyn(@) && true",
    "dyn(@) ? 1 : 2",
    "dyn(@) in ['a', 1]",
    "dyn(@).matches('a')",
    "dyn(@).getHours()",
    "'a' in dyn(@)",
    "1 in dyn(@)",
];

const BINARY: &[&str] = &[
    "@ == #",
    "dyn(@) == dyn(#)",
    "dyn(@) != dyn(#)",
    "[dyn(@)] == [dyn(#)]",
    "{'k': dyn(@)} == {'k': dyn(#)}",
    "optional.of(dyn(@)) == optional.of(dyn(#))",
    "dyn(@) in dyn(#)",
    "dyn(@) in [dyn(#)]",
    "dyn(@) + dyn(#)",
    "dyn(@) < dyn(#)",
    "dyn(@)[dyn(#)]",
    "[dyn(@)].indexOf(dyn(#))",
    "dyn(@).includes(dyn(#))",
    "sets.contains(dyn(@), dyn(#))",
    "sets.intersects(dyn(@), dyn(#))",
    "sets.equivalent(dyn(@), dyn(#))",
    "[dyn(@), dyn(#)].distinct()",
    "dyn(@).exists(x, x == dyn(#))",
    "(dyn(@) == dyn(#)) || true",
];
