//! Random rules for trees of types. Only rules that the server accepts wherever the type is used are kept.

use super::model::{Field, ItemKind, Presence, Tree, Ty};
use crate::{
    mutation::Random,
    ruled_schemas::Schemas,
    schemas::{self, differences},
};
use cel_compiler::schema::escaping::escape;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

/// Makes rules.
pub struct Rules {
    random: Random,
    schemas: Schemas,
    count: u64,
}

impl Rules {
    /// A writer; different seeds give different rules.
    pub fn new(seed: u64) -> Self {
        Rules { random: Random::new(seed), schemas: Schemas::new(seed), count: 0 }
    }

    /// Adds rules to a tree that has none.
    pub fn add(&mut self, tree: &mut Tree) {
        let (known, hidden, arguments) = (tree.seen(), tree.hidden(), tree.arguments());
        for (number, item) in tree.items.iter_mut().enumerate().filter(|(number, _)| !hidden[*number]) {
            let is_newtype = matches!(item.kind, ItemKind::Newtype(_));
            // Some rules of a generic type look into its argument. Those that another argument does not fit are removed later.
            let argument = arguments[number].get(self.random.below(arguments[number].len().max(1)));
            let argument = argument.filter(|_| self.random.below(3) > 0);
            let is_foreign = arguments[number].iter().any(Ty::is_foreign);
            let mut seen = known.items[number].clone();
            match argument {
                Some(argument) => seen = seen.with_argument(argument),
                None => seen.kind.retain(|field| !field.ty.has_parameter()),
            }
            // The derive has no place for a rule on a type that is its own parameter.
            if !(is_newtype && item.is_generic) {
                item.rules = self.some(&known.schema_of(&seen), true);
            }
            if let ItemKind::Struct(fields) = &item.kind {
                let opaque = fields.iter().filter(|field| field.is_opaque);
                item.rules.extend(opaque.filter_map(|field| {
                    self.comparing(field, &field.json_name(item.is_camel), item.is_generic)
                }));
            }
            for field in item.kind.fields_mut() {
                match argument {
                    _ if field.is_opaque => field.rules.extend(self.comparing(field, "", item.is_generic)),
                    _ if !field.ty.has_parameter() => self.add_to(&known, field, is_newtype),
                    Some(_) if is_newtype => {}
                    // There a rule cannot stand on an argument of k8s-openapi.
                    Some(_) if is_foreign && field.ty.depth() > 1 => {}
                    Some(argument) => {
                        let ty = field.ty.clone();
                        field.ty = ty.with_argument(argument);
                        self.add_to(&known, field, is_newtype);
                        field.ty = ty;
                        field.element_rules.truncate(field.ty.depth());
                    }
                    None => {}
                }
            }
        }
        if tree.is_resource {
            let schema = json!({"type": "object", "properties": {"spec": known.schema()}});
            tree.root_rules = self.some(&schema, true);
            tree.root_rules
                .iter_mut()
                .for_each(|rule| *rule = json!({"rule": rule["rule"], "id": rule["id"]}));
            tree.root_rules.retain(|rule| rule.get("optionalOldSelf").is_none());
        }
    }

    /// A rule about an opaque field, on the type or, without a name, on the field itself. In a generic type the schema of the field
    /// is not known, so nothing is compared.
    fn comparing(&mut self, field: &Field, name: &str, is_generic: bool) -> Option<Value> {
        let escaped = escape(name)?;
        let (new, old) = match name {
            "" => ("self".to_owned(), "oldSelf".to_owned()),
            _ => (format!("self.{escaped}"), format!("oldSelf.{escaped}")),
        };
        let is_optional = matches!(field.ty, Ty::Option(_)) || !matches!(field.presence, Presence::Plain);
        let templates = match field.ty.value() {
            Ty::List(..) | Ty::Array(..) | Ty::Map(..) if is_generic => OPAQUE_SIZES,
            _ if is_generic => return None,
            Ty::List(..) | Ty::Array(..) => OPAQUE_LISTS,
            Ty::Map(..) => OPAQUE_SIZES,
            _ => OPAQUE,
        };
        let template = match self.random.below(2) {
            1 if !is_generic => self.random.pick(OPAQUE),
            _ => self.random.pick(templates),
        };
        let guard = match (is_optional && !name.is_empty(), template.contains("<O>")) {
            (false, _) => String::new(),
            (true, true) => format!("!has({new}) || !has({old}) || "),
            (true, false) => format!("has({new}) && "),
        };
        self.count += 1;
        let rule = guard + &template.replace("<N>", &new).replace("<O>", &old);
        Some(json!({"rule": rule, "message": "opaque", "id": self.count}))
    }

