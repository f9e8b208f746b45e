//! Random well-typed expressions with values for their variables, from a fixed seed.
//!
//! `RULES` says what can stand where: a type and a text with holes `<type>`. `<x:type>` names a variable that the rest of
//! the text may use, `<T!>` is a literal, `<T~>` not a literal if there is a variable. Capital letters are any type,
//! `N` and `K` any number and any type of keys.

mod dynamic;
mod network;

use crate::{
    mutation::Random,
    quantities::FORMATS,
    structural::{go_name, type_of},
};
use cel_codegen::{decls::KubernetesVersion, env::Env, rule::compile_expression, types::Type};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Writes expressions.
pub struct Generator {
    random: Random,
    rules: Vec<Rule>,
    names: usize,
    /// Variables of the request, then those of the macros around.
    scope: Vec<Variable>,
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// Holds at most one entry, if it is a map.
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

/// A type with letters for parts.
#[derive(Clone, PartialEq)]
enum Pattern {
    Letter(char),
    Type(Type),
    List(Box<Pattern>),
    Map(Box<Pattern>, Box<Pattern>),
    /// A map with at most one entry: its order is the same every time.
    Small(Box<Pattern>, Box<Pattern>),
    Optional(Box<Pattern>),
}

type Letters = BTreeMap<char, Type>;

impl Generator {
    /// A generator of what the compiler supports.
    pub fn new(seed: u64) -> Self {
        let mut generator =
            Generator { random: Random::new(seed), rules: Vec::new(), names: 0, scope: Vec::new() };
        let rules =
            RULES.iter().chain(network::RULES).chain(dynamic::RULES).flat_map(|(result, weight, texts)| {
                texts.iter().map(|text| rule(result, *weight, text)).collect::<Vec<_>>()
            });
        let rules: Vec<Rule> = rules.chain(orderings()).collect();
        generator.rules = rules.into_iter().filter(Generator::is_supported).collect();
        generator
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

    /// An expression over names, which may be any text that is a value, such as `self.a`.
    pub fn over(&mut self, names: &[(String, Type)], result: &Type) -> String {
        self.names = 0;
        let variable =
            |(name, ty): &(String, Type)| Variable { name: name.clone(), ty: ty.clone(), small: false };
        self.scope = names.iter().map(variable).collect();
        let depth = 1 + self.random.below(3);
        self.expression(result, depth, Kind::NoLiteral)
    }

    /// Four to six: always an int and a string, mostly collections of them.
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

    /// A rule that gives what is wanted.
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

    /// A type of which there is something.
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

    /// A value of a Kubernetes library.
    fn library_literal(&mut self, name: &str) -> String {
        let pick = |random: &mut Random, texts| quoted(random.pick(texts));
        match name {
            "kubernetes.Quantity" => format!("quantity({})", pick(&mut self.random, QUANTITIES)),
            "kubernetes.Semver" => format!("semver({})", pick(&mut self.random, SEMVERS)),
            _ => format!("format.{}()", self.random.pick(FORMATS)),
        }
    }

    /// A variable's value as JSON.
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

    /// A value of any kind that JSON has. A map has at most one entry: its order is the same every time.
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

    /// What the checker does not know the type of: mostly of the type that is wanted.
    fn made_dynamic(&mut self, ty: &Type, depth: usize) -> String {
        if self.random.below(4) == 0 {
            return self.expression(&Type::Dyn, depth.saturating_sub(1), Kind::NoLiteral);
        }
        format!("dyn({})", self.expression(ty, depth.saturating_sub(1), Kind::Any))
    }

    /// Tries a rule on variables; what the compiler does not know yet is left out.
    fn is_supported(rule: &Rule) -> bool {
        let mut generator =
            Generator { random: Random::new(1), rules: Vec::new(), names: 0, scope: Vec::new() };
        let mut letters = Letters::new();
        for (letter, ty) in
            [('T', Type::Int), ('U', Type::String), ('K', Type::String), ('N', Type::Int), ('M', Type::Int)]
        {
            letters.insert(letter, ty);
        }
        let types: Vec<Type> = rule
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Hole { pattern, .. } => Some(generator.resolve(pattern, &mut letters)),
                Part::Text(_) => None,
            })
            .chain(
                ["int", "string", "bool", "list(int)", "map(string, int)", "optional_type(int)"].map(type_of),
            )
            .collect();
        let mut env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
        for (i, ty) in types.into_iter().enumerate() {
            let name = format!("v{i}");
            env = env.with_variable(&name, ty.clone());
            generator.scope.push(Variable { name, ty, small: true });
        }
        let mut text = String::new();
        for part in &rule.parts {
            match part {
                Part::Text(part) => text += part,
                Part::Hole { pattern, variable: None, kind } => {
                    let ty = generator.resolve(pattern, &mut letters);
                    let kind = if *kind == Kind::Literal { *kind } else { Kind::NoLiteral };
                    text += &generator.leaf(&ty, kind, false);
                }
                Part::Hole { variable: Some(name), .. } => text += name,
            }
        }
        match compile_expression(&text, &env) {
            Ok(_) => true,
            Err(diagnostics) => !diagnostics.iter().any(|diagnostic| {
                ["not supported yet", "undeclared", "no matching overload"]
                    .iter()
                    .any(|text| diagnostic.message.contains(text))
            }),
        }
    }
}

