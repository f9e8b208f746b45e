//! The rows 1 to 17.

use super::judge;
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

mod row_02 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "has(self.a)")]
    #[x_validation(rule = "type(self.a) == int")]
    struct Spec {
        #[schemars(extend("x-kubernetes-int-or-string" = true))]
        a: Value,
    }

    #[test]
    fn an_int_or_string_that_is_a_float() {
        judge::<Spec>(&["2: an int-or-string that is a float"]);
    }
}

mod row_03 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "has(self.a)")]
    #[x_validation(rule = "self.a == 'a'")]
    struct Spec {
        #[x_validation(rule = "self == 'a'")]
        a: Option<String>,
    }

    #[test]
    fn a_nullable_property_that_is_null() {
        judge::<Spec>(&["3: a nullable property that is null"]);
    }
}

mod row_03_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "has(self.k)")]
    #[x_validation(rule = "'k' in self")]
    struct Spec(#[x_validation(values(rule = "self == 'a'"))] BTreeMap<String, Option<String>>);

    #[test]
    fn a_nullable_entry_that_is_null() {
        judge::<Spec>(&["3: a nullable entry that is null"]);
    }
}

mod row_04 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self['k'] == 'a'")]
    #[x_validation(rule = "self['k'].size() > 0")]
    struct Spec(BTreeMap<String, Option<String>>);

    #[test]
    fn a_null_entry_compared_and_measured() {
        judge::<Spec>(&["4: a null entry compared and measured"]);
    }
}

mod row_05 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false")]
    struct SpecO {}

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "false")]
        b: bool,
        #[x_validation(rule = "false")]
        i: i64,
        #[x_validation(rule = "false")]
        l: Vec<i64>,
        #[x_validation(rule = "false")]
        m: BTreeMap<String, i64>,
        #[x_validation(rule = "false")]
        n: f64,
        o: SpecO,
        #[x_validation(rule = "false")]
        s: String,
        #[x_validation(rule = "false")]
        x: IntOrString,
    }

    #[test]
    fn only_scalars_are_shown() {
        judge::<Spec>(&["5: only scalars are shown"]);
    }
}

mod row_06 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn the_root_s_path() {
        judge::<Spec>(&["6: the root's path"]);
    }
}

mod row_07 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.b > 5", message = "m", reason = "FieldValueDuplicate")]
    struct SpecO {
        b: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(
            rule = "self > 5",
            message = "m",
            message_expression = "'x'",
            reason = "FieldValueDuplicate"
        )]
        a: i64,
        o: SpecO,
    }

    #[test]
    fn a_duplicate_value_loses_its_message() {
        judge::<Spec>(&["7: a duplicate value loses its message"]);
    }
}

mod row_07_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "false", message = "FieldValueInvalid", reason = "FieldValueInvalid")]
        #[x_validation(rule = " false", message = "FieldValueForbidden", reason = "FieldValueForbidden")]
        #[x_validation(rule = "false ", message = "FieldValueRequired", reason = "FieldValueRequired")]
        #[x_validation(rule = " false ", message = "FieldValueDuplicate", reason = "FieldValueDuplicate")]
        a: i64,
    }

    #[test]
    fn all_reasons() {
        judge::<Spec>(&["7: all reasons"]);
    }
}

mod row_08 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.a > 5", field_path = ".a")]
    struct Spec {
        a: i64,
    }

    #[test]
    fn a_field_path_does_not_change_what_is_shown() {
        judge::<Spec>(&["8: a field path does not change what is shown"]);
    }
}

mod row_09 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecOMValue {
        q: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "false", field_path = ".m['k'].q")]
    #[x_validation(rule = "false ", field_path = ".m['']")]
    struct SpecO {
        #[serde(skip_serializing_if = "Option::is_none")]
        m: Option<BTreeMap<String, SpecOMValue>>,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct Spec {
        #[x_validation(rule = "false", field_path = "['k']")]
        m: BTreeMap<String, i64>,
        o: SpecO,
    }

    #[test]
    fn a_key_in_a_field_path() {
        judge::<Spec>(&["9: a key in a field path"]);
    }
}

mod row_10 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "['b','a'] == self.s")]
    #[x_validation(rule = "self.s == ['b','a']")]
    #[x_validation(rule = "self.s != ['b','a']")]
    #[x_validation(rule = "[self.s] == [['b','a']]")]
    #[x_validation(rule = "['b','a'] in [self.s]")]
    #[x_validation(rule = "self.s in [['b','a']]")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        s: Vec<String>,
    }

    #[test]
    fn the_left_operand_decides_whether_a_set_is_compared_as_one() {
        judge::<Spec>(&["10: the left operand decides whether a set is compared as one"]);
    }
}

mod row_13 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecSItem {
        a: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.s == self.s")]
    #[x_validation(rule = "self.s + self.s == self.s")]
    #[x_validation(rule = "self.s[0] in self.s")]
    #[x_validation(rule = "self.s == []")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        s: Vec<SpecSItem>,
    }

    #[test]
    fn a_set_of_objects() {
        judge::<Spec>(&["13: a set of objects"]);
    }
}

mod row_14 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecLItem {
        #[serde(rename = "my-key")]
        my_key: String,
        v: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l == self.l")]
    #[x_validation(rule = "self.l + [] == self.l")]
    #[x_validation(rule = "self.l + self.l == self.l")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["my-key"]))]
        l: Vec<SpecLItem>,
    }

    #[test]
    fn a_list_keyed_by_a_name_that_is_escaped() {
        judge::<Spec>(&["14: a list keyed by a name that is escaped"]);
    }
}

mod row_14_b {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecLItem {
        #[serde(rename = "k!")]
        k_: String,
        v: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l == self.l")]
    #[x_validation(rule = "self.l + self.l == self.l")]
    struct Spec {
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k!"]))]
        l: Vec<SpecLItem>,
    }

    #[test]
    fn a_list_keyed_by_a_name_that_cannot_be_escaped() {
        judge::<Spec>(&["14: a list keyed by a name that cannot be escaped"]);
    }
}

mod row_15 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecLItem {
        a: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        c: Option<i64>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l[0] == self.l[1]")]
    #[x_validation(rule = "self.l[1] == self.l[0]")]
    #[x_validation(rule = "self.l[0] != self.l[1]")]
    struct Spec {
        l: Vec<SpecLItem>,
    }

    #[test]
    fn unknown_keys_on_one_side_each() {
        judge::<Spec>(&["15: unknown keys on one side each"]);
    }
}

mod row_17 {
    use super::*;

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    struct SpecLItem {
        #[serde(rename = "q__dot__z")]
        q: i64,
    }

    #[derive(XValidation, Serialize, Deserialize)]
    #[x_validation(manual_crd)]
    #[x_validation(rule = "self.l[0] == self.l[1]")]
    #[x_validation(
        rule = "self.l[0].q__underscores__dot__underscores__z == self.l[1].q__underscores__dot__underscores__z"
    )]
    struct Spec {
        l: Vec<SpecLItem>,
    }

    #[test]
    fn a_property_whose_name_reads_as_an_escape() {
        judge::<Spec>(&["17: a property whose name reads as an escape"]);
    }
}
