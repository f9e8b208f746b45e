//! A promise of `x_validate`: it does not panic. The whole run is `cargo limits try examples 1000000 SEED`.

#[test]
fn random_objects_of_the_examples_do_not_panic() {
    let outcome = tests::example_objects::judge(COUNT, 1).expect("the examples");
    assert_eq!(outcome.panics, [] as [[serde_json::Value; 2]; 0]);
    assert_eq!(outcome.objects, COUNT);
    assert!((COUNT / 10..COUNT - 200).contains(&outcome.refused), "{} refused", outcome.refused);
}

const COUNT: usize = 20_000;
