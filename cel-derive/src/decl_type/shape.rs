//! Finds the shape of a type by its name, its arguments, and the attributes of the field.

use super::{
    Hidden, Keys, Kubernetes, Nested, Scalar, Shape, Typed, Use,
    containers::{Held, has_other_keys, held, is_container, is_text, is_value, peel, type_arguments},
};
use crate::{
    ctxt::Ctxt,
    generics::This,
    kubernetes::{Meant, certain, is_below_crate, is_byte_string, listed, meant, told},
    source::{is_of_crate, is_own, is_std, marks},
};
use cel_compiler::schema::{DeclKind, kubernetes};
use proc_macro2::Ident;
use quote::ToTokens;
use std::rc::Rc;
use syn::{GenericArgument, PathArguments};

impl Typed {
    /// The shape of a field's type. Reports a type without a schema.
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
            syn::Type::Tuple(_) => refuse(cx, ty, "tuples have no structural schema", STRUCT_OR_SCHEMA),
            _ => refuse(cx, ty, "no schema is known for this type", OPAQUE),
        };
        Typed { ty: ty.clone(), shape }
    }
}

const OPAQUE: &str = "mark the field `#[x_validation(opaque)]`, so that rules do not look into it";
// Where the server refuses the schema that schemars writes, `opaque` is of no use.
const STRUCT_OR_SCHEMA: &str =
    "use a struct, or write the schema of the field yourself: `#[schemars(schema_with = \"..\")]`";
pub(crate) const RECURSION: &str = "write the schema of the field yourself: `#[schemars(schema_with = \"..\")]`, for example an object with `x-kubernetes-preserve-unknown-fields`";
const STRUCT_OR_OPAQUE: &str = "use a struct, or mark the field `#[x_validation(opaque)]`";

fn refuse(cx: &Ctxt, at: &impl ToTokens, message: &str, help: &str) -> Shape {
    cx.error_in(at, message, help);
    Shape::Error
}

fn path_shape(cx: &Ctxt, path: &syn::TypePath, using: &Use<'_>) -> Shape {
    let Some(segment) = path.path.segments.last() else { return Shape::Error };
    if path.qself.is_some() && using.schema.is_some() {
        return told_shape(cx, path, using);
    }
    if path.qself.is_some() || using.this.is_of_parameter(&path.path) {
        let help = if path.qself.is_some() { ASSOCIATED } else { OF_PARAMETER };
        return refuse(cx, path, "the schema of an associated type is not known", help);
    }
    if let Some(n) = using.this.parameter(&path.path) {
        return Shape::Parameter(n);
    }
    let types = type_arguments(&segment.arguments);
    let name = segment.ident.to_string();
    if is_own_type(path, using) {
        return nested_shape(cx, path, using.schema, using);
    }
    match container_shape(cx, path, &name, &types, using) {
        Some(shape) => shape,
        None => named_shape(cx, path, &name, &types, using),
    }
}

/// True for a type that derives, although its name is that of a known one.
fn is_own_type(path: &syn::TypePath, using: &Use<'_>) -> bool {
    let last = path.path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|name| is_known(&name) && is_own(using.owner, &path.path))
}

/// True for a type that derives, although its name is that of a type of k8s-openapi. The list in `Cargo.toml` counts more.
fn is_own_guess(path: &syn::TypePath, meant: &Meant, using: &Use<'_>) -> bool {
    meant.is_guess
        && path.path.get_ident().is_none_or(|name| listed(name).is_none())
        && is_own(using.owner, &path.path)
}

/// True for the name of a type of std or of a known crate. Names of primitives, such as `i32`, do not count.
pub(crate) fn is_known(name: &str) -> bool {
    let is_other = matches!(
        name,
        "DateTime"
            | "IndexMap"
            | "IndexSet"
            | "List"
            | "Map"
            | "NonZero"
            | "OsStr"
            | "OsString"
            | "SmallVec"
            | "Value"
            | "WatchEvent"
    );
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && (is_other || is_std(name) || scalar(name).is_some() || missing_feature(name, 0).is_some())
}

