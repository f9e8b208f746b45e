//! Paths of schema nodes in the server's words. Each check makes one for each node, so `concat` stands in place of the slower `format!`.

/// `spec.properties[size]` for `size` in `spec`.
pub(super) fn of_property(path: &str, name: &str) -> String {
    [path, ".properties[", name, "]"].concat()
}

/// `spec.items` for `items` of `spec`.
pub(super) fn of_part(path: &str, keyword: &str) -> String {
    [path, ".", keyword].concat()
}
