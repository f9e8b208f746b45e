//! Types of one name in one program. Each is known by the place where it is written.

use cel_runtime::{__private::Compiled, XValidation};

macro_rules! version {
    ($version:ident, $rule:literal) => {
        pub mod $version {
            use cel_runtime::XValidation;

            #[derive(XValidation)]
            #[x_validation(manual_crd)]
            pub struct Port {
                #[x_validation(rule = $rule)]
                pub number: i32,
            }

            #[derive(XValidation)]
            pub struct Spec {
                pub port: Port,
            }
        }
    };
}

// Which type contains which was changed from one version to the next.
mod v1alpha1;
mod v1beta1;

version!(v1, "self > 1");
version!(v2, "self > 2");

mod place {
    use cel_runtime::XValidation;

    #[derive(XValidation)]
    pub(super) struct Spec {
        pub(super) port: super::v2::Port,
    }
}

#[test]
fn a_macro_that_is_called_twice_makes_two_types() {
    assert!(v1::Spec { port: v1::Port { number: 2 } }.x_validate().is_ok());
    assert!(v2::Spec { port: v2::Port { number: 2 } }.x_validate().is_err());
    assert!(place::Spec { port: v2::Port { number: 2 } }.x_validate().is_err());
}

#[test]
fn an_id_says_where_its_type_is_written() {
    let id = <place::Spec as Compiled>::ID;
    assert!(id.ends_with("Spec tests_derive_same_name_rs_36_23"), "{id}");
}

#[test]
fn types_of_two_versions_may_contain_each_other_in_turn() {
    let name = |is_empty: bool| if is_empty { String::new() } else { "a".to_owned() };
    for is_empty in [false, true] {
        let name = || name(is_empty);
        let results = [
            v1alpha1::Route { target: v1alpha1::Target { name: name() } }.x_validate(),
            v1beta1::Target { route: v1beta1::Route { name: name() }, old: None }.x_validate(),
        ];
        assert!(results.iter().all(|result| result.is_err() == is_empty));
    }
}

/// The file of this module is below an inline module, so the way from the root of the crate is not known here.
mod elsewhere {
    use crate::derive::same_name::v2::Port as Other;
    use cel_runtime::XValidation;

    #[derive(XValidation)]
    pub(super) struct Holder {
        pub(super) port: Other,
    }
}

#[test]
fn an_import_by_a_path_from_the_root_is_in_doubt_where_the_root_is_not_known() {
    assert!(elsewhere::Holder { port: v2::Port { number: 2 } }.x_validate().is_err());
}

mod first {
    type Weight = i32;

    #[derive(cel_runtime::XValidation)]
    pub(super) struct Value {
        pub(super) weight: Weight,
    }

    #[derive(cel_runtime::XValidation)]
    #[x_validation(rule = "self.weight > 0 && self.value.weight > 0", manual_crd)]
    pub(super) struct Versioned {
        pub(super) weight: Weight,
        pub(super) value: Value,
    }
}

mod second {
    pub(super) mod deep {
        type Weight = String;

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.weight != ''", manual_crd)]
        pub(in super::super) struct Versioned {
            pub(in super::super) weight: Weight,
        }
    }
}

#[test]
fn aliases_and_types_are_those_of_the_own_module() {
    let first = |weight| first::Versioned { weight, value: first::Value { weight } };
    assert!(first(1).x_validate().is_ok());
    assert!(first(0).x_validate().is_err());
    assert!(second::deep::Versioned { weight: String::new() }.x_validate().is_err());
}

/// One name, by imports of k8s-openapi, of kube, of a module and of a glob.
mod service {
    pub(super) mod own {
        #[derive(cel_runtime::XValidation, serde::Serialize)]
        pub(in super::super) struct Service {
            pub(in super::super) port: i32,
        }
        pub(in super::super) mod passed_on {
            pub(in super::super::super) use k8s_openapi::api::core::v1::Service;
        }
    }

    pub(super) mod of_kubernetes {
        use k8s_openapi::api::core::v1::Service;

        #[derive(cel_runtime::XValidation, serde::Serialize)]
        #[x_validation(rule = "has(self.service.spec)", manual_crd)]
        pub(in super::super) struct Holder {
            pub(in super::super) service: Service,
        }

        pub(in super::super) mod around {
            use super::*;

            #[derive(cel_runtime::XValidation, serde::Serialize)]
            #[x_validation(rule = "has(self.service.spec)", manual_crd)]
            pub(in super::super::super) struct Holder {
                pub(in super::super::super) service: Service,
            }
        }
    }

    pub(super) mod of_module {
        use super::own::Service;

        #[derive(cel_runtime::XValidation, serde::Serialize)]
        #[x_validation(rule = "self.service.port > 0", manual_crd)]
        pub(in super::super) struct Holder {
            pub(in super::super) service: Service,
        }
    }

    pub(super) mod of_glob {
        use super::own::{passed_on, *};

        #[derive(cel_runtime::XValidation, serde::Serialize)]
        #[x_validation(rule = "self.service.port > 0 && has(self.other.spec)", manual_crd)]
        pub(in super::super) struct Holder {
            pub(in super::super) service: Service,
            pub(in super::super) other: passed_on::Service,
        }
    }

    pub(super) mod of_kube {
        use kube::core::ObjectMeta as Service;

        #[derive(cel_runtime::XValidation, serde::Serialize)]
        #[x_validation(rule = "has(self.service.name)", manual_crd)]
        pub(in super::super) struct Holder {
            pub(in super::super) service: Service,
        }
    }
}

#[test]
fn an_import_counts_in_its_own_module() {
    use k8s_openapi::api::core::v1::{Service, ServiceSpec};
    let own = |port| service::own::Service { port };
    let of_kubernetes = || Service { spec: Some(ServiceSpec::default()), ..Service::default() };
    assert!(service::of_kubernetes::Holder { service: of_kubernetes() }.x_validate().is_ok());
    assert!(service::of_kubernetes::Holder { service: Service::default() }.x_validate().is_err());
    assert!(service::of_kubernetes::around::Holder { service: Service::default() }.x_validate().is_err());
    assert!(service::of_module::Holder { service: own(1) }.x_validate().is_ok());
    assert!(service::of_module::Holder { service: own(0) }.x_validate().is_err());
    assert!(service::of_glob::Holder { service: own(1), other: of_kubernetes() }.x_validate().is_ok());
    assert!(service::of_glob::Holder { service: own(0), other: of_kubernetes() }.x_validate().is_err());
    assert!(service::of_kube::Holder { service: Default::default() }.x_validate().is_err());
}

#[test]
fn functions_have_imports_and_aliases_of_their_own() {
    fn first() -> bool {
        use service::own::Service;
        type Size = i32;

        #[derive(XValidation, serde::Serialize)]
        #[x_validation(rule = "self.size > 0 && self.service.port > 0", manual_crd)]
        struct Scoped {
            size: Size,
            service: Service,
        }
        Scoped { size: 1, service: Service { port: 0 } }.x_validate().is_ok()
    }
    fn second() -> bool {
        use k8s_openapi::api::core::v1::Service;
        type Size = Vec<String>;

        #[derive(XValidation, serde::Serialize)]
        #[x_validation(rule = "self.size.size() > 0 && !has(self.service.spec)", manual_crd)]
        struct Scoped {
            size: Size,
            service: Service,
        }
        Scoped { size: vec![String::new()], service: Service::default() }.x_validate().is_ok()
    }
    assert!(!first());
    assert!(second());
}
