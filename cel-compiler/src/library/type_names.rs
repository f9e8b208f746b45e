//! Names of types: values such as `int` or `google.protobuf.Timestamp`, and the messages that a literal can build.

use super::{
    KubernetesVersion, LIST, MAP,
    TypePattern::{
        self, Any, Bool, Bytes, Double, Duration, Dyn, Int, List, Map, Null, Object, Opaque, Optional,
        String, Timestamp, Uint, Wrapper,
    },
};
use cel_types::message::FieldReader;

/// A name that stands for a type.
#[derive(Debug)]
pub struct TypeNameDecl {
    /// `int`, `google.protobuf.Duration`
    pub name: &'static str,
    /// Its type.
    pub ty: TypePattern,
    /// True for the types that a schema's type provider finds by name (k8s: `findScalar`).
    pub is_simple: bool,
    /// False for names that the checker knows but not the planner: `reference to undefined type`.
    pub is_value: bool,
    /// True if only the type provider of a schema has it.
    pub needs_schema: bool,
    /// The fields of a message literal; `None` if the type is not a message.
    pub fields: Option<&'static [(&'static str, TypePattern)]>,
    /// The message that cel-go's checker sees in a literal of this type. It looks up the fields of that message. The literal cannot
    /// be built.
    pub stands_for: Option<&'static str>,
    /// The first version that has it; 0 is always.
    pub since: KubernetesVersion,
    /// The first version that does not have it any more.
    pub until: KubernetesVersion,
}

/// Enumeration constants, all of type int.
pub const CONSTANTS: &[(&str, i64)] = &[("google.protobuf.NullValue.NULL_VALUE", 0)];

/// All type names.
pub const TYPE_NAMES: &[TypeNameDecl] = &[
    TypeNameDecl::plain("bool", Bool),
    TypeNameDecl::plain("bytes", Bytes),
    TypeNameDecl::plain("double", Double),
    TypeNameDecl::plain("int", Int),
    TypeNameDecl {
        stands_for: Some("google.protobuf.ListValue"),
        since: UNPARAMETRIZED,
        ..TypeNameDecl::plain("list", List(&Dyn))
    },
    TypeNameDecl { since: UNPARAMETRIZED, ..TypeNameDecl::plain("map", Map(&Dyn, &Dyn)) },
    TypeNameDecl { stands_for: Some("google.protobuf.NullValue"), ..TypeNameDecl::plain("null_type", Null) },
    TypeNameDecl::plain("string", String),
    // In cel-go this is a type of types without a parameter. Only messages show the difference.
    TypeNameDecl { is_simple: false, ..TypeNameDecl::plain("type", Opaque("type")) },
    TypeNameDecl::plain("uint", Uint),
    TypeNameDecl {
        is_simple: false,
        since: UNPARAMETRIZED,
        ..TypeNameDecl::plain("optional_type", Optional(&Dyn))
    },
    TypeNameDecl {
        is_simple: false,
        since: KubernetesVersion(30),
        ..TypeNameDecl::plain("net.IP", Opaque("net.IP"))
    },
    TypeNameDecl {
        is_simple: false,
        since: KubernetesVersion(30),
        ..TypeNameDecl::plain("net.CIDR", Opaque("net.CIDR"))
    },
    TypeNameDecl {
        needs_schema: true,
        is_value: false,
        stands_for: Some("google.protobuf.Duration"),
        since: SCALARS_ARE_TYPES,
        ..TypeNameDecl::plain("duration", Duration)
    },
    TypeNameDecl {
        needs_schema: true,
        is_value: false,
        stands_for: Some("google.protobuf.Timestamp"),
        since: SCALARS_ARE_TYPES,
        ..TypeNameDecl::plain("timestamp", Timestamp)
    },
    TypeNameDecl::message("google.protobuf.Duration", Duration, true, &[("seconds", Int), ("nanos", Int)]),
    TypeNameDecl::message("google.protobuf.Timestamp", Timestamp, true, &[("seconds", Int), ("nanos", Int)]),
    TypeNameDecl::message("google.protobuf.Empty", Object("google.protobuf.Empty"), true, &[]),
    TypeNameDecl::message("google.protobuf.Any", Any, false, &[("type_url", String), ("value", Bytes)]),
    TypeNameDecl::message("google.protobuf.ListValue", List(&Dyn), false, &[("values", List(&Dyn))]),
    TypeNameDecl::message(
        "google.protobuf.Struct",
        Map(&String, &Dyn),
        false,
        &[("fields", Map(&String, &Dyn))],
    ),
    // The type of an entry of `fields`.
    TypeNameDecl::message(
        "google.protobuf.Struct.FieldsEntry",
        Object("google.protobuf.Struct.FieldsEntry"),
        true,
        &[("key", String), ("value", Dyn)],
    ),
    TypeNameDecl::message(
        "google.protobuf.Value",
        Dyn,
        false,
        &[
            ("null_value", Int),
            ("number_value", Double),
            ("string_value", String),
            ("bool_value", Bool),
            ("struct_value", Map(&String, &Dyn)),
            ("list_value", List(&Dyn)),
        ],
    ),
    TypeNameDecl::message("google.protobuf.BoolValue", Wrapper(&Bool), false, &[("value", Bool)]),
    TypeNameDecl::message("google.protobuf.BytesValue", Wrapper(&Bytes), false, &[("value", Bytes)]),
    TypeNameDecl::message("google.protobuf.DoubleValue", Wrapper(&Double), false, &[("value", Double)]),
    TypeNameDecl::message("google.protobuf.FloatValue", Wrapper(&Double), false, &[("value", Double)]),
    TypeNameDecl::message("google.protobuf.Int32Value", Wrapper(&Int), false, &[("value", Int)]),
    TypeNameDecl::message("google.protobuf.Int64Value", Wrapper(&Int), false, &[("value", Int)]),
    TypeNameDecl::message("google.protobuf.StringValue", Wrapper(&String), false, &[("value", String)]),
    TypeNameDecl::message("google.protobuf.UInt32Value", Wrapper(&Uint), false, &[("value", Uint)]),
    TypeNameDecl::message("google.protobuf.UInt64Value", Wrapper(&Uint), false, &[("value", Uint)]),
    // The declarations of earlier versions.
    TypeNameDecl { until: UNPARAMETRIZED, ..TypeNameDecl::plain("list", LIST) },
    TypeNameDecl { until: UNPARAMETRIZED, ..TypeNameDecl::plain("map", MAP) },
    TypeNameDecl {
        is_simple: false,
        since: KubernetesVersion(28),
        until: UNPARAMETRIZED,
        ..TypeNameDecl::plain("optional_type", Opaque("optional_type"))
    },
    TypeNameDecl {
        needs_schema: true,
        is_value: false,
        until: SCALARS_ARE_TYPES,
        ..TypeNameDecl::plain("duration", Duration)
    },
    TypeNameDecl {
        needs_schema: true,
        is_value: false,
        until: SCALARS_ARE_TYPES,
        ..TypeNameDecl::plain("timestamp", Timestamp)
    },
];

