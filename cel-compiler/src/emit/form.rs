//! Forms: how generated code holds a value. The CEL type says what a value means, the form what Rust computes with.

use super::held::Conversion;
use crate::{
    env::Env,
    library::authz,
    schema::{DeclKind, DeclType, ListType},
    types::Type,
};
use cel_types::TypeName;
use std::rc::Rc;

/// The forms of values that hold no others, as a pattern.
macro_rules! scalar {
    () => {
        Form::Null
            | Form::Bool
            | Form::Int
            | Form::Uint
            | Form::Double
            | Form::String
            | Form::Bytes
            | Form::Timestamp
            | Form::Duration
            | Form::Type
    };
}
pub(super) use scalar;

/// The Rust form of a value; all are `Copy`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    /// A type value: `TypeName`.
    Type,
    /// A value of a Kubernetes library, such as a quantity, or a message without fields, by its type.
    Opaque(TypeName),
    /// `&Struct`; the name is the object type's path.
    Object(Rc<str>),
    /// A list: a struct's own collection if `native`, else `List<'a, E>`.
    List {
        element: Rc<Form>,
        native: bool,
        set: Flavour,
    },
    /// A map: a struct's own collection if `native`, else `Map<'a, K, V>`.
    Map {
        key: Rc<Form>,
        value: Rc<Form>,
        native: bool,
    },
    /// An optional as `Option`.
    Optional(Rc<Form>),
    /// An element that may be null, as `Option`.
    Nullable(Rc<Form>),
    /// No value ever: the element of an empty collection, the content of `optional.none()`. Fits every form.
    Never,
    /// As a struct holds it, to be converted where it is read.
    Held(Conversion),
    /// Known only at run time.
    Dynamic,
}

/// `x-kubernetes-list-type`, as far as operators look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    Atomic,
    Set,
    /// With its keys.
    Map(Rc<[String]>),
}

impl From<&ListType> for Flavour {
    fn from(list_type: &ListType) -> Self {
        match list_type {
            ListType::Atomic => Flavour::Atomic,
            ListType::Set => Flavour::Set,
            ListType::Map(keys) => Flavour::Map(keys.as_slice().into()),
        }
    }
}

impl Form {
    /// True for what the server's own types for objects hold.
    pub(super) fn is_of_object(&self) -> bool {
        match self {
            Form::Object(_) | Form::List { native: true, .. } | Form::Map { native: true, .. } => true,
            Form::List { set, .. } => *set != Flavour::Atomic,
            _ => false,
        }
    }

    /// The form in which a struct gives the value of a schema node.
    pub(crate) fn of_node<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Form {
        let Some(node) = env.resolve(node) else {
            return Form::Dynamic;
        };
        if env.holds_json() {
            return Form::Held(Conversion::of_json(env, node, ty));
        }
        if let Some(conversion) = Conversion::of(node) {
            return Form::Held(conversion);
        }
        match (&node.kind, ty) {
            (DeclKind::Bool, _) => Form::Bool,
            (DeclKind::Int, _) => Form::Int,
            (DeclKind::Double, _) => Form::Double,
            (DeclKind::String, _) => Form::String,
            (DeclKind::Bytes, _) => Form::Bytes,
            (DeclKind::Duration, _) => Form::Duration,
            (DeclKind::Date | DeclKind::DateTime, _) => Form::Timestamp,
            (DeclKind::List { items, list_type }, Type::List(element)) => Form::List {
                element: Rc::new(Form::of_element(env, items, element)),
                native: true,
                set: list_type.into(),
            },
            (DeclKind::Map { values }, Type::Map(entry)) => Form::Map {
                key: Rc::new(Form::String),
                value: Rc::new(Form::of_element(env, values, &entry.1)),
                native: true,
            },
            (DeclKind::Object { .. }, Type::Object(name)) => Form::Object(name.clone()),
            _ => Form::Dynamic,
        }
    }

    fn of_element<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Form {
        let form = Form::of_node(env, node, ty);
        if node.nullable || env.resolve(node).is_some_and(|node| node.nullable) {
            Form::Nullable(Rc::new(form))
        } else {
            form
        }
    }

