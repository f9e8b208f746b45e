// What does not depend on the type without the derive is reported beside it.

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.replcas > 0 || self.place.zon == ''")]
#[x_validation(rule = "self.place", field_path = ".plase")]
#[x_validation(rule = "self.place == 'here' ? self.replicas : 'no'", message_expression = "self.replicas")]
struct Spec {
    replicas: i64,
    place: Place,
    all: Vec<Place>,
}

struct Place {
    zone: String,
}

// The type around it knows as much.
#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.spec.plce == '' && self.count > '1'")]
struct Outer {
    spec: Spec,
    count: i64,
    #[x_validation(rule = "self != 1")]
    name: String,
}

// The properties of a flattened type are this type's own.
#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd, rule = "self.replicas > 0")]
struct Around {
    #[serde(flatten)]
    spec: Spec,
    #[x_validation(rule = "self != 2")]
    name: String,
}

fn main() {}
