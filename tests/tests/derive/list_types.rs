//! `==` and `+` of lists with keys, for each type of key: as recorded for the same objects as JSON.

#![allow(clippy::duplicated_attributes, reason = "rules may have the same text")]

mod sets;

use super::answers::assert_recorded;
use cel_runtime::XValidation;
use chrono::{DateTime, FixedOffset};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Named {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn lists_with_keys() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        a: Vec<Named>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        b: Vec<Named>,
    }
    for id in [
        "keyed lists in another order",
        "keyed lists: a key twice on the right",
        "keyed lists: a key twice on the left",
        "keyed lists: the last of three",
        "keyed lists: no keys at all",
    ] {
        assert_recorded::<Lists>(id);
    }
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Numbered {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn numbers_as_keys() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        a: Vec<Numbered>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        b: Vec<Numbered>,
    }
    assert_recorded::<Lists>("keyed lists: the two zeros");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Spanned {
    #[schemars(extend("format" = "duration"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
    #[serde(rename = "a-b")]
    #[serde(skip_serializing_if = "Option::is_none")]
    ab: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn keys_that_are_escaped() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k", "a-b"]))]
        a: Vec<Spanned>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k", "a-b"]))]
        b: Vec<Spanned>,
    }
    assert_recorded::<Lists>("keyed lists: an escaped key");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Timed {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn times_as_keys() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        a: Vec<Timed>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        b: Vec<Timed>,
    }
    assert_recorded::<Lists>("keyed lists: a time in two zones");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Either {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<IntOrString>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn int_or_string_as_a_key() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        a: Vec<Either>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        b: Vec<Either>,
    }
    assert_recorded::<Lists>("keyed lists: int or string");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Three {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[test]
fn three_keys() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.b) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.a) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.a) + dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) + [] == dyn(self.b)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.b)).size() == 2")]
    #[x_validation(
        rule = "(dyn(self.a) + dyn(self.b) + dyn(self.a)).map(x, dyn(x)) == dyn(self.a).map(x, dyn(x)) + dyn(self.b).map(x, dyn(x))"
    )]
    #[x_validation(rule = "(dyn(self.a) + [dyn(self.a)[0], dyn(self.a)[0]]).size() == dyn(self.a).size()")]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k", "l", "m"]))]
        a: Vec<Three>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k", "l", "m"]))]
        b: Vec<Three>,
    }
    assert_recorded::<Lists>("keyed lists: three keys of which some are missing");
}

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Key {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
}

#[test]
fn lists_with_keys_and_other_ones() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.maps)")]
    #[x_validation(rule = "dyn(self.a) + dyn(self.maps) == dyn(self.maps)")]
    #[x_validation(rule = "(dyn(self.a) + dyn(self.maps)).size() == 2")]
    #[x_validation(rule = "dyn(self.a) == dyn([{'k': 'a'}, {'k': 'b'}])")]
    #[x_validation(rule = "(dyn(self.a) + dyn([{'k': 'a'}, {'k': 'c'}])).size() == 3")]
    #[x_validation(rule = "dyn(self.a) + dyn([{'k': 'a'}]) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) == dyn(self.others)")]
    #[x_validation(rule = "dyn(self.others) == dyn(self.a)")]
    #[x_validation(rule = "dyn(self.a) + dyn([dyn(1), dyn('x')]) == dyn(self.a) + dyn([2])")]
    #[x_validation(
        rule = "dyn(self.a) + dyn([{'k': b'a'}, {'k': b'a'}]) == dyn(self.a) + dyn([{'k': b'a'}, {'k': b'a'}])"
    )]
    #[x_validation(
        rule = "(dyn(self.a) + dyn([dyn({'k': null}), dyn({'k': 1.0}), dyn({'k': 1}), dyn({'k': 1u}), dyn({})])).size() == 7"
    )]
    struct Lists {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        a: Vec<Key>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        b: Vec<Key>,
        maps: Vec<BTreeMap<String, String>>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        others: Vec<Key>,
    }
    assert_recorded::<Lists>("keyed lists and other ones");
}