    /// The form in which a rule builds a value of a type.
    pub(crate) fn built(ty: &Type) -> Form {
        match ty {
            Type::Null => Form::Null,
            Type::Bool => Form::Bool,
            Type::Int => Form::Int,
            Type::Uint => Form::Uint,
            Type::Double => Form::Double,
            Type::String => Form::String,
            Type::Bytes => Form::Bytes,
            Type::Timestamp => Form::Timestamp,
            Type::Duration => Form::Duration,
            Type::Type(_) => Form::Type,
            Type::List(element) => Form::list(Form::built(element).part()),
            // No map has keys of other types, so there is nothing in it.
            Type::Map(entry) => match Form::built(&entry.0) {
                key if key.is_key() || key == Form::Dynamic => Form::map(key, Form::built(&entry.1).part()),
                _ => Form::map(Form::Never, Form::built(&entry.1).part()),
            },
            Type::Object(name) if name.starts_with(authz::TYPES) => Form::Never,
            Type::Object(name) => opaque(name).map_or_else(|| Form::Object(name.clone()), Form::Opaque),
            Type::Opaque(name, parameters) if &**name == "optional_type" => Form::Optional(Rc::new(
                parameters.first().map_or(Form::Dynamic, |value| Form::built(value).part()),
            )),
            Type::Opaque(name, _) => opaque(name).map_or(Form::Dynamic, Form::Opaque),
            Type::Wrapper(_) | Type::Dyn | Type::Any | Type::Error | Type::Param(_) => Form::Dynamic,
        }
    }

    /// The form as that of a part of a collection: rustc knows types to a limited depth.
    pub(super) fn part(self) -> Form {
        if self.is_too_deep() { Form::Dynamic } else { self }
    }

    /// True if nothing may hold a value of the form but a `Value`.
    pub(super) fn is_too_deep(&self) -> bool {
        self.depth() >= DEEPEST
    }

    fn depth(&self) -> usize {
        match self {
            Form::List { element: inner, .. } | Form::Optional(inner) | Form::Nullable(inner) => {
                inner.depth() + 1
            }
            Form::Map { value, .. } => value.depth() + 1,
            _ => 0,
        }
    }

    /// A list that a rule builds.
    pub(crate) fn list(element: Form) -> Form {
        Form::List { element: Rc::new(element), native: false, set: Flavour::Atomic }
    }

    /// A map that a rule builds.
    pub(crate) fn map(key: Form, value: Form) -> Form {
        Form::Map { key: Rc::new(key), value: Rc::new(value), native: false }
    }

    /// True if the value counts 1 wherever the cost model asks for a size.
    pub(crate) fn is_scalar(&self) -> bool {
        match self {
            Form::Null
            | Form::Bool
            | Form::Int
            | Form::Uint
            | Form::Double
            | Form::Timestamp
            | Form::Duration
            | Form::Type
            | Form::Opaque(
                TypeName::Quantity
                | TypeName::Url
                | TypeName::Semver
                | TypeName::NamedFormat
                | TypeName::Empty
                | TypeName::FieldsEntry,
            )
            | Form::Held(_)
            | Form::Never => true,
            Form::String
            | Form::Opaque(_)
            | Form::Bytes
            | Form::Object(_)
            | Form::List { .. }
            | Form::Map { .. }
            | Form::Optional(_)
            | Form::Nullable(_)
            | Form::Dynamic => false,
        }
    }

