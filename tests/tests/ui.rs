//! The errors for wrong input, as its author sees them: one mistake per file, in `ui/<stage>/`. The files in `ui/rustc` hold rustc's own
//! words. `TRYBUILD=overwrite cargo ui` writes the expected texts anew.
//!
//! There is no `TestCases::pass` here. With one, trybuild calls cargo for each case; without, once for all.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    for stage in ["attr", "parse", "check", "cost", "schema", "lint", "rustc"] {
        cases.compile_fail(format!("tests/ui/{stage}/*.rs"));
    }
}
