//! Random well-typed expressions with values for their variables, from a fixed seed.
//!
//! `RULES` defines the expressions: a type, and texts with holes `<type>`. `<x:type>` names a variable that the rest of the text
//! may use. `<T!>` is a literal; `<T~>` is not a literal if there is a variable. Capital letters stand for any type, `N` and `K`
//! for any number type and any key type.

mod collections;
mod dynamic;
mod literals;
mod network;
mod pattern;
mod rules;
mod scalars;

use crate::{
    mutation::Random,
    quantities::FORMATS,
    structural::{go_name, type_of},
};
use cel_compiler::types::Type;
use literals::{DOUBLES, DURATIONS, INTS, QUANTITIES, SEMVERS, STRINGS, TIMESTAMPS, UINTS};
use pattern::{Letters, Pattern};
use rules::RULES;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Writes expressions.
pub struct Generator {
    random: Random,
    rules: Vec<Rule>,
    names: usize,
    /// Variables of the request, then those of the surrounding macros.
    scope: Vec<Variable>,
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// True for a map with at most one entry.
    small: bool,
}

struct Rule {
    result: Pattern,
    parts: Vec<Part>,
    weight: usize,
}

#[derive(Clone)]
enum Part {
    Text(String),
    Hole { pattern: Pattern, variable: Option<String>, kind: Kind },
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Literal,
    NoLiteral,
}

impl Generator {
    /// A generator; different seeds give different expressions.
    pub fn new(seed: u64) -> Self {
        let tables = [RULES, scalars::RULES, collections::RULES, network::RULES, dynamic::RULES];
        let rules = tables.into_iter().flatten().flat_map(|(result, weight, texts)| {
            texts.iter().map(|text| rule(result, *weight, text)).collect::<Vec<_>>()
        });
        let rules = rules.chain(orderings()).collect();
        Generator { random: Random::new(seed), rules, names: 0, scope: Vec::new() }
    }

    /// Requests about `count` expressions.
    pub fn all(&mut self, count: usize, inputs: usize) -> Vec<Value> {
        (0..count).flat_map(|number| self.requests(number, inputs)).collect()
    }

    /// A request of the oracle for each of `inputs` different inputs to one expression.
    pub fn requests(&mut self, number: usize, inputs: usize) -> Vec<Value> {
        self.names = 0;
        self.scope = self.variables();
        let variables = self.scope.clone();
        let result = if self.random.below(3) == 0 { Type::Bool } else { self.any_type(2) };
        let depth = 2 + self.random.below(4);
        let expr = self.expression(&result, depth, Kind::NoLiteral);
        let limited = self.random.below(3) == 0;
        (0..inputs)
            .map(|input| {
                let vars: Map<String, Value> = variables
                    .iter()
                    .map(|variable| {
                        let value = self.value(&variable.ty, variable.small);
                        (variable.name.clone(), json!({"type": spelled(&variable.ty), "value": value}))
                    })
                    .collect();
                let mut request =
                    json!({"id": format!("{number}.{input}"), "expr": expr, "vars": vars, "env": "stored"});
                if limited {
                    request["perCallLimit"] = self.random.below(61).into();
                }
                request
            })
            .collect()
    }

    /// An expression over `names`. A name may be any text with a value, such as `self.a`.
    pub fn over(&mut self, names: &[(String, Type)], result: &Type) -> String {
        self.names = 0;
        let variable =
            |(name, ty): &(String, Type)| Variable { name: name.clone(), ty: ty.clone(), small: false };
        self.scope = names.iter().map(variable).collect();
        let depth = 1 + self.random.below(3);
        self.expression(result, depth, Kind::NoLiteral)
    }

    /// Four to six variables: always an int and a string, the others mostly collections of them.
    fn variables(&mut self) -> Vec<Variable> {
        let mut types = vec![Type::Int, Type::String];
        types.push(type_of(self.random.pick(&[
            "list(int)",
            "list(string)",
            "map(string, int)",
            "list(bool)",
            "list(double)",
        ])));
        types.push(type_of(self.random.pick(&[
            "map(string, int)",
            "map(int, string)",
            "map(string, list(int))",
            "map(uint, bool)",
            "map(bool, string)",
            "map(string, map(string, string))",
            "list(list(string))",
            "list(map(string, int))",
            "list(timestamp)",
            "list(duration)",
            "list(uint)",
            "list(bytes)",
        ])));
        for _ in 0..self.random.below(3) {
            types.push(self.any_type(1));
        }
        if self.random.below(3) == 0 {
            types.push(type_of(self.random.pick(dynamic::TYPES)));
        }
        let variable = |(i, ty): (usize, Type)| {
            let small = matches!(ty, Type::Map(_)) && self.random.below(2) == 0;
            Variable { name: format!("v{i}"), ty, small }
        };
        types.into_iter().enumerate().map(variable).collect()
    }

