//! The common part of all programs: judges objects of a type by its rules. `crates` writes a copy of this file.

use cel_runtime::{
    __private::{CrdSchema, Node},
    ErrorList, FieldError, FieldPath, Options, Report, XValidation, assert_matches_crd_file, check_matches_crd,
};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSONSchemaProps;
use kube::core::schema::{OptionalEnum, OptionalIntOrString, StructuralSchemaRewriter};
use schemars::{JsonSchema, generate::SchemaSettings, transform::AddNullable};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// Answers a request about a type: its schema, or the errors for `new`, or for the update from `old`.
pub fn judge<T>(request: &Value) -> Value
where
    T: XValidation + Node + JsonSchema + Serialize + DeserializeOwned,
{
    if request["schema"] == true {
        let schema = schema::<T>();
        return json!({"differences": check_matches_crd(T::SCHEMA, &[], &schema), "schema": schema});
    }
    let read = |key: &str| serde_json::from_value::<Option<T>>(request[key].clone());
    let (new, old) = match (read("new"), read("old")) {
        (Ok(Some(new)), Ok(old)) => (new, old),
        (new, old) => return json!({"unreadable": [error(new), error(old)]}),
    };
    if request["twice"] == true
        && let Some(inconsistent) = inconsistent(&new, old.as_ref())
    {
        return inconsistent;
    }
    let report = new.x_evaluate(old.as_ref(), &options(request));
    json!({"new": written(&new), "old": old.as_ref().map(written), "report": answer(&report)})
}

/// The same for a resource, which can also be compared with a CRD file.
pub fn judge_resource<T>(request: &Value) -> Value
where
    T: XValidation + Node + CrdSchema + JsonSchema + Serialize + DeserializeOwned,
{
    match request["file"].as_str() {
        Some(file) => {
            assert_matches_crd_file::<T>(file);
            Value::Null
        }
        None => judge::<T>(request),
    }
}

/// The answers of `x_validate` and `x_validate_update`, if they differ from that of `x_evaluate`.
fn inconsistent<T: XValidation + Serialize>(new: &T, old: Option<&T>) -> Option<Value> {
    let defaults = new.x_evaluate(old, &Options::default());
    let (errors, warnings) = match old {
        None => (new.x_validate().err().unwrap_or_default(), Default::default()),
        Some(old) => match new.x_validate_update(old) {
            Ok(warnings) => (Default::default(), warnings),
            Err(errors) => (errors, defaults.warnings.clone()),
        },
    };
    let differs = errors != defaults.errors || warnings != defaults.warnings;
    differs.then(|| json!({"inconsistent": [errors, warnings]}))
}

fn error<T>(read: serde_json::Result<T>) -> Option<String> {
    read.err().map(|error| error.to_string())
}

/// The schema of a type, with the settings of kube's derive.
fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::openapi3().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema = settings
        .with_transform(AddNullable::default())
        .with_transform(StructuralSchemaRewriter)
        .with_transform(OptionalEnum)
        .with_transform(OptionalIntOrString)
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    serde_json::from_value::<JSONSchemaProps>(schema).and_then(serde_json::to_value).unwrap_or_default()
}

fn options(request: &Value) -> Options {
    let defaults = Options::default();
    Options {
        budget: request["budget"].as_i64().unwrap_or(defaults.budget),
        per_call_limit: request["perCallLimit"].as_u64().unwrap_or(defaults.per_call_limit),
        path: FieldPath::from(request["path"].as_str().unwrap_or_default()),
        report_limit: usize::MAX, // the server has no limit
        ..defaults
    }
}

fn written(object: &impl Serialize) -> Value {
    serde_json::to_string(object).and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
}

fn answer(report: &Report) -> Value {
    let mut answer = json!({
        "errors": server_errors(&report.errors),
        "runtime_cost": report.runtime_cost,
        "remaining_budget": report.remaining_budget,
    });
    if !report.warnings.is_empty() {
        answer["warnings"] = report.warnings.iter().map(|warning| warning.error()).collect();
    }
    answer
}

/// Errors with the names that the server uses.
fn server_errors(errors: &ErrorList) -> Value {
    let error = |error: &FieldError| {
        json!({
            "error": error.error(),
            "type": error.reason(),
            "field": error.field(),
            "detail": error.detail(),
        })
    };
    errors.iter().map(error).collect()
}