impl Pattern {
    fn of(ty: &Type) -> Self {
        match ty {
            Type::List(element) => Pattern::List(Box::new(Pattern::of(element))),
            Type::Map(entry) => {
                Pattern::Map(Box::new(Pattern::of(&entry.0)), Box::new(Pattern::of(&entry.1)))
            }
            Type::Opaque(_, parameters) if !parameters.is_empty() => {
                Pattern::Optional(Box::new(Pattern::of(&parameters[0])))
            }
            other => Pattern::Type(other.clone()),
        }
    }

    fn to_type(&self) -> Option<Type> {
        Some(match self {
            Pattern::Letter(_) => return None,
            Pattern::Type(ty) => ty.clone(),
            Pattern::List(element) => Type::list(element.to_type()?),
            Pattern::Map(key, value) | Pattern::Small(key, value) => {
                Type::map(key.to_type()?, value.to_type()?)
            }
            Pattern::Optional(value) => Type::optional(value.to_type()?),
        })
    }

    /// Binds this pattern's letters so that it is a type without letters.
    fn unify(&self, wanted: &Pattern, letters: &mut Letters) -> bool {
        match (self, wanted) {
            (Pattern::Letter(letter), _) => {
                let Some(ty) = wanted.to_type() else { return false };
                let fits = match letter {
                    'K' => matches!(ty, Type::String | Type::Int | Type::Uint | Type::Bool),
                    'M' | 'N' => matches!(ty, Type::Int | Type::Uint | Type::Double),
                    _ => true,
                };
                fits && *letters.entry(*letter).or_insert_with(|| ty.clone()) == ty
            }
            (Pattern::Type(a), Pattern::Type(b)) => a == b,
            (Pattern::List(a), Pattern::List(b)) | (Pattern::Optional(a), Pattern::Optional(b)) => {
                a.unify(b, letters)
            }
            (Pattern::Map(k, v), Pattern::Map(k2, v2)) => k.unify(k2, letters) && v.unify(v2, letters),
            _ => false,
        }
    }

