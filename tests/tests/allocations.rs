//! A rule that builds no value allocates nothing on an object that passes.

use allocation_counter::measure;
use cel_runtime::XValidation;
use k8s_openapi::{apimachinery::pkg::apis::meta::v1::Time, jiff::Timestamp};
use std::{collections::BTreeMap, thread};

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

/// An arena holds the values that a rule builds. Its first chunk is one allocation, however many values are built in it. The thread keeps
/// the chunk for the next object.
#[test]
fn built_values_allocate_once_in_a_thread() {
    #[derive(XValidation)]
    #[x_validation(rule = "self.name + '-' + string(self.port) == 'http-80'", manual_crd)]
    #[x_validation(rule = "self.ports.filter(p, p > 0).map(p, p * 2).sum() == 330")]
    struct Built {
        name: String,
        port: i32,
        ports: Vec<i32>,
    }
    let built = Built { name: "http".to_owned(), port: 80, ports: (1..=10).map(|n| n * 3).collect() };
    let found = thread::spawn(move || [allocations(&built), allocations(&built)]).join().expect("counts");
    assert_eq!(found, [1, 0]);
}

/// The list literal in it is no value that is built.
#[test]
fn a_list_that_only_a_loop_reads() {
    #[derive(XValidation)]
    #[x_validation(rule = "[has(self.a), has(self.b)].exists_one(x, x)", manual_crd)]
    struct Choice {
        a: Option<String>,
        b: Option<String>,
    }
    let choice = Choice { a: None, b: Some(String::new()) };
    let found = thread::spawn(move || allocations(&choice)).join().expect("a count");
    assert_eq!(found, 0);
}
