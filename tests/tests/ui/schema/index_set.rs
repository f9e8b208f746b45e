use cel_runtime::XValidation;

struct IndexSet<T>(Vec<T>);

#[derive(XValidation)]
struct Spec {
    names: IndexSet<String>,
}

fn main() {}
