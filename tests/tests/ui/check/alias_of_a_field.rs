use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(rename_all = "camelCase")]
#[x_validation(manual_crd, rule = "self.nodes > 0")]
struct Pool {
    #[serde(alias = "members", alias = "nodes")]
    max_replicas: i64,
}

fn main() {}
