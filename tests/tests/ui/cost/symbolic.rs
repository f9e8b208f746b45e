use cel_runtime::XValidation;

const MAX_PORTS: u32 = 2000;

#[derive(XValidation)]
#[x_validation(root, rule = "self.ports.all(p, self.ports.exists_one(q, q == p))", manual_crd)]
struct Service {
    #[schemars(length(max = MAX_PORTS))]
    ports: Vec<i32>,
}

fn main() {}
