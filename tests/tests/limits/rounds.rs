//! A value that a loop reads in every round, and only to compare it, takes no memory for each round.

use allocation_counter::measure;
use cel_codegen::interpreter::{Judgement, Rule};
use cel_compiler::{
    crd::document,
    library::KubernetesVersion,
    parser::Copies,
    schema::{DeclType, Schema, ValidationRule},
};
use cel_runtime::{Options, Report, XValidation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use tests::structural;

mod by_the_file {
    cel_runtime::include_crd!("tests/limits/rounds.yaml");
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Item::x_validations)]
struct Item {
    id: String,
    n: i64,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    names: Vec<String>,
}

/// A type that rules do not look into.
#[derive(JsonSchema, Serialize, Deserialize)]
struct Hidden {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    parts: Vec<Part>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Part {
    id: String,
}

/// A text that serde makes anew each time.
#[derive(JsonSchema, Deserialize)]
#[serde(from = "String")]
struct Repeated(#[schemars(with = "String")] usize);

impl From<String> for Repeated {
    fn from(text: String) -> Self {
        Repeated(text.len())
    }
}

impl Serialize for Repeated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&"a".repeat(self.0))
    }
}

macro_rules! cases {
    ($($name:ident $rule:tt;)*) => {
        $(mod $name {
            use super::{Hidden, Item, Repeated};

            #[derive(
                cel_runtime::XValidation, schemars::JsonSchema, serde::Serialize, serde::Deserialize
            )]
            #[schemars(transform = Rounds::x_validations)]
            #[x_validation(rule = $rule)]
            pub struct Rounds {
                ints: Vec<i64>,
                #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
                keyed: Vec<Item>,
                #[schemars(extend("x-kubernetes-list-type" = "set"))]
                names: Vec<String>,
                #[schemars(extend("format" = "byte"))]
                octets: String,
                #[x_validation(opaque)]
                hidden: Hidden,
                #[x_validation(opaque)]
                maybe: Option<Hidden>,
                #[x_validation(as = "string")]
                written: Repeated,
            }
        })*

        const CASES: &[(&str, &str, fn(&Value) -> Report)] = &[$((stringify!($name), $rule, |object| {
            let typed = $name::Rounds::deserialize(object).expect("the type");
            typed.x_evaluate(None, &Options::default())
        })),*];
    };
}

cases! {
    keyed "self.ints.all(i, self.keyed == self.keyed)";
    unequal "self.ints.all(i, !(self.keyed != self.keyed))";
    untyped "self.ints.all(i, dyn(self.keyed) == dyn(self.keyed))";
    sets "self.ints.all(i, self.names == self.names)";
    members "self.ints.all(i, self.keyed[0] in self.keyed)";
    objects "self.ints.all(i, self.keyed.all(item, item == item))";
    octets "self.ints.all(i, self.octets.size() > 0)";
    hidden "self.ints.all(i, self.hidden == self.hidden)";
    present "self.ints.all(i, has(self.maybe) && self.maybe == self.maybe)";
    written "self.ints.all(i, self.written != string(i))";
}

#[test]
fn structs() {
    CASES.iter().for_each(|(name, rule, typed)| check(name, rule, typed));
}

#[test]
fn json() {
    for (name, rule, _) in CASES {
        check(name, rule, &|object| {
            by_the_file::v1::evaluate(&json!({*name: object}), None, &Options::default())
        });
    }
}

#[test]
fn interpreted() {
    let crd = document::read(include_str!("rounds.yaml")).expect("YAML").remove(0).to_json();
    let properties = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
    for (name, text, _) in CASES {
        let rule = ValidationRule { rule: (*text).to_owned(), ..ValidationRule::default() };
        let node = DeclType { rules: vec![rule], ..structural::node(&properties[name]) };
        let schema = Schema::default();
        let rules = Rule::of_node(&schema, &node, KubernetesVersion::NEW_EXPRESSIONS, &Copies::default());
        let [Ok(rule)] = rules.as_slice() else { panic!("{text}: {rules:?}") };
        let object = object();
        let info = measure(|| {
            let judgement = rule.judge(&object, None, &mut i64::from(i32::MAX));
            assert_eq!(judgement, Judgement::Holds, "{text}");
        });
        is_small(name, info.bytes_max, &object);
    }
}

/// The object is read within the measured time, and takes about five times its text.
fn check(name: &str, rule: &str, evaluate: &dyn Fn(&Value) -> Report) {
    let object = object();
    let info = measure(|| {
        let report = evaluate(&object);
        assert_eq!(report.errors.to_string(), "", "{rule}");
    });
    is_small(name, info.bytes_max, &object);
}

fn is_small(name: &str, bytes: u64, object: &Value) {
    let most = MOST * object.to_string().len() as u64;
    println!("{name}: {bytes} of {most} bytes");
    assert!(bytes <= most, "{name}: {bytes} of {most} bytes");
}

fn object() -> Value {
    let id = |i: i64| format!("item {i:06}");
    let keyed = (0..COUNT).map(|i| json!({ "id": id(i), "n": i, "names": [id(i)] }));
    let parts: Value = (0..COUNT).map(|i| json!({ "id": id(i) })).collect();
    json!({
        "ints": (0..COUNT).collect::<Value>(),
        "keyed": keyed.collect::<Value>(),
        "names": (0..COUNT).map(id).collect::<Value>(),
        "octets": "YWFh".repeat(10_000),
        "hidden": { "parts": parts },
        "maybe": { "parts": parts },
        "written": "a".repeat(10_000),
    })
}

const COUNT: i64 = 200;

/// Of the length of the object's text; what is kept for each round takes a hundred times the text, and more.
const MOST: u64 = 16;
