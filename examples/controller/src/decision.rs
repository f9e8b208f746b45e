//! The decision about a cache. It needs no cluster, so unit tests can check each decision.

use crate::resources::{Cache, Volume, VolumeSpec};
use cel_runtime::{ErrorList, XValidation};
use kube::{Resource, ResourceExt};

/// The decision.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Apply the volume.
    Apply(Box<Volume>),
    /// The cache is invalid.
    RefuseCache(ErrorList),
    /// The cache is valid, but this change of its volume is invalid.
    RefuseVolume(ErrorList),
}

/// Judges the cache, then the volume for it. `existing` is the present volume.
#[must_use]
pub fn decide(cache: &Cache, existing: Option<&Volume>) -> Decision {
    // The object may be older than its rules, or its CRD may lack them. The controller sees no updates of it, so rules with
    // `oldSelf` do not run: they are for the API server and a webhook.
    if let Err(errors) = cache.x_validate() {
        return Decision::RefuseCache(errors);
    }
    let volume = volume_of(cache);
    let verdict = match existing {
        // The controller writes the volume, so it knows the old and the new one.
        Some(existing) => volume.x_validate_update(existing).map(drop),
        None => volume.x_validate(),
    };
    match verdict {
        Ok(()) => Decision::Apply(Box::new(volume)),
        Err(errors) => Decision::RefuseVolume(errors),
    }
}

fn volume_of(cache: &Cache) -> Volume {
    let spec = VolumeSpec {
        // The rules of the cache limit both numbers.
        bytes: cache.spec.entries.saturating_mul(cache.spec.entry_bytes),
        zone: cache.spec.zone.clone(),
    };
    let mut volume = Volume::new(&cache.name_any(), spec);
    volume.metadata.namespace = cache.namespace();
    // The volume is deleted with the cache.
    volume.metadata.owner_references = cache.controller_owner_ref(&()).map(|owner| vec![owner]);
    volume
}

#[cfg(test)]
mod tests;
