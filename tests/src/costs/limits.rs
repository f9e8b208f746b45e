//! Random schemas with rules that are dear for large objects, and such objects, from a fixed seed. Evaluations reach their limit,
//! objects use up their budget, and messages do either.

use crate::{mutation::Random, native::schemas::Request};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Writes schemas, each with an object.
pub struct LargeObjects(Random);

impl LargeObjects {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        LargeObjects(Random::new(seed))
    }

    /// Requests about objects of one schema.
    pub fn requests(&mut self, name: &str, objects: usize) -> Vec<Request> {
        let kind = &KINDS[self.0.below(KINDS.len())];
        let schema: Arc<str> = self.schema(kind).to_string().into();
        let requests = (0..objects).map(|number| {
            let mut fields = Map::new();
            fields.insert("id".into(), format!("{name}.{number}").into());
            fields.insert("self".into(), self.object(kind));
            fields.insert("only".into(), json!(["errors", "rules"]));
            Request { schema: schema.clone(), fields }
        });
        requests.collect()
    }

    /// An object with a list, sometimes a list of lists, and rules on all nodes.
    fn schema(&mut self, kind: &Kind) -> Value {
        let mut item: Value = serde_json::from_str(kind.schema).unwrap_or_default();
        item["x-kubernetes-validations"] = self.rules(kind.rules);
        let list =
            json!({"type": "array", "items": item, "x-kubernetes-validations": self.rules(LIST_RULES)});
        let lists = json!({"type": "array", "items": list, "x-kubernetes-validations": self.rules(&["size(self) > 0"])});
        json!({
            "type": "object",
            "properties": {"list": list, "lists": lists},
            "x-kubernetes-validations": self.rules(OBJECT_RULES),
        })
    }

    fn rules(&mut self, rules: &[&str]) -> Value {
        let count = 1 + self.0.below(2);
        let rule = |_| {
            let rule = self.0.pick(rules);
            let mut rule =
                json!({"rule": if self.0.below(4) == 0 { format!("!({rule})") } else { rule.to_owned() }});
            match self.0.below(4) {
                0 => rule["message"] = "no".into(),
                1 => rule["messageExpression"] = self.0.pick(MESSAGES).into(),
                _ => {}
            }
            rule
        };
        (0..count).map(rule).collect()
    }

    fn object(&mut self, kind: &Kind) -> Value {
        let mut object = Map::new();
        if self.0.below(4) > 0 {
            let count = [5, 60, 900, 3000][self.0.below(4)];
            object.insert("list".into(), self.items(kind, count));
        }
        if self.0.below(3) == 0 {
            let count = 1 + self.0.below(70);
            object.insert("lists".into(), (0..count).map(|_| self.items(kind, 40)).collect());
        }
        object.into()
    }

    fn items(&mut self, kind: &Kind, count: usize) -> Value {
        let length = [3, 40, 400_000 / count][self.0.below(3)].min(20_000);
        (0..count).map(|number| (kind.item)(&"abcdefghi ".repeat(length / 10 + 1), number)).collect()
    }
}

/// A type of list items.
struct Kind {
    schema: &'static str,
    /// Rules on an item.
    rules: &'static [&'static str],
    /// An item with a text and a number.
    item: fn(&str, usize) -> Value,
}

const KINDS: [Kind; 3] = [
    Kind {
        schema: r#"{"type": "integer"}"#,
        rules: &[
            "self >= 0",
            "[self, self, self].all(x, x >= 0)",
            "lists.range(400).all(x, x != self || x == self)",
        ],
        item: |_, number| number.into(),
    },
    Kind {
        schema: r#"{"type": "string"}"#,
        rules: &[
            "self.matches('^([a-i]+ ?)*[0-9]*$')",
            "self.contains('no such text in here, for sure')",
            "self.split('a').all(x, x != 'x')",
            "self.replace('a', 'bb') != self.upperAscii()",
            "(self + self).size() > 0",
        ],
        item: |text, number| format!("{text}{number}").into(),
    },
    Kind {
        schema: r#"{"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "l": {"type": "array", "items": {"type": "integer"}}}}"#,
        rules: &[
            "self.l.all(x, self.l.exists(y, x == y))",
            "self.l.sum() >= self.n && self.s.size() > 1",
            "has(self.s) && self.s.find('[0-9]+') != 'x'",
            "self.l.map(x, x + self.n).sort().size() == 9",
        ],
        item: |text, number| json!({"n": number, "s": text, "l": (0..number % 30).collect::<Vec<_>>()}),
    },
];

const LIST_RULES: &[&str] = &[
    "self.all(x, x in self)",
    "self.all(x, self.exists(y, x == y))",
    "self.all(x, self.all(y, dyn(x) != 'z' || y != x))",
    "self.all(x, self.all(y, x == self[0] && y == x ? true : x != y || y == x))",
    "!self.exists_one(x, self.exists_one(y, x == y && y != self[0]))",
    "self.all(i, x, self.all(j, y, i != j || x == y))",
    "self.map(x, self.filter(y, x != y || y == self[0]).size()).size() > 0",
    "self.transformList(i, x, self.all(y, optional.of(x).optMap(v, v == y || y == y).orValue(false))).size() > 0",
    "self.map(x, self.size()).all(n, n > 0)",
    "self.filter(x, dyn(x) != 1).size() >= 0",
    "self.exists_one(x, x == self[0])",
    "self.all(i, x, i >= 0 && self[i] == x)",
    "self.map(x, [x, x]).flatten().size() > 1",
    "self == self.reverse()",
    "sets.contains(self, self)",
    "self.size() == 0 || self[self.size() - 1] == self[0]",
];

const OBJECT_RULES: &[&str] = &[
    "has(self.list)",
    "self.?list.orValue([]).all(x, self.?lists.orValue([]).exists(l, x in l))",
    "!has(self.lists) || self.lists.all(l, l.all(x, l.exists(y, x == y)))",
    "self == self && [self, self].distinct().size() == 1",
];

const MESSAGES: &[&str] = &[
    "'it is ' + string(lists.range(300).map(x, string(x)).join(' ').size())",
    "lists.range(5000).all(x, lists.range(400).all(y, x + y >= 0)) ? 'a' : 'b'",
    "lists.range(20000).all(x, x >= 0) ? 'so many' : ''",
    "'%s'.format([self == self])",
];
