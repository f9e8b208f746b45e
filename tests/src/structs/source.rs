//! Writes trees of types as Rust code.

use super::{
    model::{Field, Item, ItemKind, ListKind, Presence, Tree, Ty, Variant},
    scalars,
    schema::{UNITS, is_documented},
};
use serde_json::Value;
use std::fmt::Write as _;

impl Tree {
    /// A module with all types.
    pub fn source(&self) -> String {
        let mut items = [String::from("use super::prelude::*;\n"), String::new()];
        for (number, item) in self.items.iter().enumerate() {
            items[usize::from(item.is_inner)] += &self.item(number, item);
        }
        let [outer, inner] = items;
        format!(
            "{outer}pub mod inner {{\nuse super::super::prelude::*;\n{inner}}}\npub type Root = {};\n",
            self.root()
        )
    }

    fn root(&self) -> &'static str {
        if self.is_resource { "Resource" } else { "T0" }
    }

    fn item(&self, number: usize, item: &Item) -> String {
        let defaults: String = match &item.kind {
            ItemKind::Struct(fields) => {
                fields.iter().map(|field| self.default_function(number, field)).collect()
            }
            _ => String::new(),
        };
        let body = self.body(number, item).replace(OWNER, &number.to_string());
        self.head(number, item) + &body + &defaults
    }

    /// The attributes of a type.
    fn head(&self, number: usize, item: &Item) -> String {
        let turbofish = if item.is_generic { "::<P0>" } else { "" };
        let schema = if item.is_kube { "KubeSchema" } else { "JsonSchema" };
        let mut head = format!("#[derive(XValidation, {schema}, Serialize, Deserialize, Clone, Debug)]\n");
        if matches!(item.kind, ItemKind::Units(_)) {
            head += "#[derive(PartialEq, Eq, PartialOrd, Ord)]\n";
        }
        if self.is_resource && number == 0 {
            head += "#[derive(CustomResource)]\n";
            head += "#[kube(group = \"example.dev\", version = \"v1\", kind = \"Resource\", namespaced)]\n";
            for rule in &self.root_rules {
                writeln!(head, "#[kube(validation = {:?})]", text(&rule["rule"])).unwrap_or_default();
            }
        }
        writeln!(head, "#[schemars(transform = T{number}{turbofish}::x_validations)]").unwrap_or_default();
        if item.is_camel {
            head += "#[serde(rename_all = \"camelCase\")]\n";
        }
        head.extend(rules(&item.rules, item.has_kube_rules));
        if let ItemKind::Choice { is_untagged: true, .. } = item.kind {
            head += "#[serde(untagged)]\n";
        }
        head
    }

    fn body(&self, number: usize, item: &Item) -> String {
        let name = format!("T{number}");
        let generics = if item.is_generic { "<P0>" } else { "" };
        let fields = |fields: &[Field], visibility: &str| -> String {
            fields.iter().map(|field| self.field(item, field, visibility)).collect()
        };
        let unnamed = |field: &Field, visibility: &str| {
            let ty = self.ty(&field.ty, item.is_inner);
            format!("({}{visibility}{ty})", Self::attributes(item, field))
        };
        match &item.kind {
            ItemKind::Struct(all) => format!("pub struct {name}{generics} {{\n{}}}\n", fields(all, "pub ")),
            ItemKind::Newtype(field) => format!("pub struct {name}{generics}{};\n", unnamed(field, "pub ")),
            ItemKind::Units(count) => {
                let comment = if is_documented(*count) { "/// One.\n" } else { "" };
                let variant = |(number, name): (usize, &&str)| {
                    format!("{comment}#[serde(rename = {name:?})] U{number},\n")
                };
                let variants: String = UNITS[..*count].iter().enumerate().map(variant).collect();
                format!("pub enum {name} {{\n{variants}}}\n")
            }
            ItemKind::Choice { variants, .. } => {
                let variant = |(number, variant): (usize, &Variant)| match variant {
                    Variant::Fields(all) => format!("VariantNo{number} {{\n{}}},\n", fields(all, "")),
                    Variant::Newtype(field) => format!("VariantNo{number}{},\n", unnamed(field, "")),
                };
                let variants: String = variants.iter().enumerate().map(variant).collect();
                format!("pub enum {name}{generics} {{\n{variants}}}\n")
            }
        }
    }

    fn field(&self, item: &Item, field: &Field, visibility: &str) -> String {
        let attributes = Self::attributes(item, field);
        format!("{attributes}{visibility}{}: {},\n", field.ident, self.ty(&field.ty, item.is_inner))
    }

    fn attributes(item: &Item, field: &Field) -> String {
        let (mut schemars, mut kube, mut own) = (Vec::new(), String::new(), String::new());
        if let Ty::Scalar(scalar) = field.ty.value() {
            schemars.push(scalars::ALL[*scalar].attribute.to_owned());
        }
        if let Ty::Scalar(scalar) = field.ty.innermost() {
            own += scalars::ALL[*scalar].own;
        }
        if field.is_opaque {
            own = "opaque".to_owned();
        }
        if field.is_embedded {
            schemars.push("extend(\"x-kubernetes-embedded-resource\" = true)".into());
        }
        match (&field.list, item.is_kube) {
            (ListKind::Atomic, _) => {}
            (list, true) => kube = list_for_kube(list),
            (list, false) => schemars.push(list_for_schemars(list)),
        }
        schemars.extend(bounds(field));
        // kube drops the rules of some types beside its own, and opaque values have no schema there.
        let is_plain = !matches!(field.ty.value(), Ty::Nested(_) | Ty::Instance(..)) && !field.is_opaque;
        let rules: String = rules(&field.rules, item.has_kube_rules && is_plain).collect();
        let element_rules = element_rules(field);
        let of = |name: &str, arguments: &str| match arguments {
            "" => String::new(),
            arguments => format!("#[{name}({arguments})]\n"),
        };
        let all = |name: &str, arguments: &[String]| -> String {
            arguments.iter().map(|arguments| of(name, arguments)).collect()
        };
        all("serde", &serde(field))
            + &all("schemars", &schemars)
            + &of("x_kube", &kube)
            + &of("x_validation", &own)
            + &rules
            + &all("x_validation", &element_rules)
    }

    fn default_function(&self, item: usize, field: &Field) -> String {
        let Presence::Default(Some(value)) = &field.presence else { return String::new() };
        let ty = self.ty(&field.ty, self.items[item].is_inner);
        let name = default_name(field).replace(OWNER, &item.to_string());
        format!("fn {name}() -> {ty} {{ json({:?}) }}\n", value.to_string())
    }

    fn ty(&self, ty: &Ty, is_inner: bool) -> String {
        let of = |inner: &Ty| self.ty(inner, is_inner);
        match ty {
            Ty::Scalar(scalar) => scalars::ALL[*scalar].rust.to_owned(),
            Ty::Nested(item) => {
                let module = match (is_inner, self.items[*item].is_inner) {
                    (false, true) => "inner::",
                    (true, false) => "super::",
                    _ => "",
                };
                format!("{module}T{item}")
            }
            Ty::Instance(item, argument) => format!("{}<{}>", of(&Ty::Nested(*item)), of(argument)),
            Ty::Parameter => "P0".to_owned(),
            Ty::Option(inner) => format!("Option<{}>", of(inner)),
            Ty::Box(inner) => format!("Box<{}>", of(inner)),
            Ty::List(name, inner) => format!("{name}<{}>", of(inner)),
            Ty::Array(inner, size) => format!("[{}; {size}]", of(inner)),
            Ty::Map(name, inner) => format!("{name}, {}>", of(inner)),
            Ty::Keyed(item, inner) => format!("BTreeMap<{}, {}>", of(&Ty::Nested(*item)), of(inner)),
            Ty::FreeMap(name) => format!("{name}<String, serde_json::Value>"),
        }
    }
}

