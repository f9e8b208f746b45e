use cel_runtime::XValidation;

struct IndexMap<K, V>(Vec<(K, V)>);

#[derive(XValidation)]
struct Spec {
    min: i32,
    names: IndexMap<String, i32>,
}

fn main() {}
