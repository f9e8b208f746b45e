//! What a Rust type looks like in JSON: `syn::Type` to `DeclType`.

use crate::{
    attr::schemars::Bounds,
    ctxt::Ctxt,
    expand::same_node,
    generics::This,
    hidden::Hidden,
    input::{Content, Property},
    kubernetes::{Meant, certain, meant},
    tokens::{At, Tokens, located},
};
use cel_codegen::schema::{
    Access, AccessStep, Bound, DeclField, DeclKind, DeclType, DefinitionId, HeldAs, ListType, ValidationRule,
    generics::{parameter, place_of_flattened},
    kubernetes,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};
use syn::{GenericArgument, Lit, PathArguments};

/// A Rust type and what it is to a schema.
#[derive(Clone)]
pub(crate) struct Typed {
    pub(crate) ty: syn::Type,
    pub(crate) shape: Shape,
}

/// The kinds of types that have a schema.
#[derive(Clone)]
pub(crate) enum Shape {
    Scalar(Scalar),
    Kubernetes(Kubernetes),
    Option(Box<Typed>),
    /// `Box`, `Arc`, `Rc`, `Cow`, `&`
    Pointer(Box<Typed>),
    List(Box<Typed>),
    /// An array, with its length.
    Array(Box<Typed>, TokenStream),
    Map(Box<Typed>),
    Nested(Nested),
    /// A type parameter of the item, by its number.
    Parameter(usize),
    /// `opaque`, and free-form values below `x-kubernetes-preserve-unknown-fields`
    Opaque,
    /// A map of free-form values.
    FreeMap,
    /// Reported.
    Error,
}

/// Types with a CEL type of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Int,
    WideInt,
    Double,
    String,
    /// A type that is written as the text it prints.
    Shown,
    /// The same, of one character.
    Char,
    Date,
    DateTime,
    /// `serde_json::Value` that is an int-or-string.
    Json,
}

/// Types that are read by functions: those of k8s-openapi through their public fields.
#[derive(Clone)]
pub(crate) enum Kubernetes {
    Time,
    MicroTime,
    IntOrString,
    Quantity,
    /// An object, whose fields rules read where they ask for them.
    Object(Meant),
    /// A `serde_json::Value` that is a resource of its own.
    Embedded,
    /// What only serde knows of a type.
    Hidden(Rc<Hidden>),
}

impl Kubernetes {
    /// The type in the table, if it is one.
    pub(crate) fn entry(&self) -> Option<kubernetes::Entry> {
        match self {
            Kubernetes::Time => kubernetes::at("apimachinery::pkg::apis::meta::v1::Time"),
            Kubernetes::MicroTime => kubernetes::at("apimachinery::pkg::apis::meta::v1::MicroTime"),
            Kubernetes::IntOrString => kubernetes::at("apimachinery::pkg::util::intstr::IntOrString"),
            Kubernetes::Quantity => kubernetes::at("apimachinery::pkg::api::resource::Quantity"),
            Kubernetes::Object(meant) => Some(meant.entry),
            Kubernetes::Embedded | Kubernetes::Hidden(_) => None,
        }
    }

