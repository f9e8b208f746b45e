//! Writes quantities as the server does (k8s: `Quantity.String`). Rules see the text in errors and in strings of messages.

/// The suffixes of a quantity. The server writes the kind of suffix that it read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Notation {
    /// `1k`, `100m`
    Decimal,
    /// `1e3`
    Exponent,
    /// `1Ki`
    Binary,
}

/// `digits * 10^exponent` with a suffix for a multiple of three digits. Binary suffixes need a whole number of at least 1024.
pub(super) fn written(notation: Notation, negative: bool, digits: &str, exponent: i64) -> String {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return "0".to_owned();
    }
    let sign = if negative { "-" } else { "" };
    let significant = digits.trim_end_matches('0');
    let zeros = digits.len().saturating_sub(significant.len());
    let exponent = exponent.saturating_add(i64::try_from(zeros).unwrap_or(i64::MAX));
    if notation == Notation::Binary
        && let Some(whole) = whole(significant, exponent)
    {
        let (number, suffix) = in_kibi(whole);
        return format!("{sign}{number}{suffix}");
    }
    let padding = exponent.rem_euclid(3);
    let exponent = exponent.saturating_sub(padding);
    let zeros = "0".repeat(usize::try_from(padding).unwrap_or(0));
    let suffix = match notation {
        Notation::Exponent if exponent == 0 => String::new(),
        Notation::Exponent => format!("e{exponent}"),
        // The server has no suffix for larger powers and writes none.
        Notation::Decimal | Notation::Binary => {
            let known = SUFFIXES.iter().find(|(power, _)| *power == exponent);
            known.map_or("", |(_, suffix)| suffix).to_owned()
        }
    };
    format!("{sign}{significant}{zeros}{suffix}")
}

/// The digits of a whole number of at least 1024.
fn whole(significant: &str, exponent: i64) -> Option<String> {
    let digits = format!("{significant}{}", "0".repeat(usize::try_from(exponent).ok()?));
    let is_small = digits.parse().is_ok_and(|number: u16| number < 1024);
    (!is_small).then_some(digits)
}

/// A number whose factors of 1024 are all in its suffix.
fn in_kibi(mut digits: String) -> (String, &'static str) {
    let mut power = 0_usize;
    while let Some(quotient) = divided(&digits) {
        digits = quotient;
        power = power.saturating_add(1);
    }
    (digits, ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].get(power).copied().unwrap_or(""))
}

/// A number divided by 1024, if the result is whole.
fn divided(digits: &str) -> Option<String> {
    let mut rest = 0_u32;
    let mut quotient = String::new();
    for digit in digits.bytes() {
        rest = rest.wrapping_mul(10).wrapping_add(u32::from(digit.wrapping_sub(b'0')));
        quotient.push(char::from_digit(rest >> 10, 10)?);
        rest &= 1023;
    }
    (rest == 0).then(|| quotient.trim_start_matches('0').to_owned())
}

const SUFFIXES: [(i64, &str); 10] =
    [(-9, "n"), (-6, "u"), (-3, "m"), (0, ""), (3, "k"), (6, "M"), (9, "G"), (12, "T"), (15, "P"), (18, "E")];