    fn any_type(&mut self, depth: usize) -> Type {
        match self.random.below(if depth == 0 { 9 } else { 15 }) {
            0 => Type::Bool,
            1 => Type::Int,
            2 => Type::Uint,
            3 => Type::Double,
            4 | 5 => Type::String,
            6 => Type::Bytes,
            7 => Type::Timestamp,
            8 => Type::Duration,
            9..=11 => Type::list(self.any_type(depth - 1)),
            12 => {
                let key = self.key_type();
                Type::map(key, self.any_type(depth - 1))
            }
            13 => Type::Dyn,
            _ => Type::optional(self.any_type(depth - 1)),
        }
    }

    fn key_type(&mut self) -> Type {
        [Type::String, Type::Int, Type::Uint, Type::Bool][[0, 0, 0, 1, 1, 2, 3][self.random.below(7)]].clone()
    }

    fn number_type(&mut self) -> Type {
        [Type::Int, Type::Uint, Type::Double][self.random.below(3)].clone()
    }

    /// An expression of a type.
    fn expression(&mut self, ty: &Type, depth: usize, kind: Kind) -> String {
        if *ty != Type::Dyn && kind != Kind::Literal && self.random.below(DYNAMIC_RATE) == 0 {
            return self.made_dynamic(ty, depth);
        }
        if depth == 0 || kind == Kind::Literal || self.random.below(8) == 0 {
            return self.leaf(ty, kind, false);
        }
        self.apply(&Pattern::of(ty), depth).unwrap_or_else(|| self.leaf(ty, kind, false))
    }

