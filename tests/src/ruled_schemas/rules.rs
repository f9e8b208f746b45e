//! Rules for the nodes of random schemas: some from a template for the kind of node, some with any expression on its parts.

use super::{Schemas, parts};
use cel_compiler::{schema::escaping::escape, types::Type};
use serde_json::{Value, json};

impl Schemas {
    /// Adds rules to a node and to everything below it.
    pub(super) fn add_rules(&mut self, schema: &mut Value, correlates: bool) {
        let count = [0, 0, 1, 1, 2, 3][self.random.below(6)];
        let rules: Vec<Value> = (0..count).map(|_| self.rule(schema, correlates)).collect();
        let correlates =
            correlates && (schema["type"] != "array" || schema["x-kubernetes-list-type"] == "map");
        for (_, part) in parts(schema) {
            self.add_rules(part, correlates);
        }
        if !rules.is_empty() {
            schema["x-kubernetes-validations"] = rules.into();
        }
    }

    /// A rule for a node.
    pub(crate) fn rule(&mut self, schema: &Value, correlates: bool) -> Value {
        let optional = self.random.below(5) == 0;
        let with_old = (correlates || self.random.below(8) == 0) && self.random.below(3) == 0;
        let text = match () {
            () if optional => self.fill(OPTIONAL, schema),
            () if with_old => self.fill(OLD, schema),
            () if self.random.below(2) == 0 => self.fill(templates(schema), schema),
            () => self.expression(schema, false, &Type::Bool),
        };
        let text = if self.random.below(3) == 0 { format!("!({text})") } else { text };
        let mut rule = json!({"rule": text});
        if optional || with_old && self.random.below(8) == 0 {
            rule["optionalOldSelf"] = optional.into();
        }
        if self.random.below(3) == 0 {
            rule["message"] = self.random.pick(&["no", " a message ", "\"quoted\" é"]).into();
        }
        if self.random.below(3) == 0 {
            rule["messageExpression"] = self.message(schema, correlates).into();
        }
        if self.random.below(3) == 0 {
            rule["reason"] = self.random.pick(REASONS).into();
        }
        if self.random.below(3) == 0 {
            rule["fieldPath"] = self.field_path(schema).into();
        }
        rule
    }

    fn message(&mut self, schema: &Value, correlates: bool) -> String {
        match self.random.below(4) {
            0 => "'is ' + string(self)".into(),
            1 => self.fill(MESSAGES, schema),
            _ => {
                let with_old = correlates && self.random.below(4) == 0;
                self.expression(schema, with_old, &Type::String)
            }
        }
    }

    /// A field path, usually to a declared property.
    fn field_path(&mut self, schema: &Value) -> String {
        let name = self.property(schema);
        match self.random.below(5) {
            0 => format!("['{name}']"),
            1 => ".a.b".into(),
            2 => "['k']".into(),
            _ => format!(".{name}"),
        }
    }

    fn property(&mut self, schema: &Value) -> String {
        let names: Vec<&String> =
            schema["properties"].as_object().into_iter().flat_map(|all| all.keys()).collect();
        if names.is_empty() { "a".into() } else { names[self.random.below(names.len())].clone() }
    }

    /// Fills a random template: `P` is a property of the node, and `Q` a property of one of its items or values.
    fn fill(&mut self, templates: &[&str], schema: &Value) -> String {
        let template = self.random.pick(templates);
        let escaped = |name: String| escape(&name).unwrap_or("a".into()).into_owned();
        let own = escaped(self.property(schema));
        let below =
            if schema["items"].is_object() { &schema["items"] } else { &schema["additionalProperties"] };
        let below = escaped(self.property(below));
        template.replace("<P>", &own).replace("<Q>", &below)
    }

    /// An expression with parts of the node that are no objects.
    fn expression(&mut self, schema: &Value, with_old: bool, ty: &Type) -> String {
        let mut names = vec![("1".into(), Type::Int), ("'a'".into(), Type::String)];
        collect("self", schema, 3, &mut names);
        if with_old {
            collect("oldSelf", schema, 3, &mut names);
        }
        self.expressions.over(&names, ty)
    }
}

/// Collects the parts of a value that are no objects, as a rule writes them.
fn collect(text: &str, schema: &Value, depth: usize, names: &mut Vec<(String, Type)>) {
    if let Some(ty) = type_of(schema) {
        // Twice, so that they are used more often than constants.
        names.extend([(text.to_owned(), ty.clone()), (text.to_owned(), ty)]);
    }
    if depth == 0 {
        return;
    }
    if schema["type"] == "array" {
        collect(&format!("{text}[0]"), &schema["items"], depth - 1, names);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(name) = escape(name) {
            collect(&format!("{text}.{name}"), property, depth - 1, names);
        }
    }
}

