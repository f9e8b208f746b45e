//! Assertions of generated code about types. An assertion is a trait that has an impl only if the assertion holds. rustc then shows only
//! our text; the text of a panic in a constant would begin with `evaluation panicked`.

/// No type implements it. A derive that cannot find a type in the sources asks for it. If the type does not exist at all, rustc
/// shows only its own error about the name.
#[diagnostic::on_unimplemented(
    message = "it cannot be seen where `{Self}` comes from",
    label = "in this item",
    note = "write the whole path of the type in the field, as `crate::path::Type`"
)]
pub trait WholePath {}

/// Holds for the type of an opaque field if the type has no rules: they would not run.
#[diagnostic::on_unimplemented(
    message = "the rules of `{Self}` do not run in a field that is `opaque`",
    label = "this type has rules",
    note = "remove `opaque`, or add `server_only` to the field: then they stay with the API server"
)]
pub trait WithoutRules<const HAS_RULES: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> WithoutRules<false> for T {}

/// Holds for a flattened type if no other flattened type of the struct needs the same keyword in the schema.
#[diagnostic::on_unimplemented(
    message = "two flattened enums have no structural schema",
    label = "the second one",
    note = "remove `flatten` from one of the two: no server takes the `allOf` that schemars writes for both"
)]
pub trait OnlyChoice<const IS_ONLY: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> OnlyChoice<true> for T {}

/// Holds for the type of a map's keys if serde reads it.
#[diagnostic::on_unimplemented(
    message = "the keys of this map need `Deserialize`",
    label = "serde does not read this type",
    note = "add `#[derive(Deserialize)]` to `{Self}`: rules find a key by its text"
)]
pub trait ReadKey<const IS_READ: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> ReadKey<true> for T {}

/// Holds for the type in an `Option` if kube keeps rules of `x_kube` on the field in the CRD.
#[diagnostic::on_unimplemented(
    message = "kube drops the rules of `x_kube` on this field from the CRD",
    label = "an `Option` of an enum with rules of its own",
    note = "add `#[schemars(transform = Spec::x_validations)]` to the type with the field, with the name of that type: it keeps them"
)]
pub trait KeepsRules<const KEEPS: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> KeepsRules<true> for T {}

/// Holds for a type of the name `Value` if it has no rules: they would not run.
#[diagnostic::on_unimplemented(
    message = "the rules of `{Self}` do not run: by its name it is taken for a free-form value",
    label = "this type has rules",
    note = "add `#[x_validation(nested)]` to the field; for an argument of a generic type give `{Self}` another name"
)]
pub trait FreeForm<const HAS_RULES: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> FreeForm<false> for T {}

/// Holds for the type of a field if the schema from the macro is the schema of this type.
#[diagnostic::on_unimplemented(
    message = "another type's schema is in scope under the name of `{Self}`",
    label = "the schema of this type is not in scope",
    note = "write the type's full path, or `#[x_validation(schema = path::Type)]`"
)]
pub trait SchemaInScope<const IS_SAME: bool> {
    /// The name that the assertion reads.
    const HOLDS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> SchemaInScope<true> for T {}

/// The `n`-th digit of the factor by which a cost exceeds a limit, as the server writes it. 0 gives the whole number before the point.
#[must_use]
pub const fn digit(cost: u64, limit: u64, n: usize) -> u8 {
    let factor = cel_types::cost::Factor::new(cost, limit);
    let mut rest = factor.as_str().as_bytes();
    let (mut at, mut number) = (0_usize, 0_u8);
    while let [c, next @ ..] = rest {
        rest = next;
        match *c {
            b'.' => at = at.saturating_add(1),
            c @ b'0'..=b'9' => {
                // Each place after the point has one digit.
                let is_whole = at == 0;
                let value = c.wrapping_sub(b'0');
                if at == n {
                    number = if is_whole { number.wrapping_mul(10).wrapping_add(value) } else { value };
                }
                if !is_whole {
                    at = at.saturating_add(1);
                }
            }
            _ => {}
        }
    }
    number
}

/// The form of the factor on the server: six digits, one digit, or `more than 100x`. `None` within the limit.
#[must_use]
pub const fn factor_form(cost: u64, limit: u64) -> Option<FactorForm> {
    if cost <= limit {
        return None;
    }
    Some(match cel_types::cost::Factor::new(cost, limit).as_str().as_bytes() {
        [b'm', ..] => FactorForm::Beyond,
        [b'1', b'.', _, _, _, ..] => FactorForm::SixDigits,
        _ => FactorForm::OneDigit,
    })
}

/// See [`factor_form`].
#[derive(Clone, Copy, Debug)]
pub enum FactorForm {
    /// `1.014750x`
    SixDigits,
    /// `6.3x`
    OneDigit,
    /// `more than 100x`
    Beyond,
}

impl FactorForm {
    /// True if the factor has another form, or if there is no factor.
    #[must_use]
    pub const fn is_other(self, of: Option<FactorForm>) -> bool {
        !matches!(
            (self, of),
            (FactorForm::SixDigits, Some(FactorForm::SixDigits))
                | (FactorForm::OneDigit, Some(FactorForm::OneDigit))
                | (FactorForm::Beyond, Some(FactorForm::Beyond))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{FactorForm, digit, factor_form};

    fn shown(cost: u64, limit: u64) -> String {
        let digit = |n| digit(cost, limit, n);
        match factor_form(cost, limit) {
            None => String::new(),
            Some(FactorForm::Beyond) => "more than 100x".to_owned(),
            Some(FactorForm::OneDigit) => format!("{}.{}x", digit(0), digit(1)),
            Some(FactorForm::SixDigits) => {
                let digits: Vec<String> = (1..=6).map(|n| digit(n).to_string()).collect();
                format!("{}.{}x", digit(0), digits.concat())
            }
        }
    }

    #[test]
    fn digits_are_those_of_the_server() {
        let cases = [1, 100, 1_000, 1_001, 1_499, 1_500, 6_300, 12_345, 99_990, 100_000, 100_001, u64::MAX];
        for cost in cases {
            let expected = cel_types::cost::Factor::new(cost, 1_000);
            let expected = if cost > 1_000 { expected.as_str() } else { "" };
            assert_eq!(shown(cost, 1_000), expected, "{cost}");
        }
    }
}
