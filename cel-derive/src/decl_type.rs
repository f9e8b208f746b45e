//! Field types and their shapes: `Option<Vec<EnvVar>>` is an `Option` of a list of a k8s-openapi type.

mod containers;
mod hidden;
mod proven;
mod shape;

pub(crate) use self::{
    containers::{Held, has_text_keys, held, is_map_of_types, peel, type_arguments},
    hidden::{Hidden, scalar_type},
    proven::proven,
    shape::{
        KEYS, RECURSION, STRING_KEYS, TEXT_KEYS, argument, crates_of_text, is_foreign_text, is_known, scalar,
    },
};

use self::containers::has_string_keys;
use crate::{generics::This, kubernetes::Meant, tokens::Tokens};
use cel_compiler::schema::kubernetes;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::{collections::BTreeSet, rc::Rc};

/// A Rust type with its shape.
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
    /// A map with a deriving type or a text of another crate as keys, and its values.
    Keyed(Box<Keys>, Box<Typed>),
    Nested(Nested),
    /// A type parameter of the item, by its number.
    Parameter(usize),
    /// `opaque`, and free-form values below `x-kubernetes-preserve-unknown-fields`.
    Opaque,
    /// A map of free-form values.
    FreeMap,
    /// An error was reported.
    Error,
}

/// The keys of a map: an enum of unit variants or a newtype of a text that derives, or a text of another crate.
#[derive(Clone)]
pub(crate) struct Keys {
    pub(crate) typed: Typed,
    /// True for a text. Only the schema of a deriving type tells.
    pub(crate) are_texts: bool,
    /// The place of the field with the map.
    pub(crate) place: Span,
}

/// Types with their own CEL type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Int,
    WideInt,
    Double,
    String,
    /// A type that serde writes as the text of its `Display`.
    Shown,
    /// The same for one character.
    Char,
    Date,
    DateTime,
    /// A `serde_json::Value` with an int-or-string.
    Json,
}

/// Types that functions read. Those of k8s-openapi are read through their public fields.
#[derive(Clone)]
pub(crate) enum Kubernetes {
    Time,
    MicroTime,
    IntOrString,
    Quantity,
    /// An object. A field is read when a rule asks for it.
    Object(Meant),
    /// A `serde_json::Value` with an embedded resource.
    Embedded,
    /// A type that is read only through serde.
    Hidden(Rc<Hidden>),
}

impl Kubernetes {
    /// The type's entry in the table of k8s-openapi, if it has one.
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

    /// The type's path. If the user's own type has the same name, the generated code does not compile.
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
    /// Two fields have the same key only if they have the same macro and the same arguments.
    pub(crate) key: String,
    /// The type arguments.
    pub(crate) arguments: Vec<Typed>,
    /// The constant arguments as they are written.
    pub(crate) constants: String,
}

impl Nested {
    /// A type without arguments.
    pub(crate) fn plain(macro_path: syn::Path, key: String) -> Self {
        Nested { macro_path, key, arguments: Vec::new(), constants: String::new() }
    }
}

/// The surroundings of a type: the item and the attributes of the field.
pub(crate) struct Use<'a> {
    pub(crate) owner: &'a Ident,
    pub(crate) this: &'a This<'a>,
    pub(crate) schema: Option<&'a syn::Path>,
    pub(crate) nested: bool,
    pub(crate) opaque: bool,
    /// Set if only serde can write the innermost type as JSON.
    pub(crate) hidden: Option<&'a Rc<Hidden>>,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) int_or_string: bool,
    pub(crate) embedded_resource: bool,
    /// True if `#[schemars(with = "..")]` says that the keys of maps are texts.
    pub(crate) text_keys: bool,
    /// True if an attribute of the item names the crate k8s-openapi.
    pub(crate) k8s_openapi: bool,
    /// A number that is unique among the container's fields.
    pub(crate) index: usize,
    /// The place of the field's type.
    pub(crate) place: Span,
}