    /// Where it is: a type of the user's own that has its name does not compile.
    pub(crate) fn path(&self, k8s_openapi: &Tokens) -> TokenStream {
        let path = match self {
            Kubernetes::Embedded => return quote!(__cel::serde_json::Value),
            Kubernetes::Hidden(_) => return quote!(_),
            Kubernetes::Time => quote!(apis::meta::v1::Time),
            Kubernetes::MicroTime => quote!(apis::meta::v1::MicroTime),
            Kubernetes::IntOrString => quote!(util::intstr::IntOrString),
            Kubernetes::Quantity => quote!(api::resource::Quantity),
            Kubernetes::Object(meant) => {
                let path = meant.entry.path();
                let path = path.split("::").map(|name| format_ident!("{name}"));
                return quote!(#k8s_openapi::#(#path)::*);
            }
        };
        quote!(#k8s_openapi::apimachinery::pkg::#path)
    }
}

/// A type that derives `XValidation`.
#[derive(Clone)]
pub(crate) struct Nested {
    /// Its schema macro, without generic arguments.
    pub(crate) macro_path: syn::Path,
    /// Equal for two fields only if the macro is the same one, and the arguments.
    pub(crate) key: String,
    /// The type arguments.
    pub(crate) arguments: Vec<Typed>,
    /// The other arguments as they are written, if they are constants.
    pub(crate) constants: String,
}

impl Nested {
    /// A type without arguments.
    pub(crate) fn plain(macro_path: syn::Path, key: String) -> Self {
        Nested { macro_path, key, arguments: Vec::new(), constants: String::new() }
    }
}

/// What is known of a type where it is used.
pub(crate) struct Use<'a> {
    pub(crate) owner: &'a Ident,
    pub(crate) this: &'a This<'a>,
    pub(crate) schema: Option<&'a syn::Path>,
    pub(crate) nested: bool,
    pub(crate) opaque: bool,
    /// Of its innermost type only serde knows what is written.
    pub(crate) hidden: Option<&'a Rc<Hidden>>,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) int_or_string: bool,
    pub(crate) embedded_resource: bool,
    /// `k8s_openapi` says what the crate of that name is called.
    pub(crate) k8s_openapi: bool,
    /// Unique among the container's fields.
    pub(crate) index: usize,
}

impl Typed {
    /// The shape of a field's type; what has no schema is reported at the type.
    pub(crate) fn of(cx: &Ctxt, ty: &syn::Type, using: &Use<'_>) -> Typed {
        let ty = peel(ty);
        let is_whole = |hidden: &&Rc<Hidden>| {
            hidden.is_whole || !is_container(ty) || hidden.scalar.is_none() && has_other_keys(ty)
        };
        let hidden = using.hidden.filter(is_whole);
        let shape = match ty {
            _ if let Some(hidden) = hidden => Shape::Kubernetes(Kubernetes::Hidden(hidden.clone())),
            _ if using.opaque && using.hidden.is_none() => Shape::Opaque,
            syn::Type::Path(path) => path_shape(cx, path, using),
            syn::Type::Array(array) => {
                let len = array.len.to_token_stream();
                Shape::Array(Box::new(Typed::of(cx, &array.elem, using)), len)
            }
            syn::Type::Slice(slice) => Shape::List(Box::new(Typed::of(cx, &slice.elem, using))),
            syn::Type::Reference(reference) if reference.mutability.is_none() => {
                Shape::Pointer(Box::new(Typed::of(cx, &reference.elem, using)))
            }
            syn::Type::Tuple(_) => refuse(cx, ty, "tuples have no structural schema", STRUCT_OR_OPAQUE),
            _ => refuse(cx, ty, "no schema is known for this type", OPAQUE),
        };
        Typed { ty: ty.clone(), shape }
    }

    /// The type of the value where it is there.
    pub(crate) fn value(&self) -> &Typed {
        match &self.shape {
            Shape::Option(inner) => inner,
            _ => self,
        }
    }

    /// The type of the elements of a list or a map.
    pub(crate) fn element(&self) -> Option<&Typed> {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.element(),
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(inner) => Some(inner),
            _ => None,
        }
    }

    /// The types that derive `XValidation` in this one, at most one.
    pub(crate) fn nested(&self) -> Option<(&Typed, &Nested)> {
        match &self.shape {
            Shape::Nested(nested) => Some((self, nested)),
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.nested(),
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => None,
        }
    }

    /// All types that derive `XValidation` in this one, arguments before what has them.
    pub(crate) fn all_nested<'t>(&'t self, out: &mut Vec<(&'t Typed, &'t Nested)>) {
        if let Some((typed, nested)) = self.nested() {
            nested.arguments.iter().for_each(|argument| argument.all_nested(out));
            out.push((typed, nested));
        }
    }

    /// The value is one of a type parameter.
    pub(crate) fn is_parameter(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_parameter(),
            shape => matches!(shape, Shape::Parameter(_)),
        }
    }

    /// A type parameter is somewhere in the type.
    pub(crate) fn has_parameter(&self) -> bool {
        match &self.shape {
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.has_parameter(),
            Shape::Nested(nested) => nested.arguments.iter().any(Typed::has_parameter),
            Shape::Parameter(_) => true,
            Shape::Scalar(_) | Shape::Kubernetes(_) | Shape::Opaque | Shape::FreeMap | Shape::Error => false,
        }
    }

    /// The type of k8s-openapi in this one, as written.
    pub(crate) fn kubernetes(&self) -> Option<(&Typed, &Kubernetes)> {
        match &self.shape {
            Shape::Kubernetes(kubernetes) => Some((self, kubernetes)),
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.kubernetes(),
            Shape::Scalar(_)
            | Shape::Nested(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => None,
        }
    }

    /// All types of k8s-openapi in this one, also in the arguments of a generic type.
    pub(crate) fn all_kubernetes<'t>(&'t self, out: &mut Vec<(&'t Typed, &'t Kubernetes)>) {
        out.extend(self.kubernetes());
        if let Some((_, nested)) = self.nested() {
            nested.arguments.iter().for_each(|argument| argument.all_kubernetes(out));
        }
    }

    /// A property of this type has a method that gives its value as Rust holds it, for arguments that show themselves in no other way.
    pub(crate) fn is_raw(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_raw(),
            _ => self.is_plain(&|shape| matches!(shape, Shape::Parameter(_))),
        }
    }

    /// Rules can look into this argument of a generic type, which is or holds a type of k8s-openapi.
    pub(crate) fn is_readable_argument(&self) -> bool {
        let is_known = |shape: &Shape| matches!(shape, Shape::Kubernetes(kubernetes) if !matches!(kubernetes, Kubernetes::Embedded | Kubernetes::Hidden(_)));
        self.is_plain(&is_known)
    }

    /// There is nothing but `Vec` and `BTreeMap` around a type of a kind.
    fn is_plain(&self, is_meant: &dyn Fn(&Shape) -> bool) -> bool {
        let is_named = |name: &str| matches!(&self.ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name));
        match &self.shape {
            Shape::List(inner) => is_named("Vec") && inner.is_plain(is_meant),
            Shape::Map(inner) => {
                is_named("BTreeMap") && has_string_keys(&self.ty) && inner.is_plain(is_meant)
            }
            shape => is_meant(shape),
        }
    }

    pub(crate) fn is_map(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_map(),
            shape => matches!(shape, Shape::Map(_) | Shape::FreeMap),
        }
    }

    /// True for untyped JSON, which may be null.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.shape, Shape::Scalar(Scalar::Json))
    }

    /// What only serde knows of it, if that is so of the whole.
    pub(crate) fn hidden(&self) -> Option<&Hidden> {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.hidden(),
            Shape::Kubernetes(Kubernetes::Hidden(hidden)) => Some(hidden),
            _ => None,
        }
    }

    /// Whether only the value tells that it is null.
    pub(crate) fn may_be_null(&self) -> bool {
        match &self.shape {
            Shape::Pointer(inner) => inner.may_be_null(),
            Shape::Kubernetes(Kubernetes::Hidden(hidden)) => {
                hidden.scalar.is_none() || hidden.write.is_some()
            }
            _ => false,
        }
    }

    pub(crate) fn is_opaque(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_opaque(),
            shape => matches!(shape, Shape::Opaque),
        }
    }
}

