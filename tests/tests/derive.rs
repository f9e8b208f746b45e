//! What the derive makes of types: the schema of each shape, the walk through nested ones, and kube's root around them.

mod derive {
    mod adopted;
    mod alone;
    mod answers;
    mod corner_cases;
    mod costs;
    mod crd;
    mod custom_resource;
    mod elements;
    mod embedded;
    mod flattened;
    mod foreign;
    mod formatted;
    mod found;
    mod generics;
    mod grouped;
    mod hidden;
    mod int_or_string;
    mod keyed;
    mod kube_attributes;
    mod kubernetes;
    mod kubernetes_imports;
    mod late;
    mod late_kubernetes;
    mod leftovers;
    mod list_types;
    mod lists;
    mod map_keys;
    mod messages;
    mod nesting;
    mod nullable;
    mod objects;
    mod roots;
    mod shapes;
    mod shapes_in_crds;
    mod strings;
    mod untagged;
    mod updates;
}
