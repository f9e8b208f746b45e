use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd, deny(always_false))]
#[x_validation(rule = "self.port < 1 && self.port > 9")]
#[x_validation(rule = "self.port < 1 && self.port > 8", warn(always_false))]
#[x_validation(rule = "self.port < 1 && self.port > 7", allow(always_false))]
pub struct Service {
    #[x_validation(allow(always_false), rule = "self < 1 && self > 6")]
    #[x_validation(rule = "self < 1 && self > 5")]
    pub port: i64,
    #[x_validation(allow(always_false))]
    #[x_validation(rule = "self < 1 && self > 4")]
    #[x_validation(rule = "self < 1 && self > 3", deny(all))]
    pub other: i64,
}

fn main() {}
