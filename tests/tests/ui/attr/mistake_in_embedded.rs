// It is not known if `Job` is an object as long as it has a mistake.

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd, rule = "self.job.kind == 'Job' && self.other == 1")]
struct Spec {
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    job: Job,
    other: String,
}

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
struct Job {
    #[x_validation(opaqe)]
    kind: String,
}

fn main() {}
