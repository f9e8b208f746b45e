use cel_runtime::XValidation;

#[derive(XValidation)]
enum Source {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.x > 0" }]))]
    Local { x: i32 },
}

fn main() {}
