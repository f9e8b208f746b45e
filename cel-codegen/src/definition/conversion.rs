//! `spec.conversion`: how objects get from one version to another.

use super::place::{Place, problems};
use cel_compiler::crd::{
    check::FieldError,
    document::{Node, Value},
};
use cel_runtime::__private::library::{
    format::{dns1035_label, dns1123_subdomain},
    url,
};
use cel_types::quote::quote;

pub(super) fn errors(spec: &Place<'_>) -> Vec<FieldError> {
    let conversion = spec.field("conversion");
    if conversion.node().is_none() {
        return Vec::new();
    }
    let strategy = conversion.field("strategy");
    let mut errors = Vec::from_iter(strategy.one_of(&["None", "Webhook"]));
    // The server's errors use the field names of an older API version.
    let webhook = conversion.field("webhook");
    let client = webhook.field("clientConfig").named("spec.conversion.webhookClientConfig");
    let versions =
        webhook.field("conversionReviewVersions").named("spec.conversion.conversionReviewVersions");
    if strategy.text() != "None" && spec.field("preserveUnknownFields").is_true() {
        errors.push(strategy.invalid("must be None if spec.preserveUnknownFields is true"));
    }
    if strategy.text() == "Webhook" {
        errors.extend(client_config(&client));
        errors.extend(review_versions(&versions));
    } else {
        const DETAIL: &str = "should not be set when strategy is not set to Webhook";
        if client.node().is_some() {
            errors.push(client.forbidden(DETAIL));
        }
        if versions.items().next().is_some() {
            errors.push(versions.forbidden(DETAIL));
        }
    }
    errors
}

fn review_versions(list: &Place<'_>) -> Vec<FieldError> {
    let versions: Vec<Place<'_>> = list.items().collect();
    if versions.is_empty() {
        return vec![list.required("")];
    }
    let mut errors = Vec::new();
    for (i, version) in versions.iter().enumerate() {
        let text = version.text();
        if versions.iter().take(i).any(|before| before.text() == text) {
            errors.push(version.invalid("duplicate version"));
        } else {
            errors.extend(version.problems(dns1035_label(), text));
        }
    }
    if !versions.iter().any(|version| ["v1", "v1beta1"].contains(&version.text())) {
        errors.push(list.invalid("must include at least one of v1, v1beta1"));
    }
    errors
}

fn client_config(client: &Place<'_>) -> Vec<FieldError> {
    if client.node().is_none() {
        return vec![client.required("required when strategy is set to Webhook")];
    }
    let (url, service) = (client.field("url"), client.field("service"));
    match (url.node(), service.node()) {
        (Some(_), None) => webhook_url(&url),
        (None, Some(_)) => webhook_service(&service),
        _ => vec![client.required("exactly one of url or service is required")],
    }
}

fn webhook_service(service: &Place<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    // The server confuses the two: for a missing name it says that the namespace is required.
    errors.extend(service.field("namespace").renamed("namespace", "name").required_unless_given());
    errors.extend(service.field("name").renamed("name", "namespace").required_unless_given());
    let port = service.field("port");
    if let Some(Node { value: Value::Int(number), .. }) = port.node()
        && !(1..=65535).contains(number)
    {
        errors.push(port.invalid("port is not valid: must be between 1 and 65535, inclusive"));
    }
    let path = service.field("path");
    if path.text().is_empty() || path.text() == "/" {
        return errors;
    }
    if !path.text().starts_with('/') {
        errors.push(path.invalid("must start with a '/'"));
    }
    let rest: String = path.text().chars().skip(1).collect();
    for (i, segment) in rest.strip_suffix('/').unwrap_or(&rest).split('/').enumerate() {
        if segment.is_empty() {
            errors.push(path.invalid(&format!("segment[{i}] may not be empty")));
            continue;
        }
        let problems = problems(dns1123_subdomain(), segment);
        errors.extend(problems.iter().map(|problem| path.invalid(&format!("segment[{i}]: {problem}"))));
    }
    errors
}

fn webhook_url(place: &Place<'_>) -> Vec<FieldError> {
    let url = match Url::parse(place.text()) {
        Ok(url) => url,
        Err(error) => return vec![place.required(&format!("url must be a valid URL: {error}; {DESIRED}"))],
    };
    let https = format!("'https' is the only allowed URL scheme; {DESIRED}");
    let host = format!("host must be specified; {DESIRED}");
    let checks = [
        (url.scheme != "https", url.scheme, &*https),
        (url.host.is_empty(), url.host, &*host),
        (!url.user.is_empty(), url.user, "user information is not permitted in the URL"),
        (!url.fragment.is_empty(), url.fragment, "fragments are not permitted in the URL"),
        (!url.query.is_empty(), url.query, "query parameters are not permitted in the URL"),
    ];
    let failed = checks.into_iter().filter(|(is_wrong, ..)| *is_wrong);
    failed.map(|(_, shown, detail)| place.invalid_value(quote(shown), detail)).collect()
}

/// The parts of a URL. It may be relative.
struct Url<'t> {
    scheme: &'t str,
    user: &'t str,
    host: &'t str,
    query: &'t str,
    fragment: &'t str,
}

impl<'t> Url<'t> {
    fn parse(text: &'t str) -> Result<Self, String> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let error = url::check(before).err().map(|error| error.to_string());
        // Only URLs in requests must satisfy these.
        let is_relative =
            |error: &String| error.ends_with(": empty url") || error.ends_with(": invalid URI for request");
        let is_absolute = match error {
            None => true,
            Some(error) if is_relative(&error) => false,
            Some(error) => return Err(error),
        };
        let (before, query) = before.split_once('?').unwrap_or((before, ""));
        let (scheme, rest) = before
            .split_once(':')
            .filter(|_| is_absolute && !before.starts_with('/'))
            .unwrap_or(("", before));
        let authority = rest.strip_prefix("//").unwrap_or_default();
        let authority = authority.split('/').next().unwrap_or_default();
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        Ok(Url { scheme, user, host, query, fragment })
    }
}

const DESIRED: &str = "desired format: https://host[/path]";
