use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::PersistentVolumeClaimSpec;

#[derive(XValidation)]
#[x_validation(root, manual_crd, deny(near_budget))]
pub struct Storage {
    #[x_validation(rule = "!has(self.accessModes) || self.accessModes.all(m, m != 'ReadOnlyMany')")]
    pub template: PersistentVolumeClaimSpec,
}

fn main() {}
