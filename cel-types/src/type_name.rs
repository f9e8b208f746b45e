//! Names of types at run time.

use std::fmt;

/// The type of a value, as `type(x)` and errors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is the type of that name")]
pub enum TypeName {
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Null,
    List,
    /// Maps, and objects of a schema.
    Map,
    Timestamp,
    Duration,
    Type,
    Optional,
    Quantity,
    Url,
    Semver,
    NamedFormat,
    Ip,
    Cidr,
    Empty,
    /// `google.protobuf.Struct.FieldsEntry`
    FieldsEntry,
    /// The value of a property without a type.
    Unknown,
}

impl TypeName {
    /// All type names.
    pub const ALL: [TypeName; 22] = [
        TypeName::Bool,
        TypeName::Int,
        TypeName::Uint,
        TypeName::Double,
        TypeName::String,
        TypeName::Bytes,
        TypeName::Null,
        TypeName::List,
        TypeName::Map,
        TypeName::Timestamp,
        TypeName::Duration,
        TypeName::Type,
        TypeName::Optional,
        TypeName::Quantity,
        TypeName::Url,
        TypeName::Semver,
        TypeName::NamedFormat,
        TypeName::Ip,
        TypeName::Cidr,
        TypeName::Empty,
        TypeName::FieldsEntry,
        TypeName::Unknown,
    ];

    /// The name.
    ///
    /// ```
    /// assert_eq!(cel_types::TypeName::Duration.as_str(), "google.protobuf.Duration");
    /// ```
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            TypeName::Bool => "bool",
            TypeName::Int => "int",
            TypeName::Uint => "uint",
            TypeName::Double => "double",
            TypeName::String => "string",
            TypeName::Bytes => "bytes",
            TypeName::Null => "null_type",
            TypeName::List => "list",
            TypeName::Map => "map",
            TypeName::Timestamp => "google.protobuf.Timestamp",
            TypeName::Duration => "google.protobuf.Duration",
            TypeName::Type => "type",
            TypeName::Optional => "optional_type",
            TypeName::Quantity => "kubernetes.Quantity",
            TypeName::Url => "kubernetes.URL",
            TypeName::Semver => "kubernetes.Semver",
            TypeName::NamedFormat => "kubernetes.NamedFormat",
            TypeName::Ip => "net.IP",
            TypeName::Cidr => "net.CIDR",
            TypeName::Empty => "google.protobuf.Empty",
            TypeName::FieldsEntry => "google.protobuf.Struct.FieldsEntry",
            TypeName::Unknown => "unknown",
        }
    }
}

impl fmt::Display for TypeName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
