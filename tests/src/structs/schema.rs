//! The structural schema of a tree of types, as the CRD must have it.

use super::{
    foreign,
    model::{Field, Item, ItemKind, ListKind, Presence, Tree, Ty, Variant},
    scalars,
};
use cel_compiler::crd::document;
use serde_json::{Map, Value, json};

impl Tree {
    /// The schema of the root type.
    pub fn schema(&self) -> Value {
        let mut schema = self.item_schema(0);
        set_nullable(&mut schema);
        schema
    }

    /// The schemas of flattened types and of enums, which may be the keys of a map, each alone: their derives compile their rules
    /// there, too.
    pub fn schemas_alone(&self) -> Vec<Value> {
        let fields = self.items.iter().flat_map(|item| match &item.kind {
            ItemKind::Struct(fields) => fields.as_slice(),
            ItemKind::Newtype(_) | ItemKind::Units(_) | ItemKind::Choice { .. } => &[],
        });
        let flattened = fields.filter(|field| field.is_flattened).map(|field| field.ty.value());
        let schema = |ty: &Ty| {
            let mut schema = self.ty_schema(ty);
            set_nullable(&mut schema);
            schema
        };
        let flattened = flattened.filter(|ty| !matches!(ty, Ty::FreeMap(_))).map(schema);
        let enums = self.items.iter().filter(|item| matches!(item.kind, ItemKind::Units(_)));
        flattened.chain(enums.map(|item| self.schema_of(item))).collect()
    }

    /// The schema of a type, with its rules.
    pub fn item_schema(&self, item: usize) -> Value {
        self.schema_of(&self.items[item])
    }

    /// The schema of any type, also of one that is not in the tree.
    pub fn schema_of(&self, item: &Item) -> Value {
        let mut schema = match &item.kind {
            ItemKind::Struct(fields) => self.object(fields, item.is_camel),
            ItemKind::Newtype(field) => {
                // The rules of the field come after those of the type.
                let mut schema = self.field_schema(&Field { rules: Vec::new(), ..(**field).clone() });
                add_rules(&mut schema, &item.rules);
                add_rules(&mut schema, &field.rules);
                return schema;
            }
            ItemKind::Units(count) => json!({"type": "string", "enum": &UNITS[..*count]}),
            ItemKind::Choice { is_untagged, variants } => self.choice(variants, *is_untagged, item.is_camel),
        };
        add_rules(&mut schema, &item.rules);
        schema
    }

