//! The types that the benchmark of the counters validates.

use cel_runtime::XValidation;
use std::collections::BTreeMap;

/// An object with something for each of [`RULES`].
#[derive(XValidation)]
#[x_validation(manual_crd)]
pub struct Scaler {
    /// At least.
    pub min: i32,
    /// At most.
    pub max: i32,
    /// By how much.
    pub step: Option<i32>,
    /// A label.
    pub name: String,
    /// A quantity.
    pub request: String,
    /// A quantity.
    pub limit: String,
    /// Many.
    pub ports: Vec<Port>,
    /// Some.
    pub labels: BTreeMap<String, String>,
}

/// An item.
#[derive(XValidation)]
pub struct Port {
    /// Starts with `a`.
    pub name: String,
    /// Not 0.
    pub port: i32,
}

impl Scaler {
    /// An object that all rules hold for, as late as can be.
    pub fn new(ports: i32) -> Self {
        let label = |i| (format!("app.example.com/label-{i:02}"), format!("value-{i}"));
        let mut labels: BTreeMap<String, String> = (0..19).map(label).collect();
        labels.insert("app.example.com/label-99".to_owned(), "x".to_owned());
        Scaler {
            min: 9,
            max: 30,
            step: Some(7),
            name: "some-name-of-a-label".to_owned(),
            request: "1Gi".to_owned(),
            limit: "1536Mi".to_owned(),
            ports: (1..=ports).map(|port| Port { name: format!("a{port}"), port }).collect(),
            labels,
        }
    }
}

/// The rules, by the names of their functions.
pub const RULES: [(&str, &str); 6] = [
    ("compare", "self.min <= self.max"),
    ("has_ternary", "has(self.step) ? self.step <= self.max : true"),
    ("all", "self.ports.all(p, p.name.startsWith('a') && p.port > 0)"),
    ("map_exists", "self.labels.exists(k, self.labels[k] == 'x')"),
    ("regex", "self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')"),
    ("quantity", "quantity(self.request).isLessThan(quantity(self.limit))"),
];
