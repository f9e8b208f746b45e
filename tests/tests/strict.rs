//! Generated code under the strictest lints, without `std`, beside a renamed runtime.

#![no_std]
#![forbid(
    unsafe_code,
    unused,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    unused_lifetimes,
    let_underscore,
    future_incompatible,
    unnameable_types,
    missing_debug_implementations,
    missing_copy_implementations,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    variant_size_differences,
    keyword_idents,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    redundant_lifetimes
)]
// `nonstandard_style` is not forbidden: with the feature `coverage`, the crate `inventory` allows a part of it for its own items.
#![deny(warnings, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery)]

extern crate std;

use cel_runtime::XValidation;
use std::{boxed::Box, collections::BTreeMap, string::String, vec::Vec};

/// All kinds of fields.
#[derive(Clone, Debug, XValidation)]
#[x_validation(rule = "self.inner.name != '' && self.list.all(i, i.name != 'x')", manual_crd)]
#[x_validation(
    rule = "[1 / self.flat, 2 / self.flat, 3 / self.flat, 4 / self.flat, 5 / self.flat, 6 / self.flat, 7 / \
            self.flat, 8 / self.flat, 9 / self.flat, 10 / self.flat, 11 / self.flat, 12 / self.flat, 13 / \
            self.flat, 14 / self.flat, 15 / self.flat, 16 / self.flat, 17 / self.flat].all(x, x > 0)",
    message = "as many as are not nested"
)]
#[serde(rename_all = "camelCase")]
struct Spec {
    inner: Inner,
    list: Vec<Inner>,
    map: BTreeMap<String, Inner>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    tags: Vec<String>,
    #[x_validation(rule = "self.name != 'y'")]
    maybe: Option<Box<Inner>>,
    source: Source,
    mode: Mode,
    only: Only,
    #[schemars(length(max = MAX))]
    bounded: String,
    #[serde(flatten)]
    flat: Flat,
}

const MAX: u64 = 9;

/// A part.
#[derive(Clone, Debug, XValidation)]
#[x_validation(rule = "self.name != 'z'", manual_crd)]
struct Inner {
    name: String,
}

/// Flattened.
#[derive(Clone, Copy, Debug, XValidation)]
struct Flat {
    flat: i32,
}

/// An object with one of its properties.
#[derive(Clone, Debug, XValidation)]
enum Source {
    Git { url: String },
    Image(Inner),
}

/// One variant.
#[derive(Clone, Debug, XValidation)]
enum Only {
    Variant { x: i32 },
}

/// A string.
#[derive(Clone, Copy, Debug, XValidation)]
enum Mode {
    Fast,
    Slow,
}

fn main() {
    let inner = || Inner { name: String::from("a") };
    let spec = |mode, source| Spec {
        inner: inner(),
        list: Vec::from([inner()]),
        map: BTreeMap::from([(String::from("k"), inner())]),
        tags: Vec::new(),
        maybe: Some(Box::new(inner())),
        source,
        mode,
        only: Only::Variant { x: 1 },
        bounded: String::new(),
        flat: Flat { flat: 1 },
    };
    assert!(spec(Mode::Fast, Source::Git { url: String::new() }).x_validate().is_ok());
    assert!(spec(Mode::Slow, Source::Image(inner())).x_validate().is_ok());
}
