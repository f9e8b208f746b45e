//! `==` and `+` of sets: as recorded for the same objects as JSON.

use super::super::answers::assert_recorded;
use cel_runtime::XValidation;
use chrono::{DateTime, FixedOffset};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};

#[test]
fn sets() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.b) + dyn(self.a)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(1), dyn([2])])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn([2]), dyn(1)])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(3), dyn({})])")]
    #[x_validation(rule = "dyn(self.a) + dyn([[1]]) == dyn(self.a)")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn(1), dyn(1.0), dyn(1u), dyn('1'), dyn(null), dyn(null), dyn(2)])).size() == 8"
    )]
    #[x_validation(rule = "(dyn(self.a) + dyn([double('NaN'), double('NaN')])).size() == 4")]
    #[x_validation(rule = "optional.ofNonZeroValue(dyn(self.a) + dyn(self.b)).hasValue()")]
    struct Sets {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        a: Vec<i64>,
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        b: Vec<i64>,
    }
    for id in [
        "sets in another order",
        "sets: an element twice",
        "sets: an element twice on the right",
        "sets: nothing",
    ] {
        assert_recorded::<Sets>(id);
    }
}

#[test]
fn sets_of_numbers() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.b) + dyn(self.a)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(1), dyn([2])])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn([2]), dyn(1)])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(3), dyn({})])")]
    #[x_validation(rule = "dyn(self.a) + dyn([[1]]) == dyn(self.a)")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn(1), dyn(1.0), dyn(1u), dyn('1'), dyn(null), dyn(null), dyn(2)])).size() == 8"
    )]
    #[x_validation(rule = "(dyn(self.a) + dyn([double('NaN'), double('NaN')])).size() == 4")]
    #[x_validation(rule = "optional.ofNonZeroValue(dyn(self.a) + dyn(self.b)).hasValue()")]
    struct Sets {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        a: Vec<f64>,
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        b: Vec<f64>,
    }
    assert_recorded::<Sets>("sets: the two zeros");
}

#[test]
fn sets_of_ints_and_strings() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.b) + dyn(self.a)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(1), dyn([2])])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn([2]), dyn(1)])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(3), dyn({})])")]
    #[x_validation(rule = "dyn(self.a) + dyn([[1]]) == dyn(self.a)")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn(1), dyn(1.0), dyn(1u), dyn('1'), dyn(null), dyn(null), dyn(2)])).size() == 8"
    )]
    #[x_validation(rule = "(dyn(self.a) + dyn([double('NaN'), double('NaN')])).size() == 4")]
    #[x_validation(rule = "optional.ofNonZeroValue(dyn(self.a) + dyn(self.b)).hasValue()")]
    struct Sets {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        a: Vec<IntOrString>,
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        b: Vec<IntOrString>,
    }
    assert_recorded::<Sets>("sets: int or string");
}

#[test]
fn sets_of_times() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.b) + dyn(self.a)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(1), dyn([2])])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn([2]), dyn(1)])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(3), dyn({})])")]
    #[x_validation(rule = "dyn(self.a) + dyn([[1]]) == dyn(self.a)")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn(1), dyn(1.0), dyn(1u), dyn('1'), dyn(null), dyn(null), dyn(2)])).size() == 8"
    )]
    #[x_validation(rule = "(dyn(self.a) + dyn([double('NaN'), double('NaN')])).size() == 4")]
    #[x_validation(rule = "optional.ofNonZeroValue(dyn(self.a) + dyn(self.b)).hasValue()")]
    struct Sets {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        a: Vec<DateTime<FixedOffset>>,
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        b: Vec<DateTime<FixedOffset>>,
    }
    assert_recorded::<Sets>("sets: times");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Atomic {
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn sets_of_objects() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.b) + dyn(self.a)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(1), dyn([2])])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn([2]), dyn(1)])")]
    #[x_validation(rule = "dyn(self.a) == dyn([dyn(3), dyn({})])")]
    #[x_validation(rule = "dyn(self.a) + dyn([[1]]) == dyn(self.a)")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn(1), dyn(1.0), dyn(1u), dyn('1'), dyn(null), dyn(null), dyn(2)])).size() == 8"
    )]
    #[x_validation(rule = "(dyn(self.a) + dyn([double('NaN'), double('NaN')])).size() == 4")]
    #[x_validation(rule = "optional.ofNonZeroValue(dyn(self.a) + dyn(self.b)).hasValue()")]
    struct Sets {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        a: Vec<Atomic>,
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        b: Vec<Atomic>,
    }
    assert_recorded::<Sets>("sets: objects");
}
