use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.port > 0", manual_crd, allow)]
#[x_validation(deny = "unguarded_optional")]
pub struct Service {
    #[x_validation(warn())]
    port: i64,
}

fn main() {}
