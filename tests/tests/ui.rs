//! The errors for wrong input, as its author sees them: one mistake per file, in `ui/<stage>/`. The files in `ui/rustc` hold rustc's own
//! words. `TRYBUILD=overwrite cargo ui` writes the expected texts anew.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    for stage in ["attr", "parse", "check", "cost", "schema", "lint", "rustc"] {
        cases.compile_fail(format!("tests/ui/{stage}/*.rs"));
    }
    // With `deny(warnings)`: nothing is said of these.
    cases.pass("tests/ui/lint/silent/*.rs");
}
