use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd, deny(all))]
#[x_validation(rule = "self.min < 1 && self.min > 9", message = "always false")]
#[x_validation(rule = "self.mode != 'Fast' || self.mode != 'Slow'", message = "always true")]
#[x_validation(rule = "self.min < self.max", message = "equivalent")]
#[x_validation(rule = "!(self.max <= self.min)", message = "equivalent")]
#[x_validation(rule = "!has(self.ports) || self.ports.size() > 0", message = "written")]
#[x_validation(rule = "self.mode != 'fast'", message = "no such value")]
#[x_validation(rule = "self.max != 5")]
#[x_validation(rule = "has(self.min)", message = "needless")]
#[x_validation(rule = "format.dns1123Label().validate(self.name) == null", message = "null")]
#[x_validation(rule = "self.name.matches('[a-z]([-a-z0-9]*[a-z0-9])?')", message = "pattern")]
#[x_validation(rule = "self.class != 'none'", message = "unguarded")]
#[x_validation(rule = "self.first.class != 'none' && self.users.all(u, u.class != '')", message = "unguarded below")]
#[x_validation(rule = "self.labels['app'] != ''", message = "unguarded key")]
#[x_validation(rule = "self.ports.all(p, self.ports.exists(p, p > 9))", message = "shadowed")]
#[x_validation(rule = "self.ports.all(p, self.min > 0)", message = "unused")]
#[x_validation(rule = "self.max > 7", message_expression = "has(self.min) ? 'too small' : 'absent'")]
#[x_validation(rule = "self.ports.size() == 0 || self.ports[-1] > 0", message = "never there")]
pub struct Service {
    pub min: i64,
    pub max: i64,
    pub mode: Mode,
    pub name: String,
    pub class: Option<String>,
    pub labels: BTreeMap<String, String>,
    #[serde(default)]
    #[x_validation(rule = "self.all(p, p > 0)", message = "per item")]
    #[x_validation(rule = "self.all(p, self.exists_one(q, q == p))", message = "quadratic")]
    pub ports: Vec<i64>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    #[x_validation(items(rule = "self.name == oldSelf.name", message = "key"))]
    pub users: Vec<User>,
    pub first: User,
}

#[derive(XValidation, Serialize, Deserialize)]
pub struct User {
    pub name: String,
    pub class: Option<String>,
}

#[derive(XValidation, Serialize, Deserialize)]
pub enum Mode {
    Fast,
    Slow,
}

fn main() {}
