//! Compiles the recorded expressions and schemas to native code, as the macros do.

use cel_compiler::{
    crd::{document, props::SchemaProps, validators::validators},
    diagnostic::Display,
    env::{Env, OLD_SELF, SELF, SELF_TYPE},
    library::KubernetesVersion,
    rule::{CompiledExpression, compile_expression},
};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use std::{collections::HashMap, env, fs, path::Path};

// A build script has no other way to a module of its own crate.
#[allow(dead_code)]
#[path = "src/structural.rs"]
mod structural;

fn main() {
    println!("cargo::rerun-if-changed=data/cost_vectors.jsonl");
    let vectors = fs::read_to_string("data/cost_vectors.jsonl").expect("the recorded costs");
    let schemas = fs::read_to_string("data/cost_schemas.json").expect("the schemas of the costs");
    let schemas: Vec<Value> = serde_json::from_str(&schemas).expect("JSON");
    let cases = vectors.lines().map(|line| cost_vector(line, &schemas));
    write_cases("costs.rs", &quote!(Option<Validator>), cases);
    if env::var_os("CARGO_FEATURE_LONG").is_some() {
        write_long();
    }
}

/// Code that only targets with the feature `long` include.
fn write_long() {
    println!("cargo::rerun-if-changed=data/eval_vectors.jsonl");
    let vectors = fs::read_to_string("data/eval_vectors.jsonl").expect("the recorded vectors");
    let schemas = fs::read_to_string("data/eval_schemas.json").expect("the schemas of the vectors");
    let schemas = serde_json::from_str(&schemas).expect("JSON");
    let rows = vectors.lines().map(|line| row(line, &schemas));
    let file = quote!(pub(super) static ROWS: &[Row] = &[#(#rows),*];);
    write("vectors.rs", file);
    println!("cargo::rerun-if-changed=data/expr_cases.jsonl");
    let cases = fs::read_to_string("data/expr_cases.jsonl").expect("the recorded cases");
    write_cases("cases.rs", &quote!(fn(&Value) -> Value), cases.lines().map(case));
    println!("cargo::rerun-if-changed=data/schema_cases.jsonl");
    let cases = fs::read_to_string("data/schema_cases.jsonl").expect("the recorded schemas");
    write_cases("schemas.rs", &quote!(Validator), cases.lines().map(schema_case));
}

/// A list with the code of each case. Cases of the same code share it: there are many objects for one schema.
fn write_cases(name: &str, ty: &TokenStream, cases: impl Iterator<Item = TokenStream>) {
    let mut places = HashMap::new();
    let mut distinct = Vec::new();
    let mut place_of = |code: TokenStream| {
        *places.entry(code.to_string()).or_insert_with(|| {
            distinct.push(code);
            distinct.len() - 1
        })
    };
    let cases: Vec<usize> = cases.map(&mut place_of).collect();
    let file = quote! {
        const DISTINCT: &[#ty] = &[#(#distinct),*];
        pub(super) static CASES: &[#ty] = &[#(DISTINCT[#cases]),*];
    };
    write(name, file);
}

fn write(name: &str, file: TokenStream) {
    let file = prettyplease::unparse(&syn::parse2(file).expect("generated code"));
    let out = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join(name), file).expect("the output folder");
}

fn tokens(code: &str) -> TokenStream {
    code.parse().expect("Rust")
}

/// A function from a request with values of variables to the answer; without native code it says what the compiler said.
fn case(line: &str) -> TokenStream {
    let case: Value = serde_json::from_str(line).expect("a case");
    let expr = case["expr"].as_str().expect("an expression");
    let variables = structural::variables(&case["vars"]);
    let env = structural::env(&variables).with_version(structural::version(&case));
    match compile_expression(expr, &env) {
        Ok(CompiledExpression { ty, variables: parameters, body, .. }) => {
            let ty = structural::go_name(&ty);
            let (idents, types): (Vec<_>, Vec<_>) =
                parameters.iter().map(|(name, ty)| (tokens(name), tokens(ty))).unzip();
            let body = tokens(&body);
            let names = variables.iter().map(|(name, _)| name);
            quote!(|request| {
                use cel_runtime::__private::ops::*;
                type T = json::TextTrees;
                fn evaluate<'a>(#(#idents: #types,)* cost: &mut Cost<'a>) -> Outcome<'a, impl Encode + 'a> {
                    #body
                }
                let arena = Arena::new();
                let options = options(request);
                let mut cost = Cost::new(&options, &arena);
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

/// The validator of a schema, if it has rules.
fn schema_case(line: &str) -> TokenStream {
    let case: Value = serde_json::from_str(line).expect("a case");
    validator(&case["schema"], case["isResourceRoot"] == true).0
}

/// The validator of a schema with the rule of a row, unless the server refuses that.
fn cost_vector(line: &str, schemas: &[Value]) -> TokenStream {
    let row: Value = serde_json::from_str(line).expect("a row");
    let number = usize::try_from(row["schema"].as_u64().expect("a number")).expect("a small one");
    let mut schema = schemas[number].clone();
    let keys = ["rule", "messageExpression", "optionalOldSelf"];
    let rule: Value =
        keys.into_iter().filter_map(|key| Some((key.to_owned(), row.get(key)?.clone()))).collect();
    schema["x-kubernetes-validations"] = Value::Array(vec![rule]);
    let (validator, is_refused) = validator(&schema, row["root"] == true);
    assert_eq!(is_refused, row.get("compile_error").is_some(), "{}", row["id"]);
    if is_refused { quote!(None) } else { quote!(Some(#validator)) }
}

/// The validator of a schema, and whether something is wrong with a rule.
fn validator(schema: &Value, is_resource_root: bool) -> (TokenStream, bool) {
    let documents = document::read(&schema.to_string()).expect("a schema");
    let (schema, errors) = SchemaProps::read(&documents[0]);
    assert!(errors.is_empty(), "{errors:?}");
    let validators = validators(&schema, is_resource_root, "cel_runtime::__private", None);
    let (functions, shape) = (tokens(&validators.functions), validators.shape);
    let validator = match validators.root.as_deref().map(tokens) {
        Some(root) => quote!({
            #functions
            static SHAPE: Shape = Shape::new(#shape);
            Some((#root, #root, &SHAPE))
        }),
        None => quote!(None),
    };
    (validator, !validators.mistakes.is_empty())
}

/// A row with its native code, compiled with all that stored rules may use.
fn row(line: &str, schemas: &Value) -> TokenStream {
    let row: Value = serde_json::from_str(line).expect("a row");
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let (id, expr) = (text("id").expect("an id"), text("expr").expect("an expression"));
    let node = text("schema").map(|name| structural::node(&schemas[name]));
    let env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
    let env = match &node {
        Some(node) => {
            env.with_json_variable(SELF, SELF_TYPE, node).with_json_variable(OLD_SELF, SELF_TYPE, node)
        }
        None => env,
    };
    let code = match compile_expression(expr, &env) {
        Ok(CompiledExpression { body, variables, .. }) => {
            let (names, types): (Vec<_>, Vec<_>) =
                variables.iter().map(|(name, ty)| (tokens(name), tokens(ty))).unzip();
            let body = tokens(&body);
            let (parameter, argument) = if names.is_empty() {
                (quote!(_), None)
            } else {
                (quote!(object), Some(quote!(Some(object), None,)))
            };
            quote!({
                use cel_runtime::__private::ops::*;
                type T = json::SerdeTrees;
                fn evaluate<'a>(#(#names: #types,)* cost: &mut Cost<'a>) -> Outcome<'a, impl Render + 'a> {
                    #body
                }
                Compiled::Native(|#parameter, cost| evaluate(#argument cost).map(|value| value.render()))
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
    quote!(Row { id: #id, compiled: #code })
}
