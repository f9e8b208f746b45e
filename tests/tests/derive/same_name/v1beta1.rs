use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.route.name != '' && (!has(self.old) || self.old.name != '')")]
pub struct Target {
    pub route: Route,
    pub old: Option<super::v1alpha1::Target>,
}

#[derive(XValidation)]
pub struct Route {
    pub name: String,
}
