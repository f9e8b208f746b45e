//! The rules: each on a type of its own, with an object that passes, one that fails, and what a programmer would write.

mod constants;
mod functions;
mod lists;
mod long_texts;
mod texts;
mod updates;
mod whole;

use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
use regex::Regex;
use schemars::JsonSchema;
use serde::Serialize;
use std::{collections::BTreeMap, sync::LazyLock};

pub(crate) fn cases() -> Vec<Prepared> {
    let mut cases = vec![
        compare(),
        has_ternary(),
        absorbed(),
        in_list(),
        Prepared::new("all with string test, 10 items", crd!(named), named(10), named_by_hand),
        Prepared::new("all with string test, 100 items", crd!(named), named(100), named_by_hand),
        Prepared::new("all with string test, 1000 items", crd!(named), named(1000), named_by_hand),
        Prepared::new("all with string test, 1 MiB", crd!(named), named(36_000), named_by_hand),
        map_exists(),
        Prepared::new("all and exists_one, 10 long names", crd!(unique), unique(10), unique_by_hand),
        Prepared::new("all and exists_one, 100 long names", crd!(unique), unique(100), unique_by_hand),
        Prepared::new("filter and size, 10 items", crd!(few), few(10), few_by_hand),
        Prepared::new("filter and size, 100 items", crd!(few), few(100), few_by_hand),
        nested_select(),
        object_equality(),
        matches(),
        quantities(),
        int_or_string(),
    ];
    cases.extend(functions::cases());
    cases.extend(constants::cases());
    cases.extend(lists::cases());
    cases.extend(texts::cases());
    cases.extend(long_texts::cases());
    cases.extend(updates::cases());
    cases.extend(whole::cases());
    cases
}

fn compare() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.min <= self.max", manual_crd)]
    struct Limits {
        min: i32,
        max: i32,
    }
    let limits = |min| Limits { min, max: 30 };
    Prepared::new("compare", crd!(compare), [limits(9), limits(31)], |limits| limits.min <= limits.max)
}

fn has_ternary() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "has(self.min) ? self.min <= self.max : true", manual_crd)]
    struct Limits {
        min: Option<i32>,
        max: i32,
    }
    let limits = |min| Limits { min: Some(min), max: 30 };
    Prepared::new("has and ternary", crd!(has_ternary), [limits(9), limits(31)], |limits| {
        limits.min.is_none_or(|min| min <= limits.max)
    })
}

/// An error on the left of `||` is no error if the right side is true.
fn absorbed() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.max / self.min > 2 || has(self.name)", manual_crd)]
    struct Limits {
        min: i32,
        max: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    }
    let limits = |name| Limits { min: 0, max: 30, name };
    Prepared::new("absorbed error", crd!(absorbed), [limits(Some("a".to_owned())), limits(None)], |limits| {
        limits.max.checked_div(limits.min).is_some_and(|ratio| ratio > 2) || limits.name.is_some()
    })
}

fn in_list() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.mode in ['Always', 'IfNotPresent', 'Never']", manual_crd)]
    struct Modes {
        mode: String,
    }
    let modes = |mode: &str| Modes { mode: mode.to_owned() };
    Prepared::new("in list", crd!(in_list), [modes("Never"), modes("Sometimes")], |modes| {
        matches!(&*modes.mode, "Always" | "IfNotPresent" | "Never")
    })
}

#[derive(JsonSchema, Serialize, XValidation)]
#[x_validation(manual_crd)]
struct Port {
    name: String,
    port: i32,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.ports.all(p, p.name.startsWith('a') && p.port > 0)", manual_crd)]
struct Named {
    ports: Vec<Port>,
}

fn named(ports: i32) -> [Named; 2] {
    let port = |port: i32| Port { name: format!("a{port}"), port };
    [1, 0].map(|from| Named { ports: (from..from + ports).map(port).collect() })
}

fn named_by_hand(named: &Named) -> bool {
    named.ports.iter().all(|port| port.name.starts_with('a') && port.port > 0)
}

fn map_exists() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.labels.exists(k, self.labels[k] == 'x')", manual_crd)]
    struct Labels {
        labels: BTreeMap<String, String>,
    }
    let labels = |last: &str| {
        let entry = |i| (format!("app.example.com/label-{i:02}"), format!("value-{i}"));
        let mut labels: BTreeMap<_, _> = (0..19).map(entry).collect();
        labels.insert("app.example.com/label-99".to_owned(), last.to_owned());
        Labels { labels }
    };
    Prepared::new("map exists, 20 keys", crd!(map_exists), [labels("x"), labels("y")], |labels| {
        labels.labels.values().any(|value| value == "x")
    })
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.ports.all(p, self.ports.exists_one(q, q.name == p.name))", manual_crd)]
struct Unique {
    ports: Vec<Port>,
}

fn unique(ports: i32) -> [Unique; 2] {
    let port = |port: i32| Port { name: format!("a-port-with-a-long-name-number-{port}"), port };
    [0, 1].map(|again| Unique { ports: (0..ports - again).chain(0..again).map(port).collect() })
}

fn unique_by_hand(unique: &Unique) -> bool {
    let ports = &unique.ports;
    ports.iter().all(|p| ports.iter().filter(|q| q.name == p.name).count() == 1)
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.ports.filter(p, p.port > 10).size() < 60", manual_crd)]
struct Few {
    ports: Vec<Port>,
}

fn few(ports: i32) -> [Few; 2] {
    let port = |port: i32| Port { name: String::new(), port };
    [(1..=ports).map(|i| port(i % 20)).collect(), (0..60).map(|_| port(11)).collect()]
        .map(|ports| Few { ports })
}

fn few_by_hand(few: &Few) -> bool {
    few.ports.iter().filter(|port| port.port > 10).count() < 60
}

fn nested_select() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(manual_crd)]
    struct Inner {
        name: String,
        replicas: Option<i64>,
    }
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "self.inner.name.size() <= 63 && (!has(self.inner.replicas) || self.inner.replicas > self.least)",
        manual_crd
    )]
    struct Outer {
        inner: Inner,
        least: i64,
    }
    let outer = |least| Outer { inner: Inner { name: "name".to_owned(), replicas: Some(7) }, least };
    Prepared::new("nested select and size", crd!(nested_select), [outer(5), outer(7)], |outer| {
        outer.inner.name.chars().count() <= 63 && outer.inner.replicas.is_none_or(|n| n > outer.least)
    })
}

