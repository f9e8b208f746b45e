//! How rules read Rust values.

mod collections;
mod embedded;
mod keyed;
mod metadata;
mod named;
mod pointers;
mod read;
mod scalars;
mod serialized;
mod shown;
mod times;
mod written;

pub use embedded::{Embedded, EmbeddedMetadata};
pub use keyed::{Keyed, KeyedMap, Reads, UnitEnum};
pub use metadata::Metadata;
pub use named::{FindKey, ForeignKey, KeyOf, Named, NamedMap, TextKey};
pub use read::{ReadList, ReadMap};
pub use scalars::int_or_string_bad_value;
pub use serialized::{Unwritten, Written};
pub use shown::Shown;
pub use times::{micro_time, micro_time_bad_value, time, time_bad_value};
pub use written::Scalar;
pub(crate) use written::is_null;

/// The CEL value of a Rust type. Generated code reads every field through this trait. If the derive took a field's type for a built-in one
/// because of its name, and it is another type, the code does not compile.
///
/// `Cel` is `Copy`. Numbers and times are values, everything else is borrowed (`&str`, `&[T]`, `&BTreeMap<..>`, `&Struct`).
/// It is an `Option` if the value can be null.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no CEL type",
    label = "rules cannot read this type",
    note = "add `#[derive(XValidation)]` to `{Self}`, and `#[x_validation(nested)]` to the field if its type has the name of another one",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait CelValue {
    /// The type that generated code uses.
    type Cel<'a>: Copy
    where
        Self: 'a;

    /// The `type` of the value's schema: `"object"`, `"array"`, `"integer"`, … and `""` for int-or-string.
    const SCHEMA_TYPE: &'static str = "object";

    /// The same for types whose values have different schema types.
    fn schema_type(&self) -> &'static str {
        Self::SCHEMA_TYPE
    }

    /// The value for CEL.
    fn cel(&self) -> Self::Cel<'_>;

    /// The value as the server prints it in `Invalid value: <v>: ..`; objects and arrays are not printed.
    fn bad_value(&self) -> Option<String> {
        None
    }
}

/// The type that generated code uses for a field of type `T`.
pub type Cel<'a, T> = <T as CelValue>::Cel<'a>;

#[cfg(test)]
mod tests;
