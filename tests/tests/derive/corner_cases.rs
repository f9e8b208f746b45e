//! The corner cases that typed values show, against the recorded answers for the same objects as JSON; `docs/corner-cases.md` says
//! which do not.

#![allow(clippy::duplicated_attributes, reason = "rules may have the same text")]

mod rows_01_to_17;
mod rows_18_to_36;
mod rows_37_to_64;

use super::answers::assert_recorded;
use cel_runtime::XValidation;
use serde::{Serialize, de::DeserializeOwned};

/// Judges the recorded objects with these ids.
fn judge<T: XValidation + Serialize + DeserializeOwned>(ids: &[&str]) {
    ids.iter().for_each(|id| assert_recorded::<T>(id));
}
