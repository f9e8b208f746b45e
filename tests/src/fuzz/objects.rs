//! Objects: those of the examples, and those of a CRD whose rules pass everything in the object to functions. Some parts are large
//! or hostile.

use super::Subject;
use crate::{
    example_objects::{Kind, kinds, schema},
    mutation::Random,
    objects::{Objects, Pool},
};
use cel_runtime::Options;
use serde_json::{Value, json};

mod hostile {
    cel_runtime::include_crd!("data/hostile.yaml");
}

/// Changes objects. Each is judged as a new one and as an update of the one before.
pub struct Targets<'p> {
    kinds: Vec<Kind>,
    objects: Objects<'p>,
    old: Value,
    kind: usize,
}

impl<'p> Targets<'p> {
    /// The objects of a seed.
    ///
    /// # Panics
    /// If the files of the examples cannot be read.
    pub fn new(seed: u64, pool: &'p Pool) -> Self {
        let hostile = Kind {
            schema: schema(include_str!("../../data/hostile.yaml")).expect("the CRD"),
            seeds: vec![seed_object()],
            judge,
        };
        let mut kinds: Vec<Kind> = kinds().expect("the examples").into();
        kinds.push(hostile);
        Targets { kinds, objects: Objects::new(seed, pool), old: Value::Null, kind: 0 }
    }
}

impl Subject for Targets<'_> {
    fn input(&mut self, random: &mut Random) -> String {
        if self.old.is_null() || random.below(CHAIN) == 0 {
            self.kind = random.below(self.kinds.len() + 2).min(self.kinds.len() - 1);
            let seeds = &self.kinds[self.kind].seeds;
            self.old = seeds[random.below(seeds.len())].clone();
        }
        let schema = &self.kinds[self.kind].schema;
        let mut new = match random.below(3) {
            0 => self.objects.accident(&self.old, schema),
            _ => self.objects.successor(&self.old, schema),
        };
        if random.below(3) == 0 {
            enlarge(random, &mut new);
        }
        let input = json!([self.kind, self.old, new]).to_string();
        self.old = if input.len() > LONGEST { Value::Null } else { new };
        // No request is this long: its own text would need the memory.
        if input.len() > 3 * LONGEST { self.input(random) } else { input }
    }

    fn try_input(&self, input: &str) -> bool {
        let [kind, old, new]: [Value; 3] = serde_json::from_str(input).expect("an input");
        let kind =
            kind.as_u64().and_then(|kind| self.kinds.get(usize::try_from(kind).ok()?)).expect("a kind");
        (kind.judge)(&new, &old) == Some(false)
    }
}

/// If the text of the new object is short, it must have the same answer as its tree.
fn judge(new: &Value, old: &Value) -> Option<bool> {
    let judge = |old| hostile::v1::evaluate(new, old, &Options::default());
    drop(judge(Some(old)).errors.status_message("Target.hostile.example.dev", "a"));
    let (report, text) = (judge(None), new.to_string());
    if text.len() < SHORT {
        let of_text = hostile::v1::evaluate_slice(text.as_bytes(), None, &Options::default()).expect("JSON");
        assert_eq!(report.errors.to_string(), of_text.errors.to_string());
        assert_eq!(report.runtime_cost, of_text.runtime_cost);
    }
    Some(!report.errors.is_empty())
}

/// Makes a text, a list or a map of an object large, or replaces one of its texts by a hostile one.
fn enlarge(random: &mut Random, value: &mut Value) {
    let size = [10, 300, 3_000, 30_000][random.below(4)];
    match value {
        Value::Array(items) if random.pick_bool() => {
            let seeds = if items.is_empty() { vec![json!("a")] } else { items.clone() };
            let longest = seeds.iter().map(|seed| seed.to_string().len()).max().unwrap_or(1);
            let size = size.min(LONGEST / longest);
            *items = (0..size).map(|i| numbered(&seeds[i % seeds.len()], i)).collect();
        }
        Value::Array(items) if !items.is_empty() => {
            let at = random.below(items.len());
            enlarge(random, &mut items[at]);
        }
        Value::Object(fields) if fields.values().all(Value::is_string) && random.pick_bool() => {
            fields.extend((0..size.min(10_000)).map(|i| (format!("key {i}"), json!("a"))));
        }
        Value::Object(fields) => {
            let at = random.below(fields.len());
            if let Some(field) = fields.values_mut().nth(at) {
                enlarge(random, field);
            }
        }
        Value::String(text) => {
            *text = match random.below(3) {
                0 => random.pick(PATTERNS).to_owned(),
                1 => random.pick(&["a", "ab", "é", "1", ".", "%", "(", "a,"]).repeat(size),
                _ => format!("{}{text}", random.pick(PATTERNS)),
            };
        }
        _ => {}
    }
}

/// A different copy for each number: texts end with it, numbers become it.
fn numbered(value: &Value, i: usize) -> Value {
    match value {
        Value::String(text) => format!("{text}{i}").into(),
        Value::Number(_) => i.into(),
        Value::Object(fields) => {
            let number = |(key, value): (&String, &Value)| {
                (key.clone(), if value.is_string() { numbered(value, i) } else { value.clone() })
            };
            Value::Object(fields.iter().map(number).collect())
        }
        other => other.clone(),
    }
}

fn seed_object() -> Value {
    json!({"apiVersion": "hostile.example.dev/v1", "kind": "Target", "metadata": {"name": "a"}, "spec": {
        "text": "aaaaaaaaab", "pattern": "a*b", "number": 1.5, "texts": ["a", "1", "10.0.0.1", "1h", "2020-01-01T00:00:00Z"],
        "names": ["a", "b"], "ints": [1, 2, 3], "keyed": [{"name": "web", "value": "a"}, {"name": "db", "value": "b"}],
        "map": {"a": "b"}, "free": {"a": [1, {"b": null}]},
    }})
}

const CHAIN: usize = 8;
/// An object of this size is judged three times.
const SHORT: usize = 10_000;
/// Approximate limit for an input in bytes. The API server accepts requests up to 3 MiB.
const LONGEST: usize = 1_000_000;

/// Texts that are expensive as a pattern, a format, a number, a date.
const PATTERNS: &[&str] = &[
    r"(\pL{1000})?",
    r"(\pL{30}){30}",
    "(a*)*b",
    "(a|aa)+$",
    "a.*b|a",
    "(a?){500}a{500}",
    "(?i)[a-z]{1000}",
    r"\PL{500}\p{Greek}{500}",
    "(((((a+)+)+)+)+)+b",
    "%.1000000e",
    "%.1000000f%.1000000f",
    "%s%s%s%s",
    "%1000000d",
    "1e1000000000",
    "1e-1000000000",
    "9999999999999999999999999999999999Ei",
    "0.000000000000000000000000000000001n",
    "2147483648h",
    "2026-12-31T23:59:60Z",
    "-",
    "Europe/Berlin",
    "+99:99",
    "::ffff:1.2.3.4",
    "10.0.0.0/99",
    "http://[::1]:99999999/%zz",
    "1.2.3-a.b.c.d.e.f.g",
    "\u{0}",
    "\u{10ffff}",
];
