use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.minSize > 0 && self.max > 0", manual_crd)]
struct Disk {
    min_size: i64,
    max: i64,
    #[serde(rename = "minSize")]
    least: i64,
    #[serde(rename = "max", skip_serializing)]
    only_read: i64,
}

#[derive(XValidation, Serialize)]
enum Source {
    #[serde(rename = "file")]
    File { path: String },
    #[serde(rename = "file")]
    Folder { path: String },
}

fn main() {}
