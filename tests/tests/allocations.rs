//! A rule that builds no value allocates nothing on an object that passes.

use allocation_counter::measure;
use cel_runtime::XValidation;
use k8s_openapi::{apimachinery::pkg::apis::meta::v1::Time, jiff::Timestamp};
use std::collections::BTreeMap;

#[derive(XValidation)]
#[x_validation(rule = "self.name != ''", manual_crd)]
#[x_validation(rule = "self.port > 0 && self.port < 65536")]
struct Port {
    name: String,
    port: i32,
}

/// How many allocations validation makes.
fn allocations<T: XValidation>(object: &T) -> u64 {
    let info = measure(|| assert!(object.x_validate().is_ok()));
    info.count_total
}

#[test]
fn scalars_and_strings() {
    #[derive(XValidation)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.min <= self.max")]
    #[x_validation(rule = "has(self.step) ? self.max % self.step == 0 : true")]
    #[x_validation(rule = "self.max / self.min > 2 || has(self.step)")]
    #[x_validation(rule = "self.name.startsWith('a') && !self.name.contains('--') && self.name.size() <= 63")]
    #[x_validation(rule = "self.mode in ['Always', 'IfNotPresent', 'Never']")]
    struct Scalars {
        min: i32,
        max: i32,
        step: Option<i64>,
        name: String,
        mode: String,
    }
    let (name, mode) = ("a-name-that-is-long-é".to_owned(), "Never".to_owned());
    assert_eq!(allocations(&Scalars { min: 0, max: 6, step: Some(3), name, mode }), 0);
}

#[test]
fn loops_over_lists_and_maps() {
    #[derive(XValidation)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.ports.all(p, p.name.startsWith('a') && p.port > 0)")]
    #[x_validation(rule = "self.ports.exists(p, p.name.endsWith('99'))")]
    #[x_validation(rule = "self.ports.all(p, self.ports.exists_one(q, q.name == p.name))")]
    #[x_validation(rule = "self.ports[99].port == 100 && size(self.ports) == 100")]
    #[x_validation(rule = "self.labels.exists(k, self.labels[k] == 'x')")]
    #[x_validation(rule = "'k' in self.labels && self.labels['k'] == 'x'")]
    struct Loops {
        ports: Vec<Port>,
        labels: BTreeMap<String, String>,
    }
    let port = |i: i32| Port { name: format!("a-port-with-a-long-name-{i}"), port: i + 1 };
    let labels = BTreeMap::from([("k".to_owned(), "x".to_owned())]);
    assert_eq!(allocations(&Loops { ports: (0..100).map(port).collect(), labels }), 0);
}

#[test]
fn times() {
    #[derive(XValidation)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.start < self.end && self.start.getFullYear() > 2000")]
    #[x_validation(rule = "self.end - self.start >= duration('1h')")]
    struct Times {
        start: Time,
        end: Time,
    }
    let time = |text: &str| Time(text.parse::<Timestamp>().expect("a time"));
    let (start, end) = (time("2026-01-01T00:00:00Z"), time("2026-01-01T02:00:00Z"));
    assert_eq!(allocations(&Times { start, end }), 0);
}

/// An arena holds the values that a rule builds: its first chunk is one allocation, however many values are built in it.
#[test]
fn a_built_string_allocates() {
    #[derive(XValidation)]
    #[x_validation(rule = "self.name + '-' + string(self.port) == 'http-80'", manual_crd)]
    struct Built {
        name: String,
        port: i32,
    }
    assert_eq!(allocations(&Built { name: "http".to_owned(), port: 80 }), 1);
}
