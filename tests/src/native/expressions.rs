//! Expressions over variables as native code.
//!
//! Requests and answers are those of the oracle's `-mode expr`. If an expression cannot be compiled yet, the answer is `{"id",
//! "unsupported"}`. If rustc refuses the code, it is `{"id", "broken"}`.

use super::{Run, call};
use crate::{
    answers::display,
    costs,
    structural::{Variable, go_name, version},
};
use cel_compiler::{
    env::Env,
    rule::{CompiledExpression, compile_expression},
    types::Type,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
};

/// Answers requests in order.
///
/// # Errors
/// If a program cannot be built or run.
pub fn answers(requests: &[Value]) -> Result<Vec<Value>, Box<dyn Error>> {
    answers_of(requests, Run::Alone)
}

/// The same with the `instructions` of each evaluation. They are missing where no code is made.
///
/// # Errors
/// If a program cannot be built or run, or there is no valgrind.
pub fn counted_answers(requests: &[Value]) -> Result<Vec<Value>, Box<dyn Error>> {
    answers_of(requests, Run::Counted)
}

fn answers_of(requests: &[Value], run: Run) -> Result<Vec<Value>, Box<dyn Error>> {
    let (numbers, compiled) = compile_all(requests);
    let native = |(number, compiled): (usize, &Compiled)| match compiled {
        Compiled::Native { code, .. } => Some((number, code.clone())),
        Compiled::Refused { .. } => None,
    };
    let functions: BTreeMap<usize, String> = compiled.iter().enumerate().filter_map(native).collect();
    let asked: Vec<(usize, Value)> =
        numbers.iter().zip(requests).map(|(number, request)| (*number, values(request))).collect();
    let answers = call(&functions, &asked, run)?;
    let compiled = numbers.iter().map(|number| &compiled[*number]);
    Ok(answers
        .into_iter()
        .zip(compiled)
        .zip(requests)
        .map(|((mut answer, compiled), request)| {
            match compiled {
                Compiled::Native { ty, estimate, .. } => {
                    answer["type"] = go_name(ty).into();
                    answer["static_cost"] = estimate.clone();
                }
                Compiled::Refused { key, text } => answer = json!({*key: text}),
            }
            answer["id"] = request["id"].clone();
            answer
        })
        .collect())
}

/// The parts of a request that a function reads.
fn values(request: &Value) -> Value {
    json!({"vars": request["vars"], "perCallLimit": request["perCallLimit"], "memory": request["memory"]})
}

enum Compiled {
    /// The type, the estimate of the cost, and the code on one line.
    Native { ty: Type, estimate: Value, code: String },
    /// `compile_error` or `unsupported`, with the text.
    Refused { key: &'static str, text: String },
}

/// The functions for some requests, and the number of each request's function.
fn compile_all(requests: &[Value]) -> (Vec<usize>, Vec<Compiled>) {
    let mut known = HashMap::new();
    let (mut numbers, mut compiled) = (Vec::new(), Vec::new());
    for request in requests {
        let types: Vec<(String, String)> = request["vars"].as_object().map_or_else(Vec::new, |vars| {
            vars.iter().map(|(name, var)| (name.clone(), var["type"].to_string())).collect()
        });
        let version = version(request);
        let key = (request["expr"].as_str().unwrap_or_default().to_owned(), types, version.0);
        let number = *known.entry(key).or_insert_with_key(|(expr, ..)| {
            compiled.push(compile(expr, request, compiled.len()));
            compiled.len() - 1
        });
        numbers.push(number);
    }
    (numbers, compiled)
}

fn compile(expr: &str, request: &Value, number: usize) -> Compiled {
    let unsupported = |text: String| Compiled::Refused { key: "unsupported", text };
    let variables = crate::structural::variables(&request["vars"]);
    let mut env = Env::new().with_version(version(request));
    for (i, (name, variable)) in variables.iter().enumerate() {
        match variable {
            Variable::Type(ty) if is_static(ty) => env = env.with_variable(name, ty.clone()),
            Variable::Node(node) => env = env.with_json_variable(name, &format!("varType{i}"), node),
            _ => return unsupported(format!("the type of `{name}`")),
        }
    }
    match compile_expression(expr, &env) {
        Ok(compiled) => {
            let names = variables.iter().map(|(name, _)| name.as_str()).collect();
            let code = function(number, names, &compiled);
            Compiled::Native { ty: compiled.ty, estimate: costs::of_expression(request), code }
        }
        Err(diagnostics) => {
            let text = display(expr, &diagnostics);
            match text.find("internal error") {
                Some(_) => unsupported(text),
                None => Compiled::Refused {
                    key: "compile_error",
                    text: text.replace("ERROR: <input>:-1:0: program", "program"),
                },
            }
        }
    }
}

fn is_static(ty: &Type) -> bool {
    match ty {
        Type::List(element) => is_static(element),
        Type::Map(entry) => is_static(&entry.0) && is_static(&entry.1),
        Type::Opaque(_, parameters) => parameters.iter().all(is_static),
        Type::Null | Type::Bool | Type::Int | Type::Uint | Type::Double | Type::String => true,
        Type::Bytes | Type::Timestamp | Type::Duration => true,
        Type::Dyn => true,
        Type::Any | Type::Error | Type::Object(_) => false,
        Type::Type(_) | Type::Wrapper(_) | Type::Param(_) => false,
    }
}

/// `pub fn e7(request: &Value) -> Value`, on one line.
fn function(number: usize, names: Vec<&str>, compiled: &CompiledExpression) -> String {
    let (mut parameters, mut variables, mut arguments) = (String::new(), String::new(), String::new());
    for ((ident, rust), name) in compiled.variables.iter().zip(names) {
        parameters += &format!("{ident}: {rust}, ");
        variables += &format!("let {ident} = variable(request, {name:?}, &arena); ");
        arguments += &format!("{ident}, ");
    }
    let body = &compiled.body;
    let text = format!(
        "pub fn e{number}(request: &crate::Value) -> crate::Value {{ use cel_runtime::__private::ops::*; \
         type T = json::TextTrees; \
         fn evaluate<'a>({parameters}cost: &mut Cost<'a>) -> Outcome<'a, impl Encode + 'a> {{ {body} }} \
         let arena = cel_runtime::__private::Arena::new(); let options = options(request); \
         let mut cost = Cost::new(&options, &arena); \
         {variables} let before = arena.allocated_bytes(); \
         let outcome = counted(|| evaluate({arguments}&mut cost)); \
         let memory = arena.allocated_bytes() - before; with_memory(answer(outcome, &cost), request, memory) }}"
    );
    text.replace('\n', " ")
}
