use super::may_be_charged;
use crate::{env::Env, plan, rule, types::Type};

/// True if a stack is kept for the predicate of a filter over `o`, with the variable `e`.
fn is_kept(predicate: &str) -> bool {
    is_kept_in(&format!("o.filter(e, {predicate}).size() > 0"))
}

fn is_kept_in(expr: &str) -> bool {
    let texts = Type::map(Type::String, Type::String);
    let env = Env::new()
        .with_variable("o", Type::list(texts.clone()))
        .with_variable("l", Type::list(Type::String))
        .with_variable("m", texts)
        .with_variable("s", Type::String)
        .with_variable("n", Type::Int);
    let checked = rule::check(expr, &env).expect(expr);
    let plan = plan::plan(&checked).expect(expr);
    may_be_charged(&checked, &plan, &env)
}

#[test]
fn calls_of_what_can_be_left_keep_a_stack() {
    for predicate in [
        // The tracker always looks for a name.
        "e.a.replace(s, m[e.k], 1) == 'b'",
        "e.a.substring([s, e.k, 'a'].size(), 1) == ''",
        "{'x': e.a, s: m[e.k], 'y': 'z'} == m",
        "[e.a, s, e.k, 'a'].size() > 0",
        // It also looks for a step whose index is a call, and for the last step on a ternary.
        "e.a.replace(m[e.a + ''], 'x') == 'b'",
        "e.a.replace((has(e.k) ? e : m).a, 'x') == 'b'",
        // An optional step that finds nothing has no entry, and is not an error.
        "e.a.replace(e.?b.orValue('x'), e.k, 1) == 'b'",
        // A value that fails inside a node that goes on.
        "e.a.replace(([{'y': e}.y.a, e.b, ''] == l || true) ? 'a' : 'b', e.k, 1) == 'b'",
    ] {
        assert!(is_kept(predicate), "{predicate}");
    }
}

#[test]
fn nothing_is_lost_where_nothing_is_left_or_looked_for() {
    for predicate in [
        "e.a == 'b'",
        "e.a in ['a', 'b'] && s in ['c']",
        "e.a.replace('a', 'b') == s",
        "e.a.replace(s, 'b', n) == 'c'",
        "e.a.replace(e.b, e.k, 1) == s",
        "e.a.replace(e.b, m[e.k]) == s",
        "s == e.a.replace(s, m[e.k], 1)",
        "'%s%s%s%s'.format([e.a, s, e.k, 'a']) == ''",
        "[e.a, e.b, e.k].exists(x, x == s)",
        "e.?a.orValue(s) == 'b'",
        "l.all(x, x.replace(s, m[e.k], 1) == 'b')",
        "e.?a.optMap(x, x.replace(s, m[e.k], 1)).orValue('') == ''",
        "has(e.a) ? e.a.replace(s, 'x') == m[e.k] : false",
    ] {
        assert!(!is_kept(predicate), "{predicate}");
    }
}

#[test]
fn only_predicates_leave_something_to_the_next_round() {
    let left = "e.a.replace(s, m[e.k], 1) == 'b'";
    for (expr, is_kept) in [
        (format!("o.exists_one(e, {left})"), true),
        (format!("o.map(e, {left}, e.a).size() > 0"), true),
        (format!("o.transformList(i, e, {left}, e.a).size() > 0"), true),
        (format!("o.transformMap(i, e, {left}, e.a).size() > 0"), true),
        (format!("o.transformMapEntry(i, e, {left}, {{'a': 1}}).size() > 0"), true),
        (format!("l.all(x, o.filter(e, {left}).size() > 0)"), true),
        (format!("o.all(e, {left})"), false),
        (format!("o.exists(e, {left})"), false),
        (format!("o.map(e, {left}).size() > 0"), false),
        (format!("o.map(e, has(e.a), {left}).size() > 0"), false),
        (format!("o.transformMap(i, e, {left}).size() > 0"), false),
    ] {
        assert_eq!(is_kept_in(&expr), is_kept, "{expr}");
    }
}

#[test]
fn the_search_of_deep_trees_ends() {
    let deep = (0..60).fold("e".to_owned(), |deep, _| format!("({deep}.a == s ? e : m)"));
    assert!(!is_kept(&format!("{deep}.a == s")));
}
