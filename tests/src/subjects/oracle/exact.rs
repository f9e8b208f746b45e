//! Compares native code of random expressions with the interpreter, which makes the exact calls: type, value, error, cost.
//! Expressions that are compiled to exact calls are left out.

use crate::{
    answers::same,
    expressions::Generator,
    interpreted,
    native::expressions,
    program::{Asked, Report, Result},
    structural::{self, version},
};
use cel_compiler::rule::compile_expression;
use serde_json::Value;

/// Compares random expressions.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let all = Generator::new(asked.seed).all(asked.count, asked.inputs);
    let requests: Vec<Value> = all.iter().filter(|request| !is_exact(request)).cloned().collect();
    let (native, exact) = (expressions::answers(&requests)?, interpreted::answers(&requests)?);
    let answered = requests.iter().zip(native.iter().zip(&exact));
    for (request, (native, exact)) in answered {
        if native.get("unsupported").is_none() && !same(exact, native) {
            report.differs(format_args!("{request}\n  exact  {exact}\n  native {native}"))?;
        }
    }
    println!("{} requests, {} exact", all.len(), all.len() - requests.len());
    Ok(())
}

fn is_exact(request: &Value) -> bool {
    let variables = structural::variables(&request["vars"]);
    let env = structural::env(&variables).with_version(version(request));
    let compiled = compile_expression(request["expr"].as_str().unwrap_or_default(), &env);
    compiled.is_ok_and(|compiled| compiled.is_exact)
}
