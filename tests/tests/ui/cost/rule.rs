use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, manual_crd)]
struct Scaler {
    #[schemars(inner(length(max = 63)))]
    #[x_validation(rule = "self.all(n, self.exists_one(m, m == n))", message = "names are unique")]
    names: Vec<String>,
}

fn main() {}
