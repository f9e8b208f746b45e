//! Functions of the libraries, and macros that came later.

use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use k8s_openapi::{apimachinery::pkg::apis::meta::v1::Time, jiff::Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

pub(super) fn cases() -> Vec<Prepared> {
    vec![format(), join(), optional(), timestamps(), duration(), two_variables(), named_value()]
}

fn format() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.name == '%s-%d'.format([self.app, self.shard])", manual_crd)]
    struct Shard {
        name: String,
        app: String,
        shard: i32,
    }
    let shard = |shard| Shard { name: "ingest-7".to_owned(), app: "ingest".to_owned(), shard };
    Prepared::new("format", crd!(format), [shard(7), shard(8)], |shard| {
        shard.name == format!("{}-{}", shard.app, shard.shard)
    })
}

fn join() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.path == '/' + self.parts.join('/')", manual_crd)]
    struct Place {
        path: String,
        parts: Vec<String>,
    }
    let place = |path: &str| Place {
        path: path.to_owned(),
        parts: ["apis", "example.dev", "v1", "widgets"].map(str::to_owned).into(),
    };
    let places = [place("/apis/example.dev/v1/widgets"), place("/apis/example.dev/v1")];
    Prepared::new("join", crd!(join), places, |place| place.path == format!("/{}", place.parts.join("/")))
}

fn optional() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(manual_crd)]
    struct Budget {
        #[serde(skip_serializing_if = "Option::is_none")]
        most: Option<i64>,
    }
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.?budget.?most.orValue(10) >= self.used", manual_crd)]
    struct Usage {
        #[serde(skip_serializing_if = "Option::is_none")]
        budget: Option<Budget>,
        used: i64,
    }
    let usage = |most, used| Usage { budget: Some(Budget { most }), used };
    Prepared::new("optional", crd!(optional), [usage(Some(5), 5), usage(None, 11)], |usage| {
        usage.budget.as_ref().and_then(|budget| budget.most).unwrap_or(10) >= usage.used
    })
}

fn timestamps() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "self.end - self.start >= duration('1h') && self.start.getFullYear() > 2000",
        manual_crd
    )]
    struct Window {
        start: Time,
        end: Time,
    }
    let time = |text: &str| Time(text.parse::<Timestamp>().expect("a time"));
    let window = |end| Window { start: time("2026-01-01T00:00:00Z"), end: time(end) };
    let windows = [window("2026-01-01T02:00:00Z"), window("2026-01-01T00:59:59Z")];
    Prepared::new("timestamps", crd!(timestamps), windows, |window| {
        let (start, end) = (window.start.0, window.end.0);
        let year = start.to_zoned(k8s_openapi::jiff::tz::TimeZone::UTC).year();
        end.as_second() - start.as_second() >= 3600 && year > 2000
    })
}

fn duration() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "duration(self.interval) <= duration(self.timeout)", manual_crd)]
    struct Probe {
        interval: String,
        timeout: String,
    }
    let probe = |interval: &str| Probe { interval: interval.to_owned(), timeout: "1m30s".to_owned() };
    Prepared::new("two durations", crd!(durations), [probe("90s"), probe("2m")], |probe| {
        match (nanoseconds(&probe.interval), nanoseconds(&probe.timeout)) {
            (Some(interval), Some(timeout)) => interval <= timeout,
            _ => false,
        }
    })
}

/// Go's `time.ParseDuration` as far as a careful programmer writes it: a sign, numbers with units, no fractions.
fn nanoseconds(text: &str) -> Option<i64> {
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(0);
    }
    let mut sum: i64 = 0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: i64 = rest[..end].parse().ok()?;
        rest = &rest[end..];
        let units = ["ns", "us", "µs", "ms", "s", "m", "h"];
        let unit = units.iter().filter(|unit| rest.starts_with(**unit)).max_by_key(|unit| unit.len())?;
        rest = &rest[unit.len()..];
        let factor = match *unit {
            "ns" => 1,
            "us" | "µs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            _ => 3_600_000_000_000,
        };
        sum = sum.checked_add(number.checked_mul(factor)?)?;
    }
    Some(sign * sum)
}

fn two_variables() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.labels.all(k, v, k.startsWith('app') && v.size() <= 63)", manual_crd)]
    struct Labels {
        labels: BTreeMap<String, String>,
    }
    let labels = |last: &str| {
        let entry = |i| (format!("app.example.com/label-{i:02}"), format!("value-{i}"));
        let mut labels: BTreeMap<_, _> = (0..19).map(entry).collect();
        labels.insert(last.to_owned(), "x".to_owned());
        Labels { labels }
    };
    Prepared::new(
        "two-variable macro, 20 keys",
        crd!(two_variables),
        [labels("app"), labels("role")],
        |labels| {
            labels.labels.iter().all(|(key, value)| key.starts_with("app") && value.chars().count() <= 63)
        },
    )
}

/// The server has no `cel.bind`. This is how a rule names a value.
fn named_value() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(
        rule = "[self.name.lowerAscii()].all(n, n == self.name && !n.startsWith('kube-') && n != 'default')",
        manual_crd
    )]
    struct Named {
        name: String,
    }
    let named = |name: &str| Named { name: name.to_owned() };
    let objects = [named("some-team-of-ours"), named("Some-team-of-ours")];
    Prepared::new("a name for a value", crd!(named_value), objects, |named| {
        let name = named.name.to_ascii_lowercase();
        name == named.name && !name.starts_with("kube-") && name != "default"
    })
}
