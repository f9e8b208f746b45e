use super::{
    Amount, Estimate, Sizes, TotalCost, estimate, expression_cost_error,
    path::{ITEMS, Path},
};
use crate::{
    checker,
    env::Env,
    parser,
    schema::{Access, Bound, DeclField, DeclKind, DeclType, ListType, Schema},
};
use std::collections::BTreeMap;

fn check(rule: &str, max: u64) {
    let text = |max| DeclType { max: Some(Bound::Value(max)), ..DeclType::new(DeclKind::String) };
    let list = |items, max| DeclType {
        max: Some(Bound::Value(max)),
        ..DeclType::new(DeclKind::List { items: Box::new(items), list_type: ListType::Atomic })
    };
    let inner = object(vec![("few", list(text(1), 2)), ("many", list(text(1), 90))]);
    let node = object(vec![
        ("name", text(10)),
        ("free", DeclType::new(DeclKind::String)),
        ("items", list(inner, 5)),
    ]);
    let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
    let env = Env::for_node(&schema, &node);
    let checked = checker::check(parser::parse(rule).unwrap(), &env).unwrap();
    assert_eq!(estimate(&checked, &Sizes::new(&env), &node).max, Amount::Number(max), "{rule}");
}

pub(super) fn object(fields: Vec<(&str, DeclType)>) -> DeclType {
    let field = |(name, node): (&str, DeclType)| DeclField {
        name: name.into(),
        rust_name: None,
        node,
        required: true,
        access: Access::default(),
    };
    let fields = fields.into_iter().map(field).collect();
    DeclType::new(DeclKind::Object { fields, preserve_unknown_fields: false })
}

#[test]
fn estimates_grow_with_bounds() {
    check("self.name == self.free", 8);
    check("self.name + self.name == self.free", 22);
    check("self.free == self.free", 314_577);
}

/// The inner loop counts as many rounds as the sibling in its body has elements.
#[test]
fn a_sibling_overwrites_the_path_of_a_range() {
    check("self.items.all(x, x.few.all(y, size(x.few) > 0))", 103);
    check("self.items.all(x, x.few.all(y, size(x.many) > 0))", 3_183);
}

#[test]
fn paths_share_what_fits() {
    let first = Path::of("self").append("a").append("b");
    let second = first.append("c");
    assert_eq!(second.elements(), ["self", "a", "b", "c"]);
    first.append("d");
    assert_eq!(second.elements(), ["self", "a", "b", "d"]);
    first.copied(ITEMS);
    assert_eq!(second.elements(), ["self", "a", "b", "d"]);
}

#[test]
fn amounts_saturate_and_round_up() {
    assert_eq!(Estimate::UNKNOWN.scale(0.1).max, Amount::Number(1_844_674_407_370_955_264));
    assert_eq!(Estimate::UNKNOWN.scale(2.0).max, Amount::MAX);
    assert_eq!(Estimate::fixed(11).scale(0.1), Estimate::fixed(2));
    assert_eq!(Estimate::UNKNOWN.add(Estimate::ONE).max, Amount::MAX);
    assert_eq!(Estimate::between(2, 3).union(Estimate::fixed(7)), Estimate::between(2, 7));
}

#[test]
fn a_type_that_nests_itself_has_a_size() {
    let node = object(vec![("next", DeclType::new(DeclKind::Ref("a".into())))]);
    let definition = crate::schema::Definition {
        name: "A".into(),
        node: node.clone(),
        symbols: 0,
        forwards: Vec::new(),
        hides: false,
    };
    let schema = Schema { root: "a".into(), definitions: BTreeMap::from([("a".into(), definition)]) };
    let env = Env::for_node(&schema, &node);
    assert!(Sizes::new(&env).max_cardinality(&node) > 0);
}

#[test]
fn texts_of_limits() {
    assert_eq!(expression_cost_error("rule", 10_000_000), None);
    let factor = |cost| {
        let text = expression_cost_error("rule", cost).unwrap();
        text.split(" (").next().unwrap().replace("estimated rule cost exceeds budget by factor of ", "")
    };
    assert_eq!(factor(10_147_500), "1.014750x");
    assert_eq!(factor(62_914_800), "6.3x");
    assert_eq!(factor(1_000_000_001), "more than 100x");
}

#[test]
fn the_dearest_of_a_total() {
    let mut total = TotalCost::default();
    for (name, cost) in
        [("a", 5_000_000), ("b", 90_000_000), ("c", 10), ("d", 5_000_000), ("e", 7_000_000), ("f", 1_000_000)]
    {
        total.add(name, cost);
    }
    let dearest: Vec<&str> = total.dearest().map(|(name, _)| *name).collect();
    assert_eq!(dearest, ["b", "e", "a", "d"]);
    assert!(total.error().unwrap().contains("by factor of 1.080000x"));
}
