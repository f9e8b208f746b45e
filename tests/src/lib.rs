//! What the tests of several crates share.

use cel_codegen::{
    checker::check,
    diagnostic::{Diagnostics, Display},
    env::Env,
    parser::parse,
};

pub mod mutation;
pub mod notation;
pub mod render;
pub mod structural;

/// The type of an expression as Go prints it, or all errors as the server lists them.
pub fn check_text(source: &str, env: &Env<'_>) -> Result<String, String> {
    let checked = parse(source).and_then(|expr| check(expr, env));
    checked
        .map(|checked| structural::go_name(checked.result_type()))
        .map_err(|diagnostics| display(source, diagnostics))
}

/// The server's text of several errors.
pub fn display(source: &str, diagnostics: Diagnostics) -> String {
    let diagnostics = diagnostics.into_sorted();
    let texts: Vec<String> =
        diagnostics.iter().map(|diagnostic| Display { source, diagnostic }.to_string()).collect();
    texts.join("\n")
}