/// The shape of a std container, by its name.
fn container_shape(
    cx: &Ctxt,
    path: &syn::TypePath,
    name: &str,
    types: &[&syn::Type],
    using: &Use<'_>,
) -> Option<Shape> {
    let inner = |ty: &syn::Type| Box::new(Typed::of(cx, ty, using));
    Some(match (name, types) {
        ("Option", [ty]) => {
            let inner = inner(ty);
            if matches!(inner.shape, Shape::Option(_)) {
                let message = "an `Option` in an `Option` has no structural schema";
                return Some(refuse(cx, path, message, STRUCT_OR_OPAQUE));
            }
            Shape::Option(inner)
        }
        ("Box" | "Arc" | "Rc" | "Cow", [ty]) => {
            let inner = inner(ty);
            if matches!(inner.shape, Shape::Option(_)) {
                let message = format!("an `Option` behind `{name}` is not supported");
                let help = format!("write `Option<{name}<..>>`: the JSON is the same");
                return Some(refuse(cx, path, &message, &help));
            }
            Shape::Pointer(inner)
        }
        ("Map", [_, value]) if is_free_form(value, using) => Shape::FreeMap,
        ("Result", [_, _]) => refuse(
            cx,
            path,
            "a `Result` has no structural schema",
            "use an enum that derives `XValidation`, or mark the field `#[x_validation(opaque)]`",
        ),
        ("LinkedList" | "BinaryHeap", [_]) => {
            let message = format!("rules do not read a `{name}`");
            refuse(cx, path, &message, "use a `Vec`, or mark the field `#[x_validation(opaque)]`")
        }
        ("IndexMap", [_, value] | [_, value, _]) if is_free_form(value, using) => Shape::FreeMap,
        ("PhantomData", [_]) => refuse(cx, path, "`PhantomData` has no structural schema", SKIP),
        _ => match held(name, types)? {
            Held::List(item) => {
                let inner = inner(item);
                match inner.shape {
                    Shape::Opaque => Shape::Opaque,
                    _ => Shape::List(inner),
                }
            }
            Held::Map(key, value) => map_shape(cx, key, value, using),
        },
    })
}

/// The shape of any other type, by its name.
fn named_shape(cx: &Ctxt, path: &syn::TypePath, name: &str, types: &[&syn::Type], using: &Use<'_>) -> Shape {
    let schema = using.schema;
    if using.nested || schema.is_some() {
        return told_shape(cx, path, using);
    }
    if let Some(feature) = missing_feature(name, types.len()) {
        return needs_feature(cx, path, name, feature);
    }
    if is_foreign_text(&path.path) && !is_own(using.owner, &path.path) {
        let hidden = Hidden { scalar: Some(DeclKind::String), write: None, is_whole: false };
        return Shape::Kubernetes(Kubernetes::Hidden(Rc::new(hidden)));
    }
    match (name, types.len()) {
        ("ByteString", 0) if is_byte_string(&path.path) => {
            let hidden = Hidden { scalar: Some(DeclKind::Bytes), write: None, is_whole: false };
            Shape::Kubernetes(Kubernetes::Hidden(Rc::new(hidden)))
        }
        ("List" | "WatchEvent", 1) if is_below_crate(&path.path) => {
            let message =
                format!("`{name}` of k8s-openapi is no part of a resource: it has no structural schema");
            refuse(cx, path, &message, "use a `Vec` of the type, or mark the field `#[x_validation(opaque)]`")
        }
        ("u128" | "i128", 0) => {
            let help = "use an `i64`, or mark the field `#[x_validation(opaque)]`";
            refuse(cx, path, "the integers of rules have 64 bits", help)
        }
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
        (_, 0) => match scalar(name) {
            Some(shape) => shape,
            None => match meant(&path.path, using.k8s_openapi) {
                Some(meant) if !is_own_guess(path, &meant, using) => foreign_shape(cx, path, meant),
                _ => nested_shape(cx, path, schema, using),
            },
        },
        _ => nested_shape(cx, path, schema, using),
    }
}

