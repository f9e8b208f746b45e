//! Interprets expressions over variables. Requests and answers are those of the oracle's `-mode expr`, without `static_cost`.

use crate::{
    answers::display,
    native::values::{Decode, answer, options},
    structural::{self, Variable, go_name, version},
};
use cel_codegen::interpreter::{Program, Reader, Views};
use cel_compiler::{
    rule::{Key, check},
    types::Type,
};
use cel_runtime::__private::{
    Arena, Cost,
    ops::{Outcome, list::List, map},
    value::{self, Value as Dyn},
};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Answers requests in order.
///
/// # Errors
/// If a request is invalid.
pub fn answers(requests: &[Value]) -> Result<Vec<Value>> {
    requests.iter().map(one).collect()
}

fn one(request: &Value) -> Result<Value> {
    let expr = request["expr"].as_str().ok_or("no expression")?;
    let variables = structural::variables(&request["vars"]);
    let env = structural::env(&variables).with_version(version(request));
    let refused = |text: String| Ok(json!({"compile_error": text}));
    let checked = match check(expr, &env) {
        Ok(checked) => checked,
        Err(diagnostics) => {
            return refused(display(expr, &diagnostics).replace("ERROR: <input>:-1:0: program", "program"));
        }
    };
    let ty = go_name(checked.result_type());
    let program = match Program::new(checked, Key::Rule) {
        Ok(program) => program,
        Err(error) => return refused(error.detail(expr)),
    };
    let arena = Arena::new();
    let views = Views::default();
    let reader = Reader::new(&arena, None);
    let reader = if program.has_identities() { reader } else { reader.keeping(&views) };
    let options = options(request);
    let mut cost = Cost::new(&options, &arena);
    let values = variables.iter().map(|(name, variable)| {
        let json = &request["vars"][name]["value"];
        let value = match variable {
            Variable::Type(ty) => decoded(ty, json, &arena).ok_or_else(|| format!("{json} is no {ty}"))?,
            Variable::Node(node) => reader.read(node, json.into()).unwrap_or_else(Dyn::Error),
        };
        Ok((&**name, Some(value)))
    });
    let values: Vec<_> = values.collect::<Result<_>>()?;
    let outcome: Outcome<'_, Dyn<'_>> = program.evaluate(&values, &mut cost);
    let mut answer = answer(outcome, &cost);
    answer["type"] = ty.into();
    Ok(answer)
}

/// The value of a type in its JSON form.
pub(crate) fn decoded<'a>(ty: &Type, json: &Value, arena: &'a Arena) -> Option<Dyn<'a>> {
    Some(match ty {
        Type::Null => Dyn::Null,
        Type::Bool => Dyn::Bool(Decode::decode(json, arena)?),
        Type::Int => Dyn::Int(Decode::decode(json, arena)?),
        Type::Uint => Dyn::Uint(Decode::decode(json, arena)?),
        Type::Double => Dyn::Double(Decode::decode(json, arena)?),
        Type::String => Dyn::String(Decode::decode(json, arena)?),
        Type::Bytes => Dyn::Bytes(Decode::decode(json, arena)?),
        Type::Timestamp => Dyn::Timestamp(Decode::decode(json, arena)?),
        Type::Duration => Dyn::Duration(Decode::decode(json, arena)?),
        Type::List(element) => {
            let elements = json.as_array()?.iter().map(|json| decoded(element, json, arena));
            Dyn::list(List::Slice(arena.alloc_slice_copy(&elements.collect::<Option<Vec<_>>>()?)))
        }
        Type::Map(entry) => {
            let entries = json.as_object()?.iter().map(|(key, value)| {
                let key = decoded(&entry.0, &Value::from(key.as_str()), arena)?;
                Some((key, Some(decoded(&entry.1, value, arena)?)))
            });
            Dyn::map(map::present(arena, entries.collect::<Option<Vec<_>>>()?.into_iter()))
        }
        Type::Opaque(name, content) if &**name == "optional_type" => {
            let content = match json {
                Value::Null => None,
                json => Some(decoded(content.first()?, json, arena)?),
            };
            value::optional(arena, content)
        }
        _ => Dyn::decode(json, arena)?,
    })
}
