//! Compares the schema of a CRD with the compiled schema.

use super::{
    insert::{VALIDATIONS, non_null},
    rules,
};
use cel_types::{
    by_name::ByName,
    escaping::escape,
    kubernetes::of_id,
    schema::{self, DeclField, DeclKind, DeclType, Encoding, ListType, Schema, reference},
};
use serde_json::{Map, Value};

/// Compares the `openAPIV3Schema` of a CRD with the text of the compiled schema. `bounds` are the values of the bounds that are Rust
/// expressions. The result has one line for each difference, with its path.
#[inline]
pub fn check_matches_crd(model: &str, bounds: &[u64], schema: &Value) -> Vec<String> {
    let Ok(model) = Schema::from_text(model) else {
        return vec!["no schema was compiled".to_owned()];
    };
    let mut comparison = Comparison { model: &model, bounds, differences: Vec::new(), matters: true };
    if let Some(root) = model.definitions.get(&model.root) {
        let place = Place { definition: &model.root, model: &root.node };
        comparison.node("", Node::default(), &place, schema);
    }
    comparison.differences
}

struct Comparison<'m> {
    model: &'m Schema,
    bounds: &'m [u64],
    differences: Vec<String>,
    /// True if a rule sees the node, or is below it. Otherwise only rules are compared.
    matters: bool,
}

/// A node of the model and the definition that holds it.
struct Place<'m> {
    definition: &'m str,
    model: &'m DeclType,
}

/// Facts about a node from the references that lead to it.
#[derive(Default)]
struct Node {
    defaulted: bool,
    nullable: bool,
    /// The node is an item of a list or a value of a map. There null is not the same as absent.
    is_element: bool,
    /// Rules of the fields. They come after the rules of the type.
    rules: Vec<Value>,
    /// The bound of a field. It replaces the bound of its type.
    bound: Option<Bound>,
    is_required: bool,
    /// A rule on the node or above it sees the node.
    is_seen: bool,
    /// The node is in a list or a map without a bound. Its smallest size then says how many there can be.
    is_counted: bool,
}

/// A bound in the model.
enum Bound {
    Value(u64),
    /// The value of the expression was not given.
    Unknown,
}

impl<'m> Comparison<'m> {
    #[inline]
    fn node(&mut self, path: &str, mut node: Node, place: &Place<'m>, schema: &Value) {
        let model = place.model;
        node.defaulted |= model.defaulted;
        node.nullable |= model.nullable;
        node.rules.splice(..0, rules::of_model(model));
        node.is_seen |= !node.rules.is_empty();
        node.bound = node.bound.take().or_else(|| self.declared_bound(place));
        if let DeclKind::Ref(id) = &model.kind {
            return match reference::definition(Some(self.model), id) {
                Some(model) => self.node(path, node, &Place { definition: id, model }, schema),
                None => self.differs(path, "its type is missing in the compiled schema"),
            };
        }
        if matches!(model.kind, DeclKind::Unknown | DeclKind::Error) {
            // No rule reads into it, so only rules are compared.
            return self.not_compiled(&node.rules, rules::below(path, schema));
        }
        let Some(schema) = schema.as_object().and_then(non_null) else {
            return self.differs(path, "the CRD has no schema");
        };
        if model.kind == DeclKind::Opaque {
            // The CRD may have rules of its type in front of the field's rules.
            if let Some(any) = node.rules.iter().find(|rule| rules::is_any(rule)).cloned() {
                node.rules.insert(0, any);
            }
            return self.opaque(path, &node, schema);
        }
        self.matters = node.is_seen || self.has_rules(model);
        let is_same_kind = self.kind(path, model.kind.name(), schema);
        self.attributes(path, &node, place, schema);
        if !is_same_kind {
            return; // the parts of different kinds cannot be compared
        }
        self.below(path, &node, place, schema);
    }

