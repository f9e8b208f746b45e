//! Rules as public operators have them: the first part of a text, numbers in texts, a condition that shows a field, a URL that is read again.

use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::Serialize;
use url::Url;

pub(super) fn cases() -> Vec<Prepared> {
    vec![first_part(), before(), numbers(), guarded(), parsed_twice()]
}

fn first_part() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.alias.split('@')[0] in ['al2', 'al2023', 'bottlerocket']", manual_crd)]
    struct Image {
        alias: String,
    }
    let image = |alias: &str| Image { alias: alias.to_owned() };
    Prepared::new("first part", crd!(first_part), [image("al2023@latest"), image("arch@latest")], |image| {
        matches!(image.alias.split('@').next(), Some("al2" | "al2023" | "bottlerocket"))
    })
}

fn before() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.alias.find('^[^@]+') == 'al2'", manual_crd)]
    struct Image {
        alias: String,
    }
    let image = |alias: &str| Image { alias: alias.to_owned() };
    Prepared::new("what is before", crd!(before), [image("al2@latest"), image("al2023@latest")], |image| {
        image.alias.split('@').next() == Some("al2")
    })
}

fn numbers() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.ports.all(p, 0 < int(p) && int(p) <= 65535)", manual_crd)]
    struct Ports {
        ports: Vec<String>,
    }
    let ports = |last: &str| {
        let mut ports: Vec<String> = (8001..8010).map(|port| port.to_string()).collect();
        ports.push(last.to_owned());
        Ports { ports }
    };
    Prepared::new("numbers in texts, 10 items", crd!(numbers), [ports("443"), ports("70000")], |ports| {
        ports.ports.iter().all(|port| port.parse().is_ok_and(|port: i64| 0 < port && port <= 65535))
    })
}

fn guarded() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(manual_crd)]
    struct Listener {
        protocol: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        mode: Option<String>,
    }
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "self.listeners.all(l, l.protocol == 'HTTPS' && has(l.mode) ? l.mode == 'Terminate' : true)",
        manual_crd
    )]
    struct Gateway {
        listeners: Vec<Listener>,
    }
    let listener = |(i, mode): (usize, &str)| Listener {
        protocol: if i % 2 == 0 { "HTTP" } else { "HTTPS" }.to_owned(),
        mode: Some(mode.to_owned()),
    };
    let gateway = |last| {
        let modes = [["Terminate"; 9].as_slice(), &[last]].concat();
        Gateway { listeners: modes.into_iter().enumerate().map(listener).collect() }
    };
    let gateways = [gateway("Terminate"), gateway("Passthrough")];
    Prepared::new("guarded field, 10 items", crd!(guarded), gateways, |gateway| {
        let is_right = |mode: &String| mode == "Terminate";
        gateway.listeners.iter().all(|l| l.protocol != "HTTPS" || l.mode.as_ref().is_none_or(is_right))
    })
}

fn parsed_twice() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "url(self.endpoint).getScheme() == 'https' && url(self.endpoint).getHostname() != ''",
        manual_crd
    )]
    struct Issuer {
        endpoint: String,
    }
    let issuer = |endpoint: &str| Issuer { endpoint: endpoint.to_owned() };
    let issuers = [issuer("https://issuer.example.com/v1?x=y"), issuer("ftp://issuer.example.com")];
    Prepared::new("parsed twice", crd!(parsed_twice), issuers, |issuer| {
        Url::parse(&issuer.endpoint)
            .is_ok_and(|url| url.scheme() == "https" && url.host_str().is_some_and(|host| !host.is_empty()))
    })
}
