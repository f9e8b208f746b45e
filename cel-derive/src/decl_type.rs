//! The types of fields, and their shapes: `Option<Vec<EnvVar>>` is an `Option` of a list of a type of k8s-openapi.

mod hidden;
mod proven;
mod shape;

pub(crate) use self::{
    hidden::{Hidden, scalar_type},
    proven::proven,
    shape::is_map_of_types,
    shape::{KEYS, STRING_KEYS, argument, is_std, peel, scalar, type_arguments},
};

use self::shape::has_string_keys;
use crate::{generics::This, kubernetes::Meant, tokens::Tokens};
use cel_compiler::schema::kubernetes;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::rc::Rc;

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
    /// A map whose keys are a type that derives, an enum of unit variants: its keys and its values.
    Keyed(Box<Typed>, Box<Typed>),
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
    /// A type whose JSON only serde knows.
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

/// The surroundings of a type: the item and the attributes of the field.
pub(crate) struct Use<'a> {
    pub(crate) owner: &'a Ident,
    pub(crate) this: &'a This<'a>,
    pub(crate) schema: Option<&'a syn::Path>,
    pub(crate) nested: bool,
    pub(crate) opaque: bool,
    /// Only serde knows the JSON of its innermost type.
    pub(crate) hidden: Option<&'a Rc<Hidden>>,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) int_or_string: bool,
    pub(crate) embedded_resource: bool,
    /// An attribute of the item names the crate k8s-openapi.
    pub(crate) k8s_openapi: bool,
    /// Unique among the container's fields.
    pub(crate) index: usize,
}

impl Typed {
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
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(inner) | Shape::Keyed(_, inner) => {
                Some(inner)
            }
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
            | Shape::Map(inner)
            | Shape::Keyed(_, inner) => inner.nested(),
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => None,
        }
    }

    /// The deriving type that is the same node as this one: behind pointers, which coerce.
    pub(crate) fn same_node(&self) -> Option<&Typed> {
        match &self.shape {
            Shape::Pointer(inner) => inner.same_node(),
            Shape::Nested(_) => Some(self),
            _ => None,
        }
    }

    /// The keys of the maps in this one that are variants of an enum.
    pub(crate) fn keys(&self) -> Vec<&Typed> {
        match &self.shape {
            Shape::Keyed(key, inner) => [vec![&**key], inner.keys()].concat(),
            Shape::Option(inner)
            | Shape::Pointer(inner)
            | Shape::List(inner)
            | Shape::Array(inner, _)
            | Shape::Map(inner) => inner.keys(),
            Shape::Scalar(_)
            | Shape::Kubernetes(_)
            | Shape::Nested(_)
            | Shape::Parameter(_)
            | Shape::Opaque
            | Shape::FreeMap
            | Shape::Error => Vec::new(),
        }
    }

    /// It is or holds a map with such keys.
    pub(crate) fn is_keyed(&self) -> bool {
        !self.keys().is_empty()
    }

    /// All types that derive `XValidation` in this one, arguments before what has them.
    pub(crate) fn all_nested<'t>(&'t self, out: &mut Vec<(&'t Typed, &'t Nested)>) {
        self.keys().into_iter().for_each(|key| key.all_nested(out));
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
            | Shape::Map(inner)
            | Shape::Keyed(_, inner) => inner.has_parameter(),
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
            | Shape::Map(inner)
            | Shape::Keyed(_, inner) => inner.kubernetes(),
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

    /// It derives, and so do its arguments, and theirs. `Page<EnvVar>` does not.
    pub(crate) fn has_only_nodes(&self) -> bool {
        match &self.shape {
            Shape::Nested(nested) => nested.arguments.iter().all(Typed::has_only_nodes),
            shape => matches!(shape, Shape::Parameter(_)),
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
        match &self.shape {
            Shape::Pointer(inner) => inner.is_readable_argument(),
            _ => self.is_plain(&is_known),
        }
    }

    /// There is nothing but lists and maps of std around a type of a kind.
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

    /// A map whose values have a schema, also in an `Option`.
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

    /// How serde writes the whole, if only serde knows that.
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
