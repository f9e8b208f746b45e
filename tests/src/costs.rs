//! The compiler's estimates of costs, as the oracle gives its own.

use crate::structural::{Variable, env, type_of, version};
use cel_codegen::{
    checker,
    cost::{CostEstimate, Sizes, estimate_with},
    crd::{decl_type::decl_type, document, props::SchemaProps},
    parser,
};
use serde_json::Value;

/// The estimate of an expression over variables, for a request of `-mode expr`; `None` if it does not compile.
pub fn of_expression(request: &Value) -> Option<CostEstimate> {
    let variables = variables(&request["vars"]);
    let env = env(&variables).with_version(version(request));
    let expr = parser::parse_for(request["expr"].as_str()?, env.version()).ok()?;
    let checked = checker::check(expr, &env).ok()?;
    let sizes = Sizes::new(&env);
    let size_at = |path: &[&str]| {
        let (first, rest) = path.split_first()?;
        match variables.iter().find(|(name, _)| name == first)? {
            (_, Variable::Node(node)) => sizes.at(node, rest),
            (_, Variable::Type(_)) => None,
        }
    };
    Some(estimate_with(&checked, &size_at))
}

/// The `vars` of a request with the bounds of their schemas.
fn variables(vars: &Value) -> Vec<(String, Variable)> {
    let vars = vars.as_object().into_iter().flatten();
    vars.map(|(name, var)| {
        let variable = match &var["type"] {
            Value::Null => Variable::Type(type_of("dyn")),
            Value::String(text) => Variable::Type(type_of(text)),
            schema => Variable::Node(decl_type(&props(schema), false)),
        };
        (name.clone(), variable)
    })
    .collect()
}

/// A schema as it stands in a CRD.
///
/// # Panics
/// If it is none.
pub fn props(schema: &Value) -> SchemaProps {
    let text = schema.to_string();
    let documents = document::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (props, errors) = SchemaProps::read(&documents[0]);
    assert!(errors.is_empty(), "{errors:?}: {text}");
    props
}