    /// True for lists.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self, Form::List { .. })
    }

    /// True if equality looks at nothing but the values: no list in it has a `x-kubernetes-list-type`.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Form::List { element, set, .. } => *set == Flavour::Atomic && element.is_plain(),
            Form::Map { value, .. } => value.is_plain(),
            Form::Optional(value) | Form::Nullable(value) => value.is_plain(),
            _ => true,
        }
    }

    /// True if a value may not convert where it is read.
    pub(super) fn may_fail(&self) -> bool {
        match self {
            Form::Held(held) => held.is_fallible(),
            Form::Nullable(inner) => inner.may_fail(),
            _ => false,
        }
    }

    /// True if maps are made with keys of the form.
    pub(crate) fn is_key(&self) -> bool {
        matches!(self, Form::Bool | Form::Int | Form::Uint | Form::Double | Form::String | Form::Never)
    }

    /// True if it says of a part that it never has a value.
    pub(crate) fn has_never(&self) -> bool {
        match self {
            Form::Never => true,
            Form::List { element, .. } => element.has_never(),
            Form::Map { key, value, .. } => key.has_never() || value.has_never(),
            Form::Optional(value) => value.has_never(),
            _ => false,
        }
    }

    /// True if nothing in it is known only at run time.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            Form::Dynamic | Form::Nullable(_) | Form::Held(_) => false,
            Form::List { element, .. } => element.is_static(),
            Form::Map { key, value, .. } => key.is_static() && value.is_static(),
            Form::Optional(value) => value.is_static(),
            scalar!() | Form::Opaque(_) | Form::Never | Form::Object(_) => true,
        }
    }

    /// True if its Rust type can be written: rustc must be told it where no value shows it. Objects are of types of the user.
    pub(crate) fn has_name(&self) -> bool {
        match self {
            Form::Object(_)
            | Form::Held(_)
            | Form::List { native: true, .. }
            | Form::Map { native: true, .. } => false,
            Form::List { element: inner, .. } | Form::Optional(inner) | Form::Nullable(inner) => {
                inner.has_name()
            }
            Form::Map { key, value, .. } => key.has_name() && value.has_name(),
            scalar!() | Form::Opaque(_) | Form::Never | Form::Dynamic => true,
        }
    }

    /// Form of an expression that never produces a value, as the element of `[]`: `nothing` if the type says no more than that.
    pub(crate) fn of_none(ty: &Type, nothing: Form) -> Form {
        Some(Form::built(ty)).filter(|form| form.is_static() && form.has_name()).unwrap_or(nothing)
    }

    /// The form that values of both can be brought into without leaving static types: collections of the same elements are
    /// read through `List` and `Map`.
    pub(crate) fn join(&self, other: &Form) -> Option<Form> {
        match (self, other) {
            _ if self == other => Some(self.clone()),
            (Form::Never, form) | (form, Form::Never) => Some(form.clone()),
            (Form::List { element: a, set, .. }, Form::List { element: b, set: other_set, .. }) => {
                let element = a.join_part(b)?;
                let set = if set == other_set || b.has_never() {
                    set.clone()
                } else if a.has_never() {
                    other_set.clone()
                } else {
                    return None;
                };
                Some(Form::List { element, native: false, set })
            }
            (Form::Map { key, value, .. }, Form::Map { key: other_key, value: other_value, .. }) => {
                let (key, value) = (key.join_part(other_key)?, value.join_part(other_value)?);
                Some(Form::Map { key, value, native: false })
            }
            (Form::Optional(a), Form::Optional(b)) => Some(Form::Optional(a.join_part(b)?)),
            _ => None,
        }
    }

    /// Parts of collections cannot be converted one by one: they are of one form, or there are none.
    pub(super) fn join_part(&self, other: &Form) -> Option<Rc<Form>> {
        self.join(other)
            .filter(|joined| (joined == self || self.has_never()) && (joined == other || other.has_never()))
            .map(Rc::new)
    }

    /// The name that `no such overload` and `type()` print for a value of the form.
    pub(crate) fn type_name(&self) -> Option<TypeName> {
        Some(match self {
            Form::Null => TypeName::Null,
            Form::Bool => TypeName::Bool,
            Form::Int => TypeName::Int,
            Form::Uint => TypeName::Uint,
            Form::Double => TypeName::Double,
            Form::String => TypeName::String,
            Form::Bytes => TypeName::Bytes,
            Form::Timestamp => TypeName::Timestamp,
            Form::Duration => TypeName::Duration,
            Form::Type => TypeName::Type,
            Form::Opaque(name) => *name,
            Form::Object(_) | Form::Map { .. } => TypeName::Map,
            Form::List { .. } => TypeName::List,
            Form::Optional(_) => TypeName::Optional,
            Form::Nullable(_) | Form::Never | Form::Held(_) | Form::Dynamic => return None,
        })
    }
}

/// The types of the Kubernetes libraries.
fn opaque(name: &str) -> Option<TypeName> {
    let opaque = [
        TypeName::Quantity,
        TypeName::Url,
        TypeName::Semver,
        TypeName::NamedFormat,
        TypeName::Ip,
        TypeName::Cidr,
    ];
    opaque.into_iter().find(|known| known.as_str() == name)
}

/// So many collections in each other have a static type. rustc's own limit is 128 steps, and each collection takes some.
const DEEPEST: usize = 8;
