use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation("rule" = "self.port > 0", allow("all"), manual_crd)]
pub struct Service {
    #[x_validation(items("rule" = "self > 0"))]
    ports: Vec<i64>,
    port: i64,
}

fn main() {}
