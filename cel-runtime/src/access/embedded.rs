//! Resources in resources that a struct holds as JSON.

use crate::{
    generated::{object::Unknown, size},
    json::Json,
};

/// An embedded resource. Rules see of it what every resource has; the rest counts where it is compared. The server refuses
/// resources whose `apiVersion`, `kind` or names are not strings, so that these are like absent here.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'o>(&'o Json);

impl<'o> Embedded<'o> {
    /// The resource.
    pub const fn new(object: &'o Json) -> Self {
        Embedded(object)
    }

    /// `apiVersion`
    pub fn __cel_api_version(self) -> Option<&'o str> {
        self.0.get("apiVersion")?.as_str()
    }

    /// `kind`
    pub fn __cel_kind(self) -> Option<&'o str> {
        self.0.get("kind")?.as_str()
    }

    /// `metadata`
    pub fn __cel_metadata(self) -> Option<EmbeddedMetadata<'o>> {
        self.0.get("metadata").filter(|metadata| metadata.is_object()).map(EmbeddedMetadata)
    }

    /// How many keys there are: its size.
    pub fn keys(self) -> u64 {
        keys(self.0)
    }

    /// The keys that no rule sees.
    pub fn unknown(self) -> Unknown<'o> {
        unknown(self.0, &["apiVersion", "kind", "metadata"])
    }
}

/// Its `metadata`.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedMetadata<'o>(&'o Json);

impl<'o> EmbeddedMetadata<'o> {
    /// `metadata.name`
    pub fn __cel_name(self) -> Option<&'o str> {
        self.0.get("name")?.as_str()
    }

    /// `metadata.generateName`
    pub fn __cel_generate_name(self) -> Option<&'o str> {
        self.0.get("generateName")?.as_str()
    }

    /// How many keys there are: its size.
    pub fn keys(self) -> u64 {
        keys(self.0)
    }

    /// The keys that no rule sees.
    pub fn unknown(self) -> Unknown<'o> {
        unknown(self.0, &["name", "generateName"])
    }
}

fn keys(object: &Json) -> u64 {
    size::length(object.as_object().map_or(0, serde_json::Map::len))
}

fn unknown<'o>(object: &'o Json, known: &[&str]) -> Unknown<'o> {
    let entries = object.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value));
    entries.filter(|(key, _)| !known.contains(key)).collect()
}
