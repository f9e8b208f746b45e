//! Flattened newtypes, and types that variants flatten: the rules and the required fields of the type inside.

#![deny(warnings)]

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Owned")]
#[schemars(transform = OwnedSpec::x_validations)]
#[x_validation(rule = "self.size > 0 && self.owner != 'nobody'", message = "a size")]
#[x_validation(rule = "!has(self.place.room) || self.place.room.floor != ''", message = "a floor")]
pub(crate) struct OwnedSpec {
    #[serde(flatten)]
    meta: Named,
    size: i32,
    place: Place,
}

/// Its own rule comes behind that of the type inside.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
#[schemars(transform = Named::x_validations)]
#[x_validation(rule = "self.owner.size() < 9", message = "a short owner")]
struct Named {
    meta: Behind,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
struct Behind(Meta);

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Meta::x_validations)]
#[x_validation(rule = "self.owner != ''", message = "an owner")]
struct Meta {
    owner: String,
}

/// A field that a variant flattens is required there.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Place {
    Room {
        #[serde(flatten)]
        floor: Floor,
        number: i32,
    },
    Street {
        name: String,
    },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
struct Floor {
    floor: String,
}

fn owned(owner: &str, size: i32) -> Owned {
    let meta = Named { meta: Behind(Meta { owner: owner.to_owned() }) };
    let place = Place::Room { floor: Floor { floor: "1".to_owned() }, number: size };
    Owned::new("a", OwnedSpec { meta, size, place })
}

#[test]
fn rules_behind_a_flattened_newtype_run() {
    assert_matches_crd::<Owned>();
    assert!(owned("me", 1).x_validate().is_ok());
    let told = |owned: &Owned| owned.x_validate().map_err(|errors| errors.to_string());
    assert_eq!(told(&owned("", 1)).unwrap_err(), "spec: Invalid value: an owner");
    let errors = told(&owned("a long name", 0)).unwrap_err();
    assert_eq!(errors, "[spec: Invalid value: a short owner, spec: Invalid value: a size]");
}