    fn parse(text: &str) -> Self {
        let text = text.trim();
        let letter = text.chars().next().filter(|c| text.len() == 1 && c.is_ascii_uppercase());
        if let Some(letter) = letter {
            return Pattern::Letter(letter);
        }
        let Some((name, args)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            return Pattern::Type(match text {
                "quantity" => Type::Object("kubernetes.Quantity".into()),
                "semver" => Type::Object("kubernetes.Semver".into()),
                "format" => Type::Object("kubernetes.NamedFormat".into()),
                _ => type_of(text),
            });
        };
        let parse = |text| Box::new(Pattern::parse(text));
        match (name, args.split_once(',')) {
            ("list", _) => Pattern::List(parse(args)),
            ("opt", _) => Pattern::Optional(parse(args)),
            ("small", Some((key, value))) => Pattern::Small(parse(key), parse(value)),
            ("map", Some((key, value))) => Pattern::Map(parse(key), parse(value)),
            _ => panic!("unknown pattern {text}"),
        }
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

/// `<`, `<=`, `>`, `>=`: their texts hold what marks holes elsewhere.
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

/// A type as requests spell it.
fn spelled(ty: &Type) -> String {
    go_name(ty)
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace("google.protobuf.Duration", "duration")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
}

/// Result, weight, texts.
const RULES: &[(&str, usize, &[&str])] = &[
    ("T", 6, &["(<bool> ? <T> : <T>)"]),
    ("T", 3, &["<list(T)>[<int>]", "<map(K,T)>[<K>]", "<list(T)~>[0]", "<list(T)~>[1]"]),
    (
        "T",
        2,
        &[
            "<map(string,T)~>.a",
            "<map(string,T)~>['']",
            "<opt(T)>.value()",
            "<opt(T)>.orValue(<T>)",
            "<map(string,T)~>[<string!>]",
        ],
    ),
    (
        "T",
        1,
        &[
            "{'a': <T>, 'b': <T>}.a",
            "{<K>: <T>}[<K>]",
            "[<T>, <T>][<int>]",
            "<opt(list(T))>.orValue([])[<int>]",
        ],
    ),
    ("bool", 6, &["(<bool> && <bool>)", "(<bool> || <bool>)"]),
    ("bool", 3, &["!<bool>", "(<T> == <T>)", "(<T> != <T>)", "(<N> == <N>)", "(<string> == <string~>)"]),
    (
        "bool",
        2,
        &["(<bool> && <bool> && <bool>)", "(<bool> || <bool> || <bool>)", "(<bool> && <bool> || <bool>)"],
    ),
    (
        "bool",
        2,
        &[
            "(dyn(<N>) == <M>)",
            "(<N> != dyn(<M>))",
            "(dyn(<T>) == <T>)",
            "(dyn(<T>) == <U>)",
            "(<list(T)> == <list(T)>)",
            "(<map(K,T)> == <map(K,T)>)",
            "(<list(T)> == [])",
        ],
    ),
    (
        "bool",
        2,
        &[
            "(<T> in <list(T)>)",
            "(<K> in <map(K,T)>)",
            "(<N~> in [<N!>, <N!>, <N!>])",
            "(<string~> in [<string!>, <string!>])",
            "(<T> in [])",
            "(<T> in [<T>, <T>])",
            "(<K~> in {<K!>: <T!>})",
        ],
    ),
    (
        "bool",
        2,
        &["<string>.contains(<string>)", "<string>.startsWith(<string>)", "<string>.endsWith(<string>)"],
    ),
    (
        "bool",
        1,
        &[
            "<string>.matches('^[a-c]+$')",
            "<string>.matches('')",
            "matches(<string>, dyn('b|(a.)$'))",
            "<string>.matches(<string>)",
            "matches(<string~>, <string> + '[')",
        ],
    ),
    (
        "string",
        1,
        &["<string>.find('[b-y ]+')", "<string>.find(<string>)", "<string>.find(<string> + '\\\\8')"],
    ),
    (
        "list(string)",
        1,
        &[
            "<string>.findAll('[^a]')",
            "<string>.findAll(<string>)",
            "<string>.findAll('[a-f]*', <int>)",
            "<string>.findAll(<string>, <int>)",
        ],
    ),
    (
        "bool",
        1,
        &[
            "bool(<string~>)",
            "bool(<bool>)",
            "(type(<T>) == type(<U>))",
            "(type(<T>) == int)",
            "(dyn(<T>) != <U>)",
        ],
    ),
    (
        "bool",
        4,
        &[
            "<opt(T)>.hasValue()",
            "has({'a': <T>, 'b': <T>}.a)",
            "has({'b': <T>}.a)",
            "has(<map(string,T)~>.a)",
            "has(<map(string,map(string,T))~>.a.b)",
            "(<opt(T)> == <opt(T)>)",
        ],
    ),
    (
        "bool",
        9,
        &[
            "<list(T)>.all(<x:T>, <bool>)",
            "<list(T)>.exists(<x:T>, <bool>)",
            "<list(T)>.exists_one(<x:T>, <bool>)",
        ],
    ),
    (
        "bool",
        5,
        &[
            "<list(T)>.all(<i:int>, <x:T>, <bool>)",
            "<list(T)>.exists(<i:int>, <x:T>, <bool>)",
            "<list(T)>.existsOne(<i:int>, <x:T>, <bool>)",
            "<list(T)>.exists_one(<i:int>, <x:T>, <bool>)",
        ],
    ),
    (
        "bool",
        2,
        &[
            "<small(K,T)>.all(<x:K>, <bool>)",
            "<small(K,T)>.exists(<x:K>, <bool>)",
            "<small(K,T)>.exists_one(<x:K>, <bool>)",
            "<small(K,T)>.all(<k:K>, <x:T>, <bool>)",
            "<small(K,T)>.exists(<k:K>, <x:T>, <bool>)",
            "<small(K,T)>.exists_one(<k:K>, <x:T>, <bool>)",
            "<map(K,T)>.exists_one(<k:K>, <x:T>, <bool>)",
        ],
    ),
    (
        "bool",
        1,
        &[
            "(dyn(<T>) == null)",
            "(<timestamp> == null)",
            "(<duration> != null)",
            "(<opt(T)> != null)",
            "(null == dyn(<T>))",
            "(<N!> in [<N!>, <M!>])",
            "([<T!>] == [<T!>])",
            "({<K!>: <T!>} != {<K!>: <T!>})",
            "(type(<T!>) != type(<list(T)>))",
        ],
    ),
    (
        "bool",
        1,
        &["(dyn(<N~>) in [<M!>, <M!>])", "(<double~> in [<double!>, <double!>])", "(dyn(<N>) in <list(M)>)"],
    ),
    (
        "int",
        1,
        &[
            "int('-12')",
            "int(<int!>)",
            "int(<double!>)",
            "int(2.9)",
            "(dyn(<int>) + <int>)",
            "(<int> % dyn(<int>))",
            "size(<list(T)> + <list(T)>)",
            "int(<timestamp!>)",
        ],
    ),
    (
        "string",
        1,
        &[
            "string(<N!>)",
            "string(<timestamp!>)",
            "string(<duration!>)",
            "(dyn(<string>) + <string>)",
            "string(b'abc')",
        ],
    ),
    ("double", 1, &["double('1e3')", "double(<int!>)", "double(<uint!>)", "(<double> - dyn(<double>))"]),
    (
        "int",
        1,
        &[
            "(google.protobuf.Int64Value{value: <int>} + <int>)",
            "int(google.protobuf.Int32Value{value: <int>})",
            "[<int>, google.protobuf.Int32Value{?value: <opt(int)>}][1]",
        ],
    ),
    (
        "uint",
        1,
        &["(<uint> + google.protobuf.UInt32Value{value: <uint>})", "uint(google.protobuf.UInt64Value{})"],
    ),
    (
        "double",
        1,
        &[
            "-google.protobuf.FloatValue{value: <double>}",
            "-google.protobuf.DoubleValue{?value: <opt(double)>}",
        ],
    ),
    ("string", 1, &["(google.protobuf.StringValue{value: <string>} + <string>)"]),
    ("bytes", 1, &["(google.protobuf.BytesValue{?value: <opt(bytes)>} + <bytes>)"]),
    ("bool", 1, &["!google.protobuf.BoolValue{value: <bool>}"]),
    (
        "duration",
        1,
        &[
            "google.protobuf.Duration{seconds: <int>}",
            "google.protobuf.Duration{nanos: <int>, ?seconds: <opt(int)>}",
        ],
    ),
    (
        "timestamp",
        1,
        &[
            "google.protobuf.Timestamp{seconds: <int> / 2}",
            "google.protobuf.Timestamp{seconds: <int> % 300000000000, nanos: <int>}",
        ],
    ),
    ("T", 1, &["dyn(<T>)"]),
    (
        "int",
        4,
        &[
            "(<int> + <int>)",
            "(<int> - <int>)",
            "(<int> * <int>)",
            "(<int> / <int>)",
            "(<int> % <int>)",
            "size(<list(T)>)",
            "<string>.size()",
        ],
    ),
    (
        "int",
        2,
        &[
            "-<int~>",
            "size(<string>)",
            "size(<bytes>)",
            "size(<map(K,T)>)",
            "<list(T)>.size()",
            "<map(K,T)>.size()",
            "int(<string~>)",
            "int(<uint~>)",
            "int(<double~>)",
            "int(<timestamp~>)",
            "int(<duration~>)",
            "int(<int~>)",
        ],
    ),
    (
        "int",
        1,
        &[
            "<timestamp>.getFullYear()",
            "<timestamp>.getMonth()",
            "<timestamp>.getDate()",
            "<timestamp>.getDayOfMonth()",
            "<timestamp>.getDayOfWeek()",
            "<timestamp>.getDayOfYear()",
            "<timestamp>.getHours()",
            "<timestamp>.getMinutes()",
            "<timestamp>.getSeconds()",
            "<timestamp>.getMilliseconds()",
            "<duration>.getHours()",
            "<duration>.getMinutes()",
            "<duration>.getSeconds()",
            "<duration>.getMilliseconds()",
        ],
    ),
    (
        "int",
        1,
        &[
            "<timestamp>.getHours('+05:30')",
            "<timestamp>.getDate('-11:00')",
            "<timestamp>.getDayOfYear('America/New_York')",
            "<timestamp>.getMinutes(<string>)",
            "<timestamp>.getFullYear('Pacific/Apia')",
            "<timestamp>.getMonth('+99:99')",
            "<timestamp>.getDayOfMonth('Australia/Lord_Howe')",
            "<timestamp>.getDayOfWeek(['Europe/Zurich', '-2:30', 'europe/zurich'][<int>])",
            "<timestamp>.getSeconds('Africa/Monrovia')",
            "<timestamp>.getMilliseconds((<bool> ? 'UTC' : <string>))",
        ],
    ),
    (
        "int",
        1,
        &[
            "<string>.indexOf(<string>)",
            "<string>.indexOf(<string>, <int>)",
            "<string>.lastIndexOf(<string>)",
            "<string>.lastIndexOf(<string>, <int>)",
            "<list(T)>.indexOf(<T>)",
            "<list(T)>.lastIndexOf(<T>)",
            "size(<map(K,T)>.filter(<k:K>, <bool>))",
            "size(<map(K,T)>.map(<k:K>, <U>))",
        ],
    ),
    (
        "uint",
        4,
        &[
            "(<uint> + <uint>)",
            "(<uint> - <uint>)",
            "(<uint> * <uint>)",
            "(<uint> / <uint>)",
            "(<uint> % <uint>)",
            "uint(<int~>)",
            "uint(<double~>)",
            "uint(<string~>)",
            "uint(<uint~>)",
        ],
    ),
    (
        "double",
        4,
        &[
            "(<double> + <double>)",
            "(<double> - <double>)",
            "(<double> * <double>)",
            "(<double> / <double>)",
            "-<double~>",
            "double(<int~>)",
            "double(<uint~>)",
            "double(<string~>)",
            "double(<double~>)",
        ],
    ),
    ("string", 4, &["(<string> + <string>)", "(<string> + <string> + <string>)"]),
    (
        "string",
        1,
        &[
            "string(<int~>)",
            "string(<uint~>)",
            "string(<double~>)",
            "string(<bool~>)",
            "string(<bytes~>)",
            "string(<timestamp~>)",
            "string(<duration~>)",
            "string(<string~>)",
        ],
    ),
    (
        "string",
        1,
        &[
            "<string>.lowerAscii()",
            "<string>.upperAscii()",
            "<string>.trim()",
            "<string>.substring(<int>)",
            "<string>.substring(<int>, <int>)",
            "<string>.substring(1, 2)",
            "<string>.replace(<string>, <string>)",
            "<string>.replace(<string>, <string>, <int>)",
            "<string>.charAt(<int>)",
            "<string>.charAt(2)",
            "<list(string)>.join(<string>)",
            "<list(string)>.join()",
            "strings.quote(<string>)",
        ],
    ),
    (
        "bool",
        2,
        &[
            "<quantity>.isLessThan(<quantity>)",
            "<quantity>.isGreaterThan(<quantity>)",
            "(<quantity> == <quantity>)",
            "(<quantity> != <quantity>)",
            "<quantity>.isInteger()",
            "isQuantity(<string>)",
            "(<quantity> in <list(quantity)>)",
            "(<opt(quantity)> == <opt(quantity)>)",
            "(<list(quantity)> == <list(quantity)>)",
            "<list(quantity)>.all(<x:quantity>, <bool>)",
            "<list(quantity)>.exists(<x:quantity>, <bool>)",
        ],
    ),
    (
        "bool",
        1,
        &[
            "<semver>.isLessThan(<semver>)",
            "<semver>.isGreaterThan(<semver>)",
            "(<semver> == <semver>)",
            "isSemver(<string>)",
            "isSemver(<string>, <bool>)",
            "(<semver> in <list(semver)>)",
            "(<format> == <format>)",
            "<format>.validate(<string>).hasValue()",
            "format.named(<string>).hasValue()",
        ],
    ),
    (
        "int",
        1,
        &[
            "sign(<quantity>)",
            "<quantity>.asInteger()",
            "<quantity>.compareTo(<quantity>)",
            "<semver>.compareTo(<semver>)",
            "<semver>.major()",
            "<semver>.minor()",
            "<semver>.patch()",
        ],
    ),
    ("double", 1, &["<quantity>.asApproximateFloat()"]),
    (
        "quantity",
        3,
        &[
            "<quantity>.add(<quantity>)",
            "<quantity>.sub(<quantity>)",
            "<quantity>.add(<int>)",
            "<quantity>.sub(<int>)",
            "quantity(<string>)",
        ],
    ),
    ("semver", 3, &["semver(<string>)", "semver(<string>, <bool>)"]),
    ("format", 3, &["format.named(<string>).value()", "format.named('date').value()"]),
    ("opt(list(string))", 2, &["<format>.validate(<string>)"]),
    (
        "string",
        1,
        &[
            "'%s'.format([<T>])",
            "'%s, %s%%'.format([<T>, <U>])",
            "'%s'.format([[<T>, <U>]])",
            "'%s'.format([{<K>: <T>, <K>: <U>}])",
            "'%d%s'.format([<int>, <uint>])",
            "'%.3f %f %.0f'.format([<double>, <double>, <double>])",
            "'%e %.20e %.300f'.format([<double>, <double>, <double>])",
            "'%b %o %x %X'.format([<int>, <int>, <uint>, <int>])",
            "'%b %x %X'.format([<bool>, <string>, <bytes>])",
            "'%f'.format([<string>])",
            "'%s %s'.format(<list(T)~>)",
            "'%d'.format([<T>])",
            "<string>.format([<T>])",
        ],
    ),
    // Formats that the compiler does not look into.
    (
        "string",
        1,
        &[
            "string('%d %s').format([<N>, <T>])",
            "string('%.2f').format([<N>])",
            "string('%b').format([<T>])",
            "string('%X').format([<T>])",
            "string('%s%o').format([<map(K,T)>, <T>])",
            "('%e' + <string>).format([<double>])",
        ],
    ),
    (
        "list(string)",
        2,
        &["<string>.split(<string>)", "<string>.split('')", "<string>.split(<string>, <int>)"],
    ),
    ("bytes", 3, &["(<bytes> + <bytes>)", "bytes(<string~>)", "bytes(<bytes~>)"]),
    (
        "timestamp",
        3,
        &[
            "(<timestamp> + <duration>)",
            "(<duration> + <timestamp>)",
            "(<timestamp> - <duration>)",
            "timestamp(<string~>)",
            "timestamp(<int~>)",
            "timestamp(<timestamp~>)",
        ],
    ),
    (
        "duration",
        3,
        &[
            "(<duration> + <duration>)",
            "(<duration> - <duration>)",
            "(<timestamp> - <timestamp>)",
            "duration(<string~>)",
            "duration(<duration~>)",
        ],
    ),
    (
        "list(T)",
        3,
        &[
            "[<T>]",
            "[<T>, <T>]",
            "[<T>, <T>, <T>]",
            "(<list(T)> + <list(T)>)",
            "<list(T)>.filter(<x:T>, <bool>)",
            "<list(U)>.map(<x:U>, <T>)",
            "<list(U)>.map(<x:U>, <bool>, <T>)",
        ],
    ),
    (
        "list(T)",
        2,
        &[
            "[]",
            "<list(U)>.transformList(<i:int>, <x:U>, <T>)",
            "<list(U)>.transformList(<i:int>, <x:U>, <bool>, <T>)",
            "<small(K,U)>.transformList(<k:K>, <x:U>, <T>)",
            "<small(K,U)>.map(<k:K>, <T>)",
            "[?<opt(T)>, <T>]",
            "[<T>, ?<opt(T)>, ?<opt(T)>]",
            "[?<opt(T)>]",
        ],
    ),
    (
        "list(T)",
        1,
        &[
            "<list(opt(T))>.unwrapOpt()",
            "optional.unwrap(<list(opt(T))>)",
            "<list(T)>.slice(0, <int>)",
            "<list(T)>.slice(<int>, <int>)",
            "<list(T)>.reverse()",
            "<list(T)>.distinct()",
            "<list(list(T))>.flatten()",
            "<list(T)>.sortBy(<x:T>, <N>)",
            "<list(T)>.sortBy(<x:T>, <bool>)",
            "<list(T)>.sortBy(<x:T>, <string>)",
            "<list(T)>.sortBy(<x:T>, <bytes>)",
            "<list(T)>.sortBy(<x:T>, <timestamp>)",
            "<list(T)>.sortBy(<x:T>, <duration>)",
        ],
    ),
    ("list(N)", 2, &["<list(N)>.sort()", "<list(N)~>.map(<x:N>, <N>).sort()"]),
    ("list(string)", 1, &["<list(string)>.sort()"]),
    ("list(bytes)", 1, &["<list(bytes)>.sort()"]),
    ("list(bool)", 1, &["<list(bool)>.sort()"]),
    ("list(timestamp)", 1, &["<list(timestamp)>.sort()"]),
    ("list(duration)", 1, &["<list(duration)>.sort()"]),
    ("list(int)", 2, &["lists.range(<int>)", "lists.range(3)", "lists.range(15).sortBy(<x:int>, <N>)"]),
    ("N", 2, &["<list(N)>.sum()", "<list(N)>.min()", "<list(N)>.max()"]),
    ("duration", 1, &["<list(duration)>.sum()", "<list(duration)>.min()", "<list(duration)>.max()"]),
    ("timestamp", 1, &["<list(timestamp)>.min()", "<list(timestamp)>.max()"]),
    ("string", 1, &["<list(string)>.min()", "<list(string)>.max()"]),
    ("bytes", 1, &["<list(bytes)>.min()", "<list(bytes)>.max()"]),
    ("bool", 1, &["<list(bool)>.min()", "<list(bool)>.max()"]),
    (
        "bool",
        1,
        &[
            "<list(N)>.isSorted()",
            "<list(string)>.isSorted()",
            "<list(bytes)>.isSorted()",
            "<list(bool)>.isSorted()",
            "<list(timestamp)>.isSorted()",
            "<list(duration)>.isSorted()",
            "<list(T)>.includes(<T>)",
            "<T>.includes(<T>)",
            "(<list(list(T))>.flatten(0) == [])",
            "(<list(list(T))>.flatten(1) == [])",
            "(<list(list(T))>.flatten(2) == <list(T)>)",
        ],
    ),
    (
        "bool",
        2,
        &[
            "sets.contains(<list(T)>, <list(T)>)",
            "sets.equivalent(<list(T)>, <list(T)>)",
            "sets.intersects(<list(T)>, <list(T)>)",
        ],
    ),
    ("int", 2, &["<list(T)>.indexOf(<T>)", "<list(T)>.lastIndexOf(<T>)"]),
    ("list(K)", 1, &["<small(K,T)>.filter(<x:K>, <bool>)"]),
    (
        "map(K,T)",
        2,
        &[
            "{<K>: <T>}",
            "{<K>: <T>, <K>: <T>}",
            "{}",
            "<map(K,U)>.transformMap(<k:K>, <x:U>, <T>)",
            "<small(K,U)>.transformMap(<k:K>, <x:U>, <bool>, <T>)",
            "<small(K,U)>.transformMapEntry(<k:K>, <x:U>, {<K>: <T>})",
            "<list(U)>.transformMapEntry(<i:int>, <x:U>, {<K>: <T>})",
            "<list(U)>.transformMapEntry(<i:int>, <x:U>, <bool>, {<K>: <T>})",
            "{?<K>: <opt(T)>}",
            "{<K>: <T>, ?<K>: <opt(T)>}",
            "{?<K>: <opt(T)>, <K>: <T>}",
        ],
    ),
    (
        "map(int,T)",
        2,
        &[
            "<list(U)>.transformMap(<i:int>, <x:U>, <T>)",
            "<list(U)>.transformMap(<i:int>, <x:U>, <bool>, <T>)",
        ],
    ),
    (
        "opt(T)",
        5,
        &[
            "optional.of(<T>)",
            "optional.none()",
            "optional.ofNonZeroValue(<T>)",
            "<map(string,T)~>.?a",
            "<map(K,T)>[?<K>]",
            "<list(T)>[?<int>]",
            "<opt(T)>.or(<opt(T)>)",
            "<opt(U)>.optMap(<x:U>, <T>)",
            "<opt(U)>.optFlatMap(<x:U>, <opt(T)>)",
        ],
    ),
    (
        "opt(T)",
        4,
        &[
            "<map(string,map(string,T))~>.?a.b",
            "<map(string,map(string,T))~>.?a.?b",
            "<opt(list(T))>[<int>]",
            "<opt(map(string,T))>.a",
            "<list(list(T))>[?0][<int>]",
            "<list(T)>.first()",
            "<list(T)>.last()",
            "<map(string,list(T))~>.?a[?<int>]",
        ],
    ),
];

/// One operand of so many is of a type that the checker does not know.
const DYNAMIC_RATE: usize = 40;

const INTS: &[&str] = &[
    "0",
    "0",
    "0",
    "1",
    "1",
    "2",
    "1",
    "-1",
    "2",
    "3",
    "5",
    "10",
    "-7",
    "63",
    "100",
    "1000000",
    "9223372036854775807",
    "-9223372036854775808",
    "4611686018427387904",
    "3037000500",
    "-3037000500",
    "9007199254740993",
    "253402300800",
    "-62135596800",
];
const UINTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "10",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "9007199254740993",
];
const DOUBLES: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "1.5",
    "-2.5",
    "3.0",
    "0.1",
    "1e300",
    "1.7976931348623157e308",
    "4.9e-324",
    "9007199254740992.0",
    "9.223372036854775e18",
    "9.223372036854776e18",
    "-9.223372036854776e18",
    "1.8446744073709552e19",
    "1e21",
    "0.000001",
    "123456.789",
    "1000000.0",
];
const STRINGS: &[&str] = &[
    "",
    "",
    "a",
    "b",
    "c",
    "ab",
    "abc",
    "äöü",
    "日本語",
    "\u{1F600}",
    "a string of more than twenty characters",
    "12",
    "-5",
    "1.5",
    "true",
    "NaN",
    "1h30m",
    "2020-02-29T12:00:00Z",
    "x\ny'q\"\\",
    "aaaaaaaaaaa",
    "ääääääääää\u{1F600}",
    "+1",
    " 1",
    "0x10",
    "1e3",
    "\u{0}",
    "9223372036854775808",
    "10.0.0.1",
    "::1",
    "10.0.0.0/8",
    "https://h:80/p?q=1",
];
const TIMESTAMPS: &[&str] = &[
    "1970-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "2024-02-29T12:34:56.789Z",
    "2024-02-29T23:34:56.000000001+05:30",
    "1969-12-31T23:59:59.5Z",
    "2023-12-31T23:59:59-11:00",
    "2000-01-01T00:00:00.120+00:00",
];
const DURATIONS: &[&str] = &[
    "0s",
    "1s",
    "-1s",
    "1h0m2.5s",
    "1.5ms",
    "-3ns",
    "24h",
    "2562047h47m16.854775807s",
    "-2562047h47m16.854775808s",
    "1m30s",
    "999ns",
    "100000h",
    "1us",
    "36h30m",
];
const QUANTITIES: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "1500m",
    "2k",
    "1Ki",
    "3Ti",
    "3Pi",
    "8Ei",
    "9Ei",
    "9E",
    "1e3",
    "0.1n",
    "12345678901234567890",
    "1e30",
    "-3Pi",
    "x",
    "1.0",
    "",
];
const SEMVERS: &[&str] = &[
    "1.2.3",
    "1.2.3-rc.1",
    "1.2.3+build",
    "1.2.4",
    "0.0.0",
    "9223372036854775808.0.1",
    "1.2.3-2",
    "1.2.3-10",
    "v1",
    "",
];
