//! Objects with forty rules, judged by code that gives the same list of errors.

use crate::{case::Prepared, crd::crd};
use cel_runtime::{ErrorList, FieldError, Reason, Warnings, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

pub(super) fn cases() -> Vec<Prepared> {
    let [passing, failing] = [service(80), service(0)];
    let (old, [kept, moved]) = (service(80), [service(80), service(80)]);
    let moved = Service { class: "silver".to_owned(), ..moved };
    let [before, scaled, renamed] = [1, 2, 3].map(|_| service(80).with_tag("latest"));
    let scaled = Service { replicas: 5, ..scaled };
    let renamed = renamed.in_repository("registry.example.dev/api");
    vec![
        Prepared::new("40 rules, create", crd!(whole), [passing, failing], |spec| by_hand(spec, None)),
        Prepared::update("40 rules, update", crd!(whole), [kept, moved], old, |spec, old| {
            by_hand(spec, Some(old))
        }),
        Prepared::update("40 rules, ratcheting", crd!(whole), [scaled, renamed], before, ratcheting_by_hand),
    ]
}

#[derive(XValidation, JsonSchema, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[x_validation(manual_crd)]
#[x_validation(
    rule = "self.minReplicas <= self.maxReplicas",
    message = "minReplicas must not exceed maxReplicas"
)]
#[x_validation(
    rule = "self.replicas >= self.minReplicas && self.replicas <= self.maxReplicas",
    message = "replicas must be within the bounds"
)]
#[x_validation(rule = "!has(self.host) || self.host.size() <= 253", message = "host is too long")]
#[x_validation(rule = "self.path.startsWith('/')", message = "path must be absolute")]
#[x_validation(rule = "!self.path.contains('//')", message = "path must have no empty part")]
#[x_validation(
    rule = "self.timeoutSeconds <= self.periodSeconds",
    message = "timeout must fit into the period"
)]
#[x_validation(rule = "self.retries == 0 || self.backoffSeconds > 0", message = "retries need a backoff")]
#[x_validation(rule = "self.strategy in ['Rolling', 'Recreate']", message = "unknown strategy")]
#[x_validation(rule = "self.strategy != 'Recreate' || self.surge == 0", message = "Recreate has no surge")]
#[x_validation(rule = "has(self.storage) || self.ephemeral", message = "storage or ephemeral")]
#[x_validation(rule = "self.listeners.size() > 0", message = "at least one listener")]
#[x_validation(
    rule = "self.listeners.exists(l, l.port == self.probePort)",
    message = "no listener for the probe"
)]
#[x_validation(rule = "self.labels.all(k, k.size() <= 63)", message = "a label is too long")]
#[x_validation(rule = "'app' in self.labels", message = "the label app is missing")]
#[x_validation(rule = "self.zones.all(z, z.startsWith(self.region))", message = "a zone is elsewhere")]
#[x_validation(rule = "self.zones.size() <= self.maxReplicas", message = "more zones than replicas")]
#[x_validation(rule = "self.cpuRequest <= self.cpuLimit", message = "cpu request exceeds the limit")]
#[x_validation(rule = "self.memoryRequest <= self.memoryLimit", message = "memory request exceeds the limit")]
#[x_validation(rule = "!(self.paused && self.replicas > 0)", message = "paused means no replicas")]
#[x_validation(rule = "self.priority >= 0 ? self.class != '' : true", message = "a class is needed")]
#[x_validation(rule = "self.class == oldSelf.class", message = "class is immutable")]
#[x_validation(rule = "self.region == oldSelf.region", message = "region is immutable")]
#[x_validation(
    rule = "self.maxReplicas >= oldSelf.maxReplicas - 5",
    message = "maxReplicas shrinks by 5 at most"
)]
struct Service {
    min_replicas: i32,
    max_replicas: i32,
    replicas: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    path: String,
    timeout_seconds: i32,
    period_seconds: i32,
    retries: i32,
    backoff_seconds: i32,
    strategy: String,
    surge: i32,
    ephemeral: bool,
    probe_port: i32,
    labels: BTreeMap<String, String>,
    region: String,
    zones: Vec<String>,
    cpu_request: i64,
    cpu_limit: i64,
    memory_request: i64,
    memory_limit: i64,
    paused: bool,
    priority: i32,
    class: String,
    image: Image,
    #[serde(skip_serializing_if = "Option::is_none")]
    storage: Option<Storage>,
    listeners: Vec<Listener>,
}

#[derive(XValidation, JsonSchema, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.repository != ''", message = "repository is empty")]
#[x_validation(rule = "!self.repository.endsWith('/')", message = "repository ends with a slash")]
#[x_validation(
    rule = "self.tag != 'latest' || self.pullPolicy == 'Always'",
    message = "latest is pulled always"
)]
#[x_validation(
    rule = "self.pullPolicy in ['Always', 'IfNotPresent', 'Never']",
    message = "unknown pull policy"
)]
#[x_validation(rule = "self.tag.size() <= 128", message = "tag is too long")]
struct Image {
    repository: String,
    tag: String,
    pull_policy: String,
}

