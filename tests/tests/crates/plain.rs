//! Rules without schemars: nothing asks for the line that puts them into a CRD.

#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]

extern crate std;

use cel_runtime::XValidation;
use std::{string::String, vec::Vec};

#[derive(XValidation)]
#[x_validation(rule = "self.parts.all(p, p.weight > 0)", message = "weights are positive")]
pub struct Spec {
    pub parts: Vec<Part>,
    pub name: Name,
    #[x_validation(rule = "self > 0")]
    pub size: Option<i32>,
}

#[derive(XValidation)]
pub struct Part {
    #[x_validation(rule = "self < 10")]
    pub weight: i32,
}

#[derive(XValidation)]
#[x_validation(rule = "self != ''")]
pub struct Name(pub String);

pub fn check(spec: &Spec) -> bool {
    spec.x_validate().is_ok()
}
