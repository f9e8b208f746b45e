//! Prints the CustomResourceDefinition of the Scaler as YAML.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", examples::crd_yaml()?);
    Ok(())
}
