//! Values that are an integer or a string: k8s-openapi's `IntOrString` and `Quantity`, and untyped JSON with the extension.

#![deny(warnings)]
#![allow(
    clippy::box_collection,
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "a test has no interface"
)]

use super::answers::compare;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Rollout", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = RolloutSpec::x_validations)]
#[x_validation(rule = "self.port == 80 || self.port == 'http'")]
#[x_validation(rule = "80 != self.port && self.port != self.surge")]
#[x_validation(rule = "type(self.port) == int ? int(self.port) > 0 : string(self.port).size() > 3")]
#[x_validation(rule = "type(self.port) == string ? self.port.matches('^[a-z]+$') : self.port < 65536")]
#[x_validation(rule = "self.port < 100")]
#[x_validation(rule = "self.port in ['http', 'https'] || self.port in [80, 443] || self.port + 1 == 82")]
#[x_validation(rule = "has(self.surge) && self.surge.endsWith('%')")]
#[x_validation(rule = "!has(self.surge) || int(self.surge) > 1")]
#[x_validation(rule = "self.?surge.orValue(3) == 3")]
#[x_validation(rule = "self.?surge.hasValue() ? string(self.surge) == self.surge : true")]
#[x_validation(rule = "size(self.port) > 0 && self.port.size() > 2")]
#[x_validation(rule = "self.port == null || double(self.port) > 1.5")]
#[x_validation(rule = "quantity(self.cpu).isGreaterThan(quantity('100m'))")]
#[x_validation(rule = "isQuantity(self.cpu) && self.cpu.size() < 10 && self.cpu == '1'")]
#[x_validation(rule = "!has(self.memory) || quantity(self.memory).compareTo(quantity(self.cpu)) > 0")]
#[x_validation(rule = "self.cpu.contains('m') || self.cpu + 'Gi' == '1Gi'")]
#[x_validation(rule = "self.ports.all(p, type(p) == int) && self.ports.exists(p, p == self.port)")]
#[x_validation(rule = "self.ports.map(p, string(p)) != [''] && self.port in self.ports")]
#[x_validation(
    rule = "self.ports[0] == 80 && self.ports[?1].hasValue() && self.ports == [dyn(80), dyn('http')]"
)]
#[x_validation(rule = "self.ports + [1] == self.ports.filter(p, p != 7) + [1]")]
#[x_validation(rule = "self.ports.isSorted()")]
#[x_validation(rule = "self.ports.indexOf(80) == 0 && self.ports.distinct().size() == self.ports.size()")]
#[x_validation(
    rule = "self.limits.all(k, quantity(self.limits[k]).isGreaterThan(quantity('0')) && isQuantity(self.limits[k]))"
)]
#[x_validation(rule = "has(self.limits.cpu) && self.limits['cpu'] == self.cpu && 'memory' in self.limits")]
#[x_validation(rule = "self.limits.exists(k, v, k == 'cpu' && v == '2')")]
#[x_validation(rule = "self.?limits.gpu.orValue('0') == '0'")]
#[x_validation(rule = "self.named.all(k, self.named[k] == null || self.named[k] != 0) && self.named.a == 1")]
#[x_validation(rule = "self.named.exists(k, v, v.size() == 1)")]
#[x_validation(rule = "self.any == 1 || self.any == 'one'")]
#[x_validation(rule = "has(self.any)")]
#[x_validation(rule = "has(self.maybeAny) ? self.maybeAny > 1 : self.?maybeAny.hasValue() == false")]
#[x_validation(rule = "self.anys.all(a, a != 'x')")]
#[x_validation(rule = "self.anys.exists(a, type(a) == int) || self.anys[0] == 'x'")]
#[x_validation(rule = "self.anys.size() == 2")]
#[x_validation(rule = "self.wrapped == self.port")]
#[x_validation(rule = "self.pairs[0] == self.pairs[1]")]
#[x_validation(rule = "self.pairs.all(p, p.from != p.to) && self.pairs.exists_one(p, p.from == 1)")]
#[x_validation(rule = "self.pairs.map(p, p.from).sort()[0] == 1")]
#[x_validation(rule = "self.boxed == self.boxed && [self.port].size() == 1 && {'a': self.port}.a == 80")]
#[x_validation(rule = "!has(self.ruled) || self.ruled[0] != self.cpu || dyn(self.port) == 80u")]
#[x_validation(rule = "type(self.port) == int && self.port > 80 || self.port == 'http'")]
#[x_validation(rule = "type(self.port) != int || self.port + 1 < 82")]
#[x_validation(rule = "!(string == type(self.port)) || self.port.size() > 3")]
#[x_validation(
    rule = "!has(self.surge) || (type(self.surge) == string ? self.surge.endsWith('%') : self.surge < 3)"
)]
#[x_validation(rule = "type(self.surge) == int ? self.surge - 1 > 1 : [self.surge].size() == 1")]
#[x_validation(rule = "self.ports.all(p, type(p) == int ? p > 3 && p < 65536 : p.matches('^[a-z]+$'))")]
#[x_validation(rule = "self.named.exists(k, v, type(v) == int && v == 1u || self.named[k] == 'b')")]
#[x_validation(rule = "int == type(self.any) ? self.any * 2 > 2 : self.any != 'x'")]
#[x_validation(rule = "type(self.maybeAny) != string ? self.maybeAny > 1 : self.maybeAny in ['a', 'b']")]
#[x_validation(rule = "(type(self.port) == int ? self.port : 0) + 1 > 1")]
#[x_validation(
    rule = "type(self.port) == int ? self.port.startsWith('8') : type(self.port) == string && self.port > 'a'"
)]
#[x_validation(
    rule = "type(self.port) == string ? self.port < 5 : (type(self.port) == int) == (type(self.surge) == int)"
)]
#[x_validation(rule = "'%s %s'.format([self.port, self.cpu]) != '80 1'")]
pub struct RolloutSpec {
    #[x_validation(rule = "self != 0 && self != ''")]
    pub port: IntOrString,
    #[x_validation(rule = "type(self) == string ? self.matches('^[0-9]+%$') : self >= 0")]
    pub surge: Option<IntOrString>,
    #[x_validation(rule = "quantity(self).isLessThan(quantity('10'))")]
    pub cpu: Quantity,
    pub memory: Option<Quantity>,
    #[schemars(length(max = 10))]
    #[x_validation(rule = "self.size() < 3", items(rule = "self != 'ssh' && self != 22"))]
    pub ports: Vec<IntOrString>,
    #[schemars(extend("maxProperties" = 10))]
    #[x_validation(rule = "self.all(k, k != 'gpu')", values(rule = "quantity(self).isInteger()"))]
    pub limits: BTreeMap<String, Quantity>,
    #[schemars(extend("maxProperties" = 10))]
    #[x_validation(values(rule = "self > 0"))]
    pub named: BTreeMap<String, IntOrString>,
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    #[x_validation(rule = "self != 5")]
    pub any: Value,
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    pub maybe_any: Option<Value>,
    #[schemars(length(max = 10))]
    #[x_validation(items(rule = "self != 7"))]
    pub anys: Vec<Any>,
    pub wrapped: Wrapped,
    #[schemars(length(max = 10))]
    pub pairs: Vec<Pair>,
    pub boxed: Box<IntOrString>,
    #[x_validation(rule = "self[0] == '1' || self.size() > 5")]
    pub ruled: Option<Box<Vec<Quantity>>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Wrapped::x_validations)]
