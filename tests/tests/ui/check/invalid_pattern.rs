use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.name.matches('^[a-z]+(')", manual_crd)]
struct Part {
    name: String,
}

fn main() {}
