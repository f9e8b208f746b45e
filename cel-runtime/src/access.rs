//! How Rust values show themselves to CEL.

mod collections;
mod embedded;
mod keyed;
mod metadata;
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
pub use read::{ReadList, ReadMap};
pub use scalars::int_or_string_bad_value;
pub use serialized::{Unwritten, Written};
pub use shown::Shown;
pub use times::{micro_time, micro_time_bad_value, time, time_bad_value};
pub use written::Scalar;
pub(crate) use written::is_null;

/// A Rust type that a CEL type stands for. Generated code reads every field through it, so a field whose type the derive
/// took for a built-in by its name, but is not, fails to compile.
///
/// `Cel` is `Copy`: numbers and times by value, everything else borrowed (`&str`, `&[T]`, `&BTreeMap<..>`, `&Struct`);
/// `Option` of it where the value can be null.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no CEL type",
    label = "rules cannot read this type",
    note = "add `#[derive(XValidation)]` to `{Self}`, and `#[x_validation(nested)]` to the field if its type has the name of another one",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait CelValue {
    /// Type that generated code computes with.
    type Cel<'a>: Copy
    where
        Self: 'a;

    /// The `type` of the value's schema: `"object"`, `"array"`, `"integer"`, … and `""` for int-or-string.
    const SCHEMA_TYPE: &'static str = "object";

    /// The same where only the value tells.
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

/// Type that generated code computes with where a field has this type.
pub type Cel<'a, T> = <T as CelValue>::Cel<'a>;

#[cfg(test)]
mod tests;
