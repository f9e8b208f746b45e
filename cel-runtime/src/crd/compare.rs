//! The schema of a CRD beside the schema the rules were compiled against.

use super::{
    insert::{VALIDATIONS, non_null},
    rules,
};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Compares the `openAPIV3Schema` of a CRD with the text of the schema the rules were compiled against; `bounds` are the
/// values of its bounds that are Rust expressions. One line per difference, each with its path.
pub fn check_matches_crd(model: &str, bounds: &[u64], schema: &Value) -> Vec<String> {
    let model: Value = serde_json::from_str(model).unwrap_or_default();
    let (Some(root), Some(definitions)) =
        (model.get("root").and_then(Value::as_str), model.get("definitions").and_then(Value::as_object))
    else {
        return vec!["no schema was compiled".to_owned()];
    };
    let mut comparison = Comparison {
        definitions,
        first_bounds: first_bounds(root, definitions),
        bounds,
        differences: Vec::new(),
    };
    comparison.node("", Node::default(), &Place { definition: root, model: &reference(root) }, schema);
    comparison.differences
}

struct Comparison<'m> {
    definitions: &'m Map<String, Value>,
    /// Where in `bounds` those of each definition begin.
    first_bounds: BTreeMap<&'m str, usize>,
    bounds: &'m [u64],
    differences: Vec<String>,
}

/// A node of the model and the definition it stands in.
struct Place<'m> {
    definition: &'m str,
    model: &'m Value,
}

/// What references on the way to a node say of it.
#[derive(Default)]
struct Node {
    defaulted: bool,
    nullable: bool,
    /// Null is told from absent here: an item of a list or a value of a map.
    is_element: bool,
    /// Rules of the fields, which come after those of the type.
    rules: Vec<Value>,
    /// The bound of a field counts before that of its type.
    bound: Option<Bound>,
}

/// A bound in the model.
enum Bound {
    Value(u64),
    /// The value of the expression was not given.
    Unknown,
}

