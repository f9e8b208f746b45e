//! Finds values that an update did not change. Failures of rules on them are warnings (k8s: `apiserver/pkg/cel/common/equality.go`,
//! `CorrelatedObject`).
//!
//! JSON is compared where it is ([`trees`]). Objects of a type that derives `XValidation` are written as bytes when a rule fails
//! ([`writer`]), and compared there ([`written`]). For the first failures only the property that is asked about is written. The lists with
//! keys on the path to a value have an index. The time is linear in the size of the objects. The memory is eight bytes for each item of
//! these lists, and for typed objects the bytes of both, which are about as many as those of their JSON, and four bytes for each entry of
//! the objects on the path, and of those whose entries have another order than before.

mod schema;
mod trees;
mod value;
mod way;
mod writer;
mod written;

pub use self::schema::Shape;
pub(crate) use self::written::Written;

use self::{
    schema::{Model, Schema},
    trees::InTrees,
    way::Way,
    written::InWritten,
};
use crate::{
    field_path::{Path, Step},
    json::AnyJson,
    opaque::Schema as Described,
};
use std::fmt;

/// Writes the values behind some names, of the new object and of the old one.
pub(crate) type Write<'o> = dyn Fn(&[&str]) -> Option<Written> + 'o;

/// Number of questions that are answered without writing the whole objects.
const FEW: u8 = 4;

/// An object and the object that it replaces.
pub(crate) enum Ratcheting<'o> {
    /// Objects that are JSON.
    Trees(Way<InTrees<'o>>),
    /// Objects of a type that derives `XValidation`, with the text of its schema, which are not written yet.
    Typed {
        schema: &'static str,
        described: fn() -> Option<&'static Described>,
        write: &'o Write<'o>,
        /// How many questions were answered so far.
        answered: u8,
    },
    Written(Way<InWritten>),
    /// Typed objects that do not serialize. No value is known to be unchanged.
    Unknown,
}

impl<'o> Ratcheting<'o> {
    /// For JSON, with the shape of its schema.
    #[inline]
    pub(crate) fn new(new: AnyJson<'o>, old: AnyJson<'o>, shape: &'static Shape) -> Self {
        Ratcheting::Trees(Way::new(InTrees::root(new, old), shape))
    }

    /// For typed objects: the text of their schema, the schema from schemars if a part is opaque, and the function that serializes both.
    #[inline]
    pub(crate) fn typed(
        schema: &'static str,
        described: fn() -> Option<&'static Described>,
        write: &'o Write<'o>,
    ) -> Self {
        Ratcheting::Typed { schema, described, write, answered: 0 }
    }

    /// True if the value at a path is unchanged. If it has no old value, the nearest value above that has one counts. Always false at or
    /// below the root's `apiVersion` and `kind` (k8s: `validation.go`, `ratchetingOptions.key`).
    #[inline]
    pub(crate) fn is_unchanged(&mut self, path: &Path<'_>) -> bool {
        self.compare::<()>(path)
    }

    /// The same. It is generic, so rustc compiles it once in each crate that validates updates, and not in each build of the runtime.
    #[expect(clippy::extra_unused_type_parameters, reason = "it only decides where the function is compiled")]
    fn compare<CompiledWhereCalled>(&mut self, path: &Path<'_>) -> bool {
        if let Some(Step::Field("apiVersion" | "kind")) = path.first() {
            return false;
        }
        if let Ratcheting::Typed { schema, described, write, answered } = self {
            let model = Model::of_type(schema, described());
            if *answered < FEW {
                *answered = answered.saturating_add(1);
                if let Some(is_unchanged) = model.and_then(|model| is_part_unchanged(path, model, write)) {
                    return is_unchanged;
                }
            }
            let written = model.and_then(|(model, root)| {
                let written = write(&[])?;
                Some(Way::new(written.root(root), (written, model)))
            });
            *self = written.map_or(Ratcheting::Unknown, Ratcheting::Written);
        }
        match self {
            Ratcheting::Trees(way) => way.is_unchanged(path),
            Ratcheting::Written(way) => way.is_unchanged(path),
            Ratcheting::Typed { .. } | Ratcheting::Unknown => false,
        }
    }
}

/// Compares only the value at a path, if it is the property of a struct. `None` if it has no old value or cannot be written alone.
#[inline]
fn is_part_unchanged(
    path: &Path<'_>,
    (model, root): (&'static Model, Schema),
    write: &Write<'_>,
) -> Option<bool> {
    let mut names = [""; MOST_NAMES];
    let names = path.names(&mut names)?;
    let schema = names.iter().try_fold(root, |schema, name| schema.key(model, name))?;
    Some(write(names)?.is_unchanged(schema, model))
}

/// Most names on the way to a value that is written alone.
const MOST_NAMES: usize = 8;

impl fmt::Debug for Ratcheting<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ratcheting").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
