//! Aliases in the types of fields: rules see what stands behind them.

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

mod shared {
    use super::XValidation;
    use k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap as Tree;

    /// Names that mean nothing where the alias is used.
    pub(super) type Labels = Tree<String, Text>;
    pub(super) type Text = String;
    pub(super) type Conditions = Vec<meta::Condition>;
    pub(super) type Ends<T, const N: usize = 2> = [Range<T>; N];
    pub(super) type Deep = self::deep::Inner;

    #[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone)]
    #[schemars(transform = Range::<T>::x_validations)]
    #[x_validation(rule = "self.min <= self.max")]
    pub(super) struct Range<T> {
        pub(super) min: T,
        pub(super) max: T,
    }

    pub(super) mod deep {
        use super::super::{Deserialize, JsonSchema, Serialize, XValidation};

        #[derive(JsonSchema, XValidation, Serialize, Deserialize)]
        #[schemars(transform = Inner::x_validations)]
        pub(in super::super) struct Inner {
            #[x_validation(rule = "self > 0")]
            pub(in super::super) depth: Depth,
        }

        type Depth = i32;
    }
}

use shared::{Conditions as Seen, Ends};

type Pairs<T, U = Names> = BTreeMap<String, Pair<T, U>>;
type Names = Vec<Name>;
type Name = Box<str>;
type Borrowed<'a> = &'a str;
/// The name of a type of k8s-openapi.
type Condition = bool;

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
struct Pair<T, U> {
    first: T,
    second: U,
}

#[derive(JsonSchema, XValidation, Serialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.labels.all(k, self.labels[k] != '')", message = "labels")]
#[x_validation(rule = "self.ends.all(e, e.min < 10)", message = "ends")]
#[x_validation(rule = "self.seen.all(c, c.type != 'Lost')", message = "seen")]
#[x_validation(
    rule = "self.pairs.all(k, self.pairs[k].first > 0 && self.pairs[k].second.size() < 2)",
    message = "pairs"
)]
#[x_validation(rule = "self.title.size() < 5 && self.ready", message = "title")]
struct Spec<'a> {
    labels: shared::Labels,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(values(rule = "self != 'x'", message = "x"))]
    more: Option<shared::Labels>,
    ends: Ends<i32>,
    #[schemars(length(max = 3))]
    seen: Seen,
    #[schemars(extend("maxProperties" = 3))]
    pairs: Pairs<u8>,
    title: Borrowed<'a>,
    ready: Condition,
    deep: shared::Deep,
}

