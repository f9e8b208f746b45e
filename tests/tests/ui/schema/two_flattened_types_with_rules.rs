use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd, rule = "self.low > 0")]
struct Low {
    low: i32,
}

#[derive(XValidation)]
#[x_validation(manual_crd, rule = "self.high < 9")]
struct High {
    high: i32,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Limits {
    #[serde(flatten)]
    low: Low,
    #[serde(flatten)]
    high: High,
}

fn main() {}
