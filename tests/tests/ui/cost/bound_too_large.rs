use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, rule = "self.ports.all(p, self.ports.exists_one(q, q == p))", manual_crd)]
struct Service {
    #[schemars(length(max = 2000))]
    ports: Vec<i32>,
}

fn main() {}
