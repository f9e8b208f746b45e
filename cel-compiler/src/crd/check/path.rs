//! Paths of schema nodes and rules in the server's words. Each check makes one for each node, so `concat` stands in place of `format!`,
//! which is slower and makes longer strings.

/// `spec.properties[size]` for `size` in `spec`.
pub(super) fn of_property(path: &str, name: &str) -> String {
    [path, ".properties[", name, "]"].concat()
}

/// `spec.items` for `items` of `spec`.
pub(super) fn of_part(path: &str, keyword: &str) -> String {
    [path, ".", keyword].concat()
}

/// `spec.x-kubernetes-validations[0]` for the first rule of `spec`.
pub(super) fn of_rule(path: &str, index: usize) -> String {
    [path, ".x-kubernetes-validations[", &index.to_string(), "]"].concat()
}