/// Whether it is one of std's containers, which are read as such.
fn is_container(ty: &syn::Type) -> bool {
    match peel(ty) {
        syn::Type::Array(_) | syn::Type::Slice(_) => true,
        syn::Type::Reference(reference) => reference.mutability.is_none(),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let types = type_arguments(&last.arguments).len();
            match last.ident.to_string().as_str() {
                "Option" | "Box" | "Arc" | "Rc" | "Cow" | "Vec" | "VecDeque" | "BTreeSet" | "IndexSet" => {
                    types == 1
                }
                "HashSet" => types > 0,
                "BTreeMap" | "HashMap" | "IndexMap" => types > 1,
                _ => false,
            }
        }),
        _ => false,
    }
}

/// Whether it is a map whose keys are no texts. schemars makes properties of the variants of an enum.
fn has_other_keys(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| {
        match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
            ("BTreeMap" | "HashMap" | "IndexMap", [key, _, ..]) => !is_text(key),
            _ => false,
        }
    })
}

/// Whether it is a map with `String` keys.
fn has_string_keys(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    let key = last.and_then(|last| type_arguments(&last.arguments).first().copied().map(peel));
    matches!(key, Some(syn::Type::Path(key)) if key.path.segments.last().is_some_and(|last| last.ident == "String"))
}

/// The type inside of parentheses and macro fragments.
pub(crate) fn peel(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Group(group) => peel(&group.elem),
        syn::Type::Paren(paren) => peel(&paren.elem),
        ty => ty,
    }
}

const OPAQUE: &str = "mark the field `#[x_validation(opaque)]`, so that rules do not look into it";
const STRUCT_OR_OPAQUE: &str = "use a struct, or mark the field `#[x_validation(opaque)]`";

fn refuse(cx: &Ctxt, at: &impl ToTokens, message: &str, help: &str) -> Shape {
    cx.error_in(at, message, help);
    Shape::Error
}