    fn choice(&self, variants: &[Variant], is_untagged: bool, is_camel: bool) -> Value {
        let mut properties = Map::new();
        for (number, variant) in variants.iter().enumerate() {
            let schema = match variant {
                Variant::Fields(fields) => self.object(fields, false),
                Variant::Newtype(field) => self.field_schema(field),
            };
            if is_untagged {
                for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
                    let known = properties.entry(name).or_insert_with(|| without_rules(schema));
                    add_rules_of(known, schema);
                }
            } else {
                properties.insert(variant_name(number, is_camel), schema);
            }
        }
        json!({"type": "object", "properties": properties})
    }

    fn object(&self, fields: &[Field], is_camel: bool) -> Value {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let (mut preserves, mut rules) = (false, Vec::new());
        for field in fields {
            let schema = self.field_schema(field);
            if field.is_flattened {
                match field.ty.value() {
                    Ty::FreeMap(_) => preserves = true,
                    _ => preserves |= schema["x-kubernetes-preserve-unknown-fields"] == true,
                }
                properties.extend(schema["properties"].as_object().cloned().unwrap_or_default());
                rules.extend(schema["x-kubernetes-validations"].as_array().into_iter().flatten().cloned());
                if matches!(field.ty, Ty::Nested(_) | Ty::Instance(..)) {
                    required.extend(schema["required"].as_array().into_iter().flatten().cloned());
                }
                continue;
            }
            let name = field.json_name(is_camel);
            let is_option = matches!(field.ty, Ty::Option(_)) && field.ty.replacement().is_none();
            if matches!(field.presence, Presence::Plain) && !is_option {
                required.push(name.clone().into());
            }
            properties.insert(name, schema);
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        add_rules(&mut schema, &rules);
        if preserves {
            schema["x-kubernetes-preserve-unknown-fields"] = true.into();
        }
        schema
    }

    /// The schema of a field, with its rules.
    pub fn field_schema(&self, field: &Field) -> Value {
        let replaced = field.ty.replacement().map(|scalar| self.ty_schema(&Ty::Scalar(scalar)));
        let mut schema = replaced.unwrap_or_else(|| self.ty_schema(&field.ty));
        if field.is_embedded {
            schema["x-kubernetes-embedded-resource"] = true.into();
        }
        match &field.list {
            ListKind::Atomic => {}
            ListKind::Set => schema["x-kubernetes-list-type"] = "set".into(),
            ListKind::Map(keys) => {
                schema["x-kubernetes-list-type"] = "map".into();
                schema["x-kubernetes-list-map-keys"] = keys.clone().into();
            }
        }
        let keyword = field.ty.max_keyword();
        if let (Some(max), Some(keyword)) = (field.max, keyword) {
            schema[keyword] = max.into();
        }
        if let Some(max) = field.max_of_items {
            schema["items"]["maxLength"] = max.into();
        }
        if field.has_default() {
            schema["default"] = json!(true);
        }
        add_rules(&mut schema, &field.rules);
        let mut element = &mut schema;
        for rules in &field.element_rules {
            element = match element["items"].is_object() {
                true => &mut element["items"],
                false => &mut element["additionalProperties"],
            };
            add_rules(element, rules);
        }
        schema
    }

    /// The schema of a Rust type.
    pub fn ty_schema(&self, ty: &Ty) -> Value {
        match ty {
            Ty::Scalar(scalar) => {
                let schema = scalars::ALL[*scalar].schema;
                foreign::entry(schema).map_or_else(|| parsed(schema), foreign::schema)
            }
            Ty::Nested(item) => self.item_schema(*item),
            Ty::Instance(item, argument) => self.schema_of(&self.items[*item].with_argument(argument)),
            Ty::Parameter => Value::Null,
            Ty::Box(inner) => self.ty_schema(inner),
            Ty::Option(inner) => {
                let mut schema = self.ty_schema(inner);
                // An embedded resource is nullable until its type is added, because schemars makes no untyped value nullable.
                if schema["x-kubernetes-embedded-resource"] != true
                    || matches!(inner.value(), Ty::Nested(_) | Ty::Instance(..))
                {
                    schema["nullable"] = true.into();
                }
                schema
            }
            Ty::List(_, inner) => json!({"type": "array", "items": self.ty_schema(inner)}),
            Ty::Array(inner, size) => {
                json!({"type": "array", "items": self.ty_schema(inner), "maxItems": size})
            }
            Ty::Map(_, inner) => json!({"type": "object", "additionalProperties": self.ty_schema(inner)}),
            Ty::Keyed(item, inner) => {
                let ItemKind::Units(count) = self.items[*item].kind else { return Value::Null };
                let value = self.ty_schema(inner);
                if is_documented(count) {
                    return json!({"type": "object", "additionalProperties": value});
                }
                let properties = UNITS[..count].iter().map(|name| ((*name).to_owned(), value.clone()));
                json!({"type": "object", "properties": properties.collect::<Map<_, _>>()})
            }
            Ty::FreeMap(_) => json!({"type": "object", "additionalProperties": true}),
        }
    }
}

impl Field {
    /// The name in JSON.
    pub fn json_name(&self, is_camel: bool) -> String {
        let ident = self.ident.strip_prefix("r#").unwrap_or(&self.ident);
        match &self.rename {
            Some(name) => name.clone(),
            None if is_camel => camel(ident),
            None => ident.to_owned(),
        }
    }

    /// True if the field has a default that is not null. schemars skips a default for which the function of `skip_serializing_if`
    /// is true, and these functions skip the default.
    fn has_default(&self) -> bool {
        match &self.presence {
            Presence::Plain | Presence::Skipped(_) => false,
            Presence::Default(Some(_)) => true,
            Presence::Default(None) => match &self.ty {
                Ty::Option(_) => false,
                Ty::Scalar(scalar) => scalars::ALL[*scalar].rust != "serde_json::Value",
                _ => true,
            },
        }
    }
}

impl Ty {
    /// schemars takes the schema of a field from the type in `with = ".."` alone: `Option` adds nothing to it.
    fn replacement(&self) -> Option<usize> {
        match self.value() {
            Ty::Scalar(scalar) if scalars::ALL[*scalar].attribute.starts_with("with = ") => Some(*scalar),
            _ => None,
        }
    }

    /// The keyword for an upper bound of the size.
    pub fn max_keyword(&self) -> Option<&'static str> {
        match self.value() {
            Ty::List(..) | Ty::Array(..) => Some("maxItems"),
            Ty::Map(..) => Some("maxProperties"),
            Ty::Scalar(scalar)
                if matches!(
                    scalars::ALL[*scalar].rust,
                    "String" | "Box<str>" | "std::borrow::Cow<'static, str>"
                ) =>
            {
                Some("maxLength")
            }
            _ => None,
        }
    }
}

