//! Rules that compare an object with the one it replaces, at every kind of node.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Fleet", namespaced)]
#[schemars(transform = FleetSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.size >= oldSelf.size", message = "fleets only grow", field_path = ".size")]
#[x_validation(
    rule = "self.size < 100",
    message_expression = "'from %d to %d'.format([oldSelf.size, self.size])"
)]
#[x_validation(rule = "self != oldSelf", message = "nothing changed", reason = "FieldValueForbidden")]
pub struct FleetSpec {
    #[x_validation(rule = "self != oldSelf + 1", message = "not one at a time")]
    #[x_validation(rule = "self % 2 == 0", message = "odd")]
    size: i64,
    #[schemars(length(max = 20))]
    #[x_validation(
        rule = "self.startsWith(oldSelf)",
        message_expression = "oldSelf + ' is no prefix of ' + self"
    )]
    name: String,
    #[x_validation(rule = "!oldSelf || self", message = "never unpaused")]
    paused: bool,
    #[x_validation(rule = "self >= oldSelf / 2.0")]
    ratio: f64,
    #[x_validation(
        rule = "self == oldSelf || self.tag != oldSelf.tag",
        message = "another image, another tag"
    )]
    image: Option<Image>,
    #[schemars(length(max = 10))]
    #[x_validation(rule = "oldSelf.all(o, o in self)", message = "sizes stay")]
    #[x_validation(items(rule = "self > 0", message = "positive"))]
    sizes: Vec<i64>,
    #[schemars(extend("maxProperties" = 10))]
    #[x_validation(rule = "oldSelf.all(k, k in self)", message = "quotas stay")]
    #[x_validation(values(rule = "self >= oldSelf", message = "quotas grow"))]
    quotas: BTreeMap<String, i64>,
    mode: Mode,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Image::x_validations)]
#[x_validation(rule = "self.tag.size() >= oldSelf.tag.size()", message = "tags do not shrink")]
pub struct Image {
    #[schemars(length(max = 20))]
    tag: String,
    #[schemars(length(max = 20))]
    #[x_validation(rule = "self.size() == 4", message = "no digest")]
    digest: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Mode::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "has(self.plain) == has(oldSelf.plain)", message = "the mode is fixed")]
pub enum Mode {
    Plain {
        #[x_validation(rule = "self >= oldSelf", message = "levels rise")]
        level: i64,
    },
    Fancy(Image),
}

/// `optionalOldSelf` at every kind of node.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Lease", namespaced)]
#[schemars(transform = LeaseSpec::x_validations)]
#[x_validation(
    rule = "oldSelf.hasValue() || self.holder == ''",
    optional_old_self = true,
    message = "nobody holds a new lease",
    field_path = ".holder"
)]
#[x_validation(
    rule = "oldSelf.optMap(o, o.holder).orValue(self.holder) == self.holder || self.turns > oldSelf.value().turns",
    optional_old_self = true,
    message_expression = "'from %s to %s'.format([oldSelf.?holder.orValue('none'), self.holder])"
)]
pub struct LeaseSpec {
    #[schemars(length(max = 20))]
    holder: String,
    #[x_validation(
        rule = "self == oldSelf.orValue(-1) + 1 || self == oldSelf.orValue(0)",
        optional_old_self = true
    )]
    turns: i64,
    #[schemars(length(max = 20))]
    #[x_validation(
        rule = "!oldSelf.hasValue() || self.size() > 1",
        optional_old_self = true,
        message = "short notes are new notes"
    )]
    note: Option<String>,
    #[x_validation(
        rule = "oldSelf.?seconds.orValue(self.seconds) == self.seconds",
        optional_old_self = true,
        message = "a term is fixed",
        reason = "FieldValueForbidden",
        field_path = ".seconds"
    )]
    term: Option<Term>,
    #[schemars(extend("maxProperties" = 10))]
    #[x_validation(values(
        rule = "oldSelf.hasValue() || self < 10",
        optional_old_self = true,
        message = "new shares are small"
    ))]
    shares: BTreeMap<String, i64>,
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    #[x_validation(
        rule = "oldSelf.hasValue() ? self.size() >= oldSelf.value().size() : self.size() < 3",
        optional_old_self = true
    )]
    members: Vec<Member>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Term {
    seconds: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Member::x_validations)]
