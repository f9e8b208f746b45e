//! The code after each pass, one statement a line.

use super::unmetered;
use crate::{
    env::Env,
    ir::Function,
    lower::{Output, function},
    plan::plan,
    rule::check,
    schema::{DeclKind, DeclType, ListType, Schema},
};
use std::collections::BTreeMap;

/// The function of a rule on a list of integers in JSON.
fn lowered(rule: &str) -> Function {
    let items = Box::new(DeclType::new(DeclKind::Int));
    let node = DeclType::new(DeclKind::List { items, list_type: ListType::Atomic });
    let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
    let env = Env::for_json_node(&schema, &node);
    let checked = check(rule, &env).expect("the rule is valid");
    let plan = plan(&checked).expect("it is planned");
    function(&checked, &env, &plan, Output::Verdict(&node)).expect("it is lowered")
}

fn lines(function: &Function) -> Vec<String> {
    let statements = function.body.statements.iter().map(|statement| statement.to_string());
    statements.chain([function.body.result.to_string()]).collect()
}

#[test]
fn without_charges_the_rest_stays_in_its_order() {
    let metered = lowered("self.size() > 1 && self[0] == 2");
    let before = lines(&metered);
    let after = lines(&unmetered(metered));
    assert!(before.iter().any(|line| line.contains("cost.add")), "{before:#?}");
    assert!(
        !after.iter().any(|line| line.contains("cost.add") || line.contains("cost.charge")),
        "{after:#?}"
    );
    let rest: Vec<_> = before.iter().filter(|line| !line.contains("cost.")).collect();
    let kept: Vec<_> = after.iter().filter(|line| rest.contains(line)).collect();
    assert_eq!(kept, rest, "statements without charges are as they were");
}

#[test]
fn loops_lose_the_tests_of_the_limit() {
    let after = lines(&unmetered(lowered("self.all(i, i > 0)"))).join("\n");
    assert!(after.contains("for") || after.contains("while"), "{after}");
    assert!(!after.contains("cost.check") && !after.contains("has_part"), "{after}");
}
