//! The rules of one version in a CRD file, and the ways to an object.

use super::{
    Json,
    read::Memory,
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

/// The rules of one version.
#[derive(Debug)]
pub struct Rules {
    root: NodeFn,
    shape: Shape,
}

impl Rules {
    /// The generated function of the root, and the text of the schema's [`Shape`].
    #[inline]
    pub const fn new(root: NodeFn, shape: &'static str) -> Self {
        Rules { root, shape: Shape::new(shape) }
    }

    /// Validates an object.
    #[inline]
    pub fn evaluate<'v>(
        &'static self,
        new: impl Into<Json<'v>>,
        old: Option<impl Into<Json<'v>>>,
        options: &Options,
    ) -> Report {
        let (new, old) = (new.into(), old.map(Into::into));
        let ratcheting = old.filter(|_| options.ratcheting).map(|old| Ratcheting::new(new, old, &self.shape));
        Validation::report(options, ratcheting, &|validation| {
            let path = Path::starting_at(&options.path);
            visit(validation, &path, Some(new), old, self.root);
        })
    }

    /// Lists the errors of an object, or its warnings if there are none. There is no report.
    ///
    /// # Errors
    /// All rules that failed.
    #[inline]
    pub fn validate<'v>(
        &'static self,
        new: impl Into<Json<'v>>,
        old: Option<impl Into<Json<'v>>>,
    ) -> Result<Warnings, ErrorList> {
        let (new, old) = (new.into(), old.map(Into::into));
        let mut ratcheting = old.map(|old| Ratcheting::new(new, old, &self.shape));
        Validation::verdict(ratcheting.as_mut(), |validation| {
            let path = Path::starting_at(&SERVER.path);
            visit(validation, &path, Some(new), old, self.root);
        })
    }

    /// [`Rules::evaluate`] for texts.
    ///
    /// # Errors
    /// If a text is no JSON.
    #[inline]
    pub fn evaluate_slice(
        &'static self,
        new: &[u8],
        old: Option<&[u8]>,
        options: &Options,
    ) -> serde_json::Result<Report> {
        read(new, old, |new, old| self.evaluate(new, old, options))
    }

    /// [`Rules::validate`] for texts.
    ///
    /// # Errors
    /// If a text is no JSON.
    #[inline]
    pub fn validate_slice(
        &'static self,
        new: &[u8],
        old: Option<&[u8]>,
    ) -> serde_json::Result<Result<Warnings, ErrorList>> {
        read(new, old, |new, old| self.validate(new, old))
    }

    /// [`Rules::evaluate`] for anything that serializes. The text of an object takes less time than a tree of `serde_json`.
    ///
    /// # Errors
    /// If an object does not serialize.
    #[inline]
    pub fn evaluate_object<T: Serialize>(
        &'static self,
        new: &T,
        old: Option<&T>,
        options: &Options,
    ) -> serde_json::Result<Report> {
        let new = serde_json::to_vec(new)?;
        let old = old.map(serde_json::to_vec).transpose()?;
        self.evaluate_slice(&new, old.as_deref(), options)
    }
}

/// Judges two texts.
#[inline]
fn read<R>(
    new: &[u8],
    old: Option<&[u8]>,
    judge: impl FnOnce(Json<'_>, Option<Json<'_>>) -> R,
) -> serde_json::Result<R> {
    let memory = Memory::new();
    let new = memory.read(new)?;
    let old = old.map(|old| memory.read(old)).transpose()?;
    Ok(judge(new, old))
}