#[x_validation(
    rule = "oldSelf.hasValue() ? self.votes >= oldSelf.value().votes : self.votes == 0",
    optional_old_self = true,
    message_expression = "self.name + (oldSelf.hasValue() ? ' loses votes' : ' is new')",
    message = "votes"
)]
pub struct Member {
    #[schemars(length(max = 20))]
    name: String,
    votes: i64,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![fleets(), leases()]
}

fn fleets() -> Crd {
    let fleet = |size: i64, name: &str, quota: i64| {
        json!({"spec": {
            "size": size, "name": name, "paused": false, "ratio": 1.5, "image": {"tag": "v1", "digest": "abcd"},
            "sizes": [1, 2, size], "quotas": {"a": quota, "b": 2}, "mode": {"plain": {"level": 1}},
        }})
    };
    let mut fancy = fleet(8, "ab", 5);
    fancy["spec"]["mode"] = json!({"fancy": {"tag": "v22", "digest": "0123"}});
    fancy["spec"]["image"] = json!(null);
    fancy["spec"]["paused"] = json!(true);
    Crd::of::<Fleet>([fleet(4, "a", 1), fancy, fleet(6, "abc", 2)])
        .create(json!({"/spec/size": 101, "/spec/sizes": [0, -1, 1], "/spec/image/digest": "x"}))
        .update(json!({}), json!({}))
        .update(json!({}), json!({"/spec/size": 2}))
        .update(json!({}), json!({"/spec/size": 5, "/spec/name": "b"}))
        .update(json!({"/spec/size": 104}), json!({"/spec/name": "ab"}))
        .update(json!({"/spec/size": 104}), json!({"/spec/size": 106}))
        .update(json!({}), json!({"/spec/image": null}))
        .update(json!({"/spec/image": null}), json!({"/spec/image": {"tag": "v1", "digest": "abcde"}}))
        .update(json!({}), json!({"/spec/image": {"tag": "", "digest": "dcba"}}))
        .update(json!({}), json!({"/spec/image": {"tag": "v1", "digest": "dcba"}}))
        .update(json!({"/spec/paused": true}), json!({"/spec/paused": false, "/spec/ratio": 0.5}))
        .update(json!({}), json!({"/spec/sizes": [2], "/spec/quotas": {"a": 0}}))
        .update(json!({}), json!({"/spec/mode": {"fancy": {"tag": "v2", "digest": "x"}}}))
        .update(json!({}), json!({"/spec/mode": {"plain": {"level": 0}}}))
}

fn leases() -> Crd {
    let lease = |holder: &str, turns: i64| {
        json!({"spec": {
            "holder": holder, "turns": turns, "note": "x", "term": {"seconds": 10}, "shares": {"a": 1, "b": 9},
            "members": [{"name": "m", "votes": 0}, {"name": "n", "votes": 0}],
        }})
    };
    Crd::of::<Lease>([
        lease("", 0),
        lease("", 0),
        json!({"spec": {"holder": "", "turns": 0, "shares": {}, "members": []}}),
    ])
    .create(json!({"/spec/holder": "me", "/spec/turns": 2}))
    .create(json!({"/spec/note": "", "/spec/shares/c": 11, "/spec/members/0/votes": 1}))
    .update(json!({}), json!({"/spec/holder": "me"}))
    .update(json!({}), json!({"/spec/holder": "me", "/spec/turns": 1}))
    .update(json!({"/spec/turns": 3}), json!({"/spec/turns": 2}))
    .update(json!({}), json!({"/spec/term/seconds": 11, "/spec/note": "y"}))
    .update(
        json!({"/spec/term": null, "/spec/note": null}),
        json!({"/spec/term": {"seconds": 7}, "/spec/note": "y"}),
    )
    .update(json!({"/spec/note": "y"}), json!({"/spec/term": null, "/spec/note": null}))
    .update(json!({"/spec/shares": {"a": 12}}), json!({"/spec/shares": {"a": 13, "b": 14}}))
    .update(json!({"/spec/members/0/votes": 3}), json!({"/spec/members/0/votes": 2}))
    .update(json!({}), json!({"/spec/members": [{"name": "new", "votes": 1}, {"name": "m", "votes": 4}]}))
    .update(json!({}), json!({"/spec/members": []}))
    .update(json!({"/spec/members": [{"name": "q", "votes": 7}]}), json!({}))
}
