use cel_runtime::XValidation;

mod inner {
    #[derive(cel_runtime::XValidation)]
    pub struct Public {
        private: Private,
    }

    #[derive(cel_runtime::XValidation)]
    struct Private {
        x: i32,
    }
}

#[derive(XValidation)]
#[x_validation(rule = "self.public.private.x > 0", manual_crd)]
struct Spec {
    public: inner::Public,
}

fn main() {}