    /// The parts of a node that has the same kind in the model and in the CRD.
    #[inline]
    fn below(&mut self, path: &str, node: &Node, place: &Place<'m>, schema: &Map<String, Value>) {
        let model = place.model;
        let is_unbounded =
            node.bound.is_none() && matches!(model.kind, DeclKind::List { .. } | DeclKind::Map { .. });
        let below =
            Node { is_seen: node.is_seen, is_counted: node.is_counted || is_unbounded, ..Node::default() };
        match &model.kind {
            DeclKind::List { items, list_type } => {
                self.list_type(path, list_type, schema);
                let place = Place { model: items, ..*place };
                self.element(path, "", below, &place, schema.get("items"));
            }
            DeclKind::Map { values } => {
                let place = Place { model: values, ..*place };
                self.element(path, "*", below, &place, schema.get("additionalProperties"));
            }
            DeclKind::Object { fields, preserve_unknown_fields } => {
                self.preserved(path, *preserve_unknown_fields, schema);
                if model.encoding == Encoding::Resource {
                    return self.embedded_resource(path, schema);
                }
                self.properties(path, fields, &below, place.definition, schema);
                // An object with unknown fields may have more properties.
                if !preserve_unknown_fields {
                    self.others(path, fields, schema);
                }
            }
            _ => {}
        }
    }

    /// True if there are rules on a node of the model or below it.
    #[inline]
    fn has_rules(&self, model: &DeclType) -> bool {
        self.model.reached(model).iter().any(|node| !node.rules.is_empty())
    }

    /// The schema of an opaque value is read at run time, so it is not compared. But rules cannot see a value without a type.
    #[inline]
    fn opaque(&mut self, path: &str, node: &Node, schema: &Map<String, Value>) {
        let own = schema.get(VALIDATIONS).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for rule in node.rules.iter().filter(|rule| !rules::is_any(rule) && !own.contains(rule)) {
            self.tells(path, &format!("the CRD lacks the rule `{}`", text(rule, "rule")));
        }
        let of_type = own.iter().map(|rule| (path.to_owned(), rule.clone()));
        self.not_compiled(&node.rules, of_type.chain(rules::children(path, schema)).collect());
        let name = path.rsplit(['.', '[']).next().unwrap_or_default().trim_end_matches(['*', ']']);
        if kind_of(schema) == "unknown" && (!node.rules.is_empty() || self.is_named(name)) {
            self.differs(path, "the CRD gives it no type, so rules cannot name it: add `\"type\" = \"object\"` to its schema");
        }
    }

    /// True if a rule mentions a property of this name, perhaps another property.
    #[inline]
    fn is_named(&self, name: &str) -> bool {
        let Some(name) = escape(name).filter(|name| !name.is_empty()) else { return false };
        let nodes = self.model.nodes();
        nodes.iter().flat_map(|node| &node.rules).any(|rule| rule.texts().any(|text| names(text, &name)))
    }

    #[inline]
    fn kind(&mut self, path: &str, expected: &str, schema: &Map<String, Value>) -> bool {
        let found = kind_of(schema);
        if found != expected {
            let help = match (expected, found) {
                ("string", "duration" | "date" | "date-time") => {
                    &format!("write `#[schemars(extend(\"format\" = \"{found}\"))]` at the field")
                }
                ("string" | "int" | "double" | "bool", _) => "give the field the type that the CRD has",
                _ => {
                    "give the field the type that the CRD has, or say what is written: `#[x_validation(as = \"string\")]`"
                }
            };
            self.differs(
                path,
                &format!("the CRD has {found}, the rules were compiled for {expected}; {help}"),
            );
        }
        found == expected
    }

    #[inline]
    fn attributes(&mut self, path: &str, node: &Node, place: &Place<'_>, schema: &Map<String, Value>) {
        // A field that is not required and cannot be null has a default in serde.
        let may_lack_default = !node.defaulted && (node.is_required || node.nullable);
        if may_lack_default && schema.get("default").is_some_and(|default| !default.is_null()) {
            let help = "the server fills it in before rules run: add `#[serde(default = \"..\")]` with the same value";
            self.differs(path, &format!("default: only the CRD has one; {help}"));
        }
        let nullable =
            schema.get("nullable").is_some_and(|nullable| *nullable == true) || has_type(schema, "null");
        if node.is_element && node.nullable != nullable {
            let help = "a null item is a value of its own: use an `Option` here if the CRD allows nulls";
            self.unequal(path, "nullable", &node.nullable, &nullable, help);
        }
        self.rules(path, node, schema);
        self.bound(path, node, place, schema);
    }

    #[inline]
    fn rules(&mut self, path: &str, node: &Node, schema: &Map<String, Value>) {
        let found = schema.get(VALIDATIONS).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        if !rules::are_expected(&node.rules, found.as_array().map(Vec::as_slice).unwrap_or_default()) {
            let expected = Value::Array(node.rules.clone());
            self.tells(
                path,
                &format!("{VALIDATIONS}: the CRD has {found}, the rules were compiled for {expected}"),
            );
        }
        for (path, rule) in rules::in_choices(path, schema) {
            let rule = text(&rule, "rule");
            self.tells(
                &path,
                &format!("the rule `{rule}` stands below `anyOf`, where the API server refuses it"),
            );
        }
    }