impl Comparison<'_> {
    fn node(&mut self, path: &str, mut node: Node, place: &Place<'_>, schema: &Value) {
        let model = place.model;
        node.defaulted |= flag(model, "default");
        node.nullable |= flag(model, "nullable");
        node.rules.splice(..0, rules::of_model(model));
        node.bound = node.bound.take().or_else(|| self.declared_bound(place));
        let kind = text(model, "type");
        if kind == "ref" {
            let id = text(model, "id");
            return match self.definitions.get(id).and_then(|definition| definition.get("node")) {
                Some(model) => self.node(path, node, &Place { definition: id, model }, schema),
                None => self.differs(path, "its type is missing in the compiled schema"),
            };
        }
        if matches!(kind, "unknown" | "error") {
            // Nothing else was compiled against it.
            return self.not_compiled(&node.rules, rules::below(path, schema));
        }
        let Some(schema) = schema.as_object().and_then(non_null) else {
            return self.differs(path, "the CRD has no schema");
        };
        self.kind(path, kind, schema);
        self.attributes(path, &node, place, schema);
        match kind {
            "list" => self.list(path, place, schema),
            "map" => self.element(path, "*", place, "values", schema.get("additionalProperties")),
            "object" => self.object(path, place, schema),
            _ => {}
        }
    }

    fn kind(&mut self, path: &str, expected: &str, schema: &Map<String, Value>) {
        let found = kind_of(schema);
        if found != expected {
            self.differs(path, &format!("the CRD has {found}, the rules were compiled for {expected}"));
        }
    }

    fn attributes(&mut self, path: &str, node: &Node, place: &Place<'_>, schema: &Map<String, Value>) {
        if node.defaulted != schema.contains_key("default") {
            self.unequal(path, "default", &node.defaulted, &schema.contains_key("default"));
        }
        let nullable =
            schema.get("nullable").is_some_and(|nullable| *nullable == true) || has_type(schema, "null");
        if node.is_element && node.nullable != nullable {
            self.unequal(path, "nullable", &node.nullable, &nullable);
        }
        let found = schema.get(VALIDATIONS).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        if !rules::are_expected(&node.rules, found.as_array().map(Vec::as_slice).unwrap_or_default()) {
            self.unequal(path, VALIDATIONS, &Value::Array(node.rules.clone()), &found);
        }
        for (path, rule) in rules::in_choices(path, schema) {
            let rule = text(&rule, "rule");
            self.differs(
                &path,
                &format!("the rule `{rule}` stands below `anyOf`, where the API server refuses it"),
            );
        }
        self.bound(path, node, text(place.model, "type"), schema);
        let strings = |values: Option<&Value>| -> BTreeSet<String> {
            let values = values.and_then(Value::as_array).into_iter().flatten();
            values.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let (expected, found) = (strings(place.model.get("enum")), strings(schema.get("enum")));
        if expected != found {
            self.unequal(path, "enum", &format!("{expected:?}"), &format!("{found:?}"));
        }
    }

    fn bound(&mut self, path: &str, node: &Node, kind: &str, schema: &Map<String, Value>) {
        let keyword = match kind {
            "string" | "bytes" | "duration" | "date" | "date-time" | "int-or-string" => "maxLength",
            "list" => "maxItems",
            "map" => "maxProperties",
            _ => return,
        };
        let expected = match node.bound {
            Some(Bound::Value(max)) => Some(max),
            Some(Bound::Unknown) => return,
            None => None,
        };
        let found = schema.get(keyword).and_then(Value::as_u64);
        if expected != found {
            let print = |bound: Option<u64>| bound.map_or("nothing".to_owned(), |bound| bound.to_string());
            self.unequal(path, keyword, &print(expected), &print(found));
        }
    }

    fn declared_bound(&self, place: &Place<'_>) -> Option<Bound> {
        let max = place.model.get("max")?;
        let Value::Object(symbol) = max else { return max.as_u64().map(Bound::Value) };
        let first = self.first_bounds.get(place.definition).copied().unwrap_or_default();
        let number = symbol.get("symbol").and_then(Value::as_u64).unwrap_or_default();
        let index = usize::try_from(number).ok().and_then(|number| first.checked_add(number));
        let bound = index.and_then(|index| self.bounds.get(index));
        Some(bound.map_or(Bound::Unknown, |bound| Bound::Value(*bound)))
    }

    fn list(&mut self, path: &str, place: &Place<'_>, schema: &Map<String, Value>) {
        let expected = match place.model.get("list_type") {
            None => "atomic".to_owned(),
            Some(Value::String(list_type)) => list_type.clone(),
            Some(keys) => format!("map by {keys}"),
        };
        let found = match schema.get("x-kubernetes-list-type").and_then(Value::as_str) {
            None => "atomic".to_owned(),
            Some("map") => {
                format!("map by {}", schema.get("x-kubernetes-list-map-keys").unwrap_or(&Value::Null))
            }
            Some(list_type) => list_type.to_owned(),
        };
        if expected != found {
            self.unequal(path, "x-kubernetes-list-type", &expected, &found);
        }
        self.element(path, "", place, "items", schema.get("items"));
    }

    fn element(&mut self, path: &str, mark: &str, place: &Place<'_>, key: &str, schema: Option<&Value>) {
        let Some(model) = place.model.get(key) else { return };
        let node = Node { is_element: true, ..Node::default() };
        let place = Place { definition: place.definition, model };
        self.node(&format!("{path}[{mark}]"), node, &place, schema.unwrap_or(&Value::Null));
    }

    fn object(&mut self, path: &str, place: &Place<'_>, schema: &Map<String, Value>) {
        const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
        const EMBEDDED: &str = "x-kubernetes-embedded-resource";
        let (expected, found) =
            (flag(place.model, "preserve"), schema.get(PRESERVE) == Some(&Value::Bool(true)));
        if expected != found {
            self.unequal(path, PRESERVE, &expected, &found);
        }
        if text(place.model, "held") == "resource" {
            if schema.get(EMBEDDED) != Some(&Value::Bool(true)) {
                self.unequal(path, EMBEDDED, &true, &false);
            }
            // The server says what rules see.
            return self.not_compiled(&[], rules::children(path, schema));
        }
        let no_properties = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
        let required = |name: &str| {
            let names = schema.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|required| required == name))
        };
        let mut known = BTreeSet::new();
        for field in place.model.get("fields").and_then(Value::as_array).into_iter().flatten() {
            let name = text(field, "name");
            known.insert(name);
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let Some(property) = properties.get(name) else {
                self.differs(&path, "the CRD has no such property");
                continue;
            };
            if flag(field, "required") != required(name) {
                self.unequal(&path, "required", &flag(field, "required"), &required(name));
            }
            if let Some(model) = field.get("node") {
                self.node(&path, Node::default(), &Place { definition: place.definition, model }, property);
            }
        }
        for name in properties.keys().filter(|name| !known.contains(name.as_str())) {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            self.differs(&path, "a property only the CRD has");
        }
    }

    /// Rules of the CRD that nothing runs here, but for expected ones.
    fn not_compiled(&mut self, expected: &[Value], found: Vec<(String, Value)>) {
        if expected.iter().any(rules::is_any) {
            return;
        }
        for (path, rule) in found.iter().filter(|(_, rule)| !expected.contains(rule)) {
            let rule = text(rule, "rule");
            let help = "add `server_only` to the field that is `opaque` if that is meant";
            self.differs(path, &format!("only the API server runs the rule `{rule}`: {help}"));
        }
    }

    fn unequal(&mut self, path: &str, what: &str, expected: &impl ToString, found: &impl ToString) {
        let (expected, found) = (expected.to_string(), found.to_string());
        self.differs(path, &format!("{what}: the CRD has {found}, the rules were compiled for {expected}"));
    }

    fn differs(&mut self, path: &str, difference: &str) {
        let path = if path.is_empty() { "<root>" } else { path };
        self.differences.push(format!("{path}: {difference}"));
    }
}