    fn add_to(&mut self, tree: &Tree, field: &mut Field, is_newtype: bool) {
        let schema = tree.field_schema(field);
        if field.is_flattened || schema["type"].is_null() && schema["x-kubernetes-int-or-string"].is_null() {
            return;
        }
        if !is_newtype || self.random.below(3) == 0 {
            field.rules = self.some(&schema, true);
        }
        field.element_rules = self.of_elements(&field.ty, &schema);
    }

    fn of_elements(&mut self, mut ty: &Ty, mut schema: &Value) -> Vec<Vec<Value>> {
        let (mut out, mut correlates) = (Vec::new(), true);
        while let Some(element) = ty.element() {
            let key = if matches!(ty.value(), Ty::Map(..)) { "additionalProperties" } else { "items" };
            correlates &= key != "items" || schema["x-kubernetes-list-type"] == "map";
            if !schema[key].is_object() {
                break;
            }
            (ty, schema) = (element, &schema[key]);
            let has_type = !schema["type"].is_null() || !schema["x-kubernetes-int-or-string"].is_null();
            out.push(if has_type { self.some(schema, correlates) } else { Vec::new() });
        }
        out
    }

    fn some(&mut self, schema: &Value, correlates: bool) -> Vec<Value> {
        let count = [0, 1, 1, 2, 3][self.random.below(5)];
        let mut rule = || {
            self.count += 1;
            // A macro over an object's keys that ends early has a random cost on the server, because its order is random.
            let mut rule = self.schemas.rule(schema, correlates);
            let ends_early = |text: &str| {
                ["dyn(self).all(k, ", "dyn(self).exists(k, "].iter().any(|part| text.contains(part))
            };
            while rule["rule"].as_str().is_some_and(ends_early) {
                rule = self.schemas.rule(schema, correlates);
            }
            rule["id"] = self.count.into();
            rule
        };
        (0..count).map(|_| rule()).collect()
    }
}

/// Removes the rules that the server refuses, and returns the differences to what the compiler refuses.
///
/// # Errors
/// If the oracle cannot be asked, or refuses a schema.
pub fn settle(trees: &mut [Tree]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut rest: Vec<&mut Tree> = trees.iter_mut().collect();
    for round in 0..MOST_ROUNDS {
        let numbered: Vec<Value> = rest.iter().map(|tree| root_schema(tree)).collect();
        let asked: Vec<Value> = numbered.iter().map(without_numbers).collect();
        let answers = schemas::ask(&asked)?;
        let mut refused = Vec::new();
        for (((tree, numbered), asked), answer) in rest.into_iter().zip(numbered).zip(asked).zip(answers) {
            if let Some(error) = answer.get("schema_error").or(answer["crd_other_errors"].get(0)) {
                return Err(format!("t{}: {error}\n{asked}", tree.number).into());
            }
            // A field path below free-form values makes the server panic.
            if answer.get("panic").is_some() {
                tree.rule_lists().into_iter().for_each(Vec::clear);
                continue;
            }
            if round == 0 {
                let entries = differences(&answer, &schemas::ours(&asked)).entries;
                found.extend(entries.into_iter().map(|entry| format!("t{}: {entry}", tree.number)));
            }
            let faults = faults(&numbered, &answer);
            let errors = answer["crd_errors"].as_array();
            if let Some(error) = errors.filter(|_| faults.is_empty()).and_then(|errors| errors.first()) {
                return Err(format!("t{}: no rule has the error {error}", tree.number).into());
            }
            if !faults.is_empty() {
                remove(tree, &faults);
                refused.push(tree);
            }
        }
        rest = refused;
    }
    // These are too expensive even without the refused rules.
    for tree in rest {
        tree.rule_lists().into_iter().for_each(Vec::clear);
    }
    Ok(found)
}

