use cel_runtime::XValidation;

#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.ready", manual_crd)]
struct Condition {
    ready: bool,
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.conditions.all(c, c.ready)", manual_crd)]
#[x_validation(rule = "self.last.ready")]
struct Status {
    #[x_validation(items(rule = "self.ready"))]
    conditions: Option<Vec<Condition>>,
    last: self::Condition,
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.status.conditions.all(c, c.ready)", manual_crd)]
struct Root {
    status: Status,
}

fn main() {}
