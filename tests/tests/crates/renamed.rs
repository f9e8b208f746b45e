//! The runtime has another name in Cargo.toml.

#![deny(warnings)]

extern crate middle as center;

use cel_rt::XValidation;

#[derive(XValidation)]
#[x_validation(crate = "::cel_rt", manual_crd)]
#[x_validation(rule = "self.a.min + self.b.max + self.c.min + self.d.min + self.e.fresh > self.own.least")]
pub struct Spec {
    pub a: middle::Limits,
    pub b: middle::Renamed,
    pub c: middle::types::Limits,
    pub d: center::types::Bounds,
    pub e: middle::Foo,
    pub own: Own,
}

#[derive(XValidation)]
#[x_validation(crate = "::cel_rt")]
pub struct Own {
    pub least: i32,
}

pub fn check(spec: &Spec) -> bool {
    spec.x_validate().is_ok()
}