fn type_of(schema: &Value) -> Option<Type> {
    if schema["x-kubernetes-int-or-string"] == true {
        return Some(Type::Dyn);
    }
    Some(match (schema["type"].as_str()?, schema["format"].as_str()) {
        ("boolean", _) => Type::Bool,
        ("integer", _) => Type::Int,
        ("number", _) => Type::Double,
        ("string", Some("byte")) => Type::Bytes,
        ("string", Some("duration")) => Type::Duration,
        ("string", Some("date" | "date-time")) => Type::Timestamp,
        ("string", _) => Type::String,
        ("array", _) => Type::list(type_of(&schema["items"])?),
        ("object", _) => Type::map(Type::String, type_of(&schema["additionalProperties"])?),
        _ => return None,
    })
}

fn templates(schema: &Value) -> &'static [&'static str] {
    match schema["type"].as_str() {
        Some("array") => LISTS,
        Some("object") if schema["additionalProperties"].is_object() => MAPS,
        Some("object") => OBJECTS,
        _ => SCALARS,
    }
}

const REASONS: &[&str] =
    &["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

const MESSAGES: &[&str] = &[
    "'it has ' + string(self.size())",
    "string(type(self) == map)",
    "self.<P>",
    "'%s'.format([self.<P>])",
    "'was ' + string(oldSelf)",
    "'was ' + string(oldSelf.<P>)",
    "string(oldSelf.?<P>.hasValue())",
    "'\\n a '",
    "' '",
    "'a\\nb'",
    "string(1/0)",
    "'%s: %d'.format([self.<P>, self.size()])",
    "has(self.<P>) ? self.<P> : 'none'",
    "self.map(x, string(x)).join(', ')",
    "string(oldSelf.size()) + ' to ' + string(self.size())",
    "self.?<P>.orValue('none')",
    "'%s'.format([self])",
    "type(self) == type(oldSelf) ? 'same' : 'other'",
    "self.replace('a', '\\n')",
    "string(self).substring(1)",
];

const OPTIONAL: &[&str] = &[
    "oldSelf.hasValue()",
    "!oldSelf.hasValue() || oldSelf.value() == self",
    "oldSelf.optMap(o, o == self).orValue(false)",
    "oldSelf.orValue(self) == self",
    "oldSelf.?<P>.hasValue()",
    "oldSelf.?<P> == self.?<P>",
    "oldSelf.<P>.orValue(self.<P>) == self.<P>",
    "has(oldSelf.<P>)",
    "oldSelf.value() != self",
    "oldSelf == optional.of(self)",
];

const OLD: &[&str] = &[
    "self == oldSelf",
    "oldSelf == self",
    "self != oldSelf",
    "self.<P> == oldSelf.<P>",
    "has(self.<P>) == has(oldSelf.<P>)",
    "self.size() >= oldSelf.size()",
    "self + oldSelf == self",
    "(self + oldSelf).size() > 2",
    "oldSelf.all(x, x in self)",
    "self.exists(x, x in oldSelf)",
    "self.all(k, k in oldSelf && self[k] == oldSelf[k])",
    "self[0].<Q> == oldSelf[0].<Q>",
    "dyn(self) == dyn(oldSelf)",
    "self <= oldSelf",
    "type(self) == type(oldSelf)",
    "[self] == [oldSelf]",
    "self in [oldSelf]",
    "{'a': self} == {'a': oldSelf}",
    "self.all(x, oldSelf.exists(y, y == x))",
    "self.filter(x, !(x in oldSelf)).size() < 2",
    "self.map(x, x) == oldSelf.map(x, x)",
    "self.all(i, x, i >= oldSelf.size() || x == oldSelf[i])",
    "[self, oldSelf].distinct().size() == 1",
    "sets.equivalent(self, oldSelf)",
    "self.size() > 1 ? self == oldSelf : true",
    "self.?<P> == oldSelf.?<P>",
    "self.?<P>.orValue(oldSelf.<P>) == oldSelf.<P>",
    "oldSelf[?0] == self[?0]",
    "self.exists(k, !(k in oldSelf))",
    "self.indexOf(oldSelf[0]) == 0",
    "self.all(x, oldSelf.all(y, x == y || has(x.<Q>) != has(y.<Q>)))",
    "!has(oldSelf.<P>) || has(self.<P>)",
    "has(oldSelf.<P>) ? has(self.<P>) && self.<P> == oldSelf.<P> : true",
    "oldSelf.<P> in [self.<P>]",
    "optional.of(self) == optional.of(oldSelf)",
    "self.startsWith(oldSelf)",
    "self - oldSelf >= oldSelf - self",
    "oldSelf.all(o, self.exists(n, n.<Q> == o.<Q>))",
    "self.filter(n, oldSelf.exists(o, o == n)) == self",
    "self.transformList(i, x, x) == oldSelf.transformList(i, x, x)",
];

const SCALARS: &[&str] = &[
    "self == self",
    "type(self) == string",
    "self in [self]",
    "string(self).size() > 2",
    "self != null",
    "self > 1",
    "self.size() > 2",
    "dyn(self) == 1 || dyn(self) == 'a'",
    "[self, self].exists_one(x, x == self)",
    "self.matches('^[a-z]+$')",
    "self.find('[0-9]+') != ''",
    "self.split('.').all(p, p.size() > 0)",
    "self.split(',').map(p, p.trim()).distinct().size() > 1",
    "isIP(self) || isCIDR(self)",
    "isURL(self) && url(self).getHost() == 'example.com'",
    "quantity(self).isGreaterThan(quantity('1'))",
    "isSemver(self) && semver(self).major() > 0",
    "duration(self) > duration('1m')",
    "timestamp(self) > timestamp('2020-01-01T00:00:00Z')",
    "self.lowerAscii() == self",
    "format.dns1123Label().validate(self).hasValue()",
    "!format.named('uuid').value().validate(self).hasValue()",
    "int(self) > 2",
    "double(self) > 1.5",
    "bytes(self).size() < 5",
    "self.charAt(0) == 'a'",
    "self.substring(1) == 'b'",
    "self.endsWith('.example.com')",
    "'%s-%d'.format([self, 1]).size() > 4",
    "self.getFullYear('America/New_York') > 2000",
    "self.getHours() > 0",
    "self + duration('1h') > self",
    "self - self == duration('0s')",
    "string(self).split('')[0] == string(self).charAt(0)",
    "self in ['a', 'b', 'web']",
    "self in [1, 2, 80]",
    "self % 2 == 0",
    "-self < 0",
    "!self",
];

const OBJECTS: &[&str] = &[
    "has(self.<P>)",
    "has(self.<P>) && self.<P> == self.<P>",
    "self.?<P>.hasValue()",
    "self.<P> != null",
    "self.<P>.size() > 1",
    "type(self) == map",
    "dyn(self).size() > 2",
    "self == self",
    "dyn(self).<P> == dyn(self.<P>)",
    "has(dyn(self).<P>)",
    "dyn(self).<P> == dyn(self).<P>",
    "dyn(self).<P> == 'a' || dyn(self).<P> == 1",
    "dyn(self).?<P>.hasValue()",
    "dyn(self)['<P>'] != null",
    "dyn(self).<P>.size() > 0",
    "dyn(self).<P>.all(x, x == x)",
    "string(dyn(self).<P>) != ''",
    "dyn(self).<P>.a == dyn(self).<P>['a']",
    "dyn(self).<P> in [dyn(self).<P>]",
    "dyn(self).all(k, k != 'b')",
    "dyn(self).exists(k, dyn(self)[k] == 'a')",
    "[dyn(self)].lastIndexOf(dyn(self)) == 0",
    "'%s'.format([self]) == 'a'",
    "'%s'.format([dyn(self)]) == 'a'",
    "[self].all(x, has(x.<P>))",
    "[self, self].distinct().size() == 1",
    "self.metadata.name == 'web'",
    "self.metadata.name.startsWith('w') && !has(self.metadata.generateName)",
    "has(self.metadata.labels)",
    "self.metadata == self.metadata",
    "self.kind == 'Pod' && self.apiVersion == 'v1'",
    "self.?<P>.optMap(x, x == self.<P>).orValue(true)",
    "self in [self]",
    "has(self.<P>) ? self.<P> == self.<P> : true",
    "[self.?<P>].exists(x, x.hasValue())",
    "optional.none() == self.?<P>",
    "{?'a': self.?<P>}.size() == 1",
    "[?self.?<P>].size() == 1",
    "self.?<P>.or(self.?<P>).hasValue()",
    "[has(self.<P>), true].exists_one(x, x)",
    "self.<P>.all(x, x == x)",
    "self.?<P>.optFlatMap(x, optional.of(x)) == self.?<P>",
    "self.?<P>[?0].hasValue()",
    "self.?<P>.?a.hasValue()",
    "optional.of(self).optMap(s, has(s.<P>)).orValue(false)",
];

const LISTS: &[&str] = &[
    "self.size() > 1",
    "self == self",
    "self.all(x, x == self[0])",
    "self.exists(x, has(x.<Q>))",
    "self.all(x, has(x.<Q>) && x.<Q> == self[0].<Q>)",
    "self.exists_one(x, x == self[0])",
    "self[0].<Q> == self[1].<Q>",
    "self[0] == self[1]",
    "self[0] in self",
    "self + self == self",
    "(self + self).size() == self.size()",
    "self.map(x, x.<Q>).size() > 1",
    "self.map(x, x) == self",
    "self == self.map(x, x)",
    "self.filter(x, has(x.<Q>)) == self",
    "self.all(i, x, i > 0 || x == self[i])",
    "self.indexOf(self[1]) == 1",
    "self.lastIndexOf(self[0]) == 0",
    "self.distinct().size() == self.size()",
    "self.slice(0, 1) == [self[0]]",
    "self.reverse() == self",
    "[self].flatten() == self",
    "[self] == [self.map(x, x)]",
    "self[?0].hasValue()",
    "self[?1].optMap(x, x == self[0]).orValue(true)",
    "self.first() == self.last()",
    "sets.contains(self, [self[0]])",
    "sets.equivalent(self, self + self)",
    "self.sort() == self",
    "dyn(self) == dyn(self.map(x, x))",
    "self.transformMap(i, x, x)[0] == self[0]",
    "self.isSorted()",
    "self.sum() > self.max()",
    "self.all(x, self.exists_one(y, y == x))",
    "self.map(x, x.<Q>).isSorted()",
    "self.map(x, x.<Q>).distinct().size() == self.size()",
    "self.sortBy(x, x.<Q>)[0] == self[0]",
    "self.filter(x, x == self[0]).map(x, x) == [self[0]]",
    "self.transformList(i, x, i % 2 == 0, x).size() > 1",
    "self.transformMapEntry(i, x, {string(i): x}).size() == self.size()",
    "self.existsOne(i, x, i == 0 && x == self[0])",
    "self.all(i, x, self.all(j, y, i == j || x != y))",
    "sets.intersects(self, self.slice(0, 1))",
    "self.map(x, true, x).exists(x, x == self[0])",
    "self.flatten(2).size() > 0",
    "self.join(',').size() > 2",
    "self.first().optMap(x, x == self[0]).orValue(true)",
    "optional.ofNonZeroValue(self).hasValue()",
    "self.min() <= self.max()",
    "[self[0], self[1]].distinct() == self",
    "self.exists(x, x.size() > 1)",
    "self.all(x, x > 0)",
    "self.all(x, self.filter(y, y.<Q> == x.<Q>).size() == 1)",
    "self.exists(x, x.?<Q>.hasValue())",
    "self.map(x, x.?<Q>).filter(x, x.hasValue()).size() > 1",
    "self.map(x, {'a': x})[0].a == self[0]",
];

const MAPS: &[&str] = &[
    "'a' in self",
    "has(self.a)",
    "has(self.a) && self.a == self.b",
    "self.size() > 1",
    "self == self",
    "self.a == self['b']",
    "self.a.<Q> == self.b.<Q>",
    "self.all(k, k != 'b')",
    "self.all(k, v, v == self[k])",
    "self.exists(k, has(self[k].<Q>))",
    "self[?'a'].hasValue()",
    "self.?b.optMap(x, x == self.a).orValue(true)",
    "self.map(k, self[k]).size() > 1",
    "self.filter(k, k in ['a', 'b']).size() > 1",
    "self.transformMap(k, v, v) == self",
    "self == self.transformMap(k, v, v)",
    "self.transformList(k, v, v).size() > 0",
    "dyn(self).size() == 1",
    "self in [self]",
    "{'x': self} == {'x': self}",
    "self.all(k, v, v.size() > 0)",
    "self.exists_one(k, v, k == 'a')",
    "self.transformMapEntry(k, v, {v: k}).size() == self.size()",
    "self.transformMap(k, v, k != 'b', v).size() < self.size()",
    "self.map(k, self[k]).distinct().size() == self.size()",
    "self.map(k, k).sort() == ['a', 'b']",
    "self.all(k, k.matches('^[a-z]+$'))",
    "self.exists(k, k.startsWith('a') && self[k] == self.a)",
    "self.transformList(k, v, k == 'a', v) == [self.a]",
    "optional.of(self).optMap(m, m.size()).orValue(0) > 1",
    "self[?'b'].orValue(self.a) == self.a",
    "self.filter(k, self[k] in [self.a]).size() == 1",
    "self.all(k, v, has(v.<Q>))",
    "self.?a.?<Q>.hasValue()",
    "{'a': self.a, ?'b': self[?'b']} == self",
    "sets.contains(self.map(k, k), ['a'])",
];
