// serde reports it, and rules see the names that are meant.

#[derive(serde::Serialize, cel_runtime::XValidation)]
#[serde(rename_all = "camelcase")]
#[x_validation(manual_crd, rule = "self.minReplicas <= self.maxReplicas")]
struct Spec {
    min_replicas: i64,
    max_replicas: i64,
}

fn main() {}
