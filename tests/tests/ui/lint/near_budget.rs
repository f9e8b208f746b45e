use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, manual_crd, deny(near_budget))]
pub struct Service {
    #[schemars(length(max = 1000))]
    #[x_validation(rule = "self.all(p, self.exists(q, q > p))")]
    pub ports: Vec<i64>,
    #[schemars(length(max = 1000))]
    #[x_validation(rule = "self.all(p, self.exists(q, q > p))", allow(near_budget))]
    pub others: Vec<i64>,
}

fn main() {}
