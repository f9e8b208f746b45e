//! Types with their own form in serde, for the programs of trees. `crates` writes a copy of this file.

use cel_runtime::XValidation;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// `into` determines the written form.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(into = "String", from = "String")]
pub struct IntoText {
    letters: Vec<char>,
}

impl From<IntoText> for String {
    fn from(text: IntoText) -> String {
        text.letters.into_iter().collect()
    }
}

impl From<String> for IntoText {
    fn from(text: String) -> Self {
        IntoText { letters: text.chars().collect() }
    }
}

macro_rules! handwritten {
    ($($(#[$attribute:meta])* $name:ident($held:ty), $schema:tt;)*) => {$(
        #[derive(Clone, Debug, PartialEq)]
        $(#[$attribute])*
        pub struct $name($held);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Deserialize::deserialize(deserializer).map($name)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

handwritten! {
    #[derive(XValidation)]
    #[x_validation(as = "string", manual_crd)]
    AsText(String), { "type": "string" };
    #[derive(XValidation)]
    #[x_validation(as = "string", manual_crd)]
    #[schemars(extend("format" = "date-time"))]
    AsTime(String), { "type": "string", "format": "date-time" };
    #[derive(XValidation)]
    #[x_validation(as = "integer", manual_crd)]
    AsInteger(i64), { "type": "integer" };
    #[derive(XValidation)]
    #[x_validation(as = "number", manual_crd)]
    AsNumber(f64), { "type": "number" };
    #[derive(XValidation)]
    #[x_validation(as = "boolean", manual_crd)]
    AsBoolean(bool), { "type": "boolean" };
    #[derive(XValidation)]
    #[x_validation(as = "int-or-string", manual_crd)]
    AsIntOrString(NumberOrText), { "x-kubernetes-int-or-string": true };
    // The fields give the schema of these types.
    RawText(String), { "type": "string" };
    RawInteger(i64), { "type": "integer" };
    RawNumber(f64), { "type": "number" };
}

/// One of two scalars.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
pub enum NumberOrText {
    Number(i32),
    Text(String),
}