/// The attributes for the rules of a node. Kube's form has one message.
fn rules(rules: &[Value], is_kube: bool) -> impl Iterator<Item = String> {
    let has_messages = |rule: &Value| rule["message"].is_string() && rule["messageExpression"].is_string();
    let is_kube = is_kube && !rules.iter().any(has_messages);
    rules.iter().map(move |rule| match is_kube {
        true => format!("#[x_kube(validation = {})]\n", for_kube(rule)),
        false => format!("#[x_validation({})]\n", arguments(rule)),
    })
}

/// `Rule::new("self > 0").message("too small")`
fn for_kube(rule: &Value) -> String {
    let mut out = format!("Rule::new({:?})", text(&rule["rule"]));
    let mut add = |method: &str, argument: Option<String>| {
        out.extend(argument.map(|argument| format!(".{method}({argument})")));
    };
    let quoted = |key: &str| rule[key].as_str().map(|text| format!("{text:?}"));
    add("message", quoted("message"));
    add("message", quoted("messageExpression").map(|text| format!("Message::Expression({text}.into())")));
    add("reason", rule["reason"].as_str().map(|reason| format!("Reason::{reason}")));
    add("field_path", quoted("fieldPath"));
    add("optional_old_self", rule["optionalOldSelf"].as_bool().map(|is_optional| is_optional.to_string()));
    out
}

