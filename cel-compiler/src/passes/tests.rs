//! The code after each pass, one statement a line.

use super::{hoisted, unbuilt, unmetered};
use crate::{
    env::Env,
    ir::Function,
    lower::{Output, function},
    plan::plan,
    rule::check,
    schema::{Access, DeclField, DeclKind, DeclType, ListType, Schema},
    types::Type,
};
use std::collections::BTreeMap;

/// The function of a rule on a list of integers in JSON.
fn lowered(rule: &str) -> Function {
    lowered_on(&list(DeclKind::Int), rule)
}

/// The same on an object with lists of texts.
fn lowered_on_lists(names: &[&str], rule: &str) -> Function {
    let field = |name: &&str| DeclField {
        name: (*name).to_owned(),
        rust_name: None,
        node: list(DeclKind::String),
        required: true,
        access: Access::default(),
    };
    let fields: Vec<DeclField> = names.iter().map(field).collect();
    let kind = DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false };
    lowered_on(&DeclType::new(kind), rule)
}

fn list(items: DeclKind) -> DeclType {
    let items = Box::new(DeclType::new(items));
    DeclType::new(DeclKind::List { items, list_type: ListType::Atomic })
}

fn lowered_on(node: &DeclType, rule: &str) -> Function {
    let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
    lowered_in(&Env::for_json_node(&schema, node), node, rule)
}

fn lowered_in<'s>(env: &Env<'s>, node: &'s DeclType, rule: &str) -> Function {
    let checked = check(rule, env).expect("the rule is valid");
    let plan = plan(&checked).expect("it is planned");
    function(&checked, env, &plan, Output::Verdict(node)).expect("it is lowered")
}

fn lines(function: &Function) -> Vec<String> {
    let statements = function.body.statements.iter().map(|statement| statement.to_string());
    statements.chain([function.body.result.to_string()]).collect()
}

#[test]
fn without_charges_the_rest_stays_in_its_order() {
    let metered = lowered("self.size() > 1 && self[0] == 2");
    let before = lines(&metered);
    let after = lines(&metered.after(unmetered));
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
    let after = lines(&lowered("self.all(i, i > 0)").after(unmetered)).join("\n");
    assert!(after.contains("for") || after.contains("while"), "{after}");
    assert!(!after.contains("cost.check") && !after.contains("has_part"), "{after}");
}

/// Where a text is in the code.
fn place(code: &str, text: &str) -> usize {
    code.find(text).unwrap_or_else(|| panic!("{text} in {code}"))
}

#[test]
fn reads_that_do_not_change_stand_before_the_loop() {
    let function = lowered_on_lists(&["names", "known"], "self.names.all(n, n in self.known)");
    let (read, round) = ("get(\"known\")", ".next()");
    let before = lines(&function).join("\n");
    assert!(place(&before, read) > place(&before, round), "{before}");
    let after = lines(&function.after(hoisted)).join("\n");
    assert!(place(&after, read) < place(&after, round), "{after}");
    assert_eq!(after.matches("cost.").count(), before.matches("cost.").count(), "charges stay: {after}");
}

#[test]
fn reads_stand_before_the_outermost_loop_that_does_not_change_them() {
    let rule = "self.names.all(n, self.known.exists(k, k == n && n in self.others))";
    let function = lowered_on_lists(&["names", "known", "others"], rule);
    let after = lines(&function.after(hoisted)).join("\n");
    let outer = place(&after, ".next()");
    assert!(place(&after, "get(\"known\")") < outer, "{after}");
    assert!(place(&after, "get(\"others\")") < outer, "{after}");
}

#[test]
fn a_text_that_each_round_compares_is_measured_before_the_loop() {
    let function = lowered_on_lists(&["names"], "self.names.all(n, self.names.exists_one(m, m == n))");
    let before = lines(&function).join("\n");
    let after = lines(&function.after(hoisted)).join("\n");
    assert!(before.contains("smaller_string") && !after.contains("smaller_string"), "{after}");
    let (measure, charge) =
        (place(&after, "size::measured(size::text("), place(&after, "size::smaller_measured("));
    assert!(measure < charge, "{after}");
    assert!(after[measure..charge].contains("for "), "a loop between them: {after}");
    let charges = |code: &str| code.replace("cost.measure()", "").matches("cost.").count();
    assert_eq!(charges(&after), charges(&before), "charges stay: {after}");
}

#[test]
fn the_size_of_a_text_is_counted_before_the_loops_that_do_not_change_it() {
    let rule = "self.names.all(n, self.names.all(m, m.size() <= n.size()))";
    let function = lowered_on_lists(&["names"], rule);
    let after = lines(&function.after(hoisted)).join("\n");
    let inner = after.rfind("while let").expect("a loop");
    let sizes: Vec<_> = after.match_indices("ops::size_of_string").collect();
    assert!(matches!(*sizes, [(n, _), (m, _)] if n < inner && m > inner), "{after}");
}

#[test]
fn reads_of_a_round_stay_in_it() {
    let function = lowered_on_lists(&["names"], "self.names.all(n, n != '')");
    assert_eq!(lines(&function.clone().after(hoisted)), lines(&function));
}

#[test]
fn a_variable_with_the_name_of_a_property_is_not_hidden() {
    let field = DeclField {
        name: "names".to_owned(),
        rust_name: None,
        node: list(DeclKind::String),
        required: true,
        access: Access::default(),
    };
    let items = list(DeclKind::Object { fields: vec![field].into(), preserve_unknown_fields: false });
    let env = Env::new()
        .with_json_variable("items", "items", &items)
        .with_variable("names", Type::list(Type::String));
    let checked = check("items.all(i, [1, 2].all(n, i.names.size() > n || names.size() > n))", &env)
        .expect("the rule is valid");
    let plan = plan(&checked).expect("it is planned");
    let function = function(&checked, &env, &plan, Output::Value).expect("it is lowered");
    let after = lines(&function.after(hoisted)).join("\n");
    assert!(after.contains("let __cel_names_2 = ") && !after.contains("let __cel_names = "), "{after}");
}

#[test]
fn a_filtered_list_is_built_if_it_is_looked_at_again() {
    let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
    let numbers = list(DeclKind::Int);
    let env = Env::for_node(&schema, &numbers);
    let is_built = |rule| {
        let code = lines(&lowered_in(&env, &numbers, rule).after(unbuilt)).join("\n");
        assert!(code.contains("list::collect_where(") != code.contains("list::filtered("), "{code}");
        code.contains("list::collect_where(")
    };
    assert!(!is_built("3 in self.filter(i, i > 0)"));
    assert!(!is_built("self.filter(i, i > 0).sum() > 3"));
    assert!(is_built("sets.contains(self.filter(i, i > 0), [1, 2])"));
    assert!(is_built("[[1]].indexOf(self.filter(i, i > 0)) == 0"), "it is the value, not the list");
    assert!(is_built("3 in [self[0], 3].filter(i, i > 0)"), "the literal is in a variable");
}

/// Each part of the code is visited once: a hundred levels would take forever otherwise.
#[test]
fn deep_rules_take_no_time() {
    let deep = format!("{}self.names.all(n, n in self.known)", "self.known == [] ? true : ".repeat(100));
    let function = lowered_on_lists(&["names", "known"], &deep);
    let after = lines(&function.after(hoisted)).join("\n");
    assert!(after.contains("let __cel_list"), "{after}");
}
