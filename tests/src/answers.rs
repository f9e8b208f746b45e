//! What the compiler says of an expression, in the server's words.

use cel_codegen::{
    checker::check,
    diagnostic::{Diagnostic, Display},
    env::Env,
    parser::parse,
};

use crate::structural::go_name;

/// The type of an expression as Go prints it, or all errors as the server lists them.
pub fn check_text(source: &str, env: &Env<'_>) -> Result<String, String> {
    let checked = parse(source).and_then(|expr| check(expr, env));
    checked
        .map(|checked| go_name(checked.result_type()))
        .map_err(|diagnostics| display(source, &diagnostics.into_sorted()))
}

/// The server's text of several errors.
pub fn display(source: &str, diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<String> =
        diagnostics.iter().map(|diagnostic| Display { source, diagnostic }.to_string()).collect();
    texts.join("\n")
}
