//! The schema of each shape of Rust type, as schema macros hand it on.

#![allow(dead_code, unused_parens, reason = "most fields only have a schema")]

use cel_runtime::__private::{Compiled, Node, fields};
use cel_runtime::XValidation;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

/// The definition of a type, with ids cut to the names of types.
fn schema<T: Node>() -> Value {
    let text: Value = serde_json::from_str(T::SCHEMA).expect("a schema");
    let root = text["root"].as_str().expect("a root");
    let mut node = text["definitions"][root]["node"].clone();
    shorten(&mut node, &text);
    node
}

fn shorten(value: &mut Value, text: &Value) {
    if let Some(id) = value.get("id").and_then(Value::as_str) {
        let name = text["definitions"][id]["name"].clone();
        value["id"] = name;
    }
    match value {
        Value::Object(map) => map.values_mut().for_each(|value| shorten(value, text)),
        Value::Array(list) => list.iter_mut().for_each(|value| shorten(value, text)),
        _ => {}
    }
}

/// The properties: name and type, `?` behind it unless required.
fn field_names<T: Node>() -> Vec<String> {
    let node = schema::<T>();
    let field = |field: &Value| {
        let optional = if field["required"] == json!(true) { "" } else { "?" };
        format!("{}{optional}: {}", field["name"].as_str().unwrap_or("-"), spelled(&field["node"]))
    };
    node["fields"].as_array().expect("an object").iter().map(field).collect()
}

