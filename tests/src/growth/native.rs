//! The same expressions as native code. For many operators, functions and macros the compiler writes special code for the types of
//! their operands. Instructions are counted, as for the interpreter.

use super::{Case, Effort, Finding, VALUES, instructions::SIZES};
use crate::native::expressions::counted_answers;
use serde_json::{Value, json};
use std::error::Error;

/// The findings for the cases; `None` for a case that is not compiled.
///
/// # Errors
/// If the programs cannot be built, or there is no valgrind.
pub fn count(cases: &[Case]) -> Result<Vec<Option<Finding>>, Box<dyn Error>> {
    let requests: Vec<Value> = cases.iter().flat_map(|case| SIZES.map(|n| request(case, n))).collect();
    let answers = counted_answers(&requests)?;
    let efforts: Vec<Option<Effort>> =
        requests.iter().zip(&answers).map(|(request, answer)| effort(request, answer)).collect();
    Ok(efforts.chunks(SIZES.len()).map(finding).collect())
}

fn finding(efforts: &[Option<Effort>]) -> Option<Finding> {
    match efforts {
        [Some(small), Some(large)] => Some(Finding::of([*small, *large])),
        _ => None,
    }
}

/// An evaluation over values of `n` parts.
fn request(case: &Case, n: usize) -> Value {
    let types = case.variables.iter().map(|(name, _)| {
        let value = VALUES.iter().find(|value| value.name == name);
        value.map_or(json!("int"), |value| serde_json::from_str(value.ty).unwrap_or(value.ty.into()))
    });
    let values = types.zip(case.values(n)).map(|(ty, value)| json!({"type": ty, "value": value}));
    let names = case.variables.iter().map(|(name, _)| name.clone());
    let vars: serde_json::Map<String, Value> = names.zip(values).collect();
    json!({"expr": case.expr, "vars": vars, "env": "stored", "memory": true, "n": n})
}

fn effort(request: &Value, answer: &Value) -> Option<Effort> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let vars = request["vars"].as_object()?;
    Some(Effort {
        n: number(&request["n"])?,
        nanos: answer["instructions"].as_u64()?,
        cost: answer["runtime_cost"].as_u64()?,
        memory: number(&answer["memory"])?,
        input: vars.values().map(|var| var["value"].to_string().len()).sum(),
        is_limited: answer["error"] == "operation cancelled: actual cost limit exceeded",
    })
}
