//! The rows 37 to 64.

use super::judge;
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

mod row_37 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[schemars(extend("format" = "date-time"))]
        #[x_validation(rule = "self.getFullYear() > 3000")]
        t: String,
    }

    #[test]
    fn a_time_2020_01_01t00_00_00z() {
        judge::<Spec>(&[
            "37: a time '2020-01-01t00:00:00z'",
            "37: a time '2020-01-01T00:00:00'",
            "37: a time ''",
            "37: a time '2020-13-01T00:00:00Z'",
            "37: a time '2020-01-01T00:00:00.5+25:00'",
        ]);
    }
}

mod row_39 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a__dot__b > 5")]
    #[x_validation(rule = "self.__underscores__dot__underscores__ > 5")]
    #[x_validation(rule = "self.__in__ > 5")]
    #[x_validation(rule = "self.a__dash__b > 5")]
    struct Spec {
        #[serde(rename = "")]
        #[x_validation(rule = "self > 5")]
        empty: i64,
        #[serde(rename = "9x")]
        #[x_validation(rule = "self > 5")]
        nine: i64,
        #[x_validation(rule = "self > 5")]
        __dot__: i64,
        #[serde(rename = "a b")]
        #[x_validation(rule = "self > 5")]
        blank: i64,
        #[serde(rename = "a-b")]
        #[x_validation(rule = "self > 5")]
        dash: i64,
        #[serde(rename = "a.b")]
        #[x_validation(rule = "self > 5")]
        dot: i64,
        #[x_validation(rule = "self > 5")]
        r#in: i64,
        #[serde(rename = "é")]
        #[x_validation(rule = "self > 5")]
        accent: i64,
    }

    #[test]
    fn rules_at_names_that_cannot_be_selected() {
        judge::<Spec>(&["39: rules at names that cannot be selected"]);
    }
}

mod row_40 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "dyn(self)['a-b'] == 1")]
    #[x_validation(rule = "dyn(self)['a__dash__b'] == 1")]
    #[x_validation(rule = "dyn(self).size() == 3")]
    #[x_validation(rule = "dyn(self).all(k, k == 'c')")]
    #[x_validation(rule = "dyn(self)['u'] == 1")]
    struct Spec {
        #[serde(rename = "a-b")]
        more: i64,
        c: Option<i64>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[test]
    fn an_object_as_a_map() {
        judge::<Spec>(&["40: an object as a map"]);
    }
}

mod row_46 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "self > 5")]
        a: i64,
        #[x_validation(rule = "self > 5")]
        b: i64,
        #[x_validation(values(rule = "self > 5"))]
        m: BTreeMap<String, i64>,
    }

    #[test]
    fn several_children_fail() {
        judge::<Spec>(&["46: several children fail"]);
    }
}

mod row_47 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(
            rule = "self > 5",
            message_expression = "'a' + string(self) + 'aaaaaaaaaaaaaaaaaaaaaaaaa'",
            reason = "FieldValueForbidden"
        )]
        #[x_validation(rule = "self > 6")]
        a: i64,
    }

    #[test]
    fn a_message_that_the_budget_does_not_pay_for() {
        judge::<Spec>(&[
            "47: a message that the budget does not pay for",
            "47: a message beyond its limit",
            "47: a message that the budget does not pay for, unchanged",
        ]);
    }
}

mod row_52 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.exists(k, self[k] == 1)")]
    struct Spec(BTreeMap<String, i64>);

    #[test]
    fn a_macro_over_a_map_that_ends_early() {
        judge::<Spec>(&["52: a macro over a map that ends early"]);
    }
}

mod row_54 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "oldSelf.hasValue() && false",
        message_expression = "'was ' + string(oldSelf.value().x)",
        optional_old_self = true
    )]
    struct Spec {
        x: i64,
    }

    #[test]
    fn a_message_of_a_rule_with_an_optional_old_value() {
        judge::<Spec>(&["54: a message of a rule with an optional old value"]);
    }
}

mod row_54_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "oldSelf.hasValue() && false",
        message_expression = "'was ' + string(oldSelf.?x.orValue(7))",
        optional_old_self = true
    )]
    struct Spec {
        x: i64,
    }

    #[test]
    fn a_message_of_a_rule_with_an_optional_old_value_selected() {
        judge::<Spec>(&["54: a message of a rule with an optional old value, selected"]);
    }
}

mod row_54_c {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "oldSelf.hasValue()",
        message_expression = "'was ' + string(oldSelf.?x.orValue(7))",
        optional_old_self = true
    )]
    struct Spec {
        x: i64,
    }

    #[test]
    fn a_message_of_a_rule_with_an_optional_old_value_create() {
        judge::<Spec>(&["54: a message of a rule with an optional old value, create"]);
    }
}

mod row_55 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l.sortBy(x, 1/0).size() == 2 || true")]
    struct Spec {
        l: Vec<i64>,
    }

    #[test]
    fn sortby_of_errors() {
        judge::<Spec>(&["55: sortBy of errors"]);
    }
}

mod row_58 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.s == ['a','b','b']")]
    #[x_validation(rule = "self.s + ['a','c','c'] == ['a','a','b','c']")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        s: Vec<String>,
    }

    #[test]
    fn sets_with_duplicates() {
        judge::<Spec>(&["58: sets with duplicates"]);
    }
}

mod row_59 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.s == 'a' && false")]
    #[x_validation(rule = "self.s == 'a' || true")]
    #[x_validation(rule = "!(self.s == 'a')")]
    #[x_validation(rule = "self.s == 'a' && self.b")]
    struct Spec {
        s: Option<String>,
        b: Option<bool>,
    }

    #[test]
    fn the_decided_side_wins() {
        judge::<Spec>(&["59: the decided side wins"]);
    }
}

mod row_60 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a in [dyn('5%'), dyn(10)]")]
    #[x_validation(rule = "self.a.matches('x')")]
    #[x_validation(rule = "type(self.a) == string && self.a.matches('x')")]
    struct Spec {
        a: IntOrString,
    }

    #[test]
    fn an_int_or_string() {
        judge::<Spec>(&["60: an int-or-string"]);
    }
}

mod row_61 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.v == oldSelf.v")]
    struct SpecLItem {
        k: IntOrString,
        v: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l == oldSelf.l")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        l: Vec<SpecLItem>,
    }

    #[test]
    fn int_or_string_as_key() {
        judge::<Spec>(&["61: int-or-string as key"]);
    }
}

mod row_62 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.all(x, dyn(x) == null)")]
    #[x_validation(rule = "self[0] == 1")]
    #[x_validation(rule = "self.size() == 2")]
    struct Spec(#[x_validation(items(rule = "self > 5"))] Vec<Option<i64>>);

    #[test]
    fn a_nullable_item_that_is_null() {
        judge::<Spec>(&["62: a nullable item that is null"]);
    }
}

mod row_63 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "self.a / 0 == 1",
        message = "text",
        message_expression = "'m'",
        reason = "FieldValueForbidden",
        field_path = ".a"
    )]
    #[x_validation(rule = "self.a / 0 == 1 ", field_path = ".a")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_field_path_of_a_rule_that_gives_an_error() {
        judge::<Spec>(&["63: a field path of a rule that gives an error"]);
    }
}

mod row_64 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self == oldSelf")]
    struct Spec(#[schemars(extend("x-kubernetes-list-type" = "set"))] Vec<String>);

    #[test]
    fn a_set_that_is_only_reordered() {
        judge::<Spec>(&["64: a set that is only reordered"]);
    }
}
