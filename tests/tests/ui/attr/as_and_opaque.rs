use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(as = "string", opaque)]
    zone: Zone,
}

struct Zone;

fn main() {}