fn path_shape(cx: &Ctxt, path: &syn::TypePath, using: &Use<'_>) -> Shape {
    let Some(segment) = path.path.segments.last() else { return Shape::Error };
    if path.qself.is_some() {
        return refuse(cx, path, "the schema of an associated type is not known", ASSOCIATED);
    }
    if using.this.is_of_parameter(&path.path) {
        return refuse(cx, path, "the schema of an associated type is not known", ASSOCIATED);
    }
    if let Some(n) = using.this.parameter(&path.path) {
        return Shape::Parameter(n);
    }
    let types = type_arguments(&segment.arguments);
    let name = segment.ident.to_string();
    let inner = |ty: &syn::Type| Box::new(Typed::of(cx, ty, using));
    match (name.as_str(), types.as_slice()) {
        ("Option", [ty]) => {
            let inner = inner(ty);
            if matches!(inner.shape, Shape::Option(_)) {
                return refuse(
                    cx,
                    path,
                    "an `Option` in an `Option` has no structural schema",
                    STRUCT_OR_OPAQUE,
                );
            }
            return Shape::Option(inner);
        }
        ("Box" | "Arc" | "Rc" | "Cow", [ty]) => return Shape::Pointer(inner(ty)),
        ("Vec" | "VecDeque" | "BTreeSet" | "IndexSet", [ty]) | ("HashSet", [ty] | [ty, _]) => {
            let inner = inner(ty);
            return match inner.shape {
                Shape::Opaque => Shape::Opaque,
                _ => Shape::List(inner),
            };
        }
        ("BTreeMap", [key, value]) | ("HashMap" | "IndexMap", [key, value] | [key, value, _]) => {
            return map_shape(cx, key, value, using);
        }
        ("Map", [_, value]) if is_free_form(value) => return Shape::FreeMap,
        ("PhantomData", [_]) => return refuse(cx, path, "`PhantomData` has no structural schema", SKIP),
        _ => {}
    }
    let schema = using.schema;
    if using.nested || schema.is_some() {
        return match schema.and_then(certain) {
            Some(entry) => foreign_shape(cx, path, Meant { entry, is_guess: false }),
            None => nested_shape(cx, path, schema, using),
        };
    }
    if let Some(feature) = missing_feature(&name, types.len()) {
        return needs_feature(cx, path, &name, feature);
    }
    if path.path.segments.first().is_some_and(|first| first.ident == "ipnet") {
        let hidden = Hidden { scalar: Some(DeclKind::String), write: None, is_whole: false };
        return Shape::Kubernetes(Kubernetes::Hidden(Rc::new(hidden)));
    }
    match (name.as_str(), types.len()) {
        ("OsString" | "OsStr", 0) => refuse(cx, path, "an `OsString` is not written as a text", TEXT),
        ("DateTime", 1) => Shape::Scalar(Scalar::DateTime),
        ("NonZero", 1) => match types.first().copied().map(peel) {
            Some(syn::Type::Path(inner)) => {
                inner.path.get_ident().and_then(|name| scalar(&name.to_string())).unwrap_or(Shape::Error)
            }
            _ => Shape::Error,
        },
        ("Value", 0) if using.embedded_resource => Shape::Kubernetes(Kubernetes::Embedded),
        ("Value", 0) if using.int_or_string => Shape::Scalar(Scalar::Json),
        ("Value", 0) if using.preserve_unknown_fields => Shape::Opaque,
        ("Value", 0) => refuse(cx, path, "a free-form value has no structural schema", PRESERVE),
        (_, 0) => match scalar(&name) {
            Some(shape) => shape,
            None => match meant(&path.path, using.k8s_openapi) {
                Some(meant) => foreign_shape(cx, path, meant),
                None => nested_shape(cx, path, schema, using),
            },
        },
        _ => nested_shape(cx, path, schema, using),
    }
}

/// The feature that cel-runtime lacks to read a type of this name.
fn missing_feature(name: &str, types: usize) -> Option<&'static str> {
    let (feature, is_there) = match (name, types) {
        ("DateTime", 1) | ("NaiveDate", 0) => ("chrono", cfg!(feature = "chrono")),
        ("Timestamp" | "Date", 0) => ("jiff", cfg!(feature = "jiff")),
        ("Url", 0) => ("url", cfg!(feature = "url")),
        ("Uuid", 0) => ("uuid", cfg!(feature = "uuid")),
        _ => return None,
    };
    (!is_there).then_some(feature)
}

fn needs_feature(cx: &Ctxt, path: &syn::TypePath, name: &str, feature: &str) -> Shape {
    let message = format!("`{name}` needs the feature `{feature}` of cel-runtime");
    let version = env!("CARGO_PKG_VERSION");
    let help = format!(
        "write in Cargo.toml: `cel-runtime = {{ version = \"{version}\", features = [\"{feature}\"] }}`,\n      or mark the field `#[x_validation(nested)]` if the type is one of yours that derives `XValidation`"
    );
    refuse(cx, path, &message, &help)
}

/// A type of k8s-openapi.
fn foreign_shape(cx: &Ctxt, path: &syn::TypePath, meant: Meant) -> Shape {
    let entry = meant.entry;
    if entry.is_recursive() {
        let message = "a type that contains itself has no structural schema";
        return refuse(cx, path, message, OPAQUE);
    }
    Shape::Kubernetes(match entry.shape(None) {
        kubernetes::Shape::Quantity => Kubernetes::Quantity,
        kubernetes::Shape::Time => Kubernetes::Time,
        kubernetes::Shape::MicroTime => Kubernetes::MicroTime,
        kubernetes::Shape::IntOrString => Kubernetes::IntOrString,
        kubernetes::Shape::Object(_) | kubernetes::Shape::Untyped | kubernetes::Shape::Union => {
            Kubernetes::Object(meant)
        }
    })
}