/// The shape of a type that an attribute of the field names.
fn told_shape(cx: &Ctxt, path: &syn::TypePath, using: &Use<'_>) -> Shape {
    match using.schema.and_then(told) {
        Some(entry) => foreign_shape(cx, path, Meant { entry, is_guess: false }),
        None => nested_shape(cx, path, using.schema, using),
    }
}

/// True for a type of another crate that is a text in JSON and in its schema.
pub(crate) fn is_foreign_text(path: &syn::Path) -> bool {
    let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    crates_of_text(&name).iter().any(|krate| is_of_crate(path, krate))
}

/// The crates whose type of this name is a text in JSON.
pub(crate) fn crates_of_text(name: &str) -> &'static [&'static str] {
    match name {
        "BigDecimal" => &["bigdecimal"],
        "Duration" => &["kube", "kube_core"],
        "IpNet" | "Ipv4Net" | "Ipv6Net" => &["ipnet"],
        "SmolStr" => &["smol_str"],
        "Version" => &["semver"],
        _ => &[],
    }
}

/// The feature of cel-runtime that is missing to read a type of this name.
fn missing_feature(name: &str, types: usize) -> Option<&'static str> {
    let (feature, is_there) = match (name, types) {
        ("DateTime", 1) | ("NaiveDate", 0) => ("chrono", cfg!(feature = "chrono")),
        ("Timestamp" | "Date", 0) => ("jiff", cfg!(feature = "jiff")),
        ("IndexMap", 2 | 3) | ("IndexSet", 1 | 2) => ("indexmap", cfg!(feature = "indexmap")),
        ("SmallVec", 1) => ("smallvec", cfg!(feature = "smallvec")),
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
        return refuse(cx, path, message, RECURSION);
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

const ASSOCIATED: &str =
    "add `#[x_validation(schema = path::Type)]` with the type's name, or `#[x_validation(opaque)]`";
const OF_PARAMETER: &str = "use a type parameter for this type, or mark the field `#[x_validation(opaque)]`";
const TEXT: &str = "use a `String` or a `PathBuf`, or mark the field `#[x_validation(opaque)]`";
const SKIP: &str = "add `#[serde(skip)]`";
const PRESERVE: &str = "add `#[schemars(extend(\"x-kubernetes-preserve-unknown-fields\" = true))]`; if you write the CRD by hand: `#[x_validation(opaque)]`";

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
        "Uuid" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => {
            Shape::Scalar(Scalar::Shown)
        }
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
        return keyed_shape(cx, key, value, using);
    }
    if is_free_form(value, using) && !using.int_or_string {
        return Shape::FreeMap;
    }
    Shape::Map(Box::new(Typed::of(cx, value, using)))
}

/// True for a key that is a text without a type in std's tables: by its crate, or because the schema of the field says so.
fn is_text_key(path: &syn::TypePath, using: &Use<'_>) -> bool {
    let is_known = path.path.segments.last().is_some_and(|last| scalar(&last.ident.to_string()).is_some());
    let is_path = path.path.segments.last().is_some_and(|last| last.ident == "PathBuf");
    let is_foreign = is_foreign_text(&path.path) || using.text_keys && !is_known;
    path.qself.is_none() && (is_path || is_foreign) && (using.text_keys || !is_own(using.owner, &path.path))
}

