use super::Module;

/// The way to each `A` of a text: `in` and the number of scopes for one in a function.
fn check(text: &str, expected: &[&str]) {
    let places = Module::of_file(&text.into()).expect("a file").places();
    let found: Vec<String> = places
        .get("A")
        .into_iter()
        .flatten()
        .map(|place| match &place.way {
            Some(way) => way.join("::"),
            None => format!("in {}", place.scopes.len()),
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn items_are_found_in_modules_and_functions_in_the_order_of_the_file() {
    check("struct A; mod one { mod two { enum A {} } type A = i32; }", &["", "one::two", "one"]);
    check("fn f() { struct A; { struct A; } } struct A;", &["in 2", "in 3", ""]);
    check("fn f() { mod one { struct A; } }", &["in 1"]);
}

#[test]
fn an_item_in_the_call_of_a_macro_is_in_the_scope_of_the_call() {
    check("mod one { make! { struct A; make!(struct A;); } }", &["one", "one"]);
    check("macro_rules! make { () => { struct A; } }", &[]);
    check("#![doc(struct A)] #[doc(struct A)] struct A;", &[""]);
}
