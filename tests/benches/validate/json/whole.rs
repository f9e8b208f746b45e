//! The forty rules of `rules/whole.rs`, written by hand over a `serde_json::Value`. Each property is looked up once.

use serde_json::{Map, Value};

type Object = Map<String, Value>;

pub(super) fn whole(object: &Value, old: Option<&Value>) -> Option<bool> {
    let spec = object.as_object()?;
    let (listeners, storage) = (spec.get("listeners")?.as_array()?, spec.get("storage"));
    let holds = root(spec, listeners, storage.is_some())?
        && old.map_or(Some(true), |old| update(spec, old.as_object()?))?
        && (image(spec.get("image")?.as_object()?)?
            || old.is_some_and(|old| old.get("image") == spec.get("image")))
        && storage.map_or(Some(true), |storage| self::storage(storage.as_object()?))?;
    for item in listeners {
        if !listener(item.as_object()?)? {
            return Some(false);
        }
    }
    Some(holds)
}

fn int(object: &Object, name: &str) -> Option<i64> {
    object.get(name)?.as_i64()
}

fn text<'v>(object: &'v Object, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str()
}

fn root(spec: &Object, listeners: &[Value], has_storage: bool) -> Option<bool> {
    let [min, max, replicas] = ["minReplicas", "maxReplicas", "replicas"].map(|name| int(spec, name));
    let (max, replicas) = (max?, replicas?);
    let (path, strategy) = (text(spec, "path")?, text(spec, "strategy")?);
    let (zones, region) = (spec.get("zones")?.as_array()?, text(spec, "region")?);
    let (labels, port) = (spec.get("labels")?.as_object()?, int(spec, "probePort")?);
    let in_region = |zone: &Value| zone.as_str().is_some_and(|zone| zone.starts_with(region));
    Some(
        min? <= max
            && replicas >= min?
            && replicas <= max
            && spec
                .get("host")
                .is_none_or(|host| host.as_str().is_some_and(|host| host.chars().count() <= 253))
            && path.starts_with('/')
            && !path.contains("//")
            && int(spec, "timeoutSeconds")? <= int(spec, "periodSeconds")?
            && (int(spec, "retries")? == 0 || int(spec, "backoffSeconds")? > 0)
            && matches!(strategy, "Rolling" | "Recreate")
            && (strategy != "Recreate" || int(spec, "surge")? == 0)
            && (has_storage || spec.get("ephemeral")?.as_bool()?)
            && !listeners.is_empty()
            && listeners.iter().any(|listener| listener.get("port").and_then(Value::as_i64) == Some(port))
            && labels.keys().all(|key| key.chars().count() <= 63)
            && labels.contains_key("app")
            && zones.iter().all(in_region)
            && i64::try_from(zones.len()).is_ok_and(|zones| zones <= max)
            && int(spec, "cpuRequest")? <= int(spec, "cpuLimit")?
            && int(spec, "memoryRequest")? <= int(spec, "memoryLimit")?
            && !(spec.get("paused")?.as_bool()? && replicas > 0)
            && (int(spec, "priority")? < 0 || !text(spec, "class")?.is_empty()),
    )
}

fn update(spec: &Object, old: &Object) -> Option<bool> {
    let same = |name| Some(text(spec, name)? == text(old, name)?);
    Some(same("class")? && same("region")? && int(spec, "maxReplicas")? >= int(old, "maxReplicas")? - 5)
}

fn image(image: &Object) -> Option<bool> {
    let [repository, tag, policy] = ["repository", "tag", "pullPolicy"].map(|name| text(image, name));
    let (repository, tag, policy) = (repository?, tag?, policy?);
    Some(
        !repository.is_empty()
            && !repository.ends_with('/')
            && (tag != "latest" || policy == "Always")
            && matches!(policy, "Always" | "IfNotPresent" | "Never")
            && tag.chars().count() <= 128,
    )
}

fn storage(storage: &Object) -> Option<bool> {
    let (size, copies) = (int(storage, "sizeGi")?, int(storage, "copies")?);
    let is_known = |snapshot: &Value| snapshot.as_str().is_some_and(|name| name.starts_with("snap-"));
    Some(
        size > 0
            && size <= 16384
            && !text(storage, "class")?.is_empty()
            && (1..=5).contains(&copies)
            && storage.get("snapshot").is_none_or(is_known),
    )
}

fn listener(listener: &Object) -> Option<bool> {
    let (port, name, protocol) =
        (int(listener, "port")?, text(listener, "name")?, text(listener, "protocol")?);
    Some(
        port > 0
            && port < 65536
            && matches!(protocol, "TCP" | "HTTP" | "HTTPS")
            && (protocol == "HTTPS") == listener.contains_key("secret")
            && name.chars().count() <= 15
            && !name.starts_with('-')
            && (port != 22 || protocol == "TCP")
            && !name.is_empty(),
    )
}