/// The kind of a schema, in the words of the model.
fn kind_of(schema: &Map<String, Value>) -> &str {
    if schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        return "int-or-string";
    }
    let format = schema.get("format").and_then(Value::as_str);
    let is = |name| has_type(schema, name);
    match format {
        Some(format @ ("duration" | "date" | "date-time")) if is("string") => format,
        Some("byte") if is("string") => "bytes",
        _ if is("string") => "string",
        _ if is("boolean") => "bool",
        _ if is("integer") => "int",
        _ if is("number") => "double",
        _ if is("array") => "list",
        _ if is("object") && schema.get("additionalProperties").is_some_and(Value::is_object) => "map",
        _ if is("object") => "object",
        _ => "unknown",
    }
}

fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|of_type| of_type == name),
        of_type => of_type.is_some_and(|of_type| of_type == name),
    }
}

fn first_bounds<'m>(root: &'m str, definitions: &'m Map<String, Value>) -> BTreeMap<&'m str, usize> {
    let mut first_bounds = BTreeMap::new();
    let mut first: usize = 0;
    let sorted: BTreeSet<&str> = definitions.keys().map(String::as_str).filter(|id| *id != root).collect();
    for id in std::iter::once(root).chain(sorted) {
        first_bounds.insert(id, first);
        let count =
            definitions.get(id).and_then(|definition| definition.get("symbols")).and_then(Value::as_u64);
        first = first.saturating_add(count.and_then(|count| usize::try_from(count).ok()).unwrap_or_default());
    }
    first_bounds
}

fn reference(id: &str) -> Value {
    serde_json::json!({ "type": "ref", "id": id })
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn flag(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or_default()
}
