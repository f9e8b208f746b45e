use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.from != self.to", message = "from and to differ", manual_crd)]
struct Route {
    from: String,
    to: String,
}

#[derive(XValidation)]
#[x_validation(root)]
struct Routes {
    #[schemars(length(max = 30))]
    north: Vec<Route>,
    #[schemars(length(max = 30))]
    east: Vec<Route>,
    #[schemars(length(max = 30))]
    south: Vec<Route>,
    #[schemars(length(max = 30))]
    west: Vec<Route>,
    more: [MoreRoutes; 2],
}

#[derive(XValidation)]
struct MoreRoutes {
    #[schemars(length(max = 15))]
    north: Vec<Route>,
    #[schemars(length(max = 15))]
    east: Vec<Route>,
    #[schemars(length(max = 15))]
    south: Vec<Route>,
    #[schemars(length(max = 15))]
    west: Vec<Route>,
    #[schemars(length(max = 15))]
    up: Vec<Route>,
    #[schemars(length(max = 15))]
    down: Vec<Route>,
    #[schemars(length(max = 15))]
    here: Vec<Route>,
    #[schemars(length(max = 15))]
    there: Vec<Route>,
}

fn main() {}
