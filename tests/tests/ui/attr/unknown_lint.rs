use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.port > 0", allow(unguarded_optionals), manual_crd)]
#[x_validation(deny(everything))]
pub struct Service {
    #[x_validation(warn(all = 1))]
    port: i64,
}

fn main() {}