    #[inline]
    fn bound(&mut self, path: &str, node: &Node, place: &Place<'_>, schema: &Map<String, Value>) {
        let keyword = match place.model.kind {
            DeclKind::String
            | DeclKind::Bytes
            | DeclKind::Duration
            | DeclKind::Date
            | DeclKind::DateTime
            | DeclKind::IntOrString => "maxLength",
            DeclKind::List { .. } => "maxItems",
            DeclKind::Map { .. } => "maxProperties",
            _ => return,
        };
        let declared = match node.bound {
            Some(Bound::Value(max)) => Some(max),
            Some(Bound::Unknown) => return,
            None => None,
        };
        let found = schema.get(keyword).and_then(Value::as_u64);
        let of_crd =
            schema.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let (of_model, of_crd) =
            (longest(place.model.enum_values.iter().map(String::as_str)), longest(of_crd));
        match (declared, found) {
            (None, None) if keyword == "maxLength" => {
                // The longest of the values of an enum is a bound. If only the server knows the values, rules are cheaper there.
                if of_model < of_crd.or(Some(u64::MAX)) && of_model.is_some() {
                    let help = "add `#[schemars(extend(\"maxLength\" = ..))]`, which counts in front of them";
                    let print = |longest: Option<u64>| {
                        longest.map_or("none".to_owned(), |longest| format!("some of up to {longest} bytes"))
                    };
                    self.unequal(path, "enum", &print(of_model), &print(of_crd), help);
                }
            }
            _ if declared == found => {}
            _ => {
                let print =
                    |bound: Option<u64>| bound.map_or("nothing".to_owned(), |bound| bound.to_string());
                let help = match found {
                    Some(found) => {
                        format!("write `#[schemars(extend(\"{keyword}\" = {found}))]` at the field")
                    }
                    None => "the bound is lost on its way into the schema".to_owned(),
                };
                self.unequal(path, keyword, &print(declared), &print(found), &help);
            }
        }
    }

    #[inline]
    fn declared_bound(&self, place: &Place<'_>) -> Option<Bound> {
        Some(match place.model.max? {
            schema::Bound::Value(max) => Bound::Value(max),
            schema::Bound::Symbol(n) => {
                let place = usize::try_from(self.model.symbol(place.definition, n)).ok();
                let bound = place.and_then(|place| self.bounds.get(place));
                bound.map_or(Bound::Unknown, |bound| Bound::Value(*bound))
            }
        })
    }

    #[inline]
    fn list_type(&mut self, path: &str, list_type: &ListType, schema: &Map<String, Value>) {
        let expected = match list_type {
            ListType::Atomic => "atomic".to_owned(),
            ListType::Set => "set".to_owned(),
            ListType::Map(keys) => format!("map by {}", Value::from(keys.clone())),
            ListType::Unknown(name) => name.to_string(),
        };
        let found = match schema.get("x-kubernetes-list-type").and_then(Value::as_str) {
            None => "atomic".to_owned(),
            Some("map") => {
                format!("map by {}", schema.get("x-kubernetes-list-map-keys").unwrap_or(&Value::Null))
            }
            Some(list_type) => list_type.to_owned(),
        };
        if expected != found {
            let help = "write it where the derive sees it: `#[schemars(extend(\"x-kubernetes-list-type\" = \"..\"))]`";
            self.unequal(path, "x-kubernetes-list-type", &expected, &found, help);
        }
    }

    #[inline]
    fn element(&mut self, path: &str, mark: &str, node: Node, place: &Place<'m>, schema: Option<&Value>) {
        let node = Node { is_element: true, ..node };
        self.node(&format!("{path}[{mark}]"), node, place, schema.unwrap_or(&Value::Null));
    }

    #[inline]
    fn preserved(&mut self, path: &str, expected: bool, schema: &Map<String, Value>) {
        const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
        let found = schema.get(PRESERVE) == Some(&Value::Bool(true));
        if expected && !found {
            let help = "the server drops what no property describes: add the keyword to the type";
            self.unequal(path, PRESERVE, &expected, &found, help);
        }
    }