/// Rules that compare two objects, each with such a list.
macro_rules! compared {
    ($list:ty, [$($kind:tt)*]) => {
        #[derive(XValidation, Serialize, Deserialize)]
        #[x_validation(manual_crd)]
        struct Holder {
            #[schemars(extend($($kind)*))]
            l: $list,
            #[serde(skip_serializing_if = "Option::is_none")]
            n: Option<i64>,
        }

        #[derive(XValidation, Serialize, Deserialize)]
        #[x_validation(manual_crd)]
        #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
        #[x_validation(rule = "dyn(self.a) != dyn(self.b)")]
        #[x_validation(rule = "self.a == self.a")]
        #[x_validation(rule = "dyn(self.a.l) == dyn(self.b.l)")]
        #[x_validation(rule = "dyn(self.a.l) != dyn(self.b.l)")]
        #[x_validation(rule = "dyn(self.a.l) in [dyn(self.b.l)]")]
        #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
        #[x_validation(rule = "dyn(self.a.l) + dyn(self.b.l) == dyn(self.a.l)")]
        #[x_validation(rule = "(dyn(self.a.l) + dyn(self.b.l)).size() == 1")]
        struct Both {
            a: Holder,
            b: Holder,
        }
    };
}

#[test]
fn sets_of_atomic_objects() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Item {
        a: i64,
    }

    compared!(Vec<Item>, ["x-kubernetes-list-type" = "set"]);
    for id in ["equal", "in another order", "one more", "empty"] {
        assert_recorded::<Both>(&format!("sets of objects: {id}"));
    }
}

#[test]
fn sets_of_lists() {
    compared!(Vec<Vec<i64>>, ["x-kubernetes-list-type" = "set"]);
    for id in ["equal", "in another order", "one more", "empty"] {
        assert_recorded::<Both>(&format!("sets of lists: {id}"));
    }
}

macro_rules! formatted_keys {
    ($($name:ident $format:literal;)*) => {$(
        #[test]
        fn $name() {
            #[derive(XValidation, Serialize, Deserialize)]
            #[x_validation(manual_crd)]
            struct Item {
                #[schemars(extend("format" = $format))]
                k: String,
                v: i64,
            }

            compared!(Vec<Item>, ["x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]]);
            for id in ["keys with the format ", "equal keys with the format "] {
                assert_recorded::<Both>(&format!("{id}{}", $format));
            }
        }
    )*};
}

formatted_keys! {
    keys_that_are_durations "duration";
    keys_that_are_times "date-time";
    keys_that_are_bytes "byte";
}

/// Two of one value are the same key for a type that keeps no text: serde writes them alike.
#[test]
fn keys_that_chrono_reads() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Item {
        k: DateTime<FixedOffset>,
        v: i64,
    }

    compared!(Vec<Item>, ["x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]]);
    for id in ["keys with the format date-time", "equal keys with the format date-time"] {
        assert_recorded::<Both>(id);
    }
}

#[test]
fn opaque_keys_with_a_format() {
    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Item {
        #[schemars(extend("format" = "duration"))]
        k: String,
        v: i64,
    }

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Items {
        #[schemars(length(max = 5))]
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        l: Vec<Item>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = Both::x_validations)]
    #[x_validation(rule = "dyn(self.a) == dyn(self.b)")]
    #[x_validation(rule = "dyn(self.a) in [dyn(self.b)]")]
    #[x_validation(rule = "self.a == self.a")]
    struct Both {
        #[x_validation(opaque)]
        a: Items,
        #[x_validation(opaque)]
        b: Items,
    }
    for id in
        ["keys with the format duration, whole objects", "equal keys with the format duration, whole objects"]
    {
        assert_recorded::<Both>(id);
    }
}

#[test]
fn four_keys() {
    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Item {
        a: f64,
        b: f64,
        c: f64,
        d: f64,
        v: i64,
    }

    compared!(
        Vec<Item>,
        ["x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["a", "b", "c", "d"]]
    );
    assert_recorded::<Both>("4 keys: zeros");
}
