//! Advice that depends on the node of the rule: values of an enum, keys of a map, the root of a resource.

use super::{list, object};
use crate::{
    env::Env,
    rule,
    schema::{DeclKind, DeclType, Encoding, Schema, ValidationRule},
};

/// Expects this help for the first mistake of a rule on a node.
#[track_caller]
fn helps(node: &DeclType, rule: &str, expected: &str) {
    let schema = Schema::default();
    let env = Env::for_json_node(&schema, node);
    let written = ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() };
    let error = rule::register(env, node, &written).error.expect(rule);
    let told = error.told().next().expect(rule);
    assert_eq!(told.help.as_deref(), Some(expected), "{rule}: {}", told.message);
}

/// Gives the text at a place the values `Fast` and `RollingUpdate`.
fn give_values(node: &mut DeclType) {
    match &mut node.kind {
        DeclKind::List { items, .. } => give_values(items),
        DeclKind::Map { values } => give_values(values),
        DeclKind::Object { fields, .. } => {
            fields.as_mut_vec().iter_mut().for_each(|field| give_values(&mut field.node));
        }
        _ => node.enum_values = vec!["Fast".to_owned(), "RollingUpdate".to_owned()],
    }
}

#[test]
fn values_of_an_enum() {
    let text = |value: &str| format!("a text, as the value of an enum, stands in quotes: `'{value}'`");
    let map = DeclKind::Map { values: Box::new(DeclType::new(DeclKind::String)) };
    let fields = vec![("mode", DeclKind::String), ("modes", list(DeclKind::String)), ("byName", map)];
    let mut node = DeclType::new(object(fields));
    helps(&node, "self.mode == FAST", &text("FAST"));
    give_values(&mut node);
    for rule in [
        "self.mode == FAST",
        "self.mode != fast",
        "FAST == self.mode",
        "self.mode == Mode.FAST",
        "self.mode in [FAST, SAFE]",
        "FAST in self.modes",
        "self.modes[0] == FAST",
        "self.byName['a'] == FAST",
        "self.mode == Fast",
    ] {
        helps(&node, rule, &text("Fast"));
    }
    helps(&node, "self.mode == ROLLING_UPDATE", &text("RollingUpdate"));
    helps(&node, "self.mode == SLOW", &text("SLOW"));
    let mut own = DeclType::new(DeclKind::String);
    give_values(&mut own);
    helps(&own, "self == FAST", &text("Fast"));
}

#[test]
fn keys_of_a_map_with_dots() {
    let map = DeclType::new(DeclKind::Map { values: Box::new(DeclType::new(DeclKind::String)) });
    helps(&map, "has(self.app.kubernetes.io/name)", "write `'app.kubernetes.io/name' in self`");
    helps(&map, "has(self.my-label)", "write `'my-label' in self`");
    let node = DeclType::new(object(vec![("labels", map.kind.clone())]));
    let help = "write `'app.io/name' in self.labels` for a key of a map, and `has(self.labels.app__dot__io__slash__name)` for a property";
    helps(&node, "has(self.labels.app.io/name)", help);
}

#[test]
fn properties_of_the_root() {
    let meta = || {
        let metadata = object(vec![("name", DeclKind::String)]);
        vec![("apiVersion", DeclKind::String), ("kind", DeclKind::String), ("metadata", metadata)]
    };
    let root = DeclType::new(object(meta()));
    let status = "the schema of this resource has no `status`: add `status` to its properties, in Rust `#[kube(status = \"..\")]`";
    helps(&root, "self.status.ready", status);
    helps(&root, "status.ready", status);
    helps(
        &root,
        "self.spec.size > 0",
        "the schema of this resource has no `spec`: add `spec` to its properties",
    );
    let embedded = DeclType { encoding: Encoding::Resource, ..root.clone() };
    let below =
        "`self` is the value that the rule stands at; only a rule at the root of the CRD sees `self.status`";
    helps(&embedded, "self.status.ready", below);
    helps(&DeclType::new(object(vec![("size", DeclKind::Int)])), "self.status.ready", below);
}
