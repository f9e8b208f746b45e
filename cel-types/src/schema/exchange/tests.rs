use super::{
    super::{Access, AccessStep, SourceLocation},
    *,
};
use std::collections::BTreeMap;

fn check(schema: &Schema) {
    assert_eq!(Schema::from_text(&schema.to_text()).as_ref(), Ok(schema));
}

fn of(node: DeclType) -> Schema {
    let definition = Definition { name: "Spec".into(), node, symbols: 2, forwards: Vec::new(), hides: false };
    Schema { root: "a".into(), definitions: BTreeMap::from([("a".into(), definition)]) }
}

#[test]
fn every_kind_survives() {
    use DeclKind::*;
    for kind in [Bool, Int, Double, String, Bytes, Duration, Date, DateTime, IntOrString, Unknown, Error] {
        check(&of(DeclType::new(kind)));
    }
    check(&of(DeclType::new(Ref("other".into()))));
    for list_type in [ListType::Atomic, ListType::Set, ListType::Map(vec!["a".into(), "b".into()])] {
        check(&of(DeclType::new(List { items: Box::new(DeclType::new(Int)), list_type })));
    }
    check(&of(DeclType::new(Map { values: Box::new(DeclType::new(Bool)) })));
}

#[test]
fn everything_said_of_a_node_survives() {
    let rule = ValidationRule {
        rule: "self.a == \"\\n\"".into(),
        message: Some("m".into()),
        message_expression: Some("'x'".into()),
        field_path: Some(".a".into()),
        reason: Some("FieldValueInvalid".into()),
        optional_old_self: Some(false),
        late: true,
        server_only: true,
        location: SourceLocation { file: "src/lib.rs".into(), line: 3, column: 7, origin: None },
        max_cost: Some(crate::schema::KnownCost {
            rule: 5,
            message_expression: u64::MAX,
            reads: vec!["a[]".into()],
        }),
    };
    let node = DeclType {
        nullable: true,
        defaulted: true,
        max: Some(Bound::Symbol(1)),
        enum_values: vec!["a".into()],
        rules: vec![rule],
        encoding: Encoding::WideInt,
        ..DeclType::new(DeclKind::String)
    };
    let steps = vec![AccessStep::new("f_flat", true), AccessStep::new("f_a", false)];
    let others = vec![vec![AccessStep::new("f_b", true)]];
    let access = Access { steps, others, place: None };
    let field = DeclField { name: "a".into(), rust_name: Some("b".into()), node, required: true, access };
    check(&of(DeclType::new(DeclKind::Object { fields: vec![field].into(), preserve_unknown_fields: true })));
}

#[test]
fn another_format_is_refused_with_its_number() {
    let text = of(DeclType::new(DeclKind::Int)).to_text().replace("\"format\":1", "\"format\":7");
    assert_eq!(Schema::from_text(&text), Err(ExchangeError::Format(7)));
    assert_eq!(Schema::from_text("1"), Err(ExchangeError::Malformed));
    assert_eq!(Schema::from_text("{\"format\":7,\"other\":null}"), Err(ExchangeError::Format(7)));
}

#[test]
fn what_is_not_known_is_passed_over() {
    let schema = of(DeclType::new(DeclKind::Int));
    let known = "\"type\":\"int\"";
    let more = r#""new":[{"a":"\"}"},1,true],"type":"int""#;
    let text = schema.to_text();
    assert!(text.contains(known));
    assert_eq!(Schema::from_text(&text.replace(known, more)), Ok(schema));
}
