//! The schema that the derive makes of each kind of type, the walk through nested ones, and kube's root around them.

mod derive {
    mod answers;
    mod costs;
    mod crd;
    mod custom_resource;
    mod elements;
    mod embedded;
    mod flattened;
    mod foreign;
    mod formatted;
    mod generics;
    mod grouped;
    mod int_or_string;
    mod kube_attributes;
    mod kubernetes;
    mod kubernetes_imports;
    mod leftovers;
    mod lists;
    mod map_keys;
    mod messages;
    mod nesting;
    mod nullable;
    mod objects;
    mod roots;
    mod shapes;
    mod strings;
    mod untagged;
    mod updates;

    // So many types that rustc takes a minute for them.
    #[cfg(feature = "long")]
    mod adopted;
    #[cfg(feature = "long")]
    mod corner_cases;
    #[cfg(feature = "long")]
    mod found;
    #[cfg(feature = "long")]
    mod hidden;
    #[cfg(feature = "long")]
    mod late;
    #[cfg(feature = "long")]
    mod late_kubernetes;
    #[cfg(feature = "long")]
    mod list_types;
    #[cfg(feature = "long")]
    mod shapes_in_crds;
}