/// Before, `timestamp{}` is refused: no literal can be made of it.
const SCALARS_ARE_TYPES: KubernetesVersion = KubernetesVersion::of_release(32);

/// `list` is a `type(list(dyn))`. Before, it was a `type(list(A))`.
const UNPARAMETRIZED: KubernetesVersion = KubernetesVersion::of_release(37);

impl TypeNameDecl {
    const fn plain(name: &'static str, ty: TypePattern) -> Self {
        TypeNameDecl {
            name,
            ty,
            is_simple: true,
            is_value: true,
            needs_schema: false,
            fields: None,
            stands_for: None,
            since: KubernetesVersion(0),
            until: KubernetesVersion::NEVER,
        }
    }

    const fn message(
        name: &'static str,
        ty: TypePattern,
        is_value: bool,
        fields: &'static [(&'static str, TypePattern)],
    ) -> Self {
        TypeNameDecl {
            name,
            ty,
            is_simple: false,
            is_value,
            needs_schema: false,
            fields: Some(fields),
            stands_for: None,
            since: KubernetesVersion(0),
            until: KubernetesVersion::NEVER,
        }
    }
}

/// The function that reads a field of a message, and the Go type of the field. Errors name the Go type.
#[must_use]
pub fn field_reader(message: &str, field: &str, ty: &TypePattern) -> (FieldReader, &'static str) {
    let is_32_bits = matches!(
        (message.trim_start_matches("google.protobuf."), field),
        ("Duration" | "Timestamp", "nanos") | ("FloatValue" | "Int32Value" | "UInt32Value", _)
    );
    match (ty, field) {
        (_, "null_value") => (FieldReader::Int, "protoreflect.EnumNumber"),
        (_, "fields") => (FieldReader::Entries, ""),
        (_, "values") => (FieldReader::Elements, ""),
        (_, "list_value") => (FieldReader::ListValue, "*structpb.ListValue"),
        (_, "struct_value") => (FieldReader::StructValue, "*structpb.Struct"),
        (Int, _) => (FieldReader::Int, if is_32_bits { "int32" } else { "int64" }),
        (Uint, _) => (FieldReader::Uint, if is_32_bits { "uint32" } else { "uint64" }),
        (Double, _) => (FieldReader::Double, if is_32_bits { "float32" } else { "float64" }),
        (Bool, _) => (FieldReader::Bool, "bool"),
        (Bytes, _) => (FieldReader::Bytes, "[]uint8"),
        (Dyn, _) => (FieldReader::Value, "*structpb.Value"),
        _ => (FieldReader::Text, "string"),
    }
}
