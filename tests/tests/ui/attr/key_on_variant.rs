use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
enum Source {
    #[x_validation(as = "string")]
    Git { url: String },
}

fn main() {}
