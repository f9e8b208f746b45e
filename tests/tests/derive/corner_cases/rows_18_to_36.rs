//! The rows 18 to 36.

use super::judge;
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

mod row_18 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "self.all(oldSelf, oldSelf > 5)")]
        l: Vec<i64>,
    }

    #[test]
    fn a_variable_called_oldself() {
        judge::<Spec>(&["18: a variable called oldSelf", "18: a variable called oldSelf, update"]);
    }
}

mod row_19 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "self.a > 5",
        message = "fallback",
        message_expression = "'was ' + string(oldSelf.a)"
    )]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_message_that_uses_oldself_alone_create() {
        judge::<Spec>(&[
            "19: a message that uses oldSelf, alone, create",
            "19: a message that uses oldSelf, alone, update",
        ]);
    }
}

mod row_19_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "self.a > 5",
        message = "fallback",
        message_expression = "'was ' + string(oldSelf.a)"
    )]
    #[x_validation(rule = "oldSelf.a >= 0")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_message_that_uses_oldself_with_a_sibling_create() {
        judge::<Spec>(&[
            "19: a message that uses oldSelf, with a sibling, create",
            "19: a message that uses oldSelf, with a sibling, update",
        ]);
    }
}

mod row_19_c {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "self.a > 5",
        message = "fallback",
        message_expression = "'was ' + string(oldSelf.a)"
    )]
    #[x_validation(rule = "oldSelf.optMap(o, o.a >= 0).orValue(true)", optional_old_self = true)]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_message_that_uses_oldself_with_an_optional_sibling_create() {
        judge::<Spec>(&[
            "19: a message that uses oldSelf, with an optional sibling, create",
            "19: a message that uses oldSelf, with an optional sibling, update",
        ]);
    }
}

mod row_22 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "self == oldSelf")]
        #[x_validation(rule = "oldSelf.hasValue()", optional_old_self = true)]
        a: Option<i64>,
    }

    #[test]
    fn an_old_value_that_is_null_or_absent() {
        judge::<Spec>(&["22: an old value that is null", "22: an old value that is absent"]);
    }
}

mod row_24 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5")]
    #[x_validation(rule = "self.a / 0 == 1")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn an_unchanged_object() {
        judge::<Spec>(&["24: an unchanged object"]);
    }
}

mod row_24_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5")]
    struct Spec {
        #[x_validation(rule = "self > 5")]
        a: i64,
        #[x_validation(rule = "self > 5")]
        b: i64,
    }

    #[test]
    fn an_unchanged_part() {
        judge::<Spec>(&["24: an unchanged part"]);
    }
}

mod row_25 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5")]
    struct SpecO {
        #[x_validation(rule = "self > 5")]
        a: i64,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        o: SpecO,
    }

    #[test]
    fn an_unchanged_object_with_unknown_keys() {
        judge::<Spec>(&["25: an unchanged object with unknown keys"]);
    }
}

mod row_26 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.v > 5")]
    struct SpecLItem {
        k: String,
        v: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
        #[x_validation(rule = "self.size() > 5")]
        l: Vec<SpecLItem>,
    }

    #[test]
    fn a_list_with_keys_that_is_only_reordered() {
        judge::<Spec>(&["26: a list with keys that is only reordered"]);
    }
}

mod row_26_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        #[x_validation(items(rule = "self == 'x'"))]
        #[x_validation(rule = "self.size() > 5")]
        s: Vec<String>,
    }

    #[test]
    fn a_set_that_is_only_reordered_with_ratcheting() {
        judge::<Spec>(&["26: a set that is only reordered, with ratcheting"]);
    }
}

mod row_29 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a == 1")]
    struct Spec {
        #[x_validation(rule = "true")]
        a: i64,
    }

    #[test]
    fn a_budget_that_is_used_up() {
        judge::<Spec>(&["29: a budget that is used up", "29: a budget that is exceeded"]);
    }
}

mod row_29_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "true")]
        a: i64,
    }

    #[test]
    fn a_budget_of_zero() {
        judge::<Spec>(&["29: a budget of zero"]);
    }
}

mod row_29_c {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "self == 1 || self == 2")]
        #[x_validation(rule = "true")]
        a: i64,
    }

    #[test]
    fn the_limit_of_an_evaluation() {
        judge::<Spec>(&["29: the limit of an evaluation"]);
    }
}

mod row_30 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.p.matches(self.p)")]
    #[x_validation(rule = "duration(self.p) == duration('1s')")]
    struct Spec {
        p: String,
    }

    #[test]
    fn a_pattern_and_a_duration_made_at_run_time() {
        judge::<Spec>(&["30: a pattern and a duration made at run time"]);
    }
}

mod row_31 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "1/0 == 1")]
    #[x_validation(rule = "1/0 == 1 || true")]
    #[x_validation(rule = "self.a == 1 || 1/0 == 1")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn division_by_zero() {
        judge::<Spec>(&["31: division by zero"]);
    }
}

mod row_33 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a < 1.5")]
    #[x_validation(rule = "self.x == 1.0")]
    struct Spec {
        a: i64,
        x: IntOrString,
    }

    #[test]
    fn a_number_compared_with_a_double() {
        judge::<Spec>(&["33: a number compared with a double"]);
    }
}

mod row_34 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5\n")]
    #[x_validation(rule = " self.a\n > 5 ", message = " m ")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_rule_with_line_breaks() {
        judge::<Spec>(&["34: a rule with line breaks"]);
    }
}

mod row_35 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "'\\n a'")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_line_break_in_front() {
        judge::<Spec>(&["35: a message with line break in front"]);
    }
}

mod row_35_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "'a\\rb'")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_carriage_return() {
        judge::<Spec>(&["35: a message with carriage return"]);
    }
}

mod row_35_c {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "self.s")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_too_long() {
        judge::<Spec>(&["35: a message with too long"]);
    }
}

mod row_35_d {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "' '")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_empty() {
        judge::<Spec>(&["35: a message with empty"]);
    }
}

mod row_35_e {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "'a\\nb'")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_line_break_inside() {
        judge::<Spec>(&["35: a message with line break inside"]);
    }
}

mod row_35_f {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message = "fallback", message_expression = "string(1/0)")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_an_error() {
        judge::<Spec>(&["35: a message with an error"]);
    }
}

mod row_35_g {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(
        rule = "false",
        message = "fallback",
        message_expression = "'\\u0085\\u00a0\\u2028 a \\u200b'"
    )]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_with_white_space_of_all_kinds() {
        judge::<Spec>(&["35: a message with white space of all kinds"]);
    }
}

mod row_35_h {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", message_expression = "self.s")]
    struct Spec {
        s: String,
    }

    #[test]
    fn a_message_of_5120_bytes() {
        judge::<Spec>(&["35: a message of 5120 bytes"]);
    }
}

mod row_36 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "has(self.b)")]
    #[x_validation(rule = "self.b == b'a'")]
    #[x_validation(rule = "self.b.size() >= 0")]
    struct Spec {
        #[schemars(extend("format" = "byte"))]
        b: String,
    }

    #[test]
    fn bytes() {
        judge::<Spec>(&[
            "36: bytes '+/+/'",
            "36: bytes '-_-_'",
            "36: bytes ''",
            "36: bytes 'YQ=='",
            "36: bytes 'YQ'",
        ]);
    }
}
