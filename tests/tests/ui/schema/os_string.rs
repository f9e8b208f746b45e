use cel_runtime::XValidation;
use std::ffi::OsString;

#[derive(XValidation)]
struct Spec {
    path: OsString,
}

fn main() {}
