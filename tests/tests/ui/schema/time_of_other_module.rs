mod old {
    use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

    #[derive(cel_runtime::XValidation)]
    #[x_validation(rule = "self.opens < self.closes", manual_crd)]
    struct Spec {
        opens: Time,
        closes: Time,
    }
}

// The import of the other module does not count here.
mod new {
    use jiff::civil::Time;

    #[derive(cel_runtime::XValidation)]
    #[x_validation(rule = "self.size > 0", manual_crd)]
    struct Spec {
        opens: Time,
        size: i32,
    }
}

fn main() {}
