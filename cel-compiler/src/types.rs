//! CEL types and their spelling in messages (cel-go: `common/types`, `checker/format.go`).

use std::{fmt, rc::Rc};

/// A CEL type of the checker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the CEL types")]
pub enum Type {
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    /// Any value; its type is known at run time.
    Dyn,
    /// `google.protobuf.Any`: fits everything, like dyn, but is another type.
    Any,
    /// The type of a node with a reported mistake. It fits everything.
    Error,
    List(Rc<Type>),
    Map(Rc<(Type, Type)>),
    /// An object of the schema, by path (`selfType.spec.@idx`), or a Kubernetes object type (`kubernetes.Quantity`).
    Object(Rc<str>),
    /// An abstract type with parameters: `optional_type(T)`, `net.IP`.
    Opaque(Rc<str>, Rc<[Type]>),
    /// The type of a type value, `type(int)`.
    Type(Rc<Type>),
    /// `wrapper(int)`, the type of `google.protobuf.Int64Value{value: 1}`.
    Wrapper(Rc<Type>),
    /// A type parameter of a declaration (`A`) or one made fresh for a call (`_var3`).
    Param(Rc<str>),
}

impl Type {
    /// `list(element)`
    pub fn list(element: Type) -> Type {
        Type::List(Rc::new(element))
    }

    /// `map(key, value)`
    pub fn map(key: Type, value: Type) -> Type {
        Type::Map(Rc::new((key, value)))
    }

    /// `optional_type(value)`
    pub fn optional(value: Type) -> Type {
        Type::Opaque("optional_type".into(), [value].into())
    }

    /// The type of a value that rules cannot look into, at a position of a schema. Each position has its own type, so a rule can
    /// compare the value only with the same value before an update.
    pub(crate) fn hidden(position: &str) -> Type {
        Type::Opaque(format!("{HIDDEN}{position})").into(), [].into())
    }

    /// The position of a type that is [`hidden`](Type::hidden).
    pub(crate) fn hidden_position(&self) -> Option<&str> {
        match self {
            Type::Opaque(name, _) => name.strip_prefix(HIDDEN)?.strip_suffix(')'),
            _ => None,
        }
    }

    /// Content of an optional.
    #[must_use]
    pub fn optional_value(&self) -> Option<&Type> {
        match self {
            Type::Opaque(name, parameters) if &**name == "optional_type" => parameters.first(),
            _ => None,
        }
    }
}

const HIDDEN: &str = "opaque(";

/// The spelling in the checker's messages: `list(int)`, `timestamp`, `null`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Null => f.write_str("null"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Uint => f.write_str("uint"),
            Type::Double => f.write_str("double"),
            Type::String => f.write_str("string"),
            Type::Bytes => f.write_str("bytes"),
            Type::Timestamp => f.write_str("timestamp"),
            Type::Duration => f.write_str("duration"),
            Type::Dyn => f.write_str("dyn"),
            Type::Any => f.write_str("any"),
            Type::Error => f.write_str("!error!"),
            Type::List(element) => write!(f, "list({element})"),
            Type::Map(entry) => write!(f, "map({}, {})", entry.0, entry.1),
            Type::Object(name) => f.write_str(name),
            Type::Opaque(name, parameters) if parameters.is_empty() => f.write_str(name),
            Type::Opaque(name, parameters) => {
                write!(f, "{name}(")?;
                for (i, parameter) in parameters.iter().enumerate() {
                    write!(f, "{}{parameter}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Type::Type(of) => write!(f, "type({of})"),
            Type::Wrapper(of) => write!(f, "wrapper({of})"),
            Type::Param(name) => f.write_str(name),
        }
    }
}
