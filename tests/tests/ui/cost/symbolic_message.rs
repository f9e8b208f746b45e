use cel_runtime::XValidation;

const MAX: usize = 9;

/// The bound is small, and the text has no bound: that of `join` has none on the server.
#[derive(XValidation)]
#[x_validation(root, manual_crd)]
#[x_validation(rule = "self.names.size() < 5", message_expression = "'too many: ' + self.names.map(n, n).join(', ')")]
pub struct Service {
    #[schemars(length(max = MAX), inner(length(max = 9)))]
    pub names: Vec<String>,
}

fn main() {}