#[derive(XValidation, JsonSchema, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.sizeGi > 0", message = "size must be positive")]
#[x_validation(rule = "self.sizeGi <= 16384", message = "size is too large")]
#[x_validation(rule = "self.class != ''", message = "class is empty")]
#[x_validation(rule = "self.copies >= 1 && self.copies <= 5", message = "1 to 5 copies")]
#[x_validation(rule = "!has(self.snapshot) || self.snapshot.startsWith('snap-')", message = "no snapshot")]
struct Storage {
    size_gi: i64,
    class: String,
    copies: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.port > 0 && self.port < 65536", message = "no port")]
#[x_validation(rule = "self.protocol in ['TCP', 'HTTP', 'HTTPS']", message = "unknown protocol")]
#[x_validation(
    rule = "self.protocol == 'HTTPS' ? has(self.secret) : !has(self.secret)",
    message = "a secret is for HTTPS"
)]
#[x_validation(rule = "self.name.size() <= 15", message = "name is too long")]
#[x_validation(rule = "!self.name.startsWith('-')", message = "name begins with a dash")]
#[x_validation(rule = "self.port != 22 || self.protocol == 'TCP'", message = "ssh is TCP")]
#[x_validation(rule = "self.name != ''", message = "name is empty")]
struct Listener {
    name: String,
    port: i32,
    protocol: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl Service {
    /// The tag `latest` breaks a rule of the image.
    fn with_tag(self, tag: &str) -> Service {
        Service { image: Image { tag: tag.to_owned(), ..self.image }, ..self }
    }