    /// Applies a rule that gives the wanted type.
    fn apply(&mut self, wanted: &Pattern, depth: usize) -> Option<String> {
        let fitting: Vec<(usize, Letters)> = self
            .rules
            .iter()
            .enumerate()
            .filter_map(|(i, rule)| {
                let mut letters = Letters::new();
                rule.result.unify(wanted, &mut letters).then_some((i, letters))
            })
            .collect();
        let total: usize = fitting.iter().map(|(i, _)| self.rules[*i].weight).sum();
        let mut choice = self.random.below(total);
        let (rule, mut letters) = fitting.into_iter().find(|(i, _)| {
            let weight = self.rules[*i].weight;
            let found = choice < weight;
            choice = choice.saturating_sub(weight);
            found
        })?;
        let parts = self.rules[rule].parts.clone();
        let outside = self.scope.len();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(part) => text += &part,
                Part::Hole { pattern, variable: None, kind } => {
                    text += &self.hole(&pattern, &mut letters, depth - 1, kind);
                }
                Part::Hole { pattern, variable: Some(name), .. } => {
                    let ty = self.resolve(&pattern, &mut letters);
                    self.names += 1;
                    let fresh = names.entry(name).or_insert_with(|| format!("x{}", self.names));
                    text += fresh;
                    self.scope.push(Variable { name: fresh.clone(), ty, small: false });
                }
            }
        }
        self.scope.truncate(outside);
        Some(text)
    }

    fn hole(&mut self, pattern: &Pattern, letters: &mut Letters, depth: usize, kind: Kind) -> String {
        let ty = self.resolve(pattern, letters);
        match pattern {
            Pattern::Small(..) => self.leaf(&ty, kind, true),
            _ => self.expression(&ty, depth, kind),
        }
    }

    fn resolve(&mut self, pattern: &Pattern, letters: &mut Letters) -> Type {
        match pattern {
            Pattern::Letter(letter) => {
                if let Some(ty) = letters.get(letter) {
                    return ty.clone();
                }
                let ty = match letter {
                    'K' => self.key_type(),
                    'M' | 'N' => self.number_type(),
                    _ if self.random.below(3) > 0 => self.scope_type(),
                    _ => self.any_type(1),
                };
                letters.insert(*letter, ty.clone());
                ty
            }
            Pattern::Type(ty) => ty.clone(),
            Pattern::List(element) => Type::list(self.resolve(element, letters)),
            Pattern::Map(key, value) | Pattern::Small(key, value) => {
                let key = self.resolve(key, letters);
                Type::map(key, self.resolve(value, letters))
            }
            Pattern::Optional(value) => Type::optional(self.resolve(value, letters)),
        }
    }

    /// A type of some value in scope.
    fn scope_type(&mut self) -> Type {
        let at = self.random.below(self.scope.len());
        let ty = self.scope[at].ty.clone();
        match &ty {
            Type::List(element) if self.random.below(2) == 0 => (**element).clone(),
            Type::Map(entry) if self.random.below(2) == 0 => entry.1.clone(),
            _ => ty,
        }
    }

    fn leaf(&mut self, ty: &Type, kind: Kind, small: bool) -> String {
        if *ty == Type::Dyn && kind != Kind::Literal && self.random.below(2) == 0 {
            let at = self.random.below(self.scope.len());
            return format!("dyn({})", self.scope[at].name);
        }
        let fitting: Vec<String> = self
            .scope
            .iter()
            .filter(|variable| variable.ty == *ty && (variable.small || !small))
            .map(|variable| variable.name.clone())
            .collect();
        let literal = kind == Kind::Literal || kind == Kind::Any && self.random.below(3) == 0;
        if fitting.is_empty() || literal {
            return self.literal(ty, small);
        }
        // Inner variables are more interesting.
        let at = self.random.below(fitting.len()).max(self.random.below(fitting.len()));
        fitting[at].clone()
    }

    fn literal(&mut self, ty: &Type, small: bool) -> String {
        let most = if small { 2 } else { 4 };
        match ty {
            Type::List(element) => {
                let elements: Vec<String> =
                    (0..self.random.below(4)).map(|_| self.leaf(element, Kind::Any, false)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Map(entry) => {
                let entries: Vec<String> = (0..self.random.below(most))
                    .map(|_| {
                        format!(
                            "{}: {}",
                            self.leaf(&entry.0, Kind::Any, false),
                            self.leaf(&entry.1, Kind::Any, false)
                        )
                    })
                    .collect();
                format!("{{{}}}", entries.join(", "))
            }
            Type::Object(name) if name.starts_with("kubernetes.") && &**name != "kubernetes.URL" => {
                self.library_literal(name)
            }
            Type::Opaque(_, parameters) if !parameters.is_empty() => match self.random.below(3) {
                0 => "optional.none()".into(),
                _ => format!("optional.of({})", self.leaf(&parameters[0], Kind::Any, false)),
            },
            Type::Opaque(name, _) | Type::Object(name) => match network::constructor(name) {
                Some((function, texts)) => format!("{function}({})", quoted(self.random.pick(texts))),
                None => "null".into(),
            },
            Type::Bytes => format!("b{}", quoted(self.random.pick(STRINGS))),
            Type::String => quoted(self.random.pick(STRINGS)),
            Type::Timestamp => format!("timestamp('{}')", self.random.pick(TIMESTAMPS)),
            Type::Duration => format!("duration('{}')", self.random.pick(DURATIONS)),
            Type::Int => self.random.pick(INTS).into(),
            Type::Uint => format!("{}u", self.random.pick(UINTS)),
            Type::Double => self.random.pick(DOUBLES).into(),
            Type::Bool => self.random.pick(&["true", "false"]).into(),
            Type::Dyn => {
                let ty = self.any_type(1);
                format!("dyn({})", if ty == Type::Dyn { "null".into() } else { self.literal(&ty, true) })
            }
            _ => "null".into(),
        }
    }

    /// A value of a type in a Kubernetes library.
    fn library_literal(&mut self, name: &str) -> String {
        let pick = |random: &mut Random, texts| quoted(random.pick(texts));
        match name {
            "kubernetes.Quantity" => format!("quantity({})", pick(&mut self.random, QUANTITIES)),
            "kubernetes.Semver" => format!("semver({})", pick(&mut self.random, SEMVERS)),
            _ => format!("format.{}()", self.random.pick(FORMATS)),
        }
    }

    /// The value of a variable as JSON.
    fn value(&mut self, ty: &Type, small: bool) -> Value {
        match ty {
            Type::List(element) => {
                let size = [0, 1, 2, 3, 5, 12][self.random.below(6)];
                (0..size).map(|_| self.value(element, false)).collect()
            }
            Type::Map(entry) => {
                let size = if small { self.random.below(2) } else { self.random.below(5) };
                let entry_of = |_| {
                    let key = match self.value(&entry.0, false) {
                        Value::String(text) => text,
                        other => other.to_string(),
                    };
                    (key, self.value(&entry.1, false))
                };
                (0..size).map(entry_of).collect::<Map<_, _>>().into()
            }
            Type::Opaque(_, parameters) => {
                if self.random.below(3) == 0 {
                    Value::Null
                } else {
                    self.value(&parameters[0], false)
                }
            }
            Type::Bytes => {
                self.random.pick(&["", "YQ==", "YWI=", "/w==", "5pel", "AAECAwQFBgcICQoLDA0ODw=="]).into()
            }
            Type::String => self.random.pick(STRINGS).into(),
            Type::Timestamp => self.random.pick(TIMESTAMPS).into(),
            Type::Duration => self.random.pick(DURATIONS).into(),
            Type::Int => self.random.pick(INTS).into(),
            Type::Uint => self.random.pick(UINTS).into(),
            Type::Double => match self.random.below(6) {
                0 => self.random.pick(&["NaN", "Infinity", "-Infinity"]).into(),
                _ => self.random.pick(DOUBLES).into(),
            },
            Type::Bool => (self.random.below(2) == 0).into(),
            Type::Dyn => self.dynamic_value(2),
            _ => Value::Null,
        }
    }

    /// A value of any JSON kind. A map has at most one entry, so its order is always the same.
    fn dynamic_value(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => self.value(&Type::Bool, false),
            2 => self.random.pick(INTS).parse::<i64>().map_or(Value::Null, Value::from),
            3 => self.random.pick(DOUBLES).parse::<f64>().map_or(Value::Null, Value::from),
            4 => self.value(&Type::String, false),
            5 | 6 => (0..self.random.below(4)).map(|_| self.dynamic_value(depth - 1)).collect(),
            _ => (0..self.random.below(2))
                .map(|_| (self.random.pick(&["a", "b", ""]).to_owned(), self.dynamic_value(depth - 1)))
                .collect::<Map<_, _>>()
                .into(),
        }
    }

    /// An expression whose type the checker does not know. Mostly it has the wanted type.
    fn made_dynamic(&mut self, ty: &Type, depth: usize) -> String {
        if self.random.below(4) == 0 {
            return self.expression(&Type::Dyn, depth.saturating_sub(1), Kind::NoLiteral);
        }
        format!("dyn({})", self.expression(ty, depth.saturating_sub(1), Kind::Any))
    }
}

