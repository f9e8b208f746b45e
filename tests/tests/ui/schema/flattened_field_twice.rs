use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Common {
    name: String,
    port: i32,
    #[serde(skip_serializing)]
    only_read: String,
}

#[derive(XValidation, Serialize)]
#[serde(rename_all = "camelCase")]
struct Limits {
    max_size: i64,
    port: i32,
}

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.name != ''", manual_crd)]
struct Web {
    name: String,
    only_read: String,
    #[serde(flatten)]
    common: Common,
}

#[derive(XValidation, Serialize)]
struct Disk {
    #[serde(flatten)]
    common: Common,
    #[serde(flatten)]
    limits: Option<Limits>,
    #[serde(rename = "max_size")]
    size: i64,
}

#[derive(XValidation, Serialize)]
struct Named<T> {
    name: String,
    #[serde(flatten)]
    rest: T,
}

#[derive(XValidation, Serialize)]
struct Several {
    limits: Named<Limits>,
    common: Named<Common>,
}

fn main() {}