const ASSOCIATED: &str = "name the type, or mark the field `#[x_validation(opaque)]`";
const TEXT: &str = "use a `String` or a `PathBuf`, or mark the field `#[x_validation(opaque)]`";
const SKIP: &str = "add `#[serde(skip)]`";
const PRESERVE: &str =
    "add `#[schemars(extend(\"x-kubernetes-preserve-unknown-fields\" = true))]` or `#[x_validation(opaque)]`";

/// Types by the last segment of their path. A name is a guess: generated code proves it.
pub(crate) fn scalar(name: &str) -> Option<Shape> {
    Some(match name {
        "bool" => Shape::Scalar(Scalar::Bool),
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" => Shape::Scalar(Scalar::Int),
        "u64" | "usize" => Shape::Scalar(Scalar::WideInt),
        "f32" | "f64" => Shape::Scalar(Scalar::Double),
        "NonZeroI8" | "NonZeroI16" | "NonZeroI32" | "NonZeroI64" | "NonZeroIsize" | "NonZeroU8"
        | "NonZeroU16" | "NonZeroU32" => Shape::Scalar(Scalar::Int),
        "NonZeroU64" | "NonZeroUsize" => Shape::Scalar(Scalar::WideInt),
        "String" | "str" | "Url" | "PathBuf" => Shape::Scalar(Scalar::String),
        "Uuid" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr" => Shape::Scalar(Scalar::Shown),
        "char" => Shape::Scalar(Scalar::Char),
        "NaiveDate" | "Date" => Shape::Scalar(Scalar::Date),
        "Timestamp" => Shape::Scalar(Scalar::DateTime),
        "Time" => Shape::Kubernetes(Kubernetes::Time),
        "MicroTime" => Shape::Kubernetes(Kubernetes::MicroTime),
        "IntOrString" => Shape::Kubernetes(Kubernetes::IntOrString),
        "Quantity" => Shape::Kubernetes(Kubernetes::Quantity),
        _ => return None,
    })
}

fn map_shape(cx: &Ctxt, key: &syn::Type, value: &syn::Type, using: &Use<'_>) -> Shape {
    if !is_text(key) {
        let help = "use `String` keys, or mark the field `#[x_validation(opaque)]`";
        return refuse(cx, key, "the keys of a map must be strings", help);
    }
    if is_free_form(value) && !using.int_or_string {
        return Shape::FreeMap;
    }
    Shape::Map(Box::new(Typed::of(cx, value, using)))
}

fn is_text(ty: &syn::Type) -> bool {
    match peel(ty) {
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            match (segment.ident.to_string().as_str(), type_arguments(&segment.arguments).as_slice()) {
                ("String" | "str", []) => true,
                ("Box" | "Arc" | "Rc" | "Cow", [ty]) => is_text(ty),
                _ => false,
            }
        }),
        syn::Type::Reference(reference) => is_text(&reference.elem),
        _ => false,
    }
}

fn is_free_form(ty: &syn::Type) -> bool {
    matches!(peel(ty), syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Value"))
}

pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<&syn::Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn nested_shape(cx: &Ctxt, path: &syn::TypePath, schema: Option<&syn::Path>, using: &Use<'_>) -> Shape {
    let (name, arguments) = without_arguments(&path.path);
    if name.is_ident("Self") || name.get_ident().is_some_and(|ident| ident == using.owner) {
        return refuse(cx, path, "a type that contains itself has no structural schema", OPAQUE);
    }
    let using = &Use { nested: false, schema: None, ..*using };
    let types = type_arguments(&arguments).into_iter().filter(|ty| !using.this.is_constant(ty));
    let types = types.map(|ty| argument(cx, ty, using)).collect();
    let macro_path = schema.cloned().unwrap_or(name);
    let mut key = macro_path.to_token_stream().to_string();
    if !matches!(arguments, PathArguments::None) {
        key = format!("{key} {}", arguments.to_token_stream());
    }
    // `$crate` of two crates prints alike
    if key.contains('$') {
        key = format!("{key} {}", using.index);
    }
    Shape::Nested(Nested {
        macro_path,
        key,
        arguments: types,
        constants: const_arguments(&arguments, using.this),
    })
}

/// A path without the arguments of its last segment, and these.
fn without_arguments(path: &syn::Path) -> (syn::Path, PathArguments) {
    let mut path = path.clone();
    let arguments = path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    (path, arguments.unwrap_or_default())
}

/// An argument of a generic type: of free-form ones, and of foreign ones without a structural schema, rules see nothing.
pub(crate) fn argument(cx: &Ctxt, ty: &syn::Type, using: &Use<'_>) -> Typed {
    let is_unseen = |path: &syn::Path| {
        let is_value =
            path.segments.last().is_some_and(|last| last.ident == "Value" && last.arguments.is_none());
        let is_foreign = path.segments.first().is_some_and(|first| first.ident == "k8s_openapi");
        is_value || is_foreign && certain(path).is_none_or(|entry| entry.is_recursive())
    };
    match peel(ty) {
        syn::Type::Path(path) if path.qself.is_none() && is_unseen(&path.path) => {
            Typed { ty: ty.clone(), shape: Shape::Opaque }
        }
        ty => Typed::of(cx, ty, using),
    }
}

fn const_arguments(arguments: &PathArguments, this: &This<'_>) -> String {
    let PathArguments::AngleBracketed(arguments) = arguments else { return String::new() };
    let constants = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Const(constant) => Some(constant.to_token_stream().to_string()),
        GenericArgument::Type(ty) if this.is_constant(ty) => Some(ty.to_token_stream().to_string()),
        _ => None,
    });
    constants.collect::<Vec<_>>().join(",")
}

