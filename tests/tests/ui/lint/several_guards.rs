use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd, deny(unguarded_optional))]
#[x_validation(rule = "self.min < self.max && self.max < self.limit")]
pub struct Range {
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub limit: Option<i64>,
}

fn main() {}