#[x_validation(rule = "self != 81")]
pub struct Wrapped(IntOrString);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Any(#[schemars(extend("x-kubernetes-int-or-string" = true))] Value);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Pair {
    from: IntOrString,
    to: Option<IntOrString>,
}

fn specs() -> Vec<Value> {
    let usual = json!({
        "port": 80, "surge": "25%", "cpu": "1", "memory": "2", "ports": [80, "http"], "limits": {"cpu": "1"},
        "named": {"a": 1}, "any": 1, "maybeAny": 2, "anys": [1, "b"], "wrapped": 80,
        "pairs": [{"from": 1, "to": 2}, {"from": 1, "to": 2}], "boxed": "b", "ruled": ["1"],
    });
    let changes = [
        json!({}),
        json!({"port": "http", "surge": 3, "cpu": "100m", "wrapped": "http", "any": "one"}),
        json!({"port": "", "surge": "x%", "cpu": "abc", "memory": null, "limits": {"gpu": "1.5", "cpu": "x"}}),
        json!({"port": 0, "surge": null, "ports": [22, "ssh", 443], "limits": {}, "wrapped": 81}),
        json!({"port": 81, "ports": [], "named": {}, "any": 5, "anys": ["x", 7], "maybeAny": null}),
        json!({"ports": ["a", "b"], "named": {"a": "b"}, "any": 1.0, "anys": [1.5, true], "maybeAny": "a"}),
        json!({"any": {"a": 1}, "anys": [false, "x"], "maybeAny": 1e30, "pairs": [{"from": 1}, {"from": "1"}]}),
        json!({"any": null, "anys": [[1], 1], "pairs": [], "ruled": [], "cpu": "20", "limits": {"cpu": "-1"}}),
        json!({"port": -2147483648, "ports": [3, 1], "named": {"b": -1}, "surge": "7", "ruled": ["2"]}),
        json!({"port": 80, "cpu": "1Gi", "memory": "1Mi", "limits": {"cpu": "2", "memory": "1"}, "ruled": null}),
    ];
    let changed = |change: &Value| {
        let mut spec = usual.clone();
        let fields = change.as_object().unwrap().clone();
        spec.as_object_mut().unwrap().extend(fields);
        spec
    };
    changes.iter().map(changed).collect()
}

#[test]
fn rules_over_integers_or_strings_give_what_the_server_gives() {
    compare::<Rollout, RolloutSpec>("int_or_string", &specs());
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Rollout>();
}
