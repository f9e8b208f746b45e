// It is not known what the author means, so the type of the field gets no error.

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd, rule = "self.place != '' && self.replcas > 0")]
struct Spec {
    #[x_validation(opaqe)]
    place: Place,
    #[x_validation(as = text)]
    other: Place,
    #[x_validation(rule = "self > ''", mesage = "at least one")]
    replicas: i64,
}

struct Place {
    zone: String,
}

fn main() {}
