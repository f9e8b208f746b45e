//! Compares costs with the oracle: the estimates of expressions and rules with the errors about costs, and the costs of rules on
//! large objects.

use crate::{
    comparison::{Comparison, SCHEMAS},
    corpus::Corpus,
    costs::{self, limits::LargeObjects, schemas::Schemas},
    expressions::Generator,
    native::{self, schemas::Request},
    oracle,
    program::{Asked, Report, Result},
    schemas,
};
use serde_json::{Value, json};

/// Compares the estimates of random expressions.
pub fn expressions(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut generator = Generator::new(asked.seed);
    let requests = (0..asked.count).flat_map(|number| generator.requests(number, 1)).map(without_values);
    ESTIMATES_OF_EXPRESSIONS.compare("expressions", &requests.collect::<Vec<_>>(), report)
}

/// Compares the estimates of random rules in random schemas, and the errors about them.
pub fn rules(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut schemas = Schemas::new(asked.seed);
    let schemas: Vec<Value> = (0..asked.count).map(|_| schemas.schema()).collect();
    ESTIMATES_OF_SCHEMAS.compare("schemas", &schemas.iter().map(request).collect::<Vec<_>>(), report)?;
    errors(&schemas, report)
}

/// Compares the costs of rules on objects that are large enough to reach limits. There are a few requests for each schema.
pub fn limits(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut objects = LargeObjects::new(asked.seed);
    let requests: Vec<Request> =
        (0..asked.count).flat_map(|number| objects.requests(&number.to_string(), 4)).collect();
    Comparison::of(&SCHEMAS, &requests, native::schemas::answers)?.report(report)
}

/// Compares the estimates of other projects' CRDs: unchanged, without bounds, and with bounds a hundred times as large.
pub fn corpus(_: &Asked, report: &mut Report) -> Result<()> {
    let found = Corpus::schemas()?;
    for (name, factor) in [("schemas", Some(1)), ("without bounds", None), ("with larger bounds", Some(100))]
    {
        let changed: Vec<Value> =
            found.iter().map(|(_, schema)| costs::with_bounds(schema, factor)).collect();
        ESTIMATES_OF_SCHEMAS.compare(name, &changed.iter().map(request).collect::<Vec<_>>(), report)?;
        errors(&changed, report)?;
    }
    Ok(())
}

/// Compares all errors about schemas, most of them about costs.
fn errors(changed: &[Value], report: &mut Report) -> Result<()> {
    let mut found = 0;
    for (schema, theirs) in changed.iter().zip(schemas::ask(changed)?) {
        found += theirs["crd_errors"].as_array().map_or(0, Vec::len);
        let ours = without_variable_numbers(&schemas::ours(schema))?;
        let entries = schemas::differences(&without_variable_numbers(&theirs)?, &ours).entries;
        if !entries.is_empty() {
            let lines: Vec<String> = entries.iter().take(3).map(|line| format!("{line:.1000}")).collect();
            report.differs_as(lines.join("\n"), format_args!("{schema}\n  {}", entries.join("\n  ")))?;
        }
    }
    println!("{found} errors");
    Ok(())
}

/// An answer without the numbers of its type variables. The server numbers them in random order.
fn without_variable_numbers(answer: &Value) -> Result<Value> {
    let text = answer.to_string();
    let parts = text.split(VARIABLE).enumerate();
    let parts = parts.map(|(i, part)| match i {
        0 => part,
        _ => part.trim_start_matches(|c: char| c.is_ascii_digit()),
    });
    Ok(serde_json::from_str(&parts.collect::<Vec<_>>().join(VARIABLE))?)
}

/// Start of the names of type variables.
const VARIABLE: &str = "_var";

/// A request about the schema of a resource.
fn request(schema: &Value) -> Value {
    json!({"schema": schema, "isResourceRoot": true, "only": ["rules"]})
}

/// The functions that give both estimates.
struct Estimates {
    mode: &'static str,
    ours: fn(&Value) -> Value,
    theirs: fn(&Value) -> Value,
}

const ESTIMATES_OF_EXPRESSIONS: Estimates =
    Estimates { mode: "expr", ours: costs::of_expression, theirs: costs::of_answer };

const ESTIMATES_OF_SCHEMAS: Estimates =
    Estimates { mode: "schema", ours: costs::of_schema, theirs: costs::of_rules };

impl Estimates {
    fn compare(&self, name: &str, requests: &[Value], report: &mut Report) -> Result<()> {
        let mut estimates = 0;
        for (request, answer) in requests.iter().zip(&oracle::ask(self.mode, requests.iter())?) {
            if answer.get("panic").is_some() || answer.get("schema_error").is_some() {
                continue;
            }
            let (theirs, ours) = ((self.theirs)(answer), (self.ours)(request));
            estimates += theirs["rules"].as_array().map_or(1, Vec::len);
            if theirs != ours {
                report.differs(format_args!("{request}\n  server {theirs}\n  ours   {ours}"))?;
            }
        }
        println!("{} {name}, {estimates} estimates", requests.len());
        Ok(())
    }
}

/// Removes the values of variables. Estimates need only their types.
fn without_values(mut request: Value) -> Value {
    if let Some(vars) = request["vars"].as_object_mut() {
        for (_, var) in vars {
            *var = json!({"type": var["type"]});
        }
    }
    request
}
