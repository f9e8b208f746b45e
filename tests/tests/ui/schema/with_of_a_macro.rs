use cel_runtime::XValidation;

struct Zones(Vec<String>);

macro_rules! spec {
    ($name:ident { $field:ident: $ty:ty }) => {
        #[derive(XValidation)]
        struct $name {
            #[schemars(with = "Zone")]
            $field: $ty,
        }
    };
}

spec!(Spec { zones: Zones });

fn main() {}
