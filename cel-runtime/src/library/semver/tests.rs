use super::*;

#[track_caller]
fn reads(text: &str, expected: &str) {
    let arena = Arena::new();
    let found = match semver(&arena, text) {
        Ok(version) => version.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
    assert_eq!(is_semver(text), found == text);
}

#[track_caller]
fn normalizes(text: &str, expected: &str) {
    let arena = Arena::new();
    let found = match semver_normalized(&arena, text, true) {
        Ok(version) => version.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn texts() {
    for text in ["1.2.3", "0.0.0", "1.2.3-a.1.-", "1.2.3+01.a", "1.2.3--+-", "18446744073709551615.0.0"] {
        reads(text, text);
    }
    reads("", "Version string empty");
    reads("1.2", "No Major.Minor.Patch elements found");
    reads("v1.2.3", "Invalid character(s) found in major number \"v1\"");
    reads("1.02.3", "Minor number must not contain leading zeroes \"02\"");
    reads("1.2.", "strconv.ParseUint: parsing \"\": invalid syntax");
    reads(
        "18446744073709551616.0.0",
        "strconv.ParseUint: parsing \"18446744073709551616\": value out of range",
    );
    reads("1.2.3-", "Prerelease is empty");
    reads("1.2.3-01", "Numeric PreRelease version must not contain leading zeroes \"01\"");
    reads("1.2.3-x_y", "Invalid character(s) found in prerelease \"x_y\"");
    reads("1.2.3+", "Build meta data is empty");
    reads("1.2.3+a_b", "Invalid character(s) found in build meta data \"a_b\"");
}

#[test]
fn normalized_texts() {
    normalizes("v1", "1.0.0");
    normalizes("01.002.0003-rc", "1.2.3-rc");
    normalizes("1.2-a", "short version cannot contain PreRelease/Build meta data");
    normalizes("1.2.00-a", "1.2.0-a");
    normalizes("1.0V4.3", "Invalid character(s) found in minor number \"0V4\"");
    normalizes("", "strconv.ParseUint: parsing \"\": invalid syntax");
}

#[test]
fn order() {
    let arena = Arena::new();
    let versions = [
        "1.0.0-1",
        "1.0.0-2",
        "1.0.0-10",
        "1.0.0-a",
        "1.0.0-a.1",
        "1.0.0-a.b",
        "1.0.0-b",
        "1.0.0",
        "1.0.1",
        "1.1.0",
    ];
    for pair in versions.windows(2) {
        let [left, right] = [pair[0], pair[1]].map(|text| semver(&arena, text).unwrap());
        assert_eq!((compare_to(left, right), compare_to(right, left)), (-1, 1), "{pair:?}");
        assert_eq!(compare_to(left, left), 0);
    }
}

#[test]
fn large_numbers_wrap() {
    let arena = Arena::new();
    assert_eq!(major(semver(&arena, "9223372036854775808.0.0").unwrap()), i64::MIN);
}