/// The properties of an object, and whether it preserves unknown ones.
pub(crate) type Properties = (Vec<DeclField>, bool);

/// Builds the model of a container once the ids of the nested types are known.
pub(crate) struct Model<'a> {
    /// By [`Nested::key`]; missing after an error.
    pub(crate) ids: &'a BTreeMap<String, DefinitionId>,
    /// The types as written, by the same key.
    pub(crate) types: &'a BTreeMap<String, Tokens>,
    /// The properties of flattened types, by the same key.
    pub(crate) flattened: &'a dyn Fn(&str) -> Option<Properties>,
    /// The newtypes that may be null, by the same key.
    pub(crate) nullable: &'a BTreeSet<String>,
    /// Bounds that are expressions.
    pub(crate) symbols: Vec<Tokens>,
    /// The item's own id.
    pub(crate) id: &'a str,
}

impl Model<'_> {
    /// An object with these properties.
    pub(crate) fn object(&mut self, properties: &[Property], preserve_unknown_fields: bool) -> DeclType {
        let mut fields = Vec::new();
        let mut preserve = preserve_unknown_fields;
        for (n, property) in (0..).zip(properties) {
            self.property(n, property, &mut fields, &mut preserve);
        }
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: preserve })
    }

    fn property(&mut self, n: u32, property: &Property, fields: &mut Vec<DeclField>, preserve: &mut bool) {
        let nested = property.typed().and_then(|typed| same_node(typed.value())?.nested());
        let may_be_null = nested.is_some_and(|(_, nested)| self.nullable.contains(&nested.key));
        let optional = property.optional() || may_be_null;
        let is_raw = property.typed().is_some_and(Typed::is_raw);
        let step = AccessStep { is_raw, ..AccessStep::new(&property.method.to_string(), optional) };
        let mut node = match &property.content {
            Content::Value(typed) => self.node(typed, &property.bounds),
            Content::Object(properties) => {
                DeclType { held: HeldAs::Variant(n), ..self.object(properties, false) }
            }
            Content::Flatten(typed) => {
                return self.flatten(typed, &step, fields, preserve);
            }
        };
        node.defaulted = property.defaulted;
        if property.is_unwritten {
            node.held = HeldAs::Unwritten;
        }
        node.rules = property.attrs.rules.iter().map(|rule| rule.rule.clone()).collect();
        if property.attrs.opaque.is_some() && property.attrs.server_only.is_some() {
            node.rules.push(ValidationRule { server_only: true, ..ValidationRule::default() });
        }
        add_element_rules(&mut node, property);
        fields.push(DeclField {
            name: property.name.clone(),
            rust_name: (property.rust_name != property.name).then(|| property.rust_name.clone()),
            node,
            required: property.required,
            access: Access::of(vec![step]),
        });
    }

    /// The properties of a flattened type become properties of the type around it.
    fn flatten(
        &mut self,
        typed: &Typed,
        step: &AccessStep,
        fields: &mut Vec<DeclField>,
        preserve: &mut bool,
    ) {
        if typed.is_parameter() {
            // The properties are known where the type is used.
            let node = self.node(typed, &Bounds::default());
            let (name, access) = (place_of_flattened(&step.method), Access::of(vec![step.clone()]));
            fields.push(DeclField { name, rust_name: None, node, required: false, access });
            return;
        }
        let Some((_, nested)) = typed.nested() else {
            *preserve = true;
            return;
        };
        let Some((inner, preserves)) = (self.flattened)(&nested.key) else { return };
        *preserve |= preserves;
        for mut field in inner {
            field.access.prepend(step);
            field.required &= !step.optional;
            self.adopt_bounds(&mut field.node, &nested.key);
            fields.push(field);
        }
    }

    /// Bounds of a flattened type become bounds of the type around it.
    fn adopt_bounds(&mut self, node: &mut DeclType, key: &str) {
        if let (Some(Bound::Symbol(n)), Some(ty)) = (node.max, self.types.get(key)) {
            let n = n as usize;
            self.symbols.push(Tokens::new(&quote!(<#ty as __cel::Compiled>::BOUNDS[#n])));
            node.max = Some(Bound::Symbol(u32::try_from(self.symbols.len() - 1).unwrap_or(u32::MAX)));
        }
        match &mut node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => {
                self.adopt_bounds(inner, key);
            }
            DeclKind::Object { fields, .. } => {
                fields.as_mut_vec().iter_mut().for_each(|field| self.adopt_bounds(&mut field.node, key));
            }
            _ => {}
        }
    }

    /// What a newtype holds.
    pub(crate) fn newtype(&mut self, property: &Property) -> DeclType {
        let Content::Value(typed) = &property.content else { return DeclType::new(DeclKind::Error) };
        let mut node = self.node(typed, &property.bounds);
        add_element_rules(&mut node, property);
        node
    }

    /// The schema of a value.
    pub(crate) fn node(&mut self, typed: &Typed, bounds: &Bounds) -> DeclType {
        let mut node = match &typed.shape {
            Shape::Option(inner) => {
                let mut node = self.node(inner, bounds);
                node.nullable = true;
                return node;
            }
            Shape::Pointer(inner) => return self.node(inner, bounds),
            Shape::Scalar(scalar) => scalar_node(*scalar, bounds),
            Shape::Kubernetes(Kubernetes::Time | Kubernetes::MicroTime) => DeclType::new(DeclKind::DateTime),
            Shape::Kubernetes(Kubernetes::IntOrString | Kubernetes::Quantity) => {
                DeclType::new(DeclKind::IntOrString)
            }
            Shape::Kubernetes(Kubernetes::Object(meant)) => meant.node(),
            Shape::Kubernetes(Kubernetes::Embedded) => embedded_resource(),
            Shape::Kubernetes(Kubernetes::Hidden(hidden)) => hidden.node(),
            Shape::List(inner) => self.list(inner, bounds),
            Shape::Array(inner, len) => {
                let mut node = self.list(inner, bounds);
                node.max = Some(self.bound(len));
                node
            }
            Shape::Map(inner) => {
                let values = Box::new(self.node(inner, &Bounds::default()));
                DeclType::new(DeclKind::Map { values })
            }
            Shape::Nested(nested) => DeclType::new(match self.ids.get(&nested.key) {
                Some(id) => DeclKind::Ref(id.clone()),
                None => DeclKind::Error,
            }),
            Shape::Parameter(n) => {
                // Of free-form arguments the field says whether unknown keys stay.
                let held = if bounds.preserve_unknown_fields { HeldAs::FreeMap } else { HeldAs::Native };
                DeclType { held, ..DeclType::new(DeclKind::Ref(parameter(self.id, *n))) }
            }
            Shape::FreeMap => {
                let preserve_unknown_fields = bounds.preserve_unknown_fields;
                let kind = DeclKind::Object { fields: Vec::new().into(), preserve_unknown_fields };
                DeclType { held: HeldAs::FreeMap, ..DeclType::new(kind) }
            }
            Shape::Opaque => DeclType::new(DeclKind::Unknown),
            Shape::Error => DeclType::new(DeclKind::Error),
        };
        let max = match &typed.shape {
            Shape::List(_) | Shape::Array(..) => bounds.length.as_ref().or(bounds.max_items.as_ref()),
            Shape::Map(_) | Shape::FreeMap => bounds.max_properties.as_ref(),
            _ => bounds.length.as_ref().or(bounds.max_length.as_ref()),
        };
        if let Some(max) = max {
            node.max = Some(self.bound(max));
        }
        node
    }

    fn list(&mut self, inner: &Typed, bounds: &Bounds) -> DeclType {
        let inner_bounds = bounds.inner.as_deref().cloned().unwrap_or_default();
        let items = Box::new(self.node(inner, &inner_bounds));
        let list_type = bounds.list_type.clone().unwrap_or(ListType::Atomic);
        DeclType::new(DeclKind::List { items, list_type })
    }

    fn bound(&mut self, expression: &TokenStream) -> Bound {
        if let Ok(Lit::Int(number)) = syn::parse2::<Lit>(expression.clone())
            && let Ok(number) = number.base10_parse()
        {
            return Bound::Value(number);
        }
        self.symbols.push(located(expression));
        Bound::Symbol(u32::try_from(self.symbols.len() - 1).unwrap_or(u32::MAX))
    }
}

/// What rules see of a resource whose schema declares nothing (k8s: `schema/cel/model/schemas.go`, `WithTypeAndObjectMeta`).
fn embedded_resource() -> DeclType {
    let text = |max| DeclType { max, ..DeclType::new(DeclKind::String) };
    let name = |name, method, max| embedded_field(name, method, text(Some(Bound::Value(max))));
    let names = vec![name("name", "f_name", 253), name("generateName", "f_generate_name", 252)];
    let object = |fields: Vec<DeclField>| {
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: true })
    };
    let fields = vec![
        embedded_field("apiVersion", "f_api_version", text(None)),
        embedded_field("kind", "f_kind", text(None)),
        embedded_field("metadata", "f_metadata", object(names)),
    ];
    DeclType { held: HeldAs::Resource, ..object(fields) }
}

