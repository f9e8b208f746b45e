use cel_runtime::XValidation;

trait Kind {
    type Config;
}

#[derive(XValidation)]
struct Role<K: Kind> {
    config: K::Config,
}

fn main() {}