fn rule(result: &str, weight: usize, text: &str) -> Rule {
    let mut parts = Vec::new();
    for piece in text.split('<') {
        match piece.split_once('>') {
            None => parts.push(Part::Text(piece.into())),
            Some((hole, rest)) => {
                let (variable, hole) = match hole.split_once(':') {
                    Some((name, ty)) => (Some(name.to_owned()), ty),
                    None => (None, hole),
                };
                let (hole, kind) = match hole.as_bytes().last() {
                    Some(b'!') => (&hole[..hole.len() - 1], Kind::Literal),
                    Some(b'~') => (&hole[..hole.len() - 1], Kind::NoLiteral),
                    _ => (hole, Kind::Any),
                };
                parts.push(Part::Hole { pattern: Pattern::parse(hole), variable, kind });
                parts.push(Part::Text(rest.into()));
            }
        }
    }
    let parts =
        parts.into_iter().filter(|part| !matches!(part, Part::Text(text) if text.is_empty())).collect();
    Rule { result: Pattern::parse(result), parts, weight }
}

/// `<`, `<=`, `>`, `>=`. They are built here, since `<` and `>` mark holes in the texts of rules.
fn orderings() -> Vec<Rule> {
    let pairs = [
        ("N", "M", 4),
        ("string", "string", 2),
        ("bytes", "bytes", 1),
        ("bool", "bool", 1),
        ("timestamp", "timestamp", 2),
        ("duration", "duration", 2),
        ("dyn", "N", 1),
        ("T", "dyn", 1),
    ];
    let operators = [" < ", " <= ", " > ", " >= "];
    let hole = |text: &str| Part::Hole { pattern: Pattern::parse(text), variable: None, kind: Kind::Any };
    let rule = |(left, right, weight): (&str, &str, usize), operator: &str| Rule {
        result: Pattern::Type(Type::Bool),
        parts: vec![
            Part::Text("(".into()),
            hole(left),
            Part::Text(operator.into()),
            hole(right),
            Part::Text(")".into()),
        ],
        weight,
    };
    pairs.iter().flat_map(|pair| operators.map(|operator| rule(*pair, operator))).collect()
}

/// A type in the spelling of requests.
fn spelled(ty: &Type) -> String {
    go_name(ty)
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace("google.protobuf.Duration", "duration")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
}

/// One of this many operands has a type that the checker does not know.
const DYNAMIC_RATE: usize = 40;
