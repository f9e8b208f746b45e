//! Compares the functions of quantities, versions and named formats with the oracle on random texts: values and errors.

use crate::{
    native::values::Encode,
    program::{Asked, Report, Result},
    quantities,
    questions::{self, Kind, Question, list},
};
use cel_runtime::__private::{
    Arena,
    library::{
        format,
        quantity::{self, Quantity, add, as_approximate_float, compare_to, is_integer, is_less_than, sub},
        semver::{self, Semver},
    },
    ops::{Equal, Outcome, equality, ops},
};

/// Compares random pairs of texts of each kind.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    questions::compare(KINDS, asked, report)
}

const KINDS: &[Kind] = &[
    Kind {
        name: "quantities",
        questions: QUANTITIES,
        text: quantities::quantity,
        near: quantities::near_quantity,
    },
    Kind { name: "versions", questions: SEMVERS, text: quantities::semver, near: quantities::near_semver },
    Kind { name: "names", questions: FORMATS, text: quantities::name, near: quantities::format_name },
];

fn both<'a>(arena: &'a Arena, x: &str, y: &str) -> Outcome<'a, (Quantity<'a>, Quantity<'a>)> {
    Ok((quantity::quantity(arena, x)?, quantity::quantity(arena, y)?))
}

const QUANTITIES: &[Question] = &[
    Question {
        expr: "[isQuantity(x), isQuantity(y)]",
        ours: |_, x, y| Ok(list([x, y].map(quantity::is_quantity))),
    },
    Question {
        expr: "quantity(x).asInteger()",
        ours: |arena, x, _| Ok(quantity::as_integer(quantity::quantity(arena, x)?)?.encode()),
    },
    Question {
        expr: "[sign(quantity(x)), quantity(x).compareTo(quantity(y)), sign(quantity(x).sub(quantity(y))), \
               quantity(x).add(quantity(y)).compareTo(quantity(y).sub(5)), quantity(x).add(quantity(y)).sub(quantity(x)).compareTo(quantity(y))]",
        ours: |arena, x, y| {
            let (x, y) = both(arena, x, y)?;
            let sum = add(arena, x, y);
            let five_less = quantity::sub_int(arena, y, 5);
            let signs = [quantity::sign(x), quantity::sign(sub(arena, x, y))];
            let again = sub(arena, sum, x);
            let first = compare_to(arena, sum, five_less);
            Ok(list([signs[0], compare_to(arena, x, y), signs[1], first, compare_to(arena, again, y)]))
        },
    },
    Question {
        expr: "[quantity(x).asApproximateFloat(), quantity(x).add(quantity(y)).asApproximateFloat(), \
               quantity(x).sub(quantity(y)).asApproximateFloat(), quantity(x).add(quantity(y)).sub(quantity(x)).asApproximateFloat(), \
               quantity(x).add(9223372036854775807).asApproximateFloat()]",
        ours: |arena, x, y| {
            let (x, y) = both(arena, x, y)?;
            let sum = add(arena, x, y);
            let values =
                [x, sum, sub(arena, x, y), sub(arena, sum, x), quantity::add_int(arena, x, i64::MAX)];
            Ok(list(values.map(as_approximate_float)))
        },
    },
    Question {
        expr: "[quantity(x)].map(q, [q.isInteger(), q.add(quantity(y)).isInteger(), q.isLessThan(quantity(y)), q.isInteger(), \
               q == quantity(y), q.isGreaterThan(q.add(1))])[0]",
        ours: |arena, x, y| {
            let (x, y) = both(arena, x, y)?;
            Ok(list([
                is_integer(x),
                is_integer(add(arena, x, y)),
                is_less_than(arena, x, y),
                is_integer(x),
                x.equal(y),
                quantity::is_greater_than(arena, x, quantity::add_int(arena, x, 1)),
            ]))
        },
    },
    Question {
        expr: "quantity(x).sub(1) == quantity(x).sub(quantity(y))",
        ours: |arena, x, y| {
            let (x, y) = both(arena, x, y)?;
            Ok(equality::checked(quantity::sub_int(arena, x, 1), sub(arena, x, y))?.encode())
        },
    },
];

fn numbers(version: Semver) -> [i64; 3] {
    [semver::major(version), semver::minor(version), semver::patch(version)]
}

const SEMVERS: &[Question] = &[
    Question {
        expr: "[isSemver(x), isSemver(x, true), isSemver(x, false)]",
        ours: |_, x, _| {
            let normalized = |normalize| semver::is_semver_normalized(x, normalize);
            Ok(list([semver::is_semver(x), normalized(true), normalized(false)]))
        },
    },
    Question { expr: "semver(x)", ours: |arena, x, _| Ok(semver::semver(arena, x)?.encode()) },
    Question {
        expr: "semver(x, true)",
        ours: |arena, x, _| Ok(semver::semver_normalized(arena, x, true)?.encode()),
    },
    Question {
        expr: "[semver(x, true)].map(v, [v.major(), v.minor(), v.patch(), v.compareTo(semver(y, true))])[0]",
        ours: |arena, x, y| {
            let read = |text| semver::semver_normalized(arena, text, true);
            let (x, y) = (read(x)?, read(y)?);
            let [major, minor, patch] = numbers(x);
            Ok(list([major, minor, patch, semver::compare_to(x, y)]))
        },
    },
    Question {
        expr: "[semver(x) == semver(y), semver(x).isLessThan(semver(y)), semver(x).isGreaterThan(semver(y))]",
        ours: |arena, x, y| {
            let (x, y) = (semver::semver(arena, x)?, semver::semver(arena, y)?);
            Ok(list([x.equal(y), semver::is_less_than(x, y), semver::is_greater_than(x, y)]))
        },
    },
];

const FORMATS: &[Question] = &[Question {
    expr: "format.named(y).value().validate(x)",
    ours: |arena, x, y| {
        let format = ops::value_of_optional(format::named(y))?;
        Ok(format::validate(arena, format, x).encode())
    },
}];
