//! The schema that the derive makes of each kind of type, the walk through nested ones, and kube's root around them.

mod derive {
    mod aliases;
    mod answers;
    mod costs;
    mod crd;
    mod custom_resource;
    mod deprecated;
    mod flattened;
    mod flattened_newtypes;
    mod generics;
    mod grouped;
    mod guards;
    mod known_names;
    mod kubernetes;
    mod kubernetes_globs;
    mod kubernetes_imports;
    mod kubernetes_reexports;
    mod lists;
    mod messages;
    mod nesting;
    mod nullable;
    mod objects;
    mod pointers;
    mod read_through;
    mod roots;
    mod same_name;
    mod shapes;
    mod small;
    mod spelling;
    mod strings;
    mod updates;
    mod wide;

    // So many types that rustc takes a minute for them.
    #[cfg(feature = "long")]
    mod adopted;
    #[cfg(feature = "long")]
    mod alone;
    #[cfg(feature = "long")]
    mod collections;
    #[cfg(feature = "long")]
    mod combined;
    #[cfg(feature = "long")]
    mod converted;
    #[cfg(feature = "long")]
    mod corner_cases;
    #[cfg(feature = "long")]
    mod elements;
    #[cfg(feature = "long")]
    mod embedded;
    #[cfg(feature = "long")]
    mod foreign;
    mod foreign_keys;
    mod foreign_texts;
    #[cfg(feature = "long")]
    mod formatted;
    #[cfg(feature = "long")]
    mod hidden;
    #[cfg(feature = "long")]
    mod int_or_string;
    #[cfg(feature = "long")]
    mod keyed;
    #[cfg(feature = "long")]
    mod kube_attributes;
    #[cfg(feature = "long")]
    mod late;
    #[cfg(feature = "long")]
    mod late_forms;
    #[cfg(feature = "long")]
    mod late_kubernetes;
    #[cfg(feature = "long")]
    mod late_unread;
    #[cfg(feature = "long")]
    mod leftovers;
    #[cfg(feature = "long")]
    mod list_types;
    #[cfg(feature = "long")]
    mod map_keys;
    #[cfg(feature = "long")]
    mod map_spec;
    #[cfg(feature = "long")]
    mod marks;
    #[cfg(feature = "long")]
    mod named_keys;
    #[cfg(feature = "long")]
    mod shapes_in_crds;
    #[cfg(feature = "long")]
    mod untagged;
    #[cfg(feature = "long")]
    mod variants;
}
