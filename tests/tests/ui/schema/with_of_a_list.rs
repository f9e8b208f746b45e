use cel_runtime::XValidation;

/// A list that is neither a `Vec` nor a map: rules would take it for a text.
struct Zones(Vec<String>);

#[derive(XValidation)]
#[x_validation(rule = "self.zones.all(z, z != '')", manual_crd)]
struct Spec {
    #[schemars(with = "Vec<String>")]
    zones: Zones,
}

fn main() {}