    #[inline]
    fn properties(
        &mut self,
        path: &str,
        fields: &'m [DeclField],
        below: &Node,
        definition: &'m str,
        schema: &Map<String, Value>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = |name: &str| {
            let names = schema.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|required| required == name))
        };
        for field in fields {
            let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
            let Some(property) = properties.and_then(|properties| properties.get(&field.name)) else {
                if !is_missing_in_some(definition, field) {
                    self.differs(&path, "the CRD has no such property, so the server drops it: mark it `#[serde(skip)]`, or add it to the schema");
                }
                continue;
            };
            let has_default = property.get("default").is_some_and(|default| !default.is_null());
            let of_model = field.required && !field.node.defaulted;
            let of_crd = required(&field.name) && !has_default;
            if of_model != of_crd && below.is_counted {
                let help = "estimates depend on it, since a list around it has no bound: add one";
                self.unequal(&path, "required", &of_model, &of_crd, help);
            }
            let matters = self.matters;
            let node = Node {
                is_required: field.required,
                is_seen: below.is_seen,
                is_counted: below.is_counted,
                ..Node::default()
            };
            self.node(&path, node, &Place { definition, model: &field.node }, property);
            self.matters = matters;
        }
    }

    /// The server defines what rules see of an embedded resource. Only rules below it are compared.
    #[inline]
    fn embedded_resource(&mut self, path: &str, schema: &Map<String, Value>) {
        const EMBEDDED: &str = "x-kubernetes-embedded-resource";
        if schema.get(EMBEDDED) != Some(&Value::Bool(true)) {
            let help = "the attribute is lost on its way into the schema";
            self.unequal(path, EMBEDDED, &true, &false, help);
        }
        self.not_compiled(&[], rules::children(path, schema));
    }

    /// Reports the properties that only the CRD has.
    #[inline]
    fn others(&mut self, path: &str, fields: &ByName<DeclField>, schema: &Map<String, Value>) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(Map::keys);
        for name in names.filter(|name| fields.find(name).is_none()) {
            if path.is_empty() && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) {
                continue; // every resource has them
            }
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            self.differs(
                &path,
                "a property only the CRD has: rules that compare the whole object see it on the server only",
            );
        }
    }

    /// Reports the rules of the CRD that do not run here, except the expected ones.
    #[inline]
    fn not_compiled(&mut self, expected: &[Value], found: Vec<(String, Value)>) {
        if expected.iter().any(rules::is_any) {
            return;
        }
        for (path, rule) in found.iter().filter(|(_, rule)| !expected.contains(rule)) {
            let rule = text(rule, "rule");
            let help = "add `server_only` to the field that is `opaque` if that is meant";
            self.tells(path, &format!("only the API server runs the rule `{rule}`: {help}"));
        }
    }

    fn unequal(
        &mut self,
        path: &str,
        what: &str,
        expected: &impl ToString,
        found: &impl ToString,
        help: &str,
    ) {
        let (expected, found) = (expected.to_string(), found.to_string());
        let difference =
            format!("{what}: the CRD has {found}, the rules were compiled for {expected}; {help}");
        self.differs(path, &difference);
    }

    /// Reports a difference that matters only to rules.
    #[inline]
    fn differs(&mut self, path: &str, difference: &str) {
        if self.matters {
            self.tells(path, difference);
        }
    }

    #[inline]
    fn tells(&mut self, path: &str, difference: &str) {
        let path = if path.is_empty() { "<root>" } else { path };
        self.differences.push(format!("{path}: {difference}"));
    }
}

/// True for a property that some versions of k8s-openapi lack, if the program's version is unknown.
#[inline]
fn is_missing_in_some(definition: &str, field: &DeclField) -> bool {
    let is_known = of_id(definition).is_some_and(|(_, minor)| minor.is_some());
    field.access.place.as_ref().is_some_and(|place| !is_known && !place.is_in_all())
}

/// The length of the longest of some values.
fn longest<'v>(values: impl Iterator<Item = &'v str>) -> Option<u64> {
    values.map(|value| u64::try_from(value.len()).unwrap_or(u64::MAX)).max()
}

/// The kind of a schema, in the words of the model.
#[inline]
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

#[inline]
fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|of_type| of_type == name),
        of_type => of_type.is_some_and(|of_type| of_type == name),
    }
}

/// True if a rule contains a name.
#[inline]
fn names(rule: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    rule.split(|c| !is_part(c)).any(|word| word == name)
}

#[inline]
fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