/// The arguments of `x_validation` for a rule.
fn arguments(rule: &Value) -> String {
    let mut out = format!("rule = {:?}", text(&rule["rule"]));
    for (key, name) in [
        ("message", "message"),
        ("messageExpression", "message_expression"),
        ("reason", "reason"),
        ("fieldPath", "field_path"),
    ] {
        if let Some(text) = rule[key].as_str() {
            write!(out, ", {name} = {text:?}").unwrap_or_default();
        }
    }
    if let Some(optional) = rule["optionalOldSelf"].as_bool() {
        write!(out, ", optional_old_self = {optional}").unwrap_or_default();
    }
    out
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// `items(rule = "..")`, `values(items(rule = ".."))`
fn element_rules(field: &Field) -> Vec<String> {
    let (mut out, mut ty, mut ways) = (Vec::new(), &field.ty, Vec::new());
    for rules in &field.element_rules {
        ways.push(if matches!(ty.value(), Ty::Map(..)) { "values" } else { "items" });
        out.extend(rules.iter().map(|rule| {
            ways.iter().rev().fold(arguments(rule), |arguments, way| format!("{way}({arguments})"))
        }));
        let Some(element) = ty.element() else { break };
        ty = element;
    }
    out
}

/// The arguments of `serde` for a field.
fn serde(field: &Field) -> Vec<String> {
    let mut serde = Vec::new();
    serde.extend(field.rename.iter().map(|name| format!("rename = {name:?}")));
    match &field.presence {
        Presence::Plain => {}
        Presence::Default(None) => serde.push("default".into()),
        Presence::Default(Some(_)) => serde.push(format!("default = \"{}\"", default_name(field))),
        // serde would need a default for the argument.
        Presence::Skipped(function) if field.ty.has_parameter() => {
            serde.push(format!("skip_serializing_if = {function:?}"));
        }
        Presence::Skipped(function) => serde.push(format!("default, skip_serializing_if = {function:?}")),
    }
    if field.is_flattened {
        serde.push("flatten".into());
    }
    serde
}

fn list_for_kube(list: &ListKind) -> String {
    match list {
        ListKind::Atomic => String::new(),
        ListKind::Set => "merge_strategy = ListMerge::Set".into(),
        ListKind::Map(keys) => {
            let keys: String = keys.iter().map(|key| format!("{key:?}.into(),")).collect();
            format!("merge_strategy = ListMerge::Map(vec![{keys}])")
        }
    }
}

fn list_for_schemars(list: &ListKind) -> String {
    match list {
        ListKind::Atomic => String::new(),
        ListKind::Set => "extend(\"x-kubernetes-list-type\" = \"set\")".into(),
        ListKind::Map(keys) => {
            format!("extend(\"x-kubernetes-list-type\" = \"map\", \"x-kubernetes-list-map-keys\" = {keys:?})")
        }
    }
}

/// `length(max = 3)`, `inner(length(max = 10))`
fn bounds(field: &Field) -> Vec<String> {
    let own = field.max.zip(field.ty.max_keyword()).map(|(max, keyword)| match keyword {
        "maxProperties" => format!("extend({keyword:?} = {max})"),
        _ => format!("length(max = {max})"),
    });
    let of_items = field.max_of_items.map(|max| format!("inner(length(max = {max}))"));
    own.into_iter().chain(of_items).collect()
}

fn default_name(field: &Field) -> String {
    format!("default_{OWNER}_{}", field.ident.trim_start_matches("r#"))
}

/// Replaced by the number of the type.
const OWNER: &str = "OWNER";
