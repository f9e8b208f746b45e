//! Fields of protobuf messages.

/// Functions that convert any value to a field of a message. They are in the runtime's `messages`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions of those names")]
pub enum FieldReader {
    Bool,
    Bytes,
    Double,
    Elements,
    Entries,
    Int,
    ListValue,
    StructValue,
    Text,
    Uint,
    Value,
}

impl FieldReader {
    /// The name of the function.
    #[must_use]
    #[inline]
    pub fn function(self) -> &'static str {
        match self {
            FieldReader::Bool => "bool",
            FieldReader::Bytes => "bytes",
            FieldReader::Double => "double",
            FieldReader::Elements => "elements",
            FieldReader::Entries => "entries",
            FieldReader::Int => "int",
            FieldReader::ListValue => "list_value",
            FieldReader::StructValue => "struct_value",
            FieldReader::Text => "text",
            FieldReader::Uint => "uint",
            FieldReader::Value => "value",
        }
    }
}
