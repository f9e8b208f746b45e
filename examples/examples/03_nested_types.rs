//! Types in types: rules see into each type that derives `XValidation`, also into those of other crates. The rules of a nested type
//! run wherever it is used.
//!
//! ```text
//! [spec.ports: Invalid value: names are unique, spec.ports[1].number: Invalid value: a port lies between 1 and 65535]
//! ```

use cel_runtime::XValidation;
use examples::network::{Port, Protocol}; // of another crate
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway", namespaced)]
#[schemars(transform = GatewaySpec::x_validations)]
struct GatewaySpec {
    // The names of ports are fields of another crate's type.
    #[schemars(length(max = 8))]
    #[x_validation(rule = "self.all(p, self.exists_one(q, q.name == p.name))", message = "names are unique")]
    ports: Vec<Port>,
}

fn main() {
    let port = |number| Port { name: "http".to_owned(), number, protocol: Some(Protocol::Tcp) };
    let gateway = Gateway::new("edge", GatewaySpec { ports: vec![port(80), port(0)] });
    if let Err(errors) = gateway.x_validate() {
        println!("{errors}");
    }
}
