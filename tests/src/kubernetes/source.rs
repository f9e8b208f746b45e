//! The types in k8s-openapi's source: the fields of structs, and their names in JSON.

use super::Result;
use quote::ToTokens;
use std::{collections::BTreeMap, fs, path::Path};
use syn::{Expr, ImplItem, Item, ItemImpl, Lit, Stmt};

/// A type, in the notation of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Object(Vec<Field>),
    /// A type that is not a struct with fields: one word.
    Other(String),
}

/// A field, in the notation of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Field {
    pub(super) name: String,
    /// The name in Rust, or the text itself if no field holds it.
    pub(super) rust: Held,
    pub(super) optional: bool,
    pub(super) ty: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    Field(String),
    Text(String),
}

/// All types below a folder by name and module.
pub(super) fn types(folder: &Path) -> Result<BTreeMap<(String, String), Shape>> {
    let mut out = BTreeMap::new();
    read_folder(folder, "", &mut out)?;
    Ok(out)
}

fn read_folder(folder: &Path, module: &str, out: &mut BTreeMap<(String, String), Shape>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a name that is no text")?;
        if path.is_dir() {
            let module = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
            read_folder(&path, &module, out)?;
        } else if name != "mod" && !module.is_empty() {
            let file = syn::parse_file(&fs::read_to_string(&path)?)?;
            out.extend(read_types(&file.items).map(|(name, shape)| ((name, module.to_owned()), shape)));
        }
    }
    Ok(())
}

/// The types of a file that have a schema, except generic ones.
fn read_types(items: &[Item]) -> impl Iterator<Item = (String, Shape)> {
    let with_schema = implementations(items, "JsonSchema").filter(|item| item.generics.params.is_empty());
    with_schema.filter_map(|schema| {
        let name = schema.self_ty.to_token_stream().to_string();
        let fields = items.iter().find_map(|item| match item {
            Item::Struct(item) if item.ident == name => Some(&item.fields),
            _ => None,
        });
        let shape = match (name.as_str(), fields) {
            ("Quantity", _) => Shape::Other("quantity".to_owned()),
            ("Time", _) => Shape::Other("time".to_owned()),
            ("MicroTime", _) => Shape::Other("micro-time".to_owned()),
            ("IntOrString", _) => Shape::Other("int-or-string".to_owned()),
            (name, _) if name.starts_with("JSONSchemaPropsOr") => Shape::Other("union".to_owned()),
            (_, Some(syn::Fields::Named(fields))) => Shape::Object(read_fields(items, &name, fields)?),
            // untyped JSON below `type: object`
            _ => Shape::Other("untyped".to_owned()),
        };
        Some((name, shape))
    })
}

fn implementations<'i>(items: &'i [Item], name: &str) -> impl Iterator<Item = &'i ItemImpl> {
    items.iter().filter_map(move |item| match item {
        Item::Impl(item) => {
            let (path, _) = item.trait_.as_ref()?;
            path.segments.last().is_some_and(|last| last.ident == name).then_some(item)
        }
        _ => None,
    })
}

/// The fields with their names in JSON.
fn read_fields(items: &[Item], name: &str, fields: &syn::FieldsNamed) -> Option<Vec<Field>> {
    let of_type = |item: &&ItemImpl| item.self_ty.to_token_stream().to_string() == name;
    let serialize = implementations(items, "Serialize").find(of_type)?;
    let block = serialize.items.iter().find_map(|item| match item {
        ImplItem::Fn(item) => Some(&item.block),
        _ => None,
    })?;
    let constant = |name: &str| {
        let resource = implementations(items, "Resource").find(of_type)?;
        resource.items.iter().find_map(|item| match item {
            ImplItem::Const(item) if item.ident == name => text(&item.expr),
            _ => None,
        })
    };
    let types: BTreeMap<String, &syn::Type> = fields
        .named
        .iter()
        .filter_map(|field| Some((field.ident.as_ref()?.to_string(), &field.ty)))
        .collect();
    let mut out = Vec::new();
    for (name, value, optional) in block.stmts.iter().filter_map(written) {
        let (rust, ty) = match value.strip_prefix("& self . ") {
            Some(field) => (Held::Field(field.to_owned()), notation(types.get(field)?)),
            None => (Held::Text(constant(value.rsplit(' ').next()?)?), ("str".to_owned(), false)),
        };
        assert_eq!(optional, ty.1, "{name}: an `Option` is left out if it is `None`");
        out.push(Field { name, rust, optional, ty: ty.0 });
    }
    let of_fields = out.iter().filter(|field| matches!(field.rust, Held::Field(_))).count();
    assert_eq!(of_fields, types.len(), "{name}: each field is written");
    out.sort();
    Some(out)
}

/// The name that a statement writes, the value, and true if the value may be missing.
fn written(stmt: &Stmt) -> Option<(String, String, bool)> {
    match stmt {
        Stmt::Expr(Expr::Try(call), _) => {
            let (name, value) = arguments(&call.expr)?;
            Some((name, value, false))
        }
        Stmt::Expr(Expr::If(condition), _) => {
            let Expr::Let(condition_let) = &*condition.cond else { return None };
            let value = condition_let.expr.to_token_stream().to_string();
            let [Stmt::Expr(Expr::Try(call), _)] = condition.then_branch.stmts.as_slice() else {
                return None;
            };
            Some((arguments(&call.expr)?.0, value, true))
        }
        _ => None,
    }
}

fn arguments(call: &Expr) -> Option<(String, String)> {
    let Expr::Call(call) = call else { return None };
    if !call.func.to_token_stream().to_string().ends_with("serialize_field") {
        return None;
    }
    let mut arguments = call.args.iter().skip(1);
    Some((text(arguments.next()?)?, arguments.next()?.to_token_stream().to_string()))
}

fn text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// A Rust type in the notation of the table, and true if it is in an `Option`.
fn notation(ty: &syn::Type) -> (String, bool) {
    let text = ty.to_token_stream().to_string().replace(' ', "");
    match text.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => (short(inner), true),
        None => (short(&text), false),
    }
}

fn short(ty: &str) -> String {
    let inside = |prefix: &str| ty.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>')).map(short);
    if let Some(inner) = inside("std::vec::Vec<") {
        return format!("[{inner}]");
    }
    if let Some(inner) = inside("std::collections::BTreeMap<std::string::String,") {
        return format!("{{{inner}}}");
    }
    if let Some(inner) = inside("std::boxed::Box<") {
        return format!("&{inner}");
    }
    match ty {
        "std::string::String" => "str".to_owned(),
        "crate::ByteString" => "bytes".to_owned(),
        "bool" | "i32" | "i64" | "f64" => ty.to_owned(),
        _ => ty
            .strip_prefix("crate::")
            .unwrap_or_else(|| panic!("a type that the table has no name for: {ty}"))
            .to_owned(),
    }
}