    fn in_repository(self, repository: &str) -> Service {
        Service { image: Image { repository: repository.to_owned(), ..self.image }, ..self }
    }
}

/// Of three listeners one has this port.
fn service(port: i32) -> Service {
    let listener = |name: &str, port, protocol: &str| Listener {
        name: name.to_owned(),
        port,
        protocol: protocol.to_owned(),
        secret: (protocol == "HTTPS").then(|| "tls".to_owned()),
    };
    let label = |i| (format!("example.dev/label-{i}"), format!("value-{i}"));
    let mut labels: BTreeMap<_, _> = (0..5).map(label).collect();
    labels.insert("app".to_owned(), "web".to_owned());
    Service {
        min_replicas: 2,
        max_replicas: 10,
        replicas: 3,
        host: Some("web.example.dev".to_owned()),
        path: "/healthz".to_owned(),
        timeout_seconds: 2,
        period_seconds: 10,
        retries: 3,
        backoff_seconds: 1,
        strategy: "Rolling".to_owned(),
        surge: 1,
        ephemeral: false,
        probe_port: 8080,
        labels,
        region: "eu-west-1".to_owned(),
        zones: ["eu-west-1a", "eu-west-1b", "eu-west-1c"].map(str::to_owned).into(),
        cpu_request: 500,
        cpu_limit: 2000,
        memory_request: 512,
        memory_limit: 1024,
        paused: false,
        priority: 5,
        class: "gold".to_owned(),
        image: Image {
            repository: "registry.example.dev/web".to_owned(),
            tag: "v1.2.3".to_owned(),
            pull_policy: "IfNotPresent".to_owned(),
        },
        storage: Some(Storage {
            size_gi: 20,
            class: "fast".to_owned(),
            copies: 3,
            snapshot: Some("snap-1".to_owned()),
        }),
        listeners: vec![
            listener("probe", 8080, "HTTP"),
            listener("web", port, "TCP"),
            listener("secure", 443, "HTTPS"),
        ],
    }
}

fn by_hand(spec: &Service, old: Option<&Service>) -> Result<(), ErrorList> {
    let mut errors = ErrorList::new();
    root(spec, old, &mut errors);
    image(&spec.image, &mut errors);
    if let Some(storage) = &spec.storage {
        self::storage(storage, &mut errors);
    }
    for (i, listener) in spec.listeners.iter().enumerate() {
        self::listener(listener, i, &mut errors);
    }
    errors.into_result()
}

/// The same for an update: what did not hold before, and is unchanged, is a warning. The items of the list have no keys, so it is unchanged
/// as a whole.
fn ratcheting_by_hand(spec: &Service, old: &Service) -> Result<Warnings, ErrorList> {
    let (mut warnings, mut errors) = (Warnings::new(), ErrorList::new());
    let mut found = |list: ErrorList, is_unchanged: &dyn Fn() -> bool| {
        if !list.is_empty() {
            if is_unchanged() { warnings.extend(list) } else { errors.extend(list) }
        }
    };
    // No object here breaks a rule of the root, where only rules without `oldSelf` would become warnings.
    found(list(|errors| root(spec, Some(old), errors)), &|| false);
    found(list(|errors| image(&spec.image, errors)), &|| spec.image == old.image);
    if let Some(storage) = &spec.storage {
        found(list(|errors| self::storage(storage, errors)), &|| spec.storage == old.storage);
    }
    for (i, listener) in spec.listeners.iter().enumerate() {
        found(list(|errors| self::listener(listener, i, errors)), &|| spec.listeners == old.listeners);
    }
    errors.into_result().map(|()| warnings)
}

fn list(judge: impl FnOnce(&mut ErrorList)) -> ErrorList {
    let mut errors = ErrorList::new();
    judge(&mut errors);
    errors
}

fn root(spec: &Service, old: Option<&Service>, errors: &mut ErrorList) {
    let mut test = |holds: bool, message: &str| {
        if !holds {
            fail(errors, "", message);
        }
    };
    test(spec.min_replicas <= spec.max_replicas, "minReplicas must not exceed maxReplicas");
    test(
        spec.replicas >= spec.min_replicas && spec.replicas <= spec.max_replicas,
        "replicas must be within the bounds",
    );
    test(spec.host.as_ref().is_none_or(|host| host.chars().count() <= 253), "host is too long");
    test(spec.path.starts_with('/'), "path must be absolute");
    test(!spec.path.contains("//"), "path must have no empty part");
    test(spec.timeout_seconds <= spec.period_seconds, "timeout must fit into the period");
    test(spec.retries == 0 || spec.backoff_seconds > 0, "retries need a backoff");
    test(matches!(&*spec.strategy, "Rolling" | "Recreate"), "unknown strategy");
    test(spec.strategy != "Recreate" || spec.surge == 0, "Recreate has no surge");
    test(spec.storage.is_some() || spec.ephemeral, "storage or ephemeral");
    test(!spec.listeners.is_empty(), "at least one listener");
    test(spec.listeners.iter().any(|listener| listener.port == spec.probe_port), "no listener for the probe");
    test(spec.labels.keys().all(|key| key.chars().count() <= 63), "a label is too long");
    test(spec.labels.contains_key("app"), "the label app is missing");
    test(spec.zones.iter().all(|zone| zone.starts_with(&*spec.region)), "a zone is elsewhere");
    test(
        i64::try_from(spec.zones.len()).is_ok_and(|zones| zones <= i64::from(spec.max_replicas)),
        "more zones than replicas",
    );
    test(spec.cpu_request <= spec.cpu_limit, "cpu request exceeds the limit");
    test(spec.memory_request <= spec.memory_limit, "memory request exceeds the limit");
    test(!(spec.paused && spec.replicas > 0), "paused means no replicas");
    test(spec.priority < 0 || !spec.class.is_empty(), "a class is needed");
    let Some(old) = old else { return };
    test(spec.class == old.class, "class is immutable");
    test(spec.region == old.region, "region is immutable");
    test(i64::from(spec.max_replicas) >= i64::from(old.max_replicas) - 5, "maxReplicas shrinks by 5 at most");
}

fn image(image: &Image, errors: &mut ErrorList) {
    let mut test = |holds: bool, message: &str| {
        if !holds {
            fail(errors, "image", message);
        }
    };
    test(!image.repository.is_empty(), "repository is empty");
    test(!image.repository.ends_with('/'), "repository ends with a slash");
    test(image.tag != "latest" || image.pull_policy == "Always", "latest is pulled always");
    test(matches!(&*image.pull_policy, "Always" | "IfNotPresent" | "Never"), "unknown pull policy");
    test(image.tag.chars().count() <= 128, "tag is too long");
}

fn storage(storage: &Storage, errors: &mut ErrorList) {
    let mut test = |holds: bool, message: &str| {
        if !holds {
            fail(errors, "storage", message);
        }
    };
    test(storage.size_gi > 0, "size must be positive");
    test(storage.size_gi <= 16384, "size is too large");
    test(!storage.class.is_empty(), "class is empty");
    test(storage.copies >= 1 && storage.copies <= 5, "1 to 5 copies");
    test(storage.snapshot.as_ref().is_none_or(|snapshot| snapshot.starts_with("snap-")), "no snapshot");
}

fn listener(listener: &Listener, i: usize, errors: &mut ErrorList) {
    let mut test = |holds: bool, message: &str| {
        if !holds {
            fail(errors, &format!("listeners[{i}]"), message);
        }
    };
    test(listener.port > 0 && listener.port < 65536, "no port");
    test(matches!(&*listener.protocol, "TCP" | "HTTP" | "HTTPS"), "unknown protocol");
    test((listener.protocol == "HTTPS") == listener.secret.is_some(), "a secret is for HTTPS");
    test(listener.name.chars().count() <= 15, "name is too long");
    test(!listener.name.starts_with('-'), "name begins with a dash");
    test(listener.port != 22 || listener.protocol == "TCP", "ssh is TCP");
    test(!listener.name.is_empty(), "name is empty");
}

#[cold]
fn fail(errors: &mut ErrorList, field: &str, message: &str) {
    errors.push(FieldError::new(field, Reason::FieldValueInvalid, message));
}
