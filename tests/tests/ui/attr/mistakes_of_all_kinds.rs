// An attribute with a mistake, a type without the derive, and wrong rules: all of them are reported at once.

#[derive(cel_runtime::XValidation)]
#[x_validation(rule = "self.replcas > 0", mesage = "at least one", manual_crd)]
struct Spec {
    #[x_validation(rule = "self > '0'")]
    replicas: i64,
    // Nobody knows what is in it.
    #[x_validation(rule = "self.zone != '' && size(self) > 0")]
    place: Place,
    #[x_validation(items(rule = "self.protocol == 'TCP'"))]
    ports: Vec<Port>,
}

struct Place {
    zone: String,
}

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
struct Port {
    #[x_validation(rule = "self > 0", message = "")]
    number: i64,
    #[x_validation(rule = "self.size() > 0", reason = "Wrong")]
    #[x_validation(rule = "self != 0")]
    name: String,
}

fn main() {}
