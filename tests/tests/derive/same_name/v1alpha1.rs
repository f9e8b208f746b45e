use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.target.name != ''")]
pub struct Route {
    pub target: Target,
}

#[derive(XValidation)]
pub struct Target {
    pub name: String,
}
