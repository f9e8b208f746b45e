// The types of one version derive, those of the next do not.

mod v1alpha1 {
    #[derive(cel_runtime::XValidation)]
    #[x_validation(manual_crd)]
    pub struct Place {
        pub zone: String,
    }

    #[derive(cel_runtime::XValidation)]
    #[x_validation(manual_crd, rule = "self.place.zone != ''")]
    pub struct Spec {
        pub place: Place,
    }
}

mod v1 {
    pub struct Place {
        pub zone: String,
    }

    #[derive(cel_runtime::XValidation)]
    #[x_validation(manual_crd, rule = "self.place.zone != '' && self.replcas > 1")]
    pub struct Spec {
        pub place: Place,
        pub other: super::v1beta1::Place,
        pub replicas: i64,
    }

    #[derive(cel_runtime::XValidation)]
    #[x_validation(manual_crd, rule = "self.spec.place.zone != ''")]
    pub struct Outer {
        pub spec: Spec,
    }
}

mod v1beta1 {
    pub struct Place {
        pub zone: String,
    }
}

fn main() {}
