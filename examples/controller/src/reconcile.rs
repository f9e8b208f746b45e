//! Carries out decisions: writes the volume or leaves it, and reports the result in the status.

use crate::{
    decision::{Decision, decide},
    resources::{Cache, CacheStatus, Volume},
};
use cel_runtime::ErrorList;
use k8s_openapi::{
    apimachinery::pkg::apis::meta::v1::{Condition, Time},
    jiff::Timestamp,
};
use kube::{
    Api, Client, Resource, ResourceExt,
    api::{Patch, PatchParams},
    runtime::controller::Action,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};

/// An error during the reconciliation of a cache. The controller tries again.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The API server did not carry out a request.
    #[error("{0}")]
    Api(#[from] kube::Error),
    /// The watch saw an object without a namespace.
    #[error("the cache `{0}` has no namespace")]
    NoNamespace(String),
}

/// Updates the volume for the cache, if the rules allow it.
///
/// # Errors
/// If the API server does not answer, or refuses a request.
pub async fn reconcile(cache: Arc<Cache>, client: Arc<Client>) -> Result<Action, Error> {
    let namespace = cache.namespace().ok_or_else(|| Error::NoNamespace(cache.name_any()))?;
    let volumes: Api<Volume> = Api::namespaced((*client).clone(), &namespace);
    let name = cache.name_any();
    let existing = volumes.get_opt(&name).await?;
    let condition = match decide(&cache, existing.as_ref()) {
        Decision::Apply(volume) => {
            volumes.patch(&name, &PatchParams::apply(MANAGER).force(), &Patch::Apply(&*volume)).await?;
            condition(&cache, "True", "Applied", String::new())
        }
        Decision::RefuseCache(errors) => condition(&cache, "False", "Invalid", text(&errors)),
        Decision::RefuseVolume(errors) => condition(&cache, "False", "VolumeInvalid", text(&errors)),
    };
    report(&cache, condition, &client, &namespace).await?;
    // Any change of the cache or its volume starts a new reconciliation. There is no reason to try again before.
    Ok(Action::await_change())
}

/// The time until the next try after an error.
#[must_use]
pub fn retry(_: Arc<Cache>, _: &Error, _: Arc<Client>) -> Action {
    Action::requeue(Duration::from_secs(5))
}

/// Writes the condition, unless the status already has it. Each write would start another reconciliation.
async fn report(cache: &Cache, mut new: Condition, client: &Client, namespace: &str) -> Result<(), Error> {
    let old = cache.status.iter().flat_map(|status| &status.conditions).find(|old| old.type_ == new.type_);
    if let Some(old) = old.filter(|old| old.status == new.status) {
        new.last_transition_time = old.last_transition_time.clone();
    }
    if old == Some(&new) {
        return Ok(());
    }
    tracing::info!(namespace, name = cache.name_any(), reason = new.reason, message = new.message);
    let status = CacheStatus { conditions: vec![new] };
    let status = json!({
        "apiVersion": Cache::api_version(&()), "kind": Cache::kind(&()), "status": status,
    });
    let caches: Api<Cache> = Api::namespaced(client.clone(), namespace);
    let params = PatchParams::apply(MANAGER).force();
    caches.patch_status(&cache.name_any(), &params, &Patch::Apply(status)).await?;
    Ok(())
}

fn condition(cache: &Cache, status: &str, reason: &str, message: String) -> Condition {
    Condition {
        type_: "Applied".to_owned(),
        status: status.to_owned(),
        reason: reason.to_owned(),
        message,
        observed_generation: cache.metadata.generation,
        last_transition_time: Time(Timestamp::now()),
    }
}

/// The errors as one text, shortened to the limit of a condition.
fn text(errors: &ErrorList) -> String {
    let mut text = errors.to_string();
    if text.chars().count() > MESSAGE {
        text = text.chars().take(MESSAGE - 1).chain(['…']).collect();
    }
    text
}

/// `maxLength` of a condition's message.
const MESSAGE: usize = 32_768;

/// The field manager that the API server stores for each field that we write.
const MANAGER: &str = "example-controller";

#[cfg(test)]
mod tests;
