//! A CRD that somebody else wrote: its rules are compiled from the file. Objects are JSON, or anything that serializes.
//!
//! ```text
//! web: accepted
//! api: spec.steps[1]: Invalid value: 0: failed rule: self > 0
//! ```

use cel_runtime::Options;
use serde_json::json;

mod widgets {
    cel_runtime::include_crd!("crds/widget.yaml"); // from the folder of Cargo.toml
}

fn main() {
    let objects = [
        json!({"metadata": {"name": "web"}, "spec": {"min": 1, "max": 2, "steps": [1]}}),
        json!({"metadata": {"name": "api"}, "spec": {"min": 1, "max": 2, "steps": [1, 0]}}),
    ];
    for object in &objects {
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let report = widgets::v1::evaluate(object, None, &Options::default());
        match report.errors.is_empty() {
            true => println!("{name}: accepted"),
            false => println!("{name}: {}", report.errors),
        }
    }
}
