use cel_runtime::XValidation;

const MANY: u32 = 30;

#[derive(XValidation)]
#[x_validation(rule = "self.from != self.to", message = "from and to differ", manual_crd)]
struct Route {
    from: String,
    to: String,
}

#[derive(XValidation)]
struct Routes {
    #[schemars(length(max = MANY))]
    routes: Vec<Route>,
}

#[derive(XValidation)]
#[x_validation(root)]
struct Gateway {
    a: Routes,
    b: Routes,
    c: Routes,
    d: Routes,
    e: Routes,
    f: Routes,
    g: Routes,
    h: Routes,
    i: Routes,
    j: Routes,
    k: Routes,
}

fn main() {}