impl Typed {
    /// The type without an `Option` around it.
    pub(crate) fn value(&self) -> &Typed {
        match &self.shape {
            Shape::Option(inner) => inner,
            _ => self,
        }
    }

    /// The type without pointers around it, and their number.
    pub(crate) fn without_pointers(&self) -> (&Typed, usize) {
        match &self.shape {
            Shape::Pointer(inner) => {
                let (inner, pointers) = inner.without_pointers();
                (inner, pointers.saturating_add(1))
            }
            _ => (self, 0),
        }
    }

    /// The type inside of all options, pointers, lists and maps.
    pub(crate) fn leaf(&self) -> &Typed {
        match &self.shape {
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner)
            | Shape::Keyed(_, inner) => inner.leaf(),
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Nested(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => self,
        }
    }

    /// The type of the elements of a list or a map.
    pub(crate) fn element(&self) -> Option<&Typed> {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.element(),
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(inner) | Shape::Keyed(_, inner) => {
                Some(inner)
            }
            _ => None,
        }
    }

    /// The type that derives `XValidation` in this one. There is at most one.
    pub(crate) fn nested(&self) -> Option<(&Typed, &Nested)> {
        let leaf = self.leaf();
        match &leaf.shape {
            Shape::Nested(nested) => Some((leaf, nested)),
            _ => None,
        }
    }

    /// The deriving type that has the same node as this one. It may be behind pointers, which coerce.
    pub(crate) fn same_node(&self) -> Option<&Typed> {
        match &self.shape {
            Shape::Pointer(inner) => inner.same_node(),
            Shape::Nested(_) => Some(self),
            _ => None,
        }
    }

    /// The key types of the maps in this one that are neither `String` nor the like.
    pub(crate) fn keys(&self) -> Vec<&Typed> {
        self.keyed().into_iter().map(|keys| &keys.typed).collect()
    }

    /// Those of them that are texts.
    pub(crate) fn text_keys(&self) -> Vec<&Typed> {
        let texts = self.keyed().into_iter().filter(|keys| keys.are_texts);
        texts.map(|keys| &keys.typed).collect()
    }

    fn keyed(&self) -> Vec<&Keys> {
        match &self.shape {
            Shape::Keyed(keys, inner) => [vec![&**keys], inner.keyed()].concat(),
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.keyed(),
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Nested(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => Vec::new(),
        }
    }

    /// Marks the maps in this one whose keys are some of these newtypes of texts.
    pub(crate) fn mark_texts(&mut self, newtypes: &BTreeSet<String>) {
        match &mut self.shape {
            Shape::Keyed(keys, inner) => {
                if let Some((_, nested)) = keys.typed.nested() {
                    keys.are_texts = newtypes.contains(&nested.key);
                }
                inner.mark_texts(newtypes);
            }
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.mark_texts(newtypes),
            Shape::Nested(nested) => {
                nested.arguments.iter_mut().for_each(|argument| argument.mark_texts(newtypes));
            }
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => {}
        }
    }

    /// True for a map with such keys, and for a type with such a map inside.
    pub(crate) fn is_keyed(&self) -> bool {
        !self.keys().is_empty()
    }

    /// All types that derive `XValidation` in this one. Arguments come before the generic type.
    pub(crate) fn all_nested<'t>(&'t self, out: &mut Vec<(&'t Typed, &'t Nested)>) {
        self.keys().into_iter().for_each(|key| key.all_nested(out));
        if let Some((typed, nested)) = self.nested() {
            nested.arguments.iter().for_each(|argument| argument.all_nested(out));
            out.push((typed, nested));
        }
    }

    /// True if the value is a type parameter, also in an `Option` or behind a pointer.
    pub(crate) fn is_parameter(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_parameter(),
            shape => matches!(shape, Shape::Parameter(_)),
        }
    }

    /// True if the type contains a type parameter.
    pub(crate) fn has_parameter(&self) -> bool {
        match &self.shape {
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner)
            | Shape::Keyed(_, inner) => inner.has_parameter(),
            Shape::Nested(nested) => nested.arguments.iter().any(Typed::has_parameter),
            Shape::Parameter(_) => true,
            Shape::Scalar(_) | Shape::Kubernetes(_) | Shape::Opaque | Shape::FreeMap | Shape::Error => false,
        }
    }

    /// The k8s-openapi type in this one, as written.
    pub(crate) fn kubernetes(&self) -> Option<(&Typed, &Kubernetes)> {
        let leaf = self.leaf();
        match &leaf.shape {
            Shape::Kubernetes(kubernetes) => Some((leaf, kubernetes)),
            _ => None,
        }
    }

    /// All k8s-openapi types in this one, including those in the arguments of a generic type.
    pub(crate) fn all_kubernetes<'t>(&'t self, out: &mut Vec<(&'t Typed, &'t Kubernetes)>) {
        out.extend(self.kubernetes());
        if let Some((_, nested)) = self.nested() {
            nested.arguments.iter().for_each(|argument| argument.all_kubernetes(out));
        }
    }

    /// True if the type and all of its arguments derive. For `Page<EnvVar>` it is false.
    pub(crate) fn has_only_nodes(&self) -> bool {
        match &self.shape {
            Shape::Nested(nested) => nested.arguments.iter().all(Typed::has_only_nodes),
            shape => matches!(shape, Shape::Parameter(_)),
        }
    }

    /// True if a property of this type has a method that returns the Rust value. Some arguments can be read in
    /// no other way.
    pub(crate) fn is_raw(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_raw(),
            _ => self.is_plain(&|shape| matches!(shape, Shape::Parameter(_))),
        }
    }

    /// True for an argument of a generic type that is or holds a k8s-openapi type and that rules can read.
    pub(crate) fn is_readable_argument(&self) -> bool {
        let is_known = |shape: &Shape| matches!(shape, Shape::Kubernetes(kubernetes) if !matches!(kubernetes, Kubernetes::Embedded | Kubernetes::Hidden(_)));
        match &self.shape {
            Shape::Pointer(inner) => inner.is_readable_argument(),
            _ => self.is_plain(&is_known),
        }
    }

    /// True if the type has only lists and maps of std around a type that `is_meant` accepts.
    fn is_plain(&self, is_meant: &dyn Fn(&Shape) -> bool) -> bool {
        let is_named = |name: &str| matches!(&self.ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name));
        match &self.shape {
            Shape::List(inner) => (is_named("Vec") || is_named("VecDeque")) && inner.is_plain(is_meant),
            Shape::Array(inner, _) => inner.is_plain(is_meant),
            Shape::Map(inner) => {
                is_named("BTreeMap") && has_string_keys(&self.ty) && inner.is_plain(is_meant)
            }
            shape => is_meant(shape),
        }
    }

    pub(crate) fn is_map(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_map(),
            shape => matches!(shape, Shape::Map(_) | Shape::Keyed(..) | Shape::FreeMap),
        }
    }

    /// True for a map whose values have a schema, also in an `Option`.
    pub(crate) fn is_typed_map(&self) -> bool {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.is_typed_map(),
            shape => matches!(shape, Shape::Map(_)),
        }
    }

    /// True for untyped JSON, which may be null.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.shape, Shape::Scalar(Scalar::Json))
    }

    /// How serde writes the whole value, if only serde can.
    pub(crate) fn hidden(&self) -> Option<&Hidden> {
        match &self.shape {
            Shape::Option(inner) | Shape::Pointer(inner) => inner.hidden(),
            Shape::Kubernetes(Kubernetes::Hidden(hidden)) => Some(hidden),
            _ => None,
        }
    }

    /// True if only the value itself shows that it is null.
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