fn spelled(node: &Value) -> String {
    let max = if node["max"].is_null() { String::new() } else { format!("<={}", node["max"]) };
    let kind = node["type"].as_str().unwrap_or("-");
    let text = match kind {
        "list" => format!("[{}]{}", spelled(&node["items"]), list_type(&node["list_type"])),
        "map" => format!("{{{}}}", spelled(&node["values"])),
        "ref" => node["id"].as_str().unwrap_or("-").to_owned(),
        "object" => {
            let names = node["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
            let names: Vec<_> = names.iter().filter_map(|field| field["name"].as_str()).collect();
            format!("object({})", names.join(" "))
        }
        kind => kind.to_owned(),
    };
    format!("{text}{max}")
}

fn list_type(list_type: &Value) -> String {
    match list_type {
        Value::Null => String::new(),
        Value::String(set) => format!(" {set}"),
        keys => format!(" map{keys}"),
    }
}

#[derive(XValidation)]
struct Inner {
    x: i32,
}

#[derive(XValidation)]
struct Scalars {
    a: bool,
    b: i8,
    c: u32,
    d: u64,
    e: f32,
    f: String,
    g: Cow<'static, str>,
    h: &'static str,
    i: Box<str>,
    j: usize,
}

#[test]
fn scalars() {
    assert_eq!(
        field_names::<Scalars>(),
        [
            "a: bool",
            "b: int",
            "c: int",
            "d: int",
            "e: double",
            "f: string",
            "g: string",
            "h: string",
            "i: string",
            "j: int"
        ]
    );
    assert_eq!(schema::<Scalars>()["fields"][3]["node"]["encoding"], json!("wide"));
}

#[derive(XValidation)]
struct Containers {
    a: Option<i32>,
    b: Vec<Inner>,
    c: Box<Inner>,
    d: Arc<Inner>,
    e: Rc<Inner>,
    f: VecDeque<Inner>,
    g: BTreeSet<String>,
    h: HashSet<String>,
    i: [Inner; 3],
    j: BTreeMap<String, Inner>,
    k: HashMap<String, Vec<Inner>>,
    l: Option<Vec<Option<Inner>>>,
    m: [i32; SIZE],
    n: Vec<Vec<i32>>,
    o: BTreeMap<String, BTreeMap<String, bool>>,
    p: BTreeMap<String, Value>,
    q: (Inner),
}

const SIZE: usize = 4;

#[test]
fn containers() {
    assert_eq!(
        field_names::<Containers>(),
        [
            "a?: int",
            "b: [Inner]",
            "c: Inner",
            "d: Inner",
            "e: Inner",
            "f: [Inner]",
            "g: [string]",
            "h: [string]",
            "i: [Inner]<=3",
            "j: {Inner}",
            "k: {[Inner]}",
            "l?: [Inner]",
            "m: [int]<={\"symbol\":0}",
            "n: [[int]]",
            "o: {{bool}}",
            "p: object()",
            "q: Inner",
        ]
    );
    assert_eq!(<Containers as Compiled>::BOUNDS, [4]);
    assert_eq!(schema::<Containers>()["fields"][11]["node"]["items"]["nullable"], json!(true));
}

#[derive(XValidation, Serialize)]
#[serde(rename_all = "camelCase")]
struct Names {
    min_replicas: i32,
    #[serde(rename = "a-b")]
    dashed: i32,
    #[serde(rename(serialize = "two", deserialize = "two"))]
    both: i32,
    #[serde(skip)]
    skipped: i32,
    #[serde(default)]
    defaulted: i32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    r#type: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<i32>,
    #[serde(skip_serializing)]
    written_only: i32,
}

#[test]
fn serde_names() {
    assert_eq!(
        field_names::<Names>(),
        [
            "minReplicas: int",
            "a-b: int",
            "two: int",
            "defaulted?: int",
            "type?: [int]",
            "option?: int",
            "writtenOnly: int"
        ]
    );
    let schema = schema::<Names>();
    assert_eq!(schema["fields"][0]["rust"], json!("min_replicas"));
    assert_eq!(schema["fields"][4]["steps"], json!(["?f_type"]));
}

#[test]
fn accessors_see_what_serde_writes() {
    let names = |list: Vec<i32>| Names {
        min_replicas: 1,
        dashed: 2,
        both: 3,
        skipped: 4,
        defaulted: 5,
        r#type: list,
        option: None,
        written_only: 6,
    };
    assert_eq!(fields(&names(vec![])).f_type(), None);
    assert_eq!(fields(&names(vec![7])).f_type(), Some(&[7][..]));
    assert_eq!(fields(&names(vec![])).f_written_only(), None);
    assert_eq!(fields(&names(vec![])).f_min_replicas(), 1);
    assert_eq!(names(vec![]).skipped, 4);
}

#[derive(XValidation)]
#[serde(rename_all = "kebab-case")]
enum Unit {
    PlainName,
    #[serde(rename = "x")]
    Renamed,
}

#[derive(XValidation)]
struct Newtype(#[schemars(length(max = 5))] String);

#[derive(XValidation)]
struct OfNested(Vec<Inner>);

#[derive(XValidation)]
#[serde(transparent)]
struct Transparent {
    inner: Inner,
    #[serde(skip)]
    _note: (),
}

/// The other field is skipped.
#[derive(XValidation, Serialize)]
#[serde(transparent)]
struct Marked<K>(#[serde(skip)] PhantomData<K>, #[schemars(length(max = 7))] String);

/// serde needs no `skip` here.
#[derive(XValidation, Serialize)]
#[serde(transparent)]
struct Identified<K> {
    _kind: PhantomData<fn() -> K>,
    id: i64,
}

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.marked.size() < 3 && self.identified > 1", manual_crd)]
struct OfMarked {
    marked: Marked<Inner>,
    identified: Identified<Inner>,
}

#[test]
fn newtypes_and_unit_enums() {
    assert_eq!(schema::<Unit>(), json!({ "type": "string", "enum": ["plain-name", "x"] }));
    assert_eq!(schema::<Newtype>(), json!({ "type": "string", "max": 5 }));
    assert_eq!(spelled(&schema::<OfNested>()), "[Inner]");
    assert_eq!(spelled(&schema::<Transparent>()), "Inner");
    use cel_runtime::__private::CelValue;
    assert_eq!(Marked::<Inner>(PhantomData, "a".to_owned()).cel(), "a");
    assert_eq!(Identified::<Inner> { _kind: PhantomData, id: 4 }.cel(), 4);
    let of_marked = |id| OfMarked {
        marked: Marked(PhantomData, "a".to_owned()),
        identified: Identified { _kind: PhantomData, id },
    };
    assert!(of_marked(2).x_validate().is_ok());
    assert!(of_marked(1).x_validate().is_err());
    assert_eq!(Unit::PlainName.cel(), "plain-name");
    assert_eq!(Unit::Renamed.bad_value().as_deref(), Some("\"x\""));
    assert_eq!(Newtype("a".to_owned()).cel(), "a");
    assert_eq!(fields(Transparent { inner: Inner { x: 3 }, _note: () }.cel()).f_x(), 3);
    assert_eq!(OfNested(vec![]).cel().len(), 0);
}

#[derive(XValidation)]
struct Flat {
    first: i32,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    maybe: Option<Bounded>,
}

#[derive(XValidation)]
struct FreeForm {
    a: i32,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[test]
fn flattened_types_lend_their_properties() {
    assert_eq!(
        field_names::<Flat>(),
        ["first: int", "x: int", "list?: [string<=7]<={\"symbol\":0}", "name?: string<=9"]
    );
    assert_eq!(schema::<Flat>()["fields"][2]["steps"], json!(["?f_maybe", "f_list"]));
    assert_eq!(<Flat as Compiled>::BOUNDS, [4, 4]);
    assert_eq!(schema::<FreeForm>()["preserve"], json!(true));
}

#[derive(XValidation)]
struct Bounded {
    #[schemars(length(min = 1, max = SIZE), inner(length(max = 7)))]
    list: Vec<String>,
    #[validate(length(max = 9))]
    #[garde(length(max = 10))]
    name: String,
}

#[derive(XValidation)]
struct Bounds {
    #[schemars(extend("maxProperties" = 8))]
    map: BTreeMap<String, i32>,
    #[garde(length(max = 10))]
    garde: String,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    set: Vec<String>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name", "list"]))]
    by_key: Vec<Bounded>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    extended: Vec<Bounded>,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    free: Value,
    #[x_validation(opaque)]
    opaque: (i32, i32),
    #[x_validation(nested)]
    url: own::Url,
    #[x_validation(schema = Inner)]
    alias: Alias,
}

type Alias = Inner;

mod own {
    #[derive(cel_runtime::XValidation)]
    pub(super) struct Url {
        pub(super) host: String,
    }
}

#[test]
fn bounds_and_settings() {
    assert_eq!(
        field_names::<Bounds>(),
        [
            "map: {int}<=8",
            "garde: string<=10",
            "set: [string] set",
            "by_key: [Bounded] map[\"name\",\"list\"]",
            "extended: [Bounded] map[\"name\"]",
            "free: unknown",
            "opaque: opaque",
            "url: Url",
            "alias: Inner",
        ]
    );
    assert_eq!(<Bounds as Compiled>::BOUNDS, [4]);
}

#[derive(XValidation)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Source {
    GitRepo { clone_url: String, depth: Option<i32> },
    Image(Inner),
    Names(Vec<String>),
}

#[derive(XValidation)]
#[serde(untagged)]
enum Either {
    Left { left: i32 },
    Right(Inner),
}

#[test]
fn enums_of_structs() {
    assert_eq!(
        field_names::<Source>(),
        ["gitRepo?: object(cloneUrl depth)", "image?: Inner", "names?: [string]"]
    );
    let git = Source::GitRepo { clone_url: "u".to_owned(), depth: None };
    assert_eq!(fields(&git).f_0().and_then(|git| fields(git).f_0_clone_url()), Some("u"));
    assert!(fields(&git).f_1_0().is_none());
    assert_eq!(fields(&Source::Image(Inner { x: 5 })).f_1_0().map(|inner| fields(inner).f_x()), Some(5));
    assert_eq!(field_names::<Either>(), ["left?: int", "x?: int"]);
    assert_eq!(schema::<Either>()["fields"][1]["steps"], json!(["?f_1_0", "f_x"]));
    assert_eq!(fields(&Either::Left { left: 3 }).f_0_left(), Some(3));
}

#[derive(XValidation)]
#[x_validation(rule = "has(self.always) && (!has(self.maybe) || self.maybe > 5)", manual_crd)]
struct Wide {
    always: u64,
    maybe: Option<u64>,
}

/// The server reads an integer above `i64::MAX` as a float, which fails at each access, `has()` included.
#[test]
fn wide_integers_fail_where_the_server_reads_a_float() {
    let verdict = |always, maybe| Wide { always, maybe }.x_validate().map_err(|errors| errors.to_string());
    assert_eq!(verdict(1, None), Ok(()));
    assert_eq!(verdict(1, Some(6)), Ok(()));
    let text = "invalid data, expected int, got float64 evaluating rule: has(self.always) && (!has(self.maybe) || self.maybe > 5)";
    let error = format!("<nil>: Invalid value: \"object\": {text}");
    assert_eq!(verdict(u64::MAX, None), Err(error.clone()));
    assert_eq!(verdict(1, Some(u64::MAX)), Err(error));
}
