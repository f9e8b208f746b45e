//! Compiles the recorded expressions to native code, as the derive compiles rules.

use cel_codegen::{
    checker::check,
    decls::KubernetesVersion,
    diagnostic::Display,
    env::Env,
    parser::parse,
    rule::{CompiledExpression, compile_expression},
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;
use std::{env, fs, path::Path};

// A build script has no other way to a module of its own crate.
#[allow(dead_code)]
#[path = "src/structural.rs"]
mod structural;

fn main() {
    println!("cargo::rerun-if-changed=data/eval_vectors.jsonl");
    let vectors = fs::read_to_string("data/eval_vectors.jsonl").expect("the recorded vectors");
    let rows: Vec<_> = vectors.lines().filter_map(row).collect();
    let file = quote!(pub(super) static ROWS: &[Row] = &[#(#rows),*];);
    write("vectors.rs", file);
    println!("cargo::rerun-if-changed=data/expr_cases.jsonl");
    let cases = fs::read_to_string("data/expr_cases.jsonl").expect("the recorded cases");
    let cases = cases.lines().map(case);
    write("cases.rs", quote!(pub(super) static CASES: &[fn(&Value) -> Value] = &[#(#cases),*];));
}

fn write(name: &str, file: TokenStream) {
    let file = prettyplease::unparse(&syn::parse2(file).expect("generated code"));
    let out = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join(name), file).expect("the output folder");
}

/// A function from a request with values of variables to the answer; without native code it says what the compiler said.
fn case(line: &str) -> TokenStream {
    let case: Value = serde_json::from_str(line).expect("a case");
    let expr = case["expr"].as_str().expect("an expression");
    let variables = structural::variables(&case["vars"]);
    let env = structural::env(&variables).with_version(structural::version(&case));
    match compile_expression(expr, &env) {
        Ok(CompiledExpression { ty, variables: parameters, body }) => {
            let ty = structural::go_name(&ty);
            let (idents, types): (Vec<_>, Vec<_>) = parameters.into_iter().unzip();
            let names = variables.iter().map(|(name, _)| name);
            quote!(|request| {
                use cel_runtime::__private::generated::*;
                fn evaluate<'a>(#(#idents: #types,)* cost: &mut Cost<'a>) -> Outcome<'a, impl Encode + 'a> {
                    #body
                }
                let arena = Arena::new();
                let mut cost = Cost::new(limit(request), &arena);
                let outcome = evaluate(#(variable(request, #names, &arena),)* &mut cost);
                with_type(answer(outcome, &cost), #ty)
            })
        }
        Err(diagnostics) => {
            let texts: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
            let text = texts.join("\n");
            quote!(|_| serde_json::json!({"refused": #text}))
        }
    }
}

/// A row with its native code, compiled with all that stored rules may use. Left out are rows of schemas and rows whose functions are not declared yet, which the checker
/// refuses although the server does not.
fn row(line: &str) -> Option<TokenStream> {
    let row: Value = serde_json::from_str(line).expect("a row");
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let (id, expr) = (text("id")?, text("expr")?);
    let refused = text("compile_error").is_some();
    let env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
    let checks = parse(expr).is_ok_and(|tree| check(tree, &env).is_ok());
    if row.get("schema").is_some() || !(checks || refused) {
        return None;
    }
    let code = match compile_expression(expr, &env) {
        Ok(CompiledExpression { body, .. }) => {
            let function = format_ident!("evaluate");
            quote!({
                fn #function<'a>(cost: &mut Cost<'a>) -> Outcome<'a, impl Render + 'a> {
                    use cel_runtime::__private::generated::*;
                    #body
                }
                Compiled::Native(|cost| #function(cost).map(|value| value.render()))
            })
        }
        Err(diagnostics) => {
            let texts: Vec<String> = diagnostics
                .iter()
                .map(|diagnostic| Display { source: expr, diagnostic }.to_string())
                .collect();
            let texts = texts.join("\n");
            quote!(Compiled::Refused(#texts))
        }
    };
    Some(quote!(Row { id: #id, compiled: #code }))
}
