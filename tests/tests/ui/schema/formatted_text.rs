use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
struct Spec {
    #[schemars(extend("format" = "date-time"))]
    since: Option<String>,
    #[schemars(extend("format" = "byte"))]
    secret: String,
    #[schemars(extend("format" = "hostname"))]
    host: String,
}

fn main() {}
