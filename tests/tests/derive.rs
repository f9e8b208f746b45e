//! What the derive makes of types: the schema of each shape, the walk through nested ones, and kube's root around them.

mod derive {
    mod crd;
    mod custom_resource;
    mod formatted;
    mod kubernetes;
    mod lists;
    mod nesting;
    mod shapes;
    mod strings;
}
