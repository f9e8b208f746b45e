use super::expanded;
use crate::source::module::Module;

/// The path in each `A` of a text, with the imports put in. A `?` marks doubt.
fn check(text: &str, path: &str, expected: &[&str]) {
    let places = Module::of_file(&text.into()).expect("a file").places();
    let names: Vec<String> = path.split("::").map(str::to_owned).collect();
    let in_place = |scopes| expanded(scopes, &names).map_or("?".to_owned(), |path| path.join("::"));
    let found: Vec<String> = places["A"].iter().map(|place| in_place(&place.scopes)).collect();
    assert_eq!(found, expected, "{path} in {text}");
}

#[test]
fn modules_have_imports_of_their_own() {
    let text = "use a::B; struct A; mod one { use c::B; struct A; } mod two { struct A; struct B; } mod three { struct A; }";
    check(text, "B", &["a::B", "c::B", "self::B", "B"]);
    check(text, "B::C", &["a::B::C", "c::B::C", "self::B::C", "B::C"]);
    check(text, "::B", &["::B"; 4]);
}

#[test]
fn functions_see_the_names_around_them() {
    check(
        "use a::B; fn f() { use c::B; struct A; { struct B; struct A; } } impl X { fn g() { struct A; } }",
        "B",
        &["c::B", "self::B", "a::B"],
    );
    check("use a::B; fn f() { mod one { struct A; } }", "B", &["B"]);
}

#[test]
fn an_import_may_begin_with_another_one() {
    check("use a::b as c; use c::D as E; struct A;", "E", &["a::b::D"]);
    check("use super::b as c; struct A;", "c::D", &["super::b::D"]);
    check("use krate; struct A;", "krate::D", &["krate::D"]);
    check("use b::c as b; struct A;", "b::D", &["?"]);
}

#[test]
fn a_conditional_import_counts_but_two_make_doubt() {
    check("#[cfg(x)] use a::B; struct A;", "B", &["a::B"]);
    check("#[cfg(x)] use a::B; #[cfg(y)] use c::B; struct A;", "B", &["?"]);
    check("#[cfg(x)] use a::B; #[cfg(y)] use c::B; struct A;", "D", &["D"]);
}

#[test]
fn a_glob_makes_doubt_unless_an_import_has_the_name() {
    check("use super::*; use std::B; struct A;", "B", &["std::B"]);
    check("use super::*; use a::B; struct A;", "B", &["?"]); // the glob may bring an `a`
    check("use super::*; struct A;", "B", &["?"]);
}
