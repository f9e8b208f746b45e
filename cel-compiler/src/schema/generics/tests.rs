use super::{Argument, ArgumentError, instantiate, is_instance, parameter};
use crate::schema::{Access, AccessStep, DeclField, DeclKind, DeclType, Definition, Schema};
use std::collections::BTreeMap;

/// `struct Template<T> { spec: T }`
fn template() -> Schema {
    let access = Access::of(vec![AccessStep::new("f_spec", false)]);
    let node = DeclType::new(DeclKind::Ref(parameter("t", 0)));
    let spec = DeclField { name: "spec".to_owned(), rust_name: None, node, required: true, access };
    let object = DeclKind::Object { fields: vec![spec].into(), preserve_unknown_fields: false };
    let definition = |kind| Definition {
        name: "Template".to_owned(),
        node: DeclType::new(kind),
        symbols: 0,
        forwards: Vec::new(),
        hides: false,
    };
    let definitions =
        [("t".to_owned(), definition(object)), (parameter("t", 0), definition(DeclKind::Unknown))];
    Schema { root: "t".to_owned(), definitions: BTreeMap::from(definitions) }
}

fn spec(argument: DeclType) -> Result<(String, DeclField), ArgumentError> {
    let made = instantiate(&template(), &[Argument::new(argument, Vec::new())], "")?.schema;
    let DeclKind::Object { fields, .. } = &made.definitions[&made.root].node.kind else {
        panic!("no object")
    };
    Ok((made.root.clone(), fields[0].clone()))
}

#[test]
fn an_argument_stands_in_place_of_its_parameter() {
    let (id, spec) = spec(DeclType::new(DeclKind::Int)).unwrap();
    assert!(is_instance(&id));
    assert_eq!((spec.node.kind, spec.required), (DeclKind::Int, true));
}

#[test]
fn an_optional_argument_makes_the_property_optional() {
    let optional = DeclType { nullable: true, ..DeclType::new(DeclKind::Int) };
    let (_, spec) = spec(optional).unwrap();
    assert_eq!((spec.required, spec.access.steps[0].optional), (false, true));
}

#[test]
fn other_arguments_make_other_types() {
    let id = |kind| spec(DeclType::new(kind)).unwrap().0;
    assert_ne!(id(DeclKind::Int), id(DeclKind::String));
}