/// A schema with the root type as the property `spec`. Flattened types and enums get a property of their own, too.
fn root_schema(tree: &Tree) -> Value {
    let mut schema = json!({"type": "object", "properties": {"spec": tree.schema()}});
    for (n, alone) in tree.schemas_alone().into_iter().enumerate() {
        schema["properties"][format!("alone{n}")] = alone;
    }
    if !tree.root_rules.is_empty() {
        schema["x-kubernetes-validations"] = tree.root_rules.clone().into();
    }
    schema
}

/// Removes the ids, which the server does not know, and defaults, which only their own rules check.
fn without_numbers(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(key, value)| {
                !(*key == "id" && value.is_u64() || *key == "default" && value.is_boolean())
            });
            Value::Object(fields.map(|(key, value)| (key.clone(), without_numbers(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_numbers).collect(),
        other => other.clone(),
    }
}

/// The refused keys, by the number of the rule.
fn faults(schema: &Value, answer: &Value) -> BTreeMap<u64, Vec<String>> {
    let mut paths = BTreeMap::new();
    collect(schema, "spec.validation.openAPIV3Schema", &mut paths);
    let mut faults: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for error in answer["crd_errors"].as_array().into_iter().flatten() {
        let field = error["field"].as_str().unwrap_or_default();
        let Some((path, key)) = field.rsplit_once('.') else { continue };
        let refused = match key {
            // All rules of a node without a type.
            "x-kubernetes-validations" => {
                paths.iter().filter(|(path, _)| path.starts_with(&format!("{field}["))).collect()
            }
            _ => Vec::from_iter(paths.get_key_value(path)),
        };
        for (_, rule) in refused {
            faults.entry(*rule).or_default().push(key.to_owned());
        }
    }
    repeated(schema, &mut faults);
    faults
}

/// Rules with the same text as another rule at their node, which the derive refuses.
fn repeated(schema: &Value, faults: &mut BTreeMap<u64, Vec<String>>) {
    let mut texts = BTreeSet::new();
    for rule in schema["x-kubernetes-validations"].as_array().into_iter().flatten() {
        if let (false, Some(id)) = (texts.insert(rule["rule"].as_str()), rule["id"].as_u64()) {
            faults.entry(id).or_default().push("rule".to_owned());
        }
    }
    let properties = schema["properties"].as_object().into_iter().flatten().map(|(_, property)| property);
    let elements = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
    properties
        .chain(elements.filter(|element| element.is_object()))
        .for_each(|below| repeated(below, faults));
}

fn collect(schema: &Value, path: &str, paths: &mut BTreeMap<String, u64>) {
    for (n, rule) in schema["x-kubernetes-validations"].as_array().into_iter().flatten().enumerate() {
        paths.extend(rule["id"].as_u64().map(|id| (format!("{path}.x-kubernetes-validations[{n}]"), id)));
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        collect(property, &format!("{path}.properties[{name}]"), paths);
    }
    for key in ["items", "additionalProperties"] {
        if schema[key].is_object() {
            collect(&schema[key], &format!("{path}.{key}"), paths);
        }
    }
}

fn remove(tree: &mut Tree, faults: &BTreeMap<u64, Vec<String>>) {
    for rules in tree.rule_lists() {
        rules.retain_mut(|rule| {
            let Some(keys) = rule["id"].as_u64().and_then(|id| faults.get(&id)) else { return true };
            let Some(fields) = rule.as_object_mut() else { return true };
            keys.iter().all(|key| {
                let is_optional = matches!(key.as_str(), "messageExpression" | "fieldPath");
                if is_optional {
                    fields.remove(key);
                }
                is_optional
            })
        });
    }
}

const OPAQUE: &[&str] = &[
    "<N> == <O>",
    "<N> != <O>",
    "<N> in [<O>]",
    "[<N>, <O>].exists_one(x, x == <N>)",
    "[<N>].all(x, x != <O>)",
    "{'a': <N>} == {'a': <O>}",
    "(<N> == <O> ? 1 : 2) == 1",
];

const OPAQUE_LISTS: &[&str] =
    &["<N>.size() < 2", "<N>.all(x, x in <O>)", "<N>.exists(x, x in <O>)", "size(<N>) != 1"];

const OPAQUE_SIZES: &[&str] = &["<N>.size() < 2", "size(<N>) != 1"];

const MOST_ROUNDS: usize = 5;
