//! Types of the user's own with the names of known ones.

use cel_runtime::XValidation;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.weight > 0", manual_crd)]
struct Value {
    weight: i32,
}

#[derive(XValidation, Serialize, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    Day,
    Night,
}

#[derive(XValidation, Serialize)]
struct Quantity {
    amount: i32,
}

#[derive(XValidation, Serialize)]
struct Url {
    host: String,
}

#[derive(XValidation, Serialize)]
struct DateTime<T> {
    at: T,
}

#[derive(XValidation, Serialize)]
struct Holder<T> {
    held: T,
}

#[derive(XValidation, Serialize)]
#[x_validation(
    rule = "self.time == 'Day' && self.quantity.amount > 0 && self.urls.all(u, u.host != '')",
    manual_crd
)]
#[x_validation(rule = "!has(self.shifts.Night) || self.shifts.Night < 3 && self.date.at > 0")]
struct Plan {
    value: Option<Value>,
    values: BTreeMap<String, Value>,
    held: Holder<Value>,
    time: Time,
    quantity: Quantity,
    urls: Vec<Url>,
    shifts: BTreeMap<Time, i32>,
    date: DateTime<i64>,
}

mod without_arguments {
    use cel_runtime::XValidation;
    use serde::Serialize;

    #[derive(XValidation, Serialize)]
    pub(super) enum Option {
        Off,
        On,
    }

    /// The field is always there.
    #[derive(XValidation, Serialize)]
    #[x_validation(rule = "self.option == 'On'", manual_crd, deny(unguarded_optional))]
    pub(super) struct Switch {
        pub(super) option: Option,
    }
}

#[test]
fn an_option_of_ones_own_is_a_value() {
    use without_arguments::{Option, Switch};
    assert!(Switch { option: Option::On }.x_validate().is_ok());
    assert!(Switch { option: Option::Off }.x_validate().is_err());
}

fn plan(weight: i32) -> Plan {
    let value = || Value { weight };
    Plan {
        value: Some(value()),
        values: BTreeMap::from([("a".to_owned(), value())]),
        held: Holder { held: value() },
        time: Time::Day,
        quantity: Quantity { amount: 1 },
        urls: vec![Url { host: "a".to_owned() }],
        shifts: BTreeMap::from([(Time::Night, 2)]),
        date: DateTime { at: 1 },
    }
}

#[test]
fn own_types_with_known_names_are_seen_and_their_rules_run() {
    assert!(plan(1).x_validate().is_ok());
    let failure = "Invalid value: failed rule: self.weight > 0";
    assert_eq!(
        plan(0).x_validate().unwrap_err().to_string(),
        format!("[value: {failure}, values[a]: {failure}, held.held: {failure}]")
    );
    assert!(Plan { shifts: BTreeMap::from([(Time::Night, 3)]), ..plan(1) }.x_validate().is_err());
}

mod conditions {
    use super::*;

    #[derive(XValidation, Serialize)]
    pub(super) struct Condition {
        pub(super) ready: bool,
    }
}
use conditions::*;

#[derive(XValidation, Serialize)]
struct Volume {
    size: i32,
}

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.volumes.all(v, v.size > 0) && self.condition.ready", manual_crd)]
struct Store {
    volumes: Vec<Volume>,
    condition: Condition,
    held: Holder<Condition>,
    env: Vec<k8s_openapi::api::core::v1::EnvVar>,
}

#[test]
fn own_types_may_have_the_names_of_those_of_kubernetes() {
    let condition = || Condition { ready: true };
    let store = |size| Store {
        volumes: vec![Volume { size }],
        condition: condition(),
        held: Holder { held: condition() },
        env: Vec::new(),
    };
    assert!(store(1).x_validate().is_ok());
    assert!(store(0).x_validate().is_err());
}

mod below {
    use super::*;

    #[derive(XValidation, Serialize)]
    #[x_validation(rule = "self.url.host != '' && self.quantity.amount < 9", manual_crd)]
    pub(super) struct Below {
        pub(super) values: Vec<Value>,
        pub(super) url: super::Url,
        pub(super) quantity: super::Quantity,
    }
}

#[test]
fn imports_and_paths_lead_to_own_types() {
    let below = below::Below {
        values: vec![Value { weight: 0 }],
        url: Url { host: String::new() },
        quantity: Quantity { amount: 9 },
    };
    assert_eq!(
        below.x_validate().unwrap_err().to_string(),
        "[<nil>: Invalid value: failed rule: self.url.host != '' && self.quantity.amount < 9, \
         values[0]: Invalid value: failed rule: self.weight > 0]"
    );
}

#[test]
fn a_function_has_types_of_its_own() {
    #[derive(XValidation, Serialize)]
    struct MicroTime {
        hour: i32,
    }
    #[derive(XValidation, Serialize)]
    #[x_validation(rule = "self.at.hour > 0", manual_crd)]
    struct Within {
        at: MicroTime,
    }
    assert!(Within { at: MicroTime { hour: 0 } }.x_validate().is_err());
}
