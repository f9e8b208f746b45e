use super::*;
use crate::{
    cost::tests::object,
    rule::{self, Key},
    schema::{Bound, Definition, ListType, Schema, ValidationRule, steps_text},
};
use std::collections::BTreeMap;

/// A type that nests another one at two properties. Each of them has a list without bound.
fn schema() -> Schema {
    let text = DeclType { max: Some(Bound::Value(1000)), ..DeclType::new(DeclKind::String) };
    let ports = DeclKind::List { items: Box::new(text), list_type: ListType::Atomic };
    let listener = object(vec![("ports", DeclType::new(ports))]);
    let nested = || DeclType::new(DeclKind::Ref("listener".into()));
    let root = object(vec![("a", nested()), ("b", nested())]);
    let define = |name: &str, node| {
        (
            name.to_owned(),
            Definition { name: name.into(), node, symbols: 0, forwards: Vec::new(), hides: false },
        )
    };
    Schema {
        root: "root".into(),
        definitions: BTreeMap::from([define("root", root), define("listener", listener)]),
    }
}

/// The bound of a type counts wherever the type is.
#[test]
fn types_at_several_places() {
    let schema = schema();
    let root = &schema.definitions["root"].node;
    let env = Env::for_node(&schema, root);
    let rule = ValidationRule {
        rule: "self.a.ports.all(x, self.b.ports.exists(y, x == y))".into(),
        ..ValidationRule::default()
    };
    let expression = rule::expression(&env, Vec::new(), root, &rule, Key::Rule).unwrap();
    let advice = for_expression(&expression, &|_| true);
    let [ports, text] = advice.causes.as_slice() else { panic!("{:?}", advice.causes) };
    assert_eq!((steps_text(&ports.path), ports.bounded()), ("b.ports".into(), Bounded::List));
    assert_eq!((steps_text(&text.path), text.bounded()), ("a.ports[]".into(), Bounded::Text));
    let remedy = advice.remedy.unwrap();
    assert_eq!((remedy.causes.len(), remedy.max), (1, 156));

    let bounded = |max| {
        let mut schema = schema.clone();
        let Some(Definition { node: DeclType { kind: DeclKind::Object { fields, .. }, .. }, .. }) =
            schema.definitions.get_mut("listener")
        else {
            panic!()
        };
        fields.as_mut_vec()[0].node.max = Some(Bound::Value(max));
        let root = &schema.definitions["root"].node;
        rule::expression(&Env::for_node(&schema, root), Vec::new(), root, &rule, Key::Rule).unwrap().cost()
    };
    assert!(bounded(156) <= EXPRESSION_COST_LIMIT);
    assert!(bounded(157) > EXPRESSION_COST_LIMIT);
}

/// No bound helps where optionals are compared. What the advice says is cheap enough.
#[test]
fn comparisons_of_optionals() {
    let text = || DeclType { max: Some(Bound::Value(20)), ..DeclType::new(DeclKind::String) };
    let root = object(vec![("zone", text()), ("name", text())]);
    let schema = Schema::default();
    let advice = |text: &str, optional_old_self| {
        let rule = ValidationRule {
            rule: text.to_owned(),
            optional_old_self: Some(optional_old_self),
            ..ValidationRule::default()
        };
        let env = Env::for_crd_node(&schema, &root);
        let expression = rule::expression(&env, Vec::new(), &root, &rule, Key::Rule).expect(text);
        for_expression(&expression, &|_| true)
    };
    let check = |text: &str, optional_old_self, expected: &str| {
        let simpler = advice(text, optional_old_self).simpler;
        let written = format!("the value of an optional has no bound; write `{expected}`");
        assert_eq!(simpler.as_deref(), Some(&*written), "{text}");
        let remedy = advice(expected, optional_old_self).remedy.map(|remedy| remedy.causes.len());
        assert_eq!(remedy, Some(0), "{expected}");
    };
    check("self.?zone == optional.of('a')", false, "has(self.zone) && self.zone == 'a'");
    check("self.?zone != optional.of(self.name)", false, "!has(self.zone) || self.zone != self.name");
    check("optional.none() == self.?zone", false, "!has(self.zone)");
    let zones = "has(self.zone) == has(oldSelf.zone) && (!has(self.zone) || self.zone == oldSelf.zone)";
    check("self.?zone == oldSelf.?zone", false, zones);
    check("self.?zone.orValue('') == oldSelf.?zone.orValue('')", false, zones);
    let zones = "!oldSelf.hasValue() || has(oldSelf.value().zone) && oldSelf.value().zone == self.name";
    check("oldSelf.?zone == optional.of(self.name)", true, zones);
    assert_eq!(advice("self.zone == self.name", false).simpler, None);
}
