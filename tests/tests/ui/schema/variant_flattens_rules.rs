use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(rule = "self.owner != ''", manual_crd)]
struct Meta {
    owner: String,
}

#[derive(XValidation, Serialize, Deserialize)]
struct Named(Meta);

#[derive(XValidation, Serialize, Deserialize)]
enum Place {
    Room {
        #[serde(flatten)]
        meta: Named,
        number: i32,
    },
    Labels {
        #[serde(flatten)]
        labels: BTreeMap<String, String>,
    },
}

#[derive(XValidation, Serialize, Deserialize)]
#[serde(untagged)]
enum Choice {
    Named(Named),
    Other {
        #[serde(flatten)]
        meta: Named,
        other: i32,
    },
}

#[derive(XValidation, Serialize, Deserialize)]
struct Team {
    #[serde(flatten)]
    named: Named,
    #[serde(flatten)]
    other: Other,
}

#[derive(XValidation, Serialize, Deserialize)]
struct Other(Second);

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(rule = "self.team != ''", manual_crd)]
struct Second {
    team: String,
}

fn main() {}