/// Of two items, since `self.a == self.b` compares different types for the server.
fn object_equality() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize, PartialEq)]
    #[x_validation(manual_crd)]
    struct Pair {
        name: String,
        port: i32,
        zones: Vec<String>,
        labels: BTreeMap<String, String>,
    }
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.pairs[0] == self.pairs[1]", manual_crd)]
    struct Pairs {
        pairs: Vec<Pair>,
    }
    let pair = |port| Pair {
        name: "some-name".to_owned(),
        port,
        zones: ["a", "b", "c"].map(str::to_owned).into(),
        labels: BTreeMap::from([("app".to_owned(), "x".to_owned()), ("tier".to_owned(), "web".to_owned())]),
    };
    let pairs = |port| Pairs { pairs: vec![pair(80), pair(port)] };
    Prepared::new("object equality", crd!(object_equality), [pairs(80), pairs(81)], |pairs| {
        match &*pairs.pairs {
            [left, right, ..] => left == right,
            _ => false,
        }
    })
}

fn matches() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')", manual_crd)]
    struct Label {
        name: String,
    }
    static LABEL: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$").ok());
    let label = |name: &str| Label { name: name.to_owned() };
    Prepared::new(
        "regular expression",
        crd!(matches),
        [label("some-name-of-a-label"), label("some-name-of-a-label-")],
        |label| LABEL.as_ref().is_some_and(|pattern| pattern.is_match(&label.name)),
    )
}

fn quantities() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "quantity(self.request).isLessThan(quantity(self.limit))", manual_crd)]
    struct Resources {
        request: Quantity,
        limit: Quantity,
    }
    let resources = |request: &str| Resources {
        request: Quantity(request.to_owned()),
        limit: Quantity("1536Mi".to_owned()),
    };
    Prepared::new(
        "two quantities",
        crd!(quantities),
        [resources("1Gi"), resources("2Gi")],
        |resources| match (billionths(&resources.request.0), billionths(&resources.limit.0)) {
            (Some(request), Some(limit)) => request < limit,
            _ => false,
        },
    )
}

/// The value that a careful programmer makes of the text: all that the server reads, in the smallest unit that it keeps, rounded up to that.
/// Only what does not fit 128 bits has no answer here, where the server still has one.
fn billionths(quantity: &str) -> Option<i128> {
    let (sign, unsigned) = match quantity.strip_prefix('-') {
        Some(unsigned) => (-1, unsigned),
        None => (1, quantity.strip_prefix('+').unwrap_or(quantity)),
    };
    let end = unsigned.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(unsigned.len());
    let (number, suffix) = unsigned.split_at(end);
    let digits: i128 = match number.split_once('.') {
        None => number.parse().ok()?,
        Some((whole, fraction)) => format!("{whole}{fraction}").parse().ok()?,
    };
    let places = number.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let (factor, power) = factor(suffix)?;
    let value = digits.checked_mul(factor)?;
    let power = power.checked_add(9)?.checked_sub(i32::try_from(places).ok()?)?;
    let shift = 10_i128.checked_pow(power.unsigned_abs());
    let magnitude = match power {
        0.. => value.checked_mul(shift?)?,
        // What is smaller than a unit counts as one.
        _ => {
            shift.map_or(value.signum(), |shift| value.div_euclid(shift) + (value.rem_euclid(shift)).signum())
        }
    };
    Some(sign * magnitude)
}

/// The meaning of a suffix: a factor, and a power of ten on top.
fn factor(suffix: &str) -> Option<(i128, i32)> {
    Some(match suffix {
        "n" => (1, -9),
        "u" => (1, -6),
        "m" => (1, -3),
        "" => (1, 0),
        "k" => (1, 3),
        "M" => (1, 6),
        "G" => (1, 9),
        "T" => (1, 12),
        "P" => (1, 15),
        "E" => (1, 18),
        "Ki" => (1 << 10, 0),
        "Mi" => (1 << 20, 0),
        "Gi" => (1 << 30, 0),
        "Ti" => (1 << 40, 0),
        "Pi" => (1 << 50, 0),
        "Ei" => (1 << 60, 0),
        _ => (1, suffix.strip_prefix(['e', 'E'])?.parse().ok()?),
    })
}

fn int_or_string() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "type(self.surge) == int ? self.surge > 0 : self.surge.endsWith('%')", manual_crd)]
    struct Rollout {
        surge: IntOrString,
    }
    let rollout = |surge: &str| Rollout { surge: IntOrString::String(surge.to_owned()) };
    Prepared::new("int or string", crd!(int_or_string), [rollout("25%"), rollout("25")], |rollout| {
        match &rollout.surge {
            IntOrString::Int(surge) => *surge > 0,
            IntOrString::String(surge) => surge.ends_with('%'),
        }
    })
}
