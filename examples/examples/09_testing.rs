//! Tests of rules, and what they forgot: `cargo test -p examples --example 09_testing` runs them, and
//! `cel-codegen coverage examples/examples -- cargo test -p examples --features coverage --example 09_testing` names the two rules
//! that fail in no test.
//!
//! ```text
//! the rules reject the object:
//!   spec.size: Invalid value: 0: a disk has a size
//!     rule: self > 0
//! ```

use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Disk", namespaced)]
#[schemars(transform = DiskSpec::x_validations)]
struct DiskSpec {
    #[x_validation(rule = "self > 0", message = "a disk has a size")]
    #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
    size: i64,
    // No test has a class without a name.
    #[x_validation(rule = "self != ''", message = "classes have names")]
    class: String,
    // No test has a zone at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self.startsWith('zone-')", message = "not the name of a zone")]
    zone: Option<String>,
}

fn disk(size: i64) -> Disk {
    Disk::new("data", DiskSpec { size, class: "fast".to_owned(), zone: None })
}

/// Prints the first lines of the error of a failing test.
fn main() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.payload().downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        text.lines().take(3).for_each(|line| println!("{line}"));
    }));
    _ = std::panic::catch_unwind(|| cel_runtime::assert_accepts!(disk(0)));
}

#[cfg(test)]
mod tests {
    use super::disk;
    use cel_runtime::{assert_accepts, assert_rejects};

    #[test]
    fn disks_have_a_size() {
        assert_accepts!(disk(1));
        assert_rejects!(disk(0), "a disk has a size", at "spec.size");
    }

    #[test]
    fn disks_only_grow() {
        assert_accepts!(disk(1) => disk(2));
        assert_rejects!(disk(2) => disk(1), "disks only grow");
    }
}