/// A map whose keys may be the variants of an enum, or newtypes of texts. The schema of the key type decides.
fn keyed_shape(cx: &Ctxt, key: &syn::Type, value: &syn::Type, using: &Use<'_>) -> Shape {
    let key_shape = match peel(key) {
        syn::Type::Path(path) if is_text_key(path, using) => Shape::Scalar(Scalar::String),
        syn::Type::Path(path)
            if path.qself.is_none()
                && (path.path.get_ident().is_none_or(is_unknown) || is_own_type(path, using)) =>
        {
            nested_shape(cx, path, None, using)
        }
        _ => Shape::Error,
    };
    let is_known = match &key_shape {
        Shape::Scalar(_) => true,
        Shape::Nested(nested) => nested.arguments.is_empty() && nested.constants.is_empty(),
        _ => false,
    };
    if !is_known {
        return refuse(cx, key, KEYS, STRING_KEYS);
    }
    if using.this.is_bound_in(key) || using.this.is_bound_in(value) {
        let help = "write the map in a type without parameters, or mark the field `#[x_validation(opaque)]`";
        return refuse(cx, key, "a map with such keys cannot depend on a parameter", help);
    }
    if is_free_form(value, using) {
        let help = "use `String` keys: then the values need no type";
        return refuse(cx, value, "a free-form value has no structural schema", help);
    }
    let typed = Typed { ty: key.clone(), shape: key_shape };
    let are_texts = matches!(typed.shape, Shape::Scalar(_));
    let keys = Keys { typed, are_texts, place: using.place };
    Shape::Keyed(Box::new(keys), Box::new(Typed::of(cx, value, using)))
}

/// True for a name that is neither a type of std nor of a known crate.
fn is_unknown(name: &Ident) -> bool {
    let name = name.to_string();
    scalar(&name).is_none() && missing_feature(&name, 0).is_none()
}

/// The keys of maps that rules can read.
pub(crate) const KEYS: &str = "the keys of a map must be strings, or an enum of variants without fields";
pub(crate) const STRING_KEYS: &str =
    "use `String` keys, or write the schema of the field yourself: `#[schemars(schema_with = \"..\")]`";

/// The same for a key that serde writes as a text.
pub(crate) const TEXT_KEYS: &str = "use `String` keys, or mark the field `#[x_validation(opaque)]`";

/// True for a value without a type of its own.
fn is_free_form(ty: &syn::Type, using: &Use<'_>) -> bool {
    let is_own = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if is_own_type(path, using));
    is_value(ty) && !using.nested && !is_own(peel(ty))
}

fn nested_shape(cx: &Ctxt, path: &syn::TypePath, schema: Option<&syn::Path>, using: &Use<'_>) -> Shape {
    let (name, arguments) = without_arguments(&path.path);
    if name.is_ident("Self") || name.get_ident().is_some_and(|ident| ident == using.owner) {
        return refuse(cx, path, "a type that contains itself has no structural schema", RECURSION);
    }
    let using = &Use { nested: false, schema: None, ..*using };
    let mut types = type_arguments(&arguments);
    types.retain(|ty| !using.this.is_constant(ty));
    let marks = if types.is_empty() { Vec::new() } else { marks(using.owner, &name) };
    let typed = |(n, ty): (usize, &&syn::Type)| match marks.get(n) {
        Some(true) if !using.this.is_bound_in(*ty) => Typed { ty: (*ty).clone(), shape: Shape::Opaque },
        _ => argument(cx, ty, using),
    };
    let types = types.iter().enumerate().map(typed).collect();
    let macro_path = schema.cloned().unwrap_or(name);
    let mut key = macro_path.to_token_stream().to_string();
    if !matches!(arguments, PathArguments::None) {
        key = format!("{key} {}", arguments.to_token_stream());
    }
    // `$crate` prints the same for two crates
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

/// A path without the arguments of its last segment, and those arguments.
fn without_arguments(path: &syn::Path) -> (syn::Path, PathArguments) {
    let mut path = path.clone();
    let arguments = path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    (path, arguments.unwrap_or_default())
}

/// An argument of a generic type. Rules do not look into free-form values, nor into types of k8s-openapi
/// without a structural schema.
pub(crate) fn argument(cx: &Ctxt, ty: &syn::Type, using: &Use<'_>) -> Typed {
    let is_unseen = |path: &syn::Path| {
        let is_value =
            path.segments.last().is_some_and(|last| last.ident == "Value" && last.arguments.is_none());
        let is_foreign = path.segments.first().is_some_and(|first| first.ident == "k8s_openapi");
        is_value || is_foreign && certain(path).is_none_or(|entry| entry.is_recursive())
    };
    match peel(ty) {
        syn::Type::Path(path)
            if path.qself.is_none() && is_unseen(&path.path) && !is_own_type(path, using) =>
        {
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
