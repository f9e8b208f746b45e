//! Lists that a rule builds, and patterns that compare texts.

use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::Serialize;

pub(super) fn cases() -> Vec<Prepared> {
    vec![exactly_one(), sum(), chosen(), split(), words(), prefix()]
}

fn exactly_one() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "[has(self.secret), has(self.vault), has(self.env)].filter(x, x).size() == 1",
        manual_crd
    )]
    struct Source {
        #[serde(skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        vault: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        env: Option<String>,
    }
    let source = |vault: Option<&str>| Source {
        secret: Some("tls".to_owned()),
        vault: vault.map(str::to_owned),
        env: None,
    };
    Prepared::new("exactly one", crd!(exactly_one), [source(None), source(Some("kv"))], |source| {
        [source.secret.is_some(), source.vault.is_some(), source.env.is_some()]
            .iter()
            .filter(|has| **has)
            .count()
            == 1
    })
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Backend {
    name: String,
    weight: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
}

fn backends() -> Vec<Backend> {
    let zone = |i: i32| (i % 2 == 0).then(|| "a".to_owned());
    (0..10).map(|i| Backend { name: format!("backend-{i}"), weight: 10, zone: zone(i) }).collect()
}

fn sum() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.backends.map(b, b.weight).sum() == self.total", manual_crd)]
    struct Split {
        backends: Vec<Backend>,
        total: i32,
    }
    let split = |total| Split { backends: backends(), total };
    Prepared::new("map and sum, 10 items", crd!(sum), [split(100), split(99)], |split| {
        let weights = split.backends.iter().map(|backend| i64::from(backend.weight));
        weights.sum::<i64>() == i64::from(split.total)
    })
}

fn chosen() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.main in self.backends.filter(b, has(b.zone)).map(b, b.name)", manual_crd)]
    struct Chosen {
        backends: Vec<Backend>,
        main: String,
    }
    let chosen = |main: &str| Chosen { backends: backends(), main: main.to_owned() };
    let objects = [chosen("backend-8"), chosen("backend-9")];
    Prepared::new("filter, map and in, 10 items", crd!(chosen), objects, |chosen| {
        let mut zoned = chosen.backends.iter().filter(|backend| backend.zone.is_some());
        zoned.any(|backend| backend.name == chosen.main)
    })
}

fn split() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.image.split('/').size() == 3", manual_crd)]
    struct Image {
        image: String,
    }
    let image = |image: &str| Image { image: image.to_owned() };
    let images = [image("registry.example.dev/team/app:1.2.3"), image("app:1.2.3")];
    Prepared::new("split", crd!(split), images, |image| image.image.split('/').collect::<Vec<_>>().len() == 3)
}

fn words() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.size.matches('^(small|medium|large)$')", manual_crd)]
    struct Sized {
        size: String,
    }
    let sized = |size: &str| Sized { size: size.to_owned() };
    Prepared::new("pattern of words", crd!(words), [sized("medium"), sized("huge")], |sized| {
        matches!(sized.size.as_str(), "small" | "medium" | "large")
    })
}

fn prefix() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.role.matches('^arn:aws:.*')", manual_crd)]
    struct Role {
        role: String,
    }
    let role = |role: &str| Role { role: role.to_owned() };
    let roles = [role("arn:aws:iam::123456789012:role/x"), role("arn:gcp:x")];
    Prepared::new("pattern of a prefix", crd!(prefix), roles, |role| role.role.starts_with("arn:aws:"))
}
