//! The program that `real.rs` builds: types and validators of real CRDs, and their times.

use cel_runtime::{ErrorList, Warnings, XValidation};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The validator of `include_crd!`.
type Validate = fn(&Value, Option<&Value>) -> Result<Warnings, ErrorList>;

fn main() {
    println!("{}", times::<http_route::HTTPRoute>("HTTPRoute", http_route_crd::v1::validate, HTTP_ROUTE));
    println!("{}", times::<node_pool::NodePool>("NodePool", node_pool_crd::v1::validate, NODE_POOL));
}

/// Nanoseconds of the structs and of JSON, and the objects as serde writes them.
fn times<T: XValidation + Serialize + DeserializeOwned>(name: &str, validate: Validate, objects: &str) -> Value {
    let objects: Vec<T> = serde_json::from_str(objects).expect("two objects");
    let json: Vec<Value> = objects.iter().map(|object| serde_json::to_value(object).expect("JSON")).collect();
    let verdicts = objects.iter().zip(&json).map(|(object, json)| (object.x_validate(), validate(json, None)));
    let verdicts: Vec<[bool; 2]> = verdicts.map(|(typed, json)| [typed.is_ok(), json.is_ok()]).collect();
    assert_eq!(verdicts, [[true; 2], [false; 2]], "{name}");
    let validate = black_box(validate);
    let typed: fn(&T) -> bool = black_box(|object| object.x_validate().is_ok());
    let typed = objects.iter().map(|object| least(|| typed(black_box(object))));
    let typed: Vec<f64> = typed.collect();
    let of_json: Vec<f64> = json.iter().map(|json| least(|| validate(black_box(json), None).is_ok())).collect();
    json!({ "name": name, "typed": typed, "json": of_json, "objects": json })
}

/// The shortest time of some rounds, per call.
fn least(run: impl Fn() -> bool) -> f64 {
    let round = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(run())));
        start.elapsed()
    };
    let mut calls = 1;
    while round(calls) < Duration::from_millis(2) {
        calls *= 2;
    }
    let least = (0..51).map(|_| round(calls)).min().unwrap_or_default();
    least.as_secs_f64() * 1e9 / f64::from(calls)
}
