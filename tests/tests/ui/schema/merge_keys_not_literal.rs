use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_kube(merge_strategy = ListMerge::Map(keys()))]
    x: Vec<i32>,
}

fn main() {}
