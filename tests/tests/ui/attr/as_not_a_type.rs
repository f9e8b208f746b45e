use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(as = "text")]
    zone: Zone,
}

struct Zone;

fn main() {}