fn embedded_field(name: &str, method: &str, node: DeclType) -> DeclField {
    let access = Access::of(vec![AccessStep::new(method, true)]);
    DeclField { name: name.to_owned(), rust_name: None, node, required: false, access }
}

fn add_element_rules(mut node: &mut DeclType, property: &Property) {
    for depth in 1..=property.attrs.depth() {
        let (DeclKind::List { items: element, .. } | DeclKind::Map { values: element }) = &mut node.kind
        else {
            return;
        };
        element.rules = property.attrs.rules_at(depth).map(|rule| rule.rule.clone()).collect();
        node = element;
    }
}

pub(crate) fn scalar_node(scalar: Scalar, bounds: &Bounds) -> DeclType {
    let (kind, held) = match scalar {
        Scalar::Bool => (DeclKind::Bool, HeldAs::Native),
        Scalar::Int => (DeclKind::Int, HeldAs::Native),
        Scalar::WideInt => (DeclKind::Int, HeldAs::WideInt),
        Scalar::Double => (DeclKind::Double, HeldAs::Native),
        Scalar::String => match formatted_kind(bounds) {
            Some(kind) => (kind, HeldAs::Text),
            None => (DeclKind::String, HeldAs::Native),
        },
        Scalar::Shown | Scalar::Char => (DeclKind::String, HeldAs::Shown),
        Scalar::Date => (DeclKind::Date, HeldAs::Native),
        Scalar::DateTime => (DeclKind::DateTime, HeldAs::Native),
        Scalar::Json => (DeclKind::IntOrString, HeldAs::Json),
    };
    let max = (scalar == Scalar::Char).then_some(Bound::Value(1));
    DeclType { held, max, ..DeclType::new(kind) }
}

