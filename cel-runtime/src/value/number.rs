//! Floats that are integers.

#[expect(clippy::cast_possible_truncation, reason = "what is lost is compared")]
#[expect(clippy::cast_precision_loss, reason = "what is lost is compared")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
pub(crate) fn exact_int(number: f64) -> Option<i64> {
    let int = number as i64;
    (int as f64 == number && number.abs() < 9_223_372_036_854_775_808.0).then_some(int)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is lost is compared")]
#[expect(clippy::cast_precision_loss, reason = "what is lost is compared")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
pub(crate) fn exact_uint(number: f64) -> Option<u64> {
    let uint = number as u64;
    (uint as f64 == number && number < 18_446_744_073_709_551_616.0).then_some(uint)
}