macro_rules! with_alias {
    ($(#[$meta:meta])* struct $name:ident { $field:ident: $ty:ty }) => {
        #[derive(JsonSchema, XValidation, Serialize)]
        $(#[$meta])*
        struct $name { $field: $ty }
    };
}

with_alias! {
    #[schemars(transform = Written::x_validations)]
    #[x_validation(rule = "self.names.all(n, n != '')")]
    struct Written { names: Names }
}

fn spec() -> Spec<'static> {
    let range = shared::Range { min: 1, max: 2 };
    let pair = Pair { first: 1, second: vec!["a".into()] };
    Spec {
        labels: [("a".to_owned(), "b".to_owned())].into(),
        more: None,
        ends: [range.clone(), range],
        seen: Vec::new(),
        pairs: [("p".to_owned(), pair)].into(),
        title: "t",
        ready: true,
        deep: shared::Deep { depth: 1 },
    }
}

fn errors(change: impl FnOnce(&mut Spec<'static>)) -> String {
    let mut spec = spec();
    change(&mut spec);
    spec.x_validate().map_or_else(|errors| errors.to_string(), |()| String::new())
}

#[test]
fn rules_see_what_stands_behind_an_alias() {
    assert_eq!(errors(|_| {}), "");
    assert_eq!(
        errors(|spec| spec.labels = [("a".to_owned(), String::new())].into()),
        "<nil>: Invalid value: labels"
    );
    assert_eq!(
        errors(|spec| spec.more = Some([("a".to_owned(), "x".to_owned())].into())),
        "more[a]: Invalid value: \"x\": x"
    );
    assert_eq!(
        errors(|spec| spec.ends[1] = shared::Range { min: 11, max: 12 }),
        "<nil>: Invalid value: ends"
    );
    assert_eq!(
        errors(|spec| spec.ends[1] = shared::Range { min: 3, max: 2 }),
        "ends[1]: Invalid value: failed rule: self.min <= self.max"
    );
    let lost = k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition {
        type_: "Lost".to_owned(),
        last_transition_time: serde_json::from_str("\"2024-01-01T00:00:00Z\"").expect("a time"),
        message: String::new(),
        observed_generation: None,
        reason: String::new(),
        status: String::new(),
    };
    assert_eq!(errors(|spec| spec.seen = vec![lost]), "<nil>: Invalid value: seen");
    assert_eq!(
        errors(|spec| spec.pairs = [("p".to_owned(), Pair { first: 0, second: Vec::new() })].into()),
        "<nil>: Invalid value: pairs"
    );
    assert_eq!(errors(|spec| spec.title = "too long"), "<nil>: Invalid value: title");
    assert_eq!(errors(|spec| spec.ready = false), "<nil>: Invalid value: title");
    assert_eq!(errors(|spec| spec.deep.depth = 0), "deep.depth: Invalid value: 0: failed rule: self > 0");
}

#[test]
fn a_macro_may_write_the_type() {
    assert!(Written { names: vec!["a".into()] }.x_validate().is_ok());
    assert!(Written { names: vec!["".into()] }.x_validate().is_err());
}

#[test]
fn an_alias_may_stand_in_a_function() {
    type Names = Vec<Name>;

    let judge = |names: &[&str]| {
        type Labels = BTreeMap<String, i32>;

        #[derive(JsonSchema, XValidation, Serialize)]
        #[schemars(transform = InFunction::x_validations)]
        struct InFunction {
            #[x_validation(rule = "self.all(n, n in ['a', 'b'])")]
            names: Names,
            #[x_validation(rule = "self.a > 0")]
            labels: Labels,
        }

        let names = names.iter().map(|name| (*name).into()).collect();
        InFunction { names, labels: BTreeMap::from([("a".to_owned(), 1)]) }.x_validate().is_ok()
    };
    assert!(judge(&["a"]));
    assert!(!judge(&["c"]));
}

/// What this comment says of a struct Renamed and an enum Renamed is no definition.
mod imports {
    use cel_runtime::XValidation;
    use serde_json::Value as Json;
    use std::collections::BTreeMap as Map;
    use std::option::Option as Maybe;
    use std::string::String as Text;

    pub(super) mod prelude {
        pub(in super::super) use std::collections::BTreeSet as Set;
    }

    #[derive(XValidation, serde::Serialize)]
    #[x_validation(rule = "self.labels.all(k, self.labels[k] != '') && self.set.size() < 2", manual_crd)]
    pub(super) struct Renamed {
        pub(super) labels: Map<Text, Text>,
        #[x_validation(rule = "self > 0")]
        pub(super) size: Maybe<i32>,
        pub(super) free: Map<Text, Json>,
        pub(super) set: prelude::Set<u8>,
    }
}

#[test]
fn an_import_may_give_a_known_type_another_name() {
    let renamed = |text: &str, size| imports::Renamed {
        labels: BTreeMap::from([("a".to_owned(), text.to_owned())]),
        size: Some(size),
        free: BTreeMap::new(),
        set: imports::prelude::Set::from([1]),
    };
    assert!(renamed("x", 1).x_validate().is_ok());
    assert!(renamed("", 1).x_validate().is_err());
    assert!(renamed("x", 0).x_validate().is_err());
}

mod elsewhere {
    use super::*;

    /// Aliases of another crate.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = Elsewhere::x_validations)]
    #[x_validation(rule = "self.within.max < 10 && self.table.all(k, self.table[k].size() < 2)")]
    pub(super) struct Elsewhere {
        pub(super) within: tests_types::Within,
        pub(super) table: tests_types::Table<i32>,
    }
}

#[test]
fn an_alias_may_stand_in_another_crate() {
    let elsewhere = |max, steps: &[i32]| elsewhere::Elsewhere {
        within: tests_types::Limits { min: 0, max },
        table: BTreeMap::from([("a".to_owned(), steps.to_vec())]),
    };
    assert!(elsewhere(1, &[1]).x_validate().is_ok());
    assert!(elsewhere(10, &[1]).x_validate().is_err());
    assert!(elsewhere(1, &[1, 2]).x_validate().is_err());
    let errors = elsewhere(-1, &[1]).x_validate().unwrap_err();
    assert_eq!(errors.to_string(), "within: Invalid value: min must not exceed max");
}