/// A string whose format gives it another CEL type: the server converts it at each access.
pub(crate) fn formatted_kind(bounds: &Bounds) -> Option<DeclKind> {
    match bounds.format.as_deref()? {
        "date-time" => Some(DeclKind::DateTime),
        "date" => Some(DeclKind::Date),
        "duration" => Some(DeclKind::Duration),
        "byte" => Some(DeclKind::Bytes),
        _ => None,
    }
}

/// The type with its containers written by their full paths; `None` if it has none. Generated code proves that it is the
/// same type, so a container of the user's own that has the name of a known one does not compile.
pub(crate) fn proven(typed: &Typed, at: At) -> Option<Tokens> {
    let syn::Type::Path(path) = &typed.ty else {
        return match &typed.shape {
            Shape::Array(elem, len) => Some(at.write("[#0; #1]", &[proven(elem, at)?, located(len)])),
            _ => None,
        };
    };
    let segment = path.path.segments.last()?;
    let (container, element) = std_container(&typed.shape, &segment.ident.to_string())?;
    let element = proven(element, at).unwrap_or_else(|| located(&element.ty));
    Some(match &typed.shape {
        Shape::Map(_) => {
            let key = located(type_arguments(&segment.arguments).first()?);
            at.write(container, &[key, element])
        }
        _ => at.write(container, &[element]),
    })
}

/// Where std has a type of this name, and what it holds.
fn std_container<'t>(shape: &'t Shape, name: &str) -> Option<(&'static str, &'t Typed)> {
    Some(match (shape, name) {
        (Shape::Option(inner), _) => ("__cel::std::option::Option<#0>", inner),
        (Shape::List(inner), "Vec") => ("__cel::std::vec::Vec<#0>", inner),
        (Shape::Pointer(inner), "Box") => ("__cel::std::boxed::Box<#0>", inner),
        (Shape::List(inner), "BTreeSet") => ("__cel::std::collections::BTreeSet<#0>", inner),
        (Shape::List(inner), "VecDeque") => ("__cel::std::collections::VecDeque<#0>", inner),
        (Shape::Map(inner), "BTreeMap") => ("__cel::std::collections::BTreeMap<#0, #1>", inner),
        _ => return None,
    })
}
