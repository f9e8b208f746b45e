//! The decision about a cache. Nothing here talks to the cluster, so a unit test can ask for each decision.

use crate::resources::{Cache, Volume, VolumeSpec};
use cel_runtime::{ErrorList, XValidation};
use kube::{Resource, ResourceExt};

/// The decision.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The volume is to be like this.
    Apply(Box<Volume>),
    /// The cache is invalid.
    RefuseCache(ErrorList),
    /// The cache is valid, but its volume must not become like this.
    RefuseVolume(ErrorList),
}

/// Judges the cache, then the volume that would come of it. `existing` is the volume that is there.
#[must_use]
pub fn decide(cache: &Cache, existing: Option<&Volume>) -> Decision {
    // The object may be older than its rules, or written past a CRD that lacks them. The controller sees no updates of it, so rules with
    // `oldSelf` do not run: they are for the API server and a webhook.
    if let Err(errors) = cache.x_validate() {
        return Decision::RefuseCache(errors);
    }
    let volume = volume_of(cache);
    let verdict = match existing {
        // Here the controller is the one who writes: it knows old and new.
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
        // The rules of the cache bound both.
        bytes: cache.spec.entries.saturating_mul(cache.spec.entry_bytes),
        zone: cache.spec.zone.clone(),
    };
    let mut volume = Volume::new(&cache.name_any(), spec);
    volume.metadata.namespace = cache.namespace();
    // Deleted with the cache.
    volume.metadata.owner_references = cache.controller_owner_ref(&()).map(|owner| vec![owner]);
    volume
}

#[cfg(test)]
mod tests;
