//! The rules were compiled for the schema that the CRD really has.

use examples::Scaler;

#[test]
fn the_crd_has_the_compiled_schema() {
    cel_runtime::assert_matches_crd::<Scaler>();
}
