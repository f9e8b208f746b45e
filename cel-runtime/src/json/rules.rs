//! The ways to judge an object: as a tree of `serde_json`, as a text, and as anything that serializes.

use super::{
    read::Memory,
    text::TextJson,
    trees::{TextTrees, Trees},
    walk::{NodeFn, visit},
};
use crate::{
    error::ErrorList,
    field_path::Path,
    options::{Options, SERVER},
    ratcheting::{Ratcheting, Shape},
    validate::{Report, Validation, Warnings},
};
use serde::Serialize;

/// Validates an object. `shape` is the shape of its schema.
#[inline]
pub fn evaluate<'v, T: Trees>(
    new: T::Json<'v>,
    old: Option<T::Json<'v>>,
    options: &Options,
    root: NodeFn<T>,
    shape: &'static Shape,
) -> Report {
    let ratcheting =
        old.filter(|_| options.ratcheting).map(|old| Ratcheting::new(new.into(), old.into(), shape));
    Validation::report(options, ratcheting, &|validation| {
        let path = Path::starting_at(&options.path);
        visit(validation, &path, Some(new), old, root);
    })
}

/// Lists the errors of an object, or its warnings if there are none. There is no report.
///
/// # Errors
/// All rules that failed.
#[inline]
pub fn validate<'v, T: Trees>(
    new: T::Json<'v>,
    old: Option<T::Json<'v>>,
    root: NodeFn<T>,
    shape: &'static Shape,
) -> Result<Warnings, ErrorList> {
    let mut ratcheting = old.map(|old| Ratcheting::new(new.into(), old.into(), shape));
    Validation::verdict(ratcheting.as_mut(), |validation| {
        let path = Path::starting_at(&SERVER.path);
        visit(validation, &path, Some(new), old, root);
    })
}

/// [`evaluate`] for texts.
///
/// # Errors
/// If a text is no JSON.
#[inline]
pub fn evaluate_slice(
    new: &[u8],
    old: Option<&[u8]>,
    options: &Options,
    root: NodeFn<TextTrees>,
    shape: &'static Shape,
) -> serde_json::Result<Report> {
    read(new, old, |new, old| evaluate(new, old, options, root, shape))
}

/// [`validate`] for texts.
///
/// # Errors
/// If a text is no JSON.
#[inline]
pub fn validate_slice(
    new: &[u8],
    old: Option<&[u8]>,
    root: NodeFn<TextTrees>,
    shape: &'static Shape,
) -> serde_json::Result<Result<Warnings, ErrorList>> {
    read(new, old, |new, old| validate(new, old, root, shape))
}

/// [`evaluate`] for anything that serializes. A text that is written and read takes less memory than a tree of `serde_json`, and for large
/// objects less time.
///
/// # Errors
/// If an object does not serialize.
#[inline]
pub fn evaluate_object<T: Serialize>(
    new: &T,
    old: Option<&T>,
    options: &Options,
    root: NodeFn<TextTrees>,
    shape: &'static Shape,
) -> serde_json::Result<Report> {
    let new = serde_json::to_vec(new)?;
    let old = old.map(serde_json::to_vec).transpose()?;
    evaluate_slice(&new, old.as_deref(), options, root, shape)
}

/// Judges two texts.
#[inline]
fn read<R>(
    new: &[u8],
    old: Option<&[u8]>,
    judge: impl for<'v> FnOnce(&'v TextJson<'v>, Option<&'v TextJson<'v>>) -> R,
) -> serde_json::Result<R> {
    let memory = Memory::new();
    let new = memory.read(new)?;
    let old = old.map(|old| memory.read(old)).transpose()?;
    Ok(judge(new, old))
}
