use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    templates: Vec<Template<Limits>>,
    plain: Template<i32>,
    of_default: Template,
    outer: Outer<i32, Limits>,
    of_server: OfServer<Limits>,
}

#[derive(XValidation)]
struct Template<T = Limits> {
    #[x_validation(opaque)]
    content: Wrapper<T>,
}

#[derive(XValidation)]
struct Outer<T, U> {
    seen: T,
    hidden: Template<Vec<U>>,
}

#[derive(XValidation)]
struct OfServer<T> {
    #[x_validation(opaque, server_only)]
    content: Wrapper<T>,
}

#[derive(XValidation)]
#[x_validation(rule = "self.min > 0", manual_crd)]
struct Limits {
    min: i32,
}

struct Wrapper<T>(T);

fn main() {}