/// The name of a variant in JSON.
pub fn variant_name(number: usize, is_camel: bool) -> String {
    format!("{}ariantNo{number}", if is_camel { 'v' } else { 'V' })
}

fn camel(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        out += &(first.to_uppercase() + rest);
    }
    out
}

/// kube makes optional properties nullable if they are an integer or a string. schemars makes no property without a type nullable.
fn set_nullable(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
    {
        set_nullable(property);
        if property["x-kubernetes-int-or-string"] == true && !required.contains(&json!(name)) {
            property["nullable"] = true.into();
        } else if property["type"].is_null()
            && property["x-kubernetes-int-or-string"].is_null()
            && let Some(untyped) = property.as_object_mut()
        {
            untyped.remove("nullable");
        }
    }
    for key in ["items", "additionalProperties"] {
        if schema[key].is_object() {
            set_nullable(&mut schema[key]);
        }
    }
}

/// The schema without the field's own rules.
fn without_rules(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let mut node = Some(&mut schema);
    while let Some(Value::Object(fields)) = node {
        fields.remove("x-kubernetes-validations");
        node = element_mut(fields);
    }
    schema
}

/// Adds the rules of another schema. A field in several variants has the rules of all of them.
fn add_rules_of(schema: &mut Value, other: &Value) {
    let rules = other["x-kubernetes-validations"].as_array().cloned().unwrap_or_default();
    let known = schema["x-kubernetes-validations"].as_array().cloned().unwrap_or_default();
    let new: Vec<Value> = rules.into_iter().filter(|rule| !known.contains(rule)).collect();
    add_rules(schema, &new);
    let Some(fields) = schema.as_object_mut() else { return };
    if fields.get("x-kubernetes-validations").is_some_and(Value::is_null) {
        fields.remove("x-kubernetes-validations");
    }
    for key in ["items", "additionalProperties"] {
        if let (Some(element), Some(other)) = (fields.get_mut(key), other.get(key))
            && element.is_object()
        {
            add_rules_of(element, other);
        }
    }
}

/// The schema of the items or values.
fn element_mut(fields: &mut Map<String, Value>) -> Option<&mut Value> {
    let key = if fields.contains_key("items") { "items" } else { "additionalProperties" };
    fields.get_mut(key)
}

fn add_rules(schema: &mut Value, rules: &[Value]) {
    if rules.is_empty() {
        return;
    }
    match schema["x-kubernetes-validations"].as_array_mut() {
        Some(known) => known.extend(rules.iter().cloned()),
        None => schema["x-kubernetes-validations"] = rules.into(),
    }
}

fn parsed(text: &str) -> Value {
    document::read(text).map_or(Value::Null, |documents| documents[0].to_json())
}

/// The schema with only the parts that matter for rules, in one spelling. Removes numbers of rules, texts, other keywords, and the
/// value of a default: not all types write a default that is null.
pub fn comparable(schema: &Value) -> Value {
    let fields = schema.as_object().into_iter().flatten();
    let is_text = schema["type"] == "string";
    let kept = fields.filter_map(|(key, value)| {
        let value = match key.as_str() {
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                properties
                    .map(|(name, schema)| (name.clone(), comparable(schema)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            "items" | "additionalProperties" => match value {
                Value::Object(_) => comparable(value),
                other => other.clone(),
            },
            "default" if value.is_null() => return None,
            "default" => true.into(),
            "required" | "enum" => {
                let mut names = value.as_array().cloned().unwrap_or_default();
                names.retain(|name| !name.is_null());
                names.sort_by_key(ToString::to_string);
                names.into()
            }
            "x-kubernetes-validations" => value.as_array().into_iter().flatten().map(without_id).collect(),
            "format" if !is_text => return None,
            "type" | "format" | "nullable" | "maxLength" | "maxItems" | "maxProperties" => value.clone(),
            key if key.starts_with("x-kubernetes-") => value.clone(),
            _ => return None,
        };
        Some((key.clone(), value))
    });
    Value::Object(kept.collect())
}

fn without_id(rule: &Value) -> Value {
    let mut rule = rule.clone();
    if let Some(fields) = rule.as_object_mut() {
        fields.remove("id");
    }
    rule
}

/// Names of the variants of unit enums.
pub const UNITS: [&str; 4] = ["Fast", "slow", "a-b", "é"];

/// True if the variants of an enum with this many variants have comments.
pub fn is_documented(count: usize) -> bool {
    count == 3
}
