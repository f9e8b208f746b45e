//! Expressions that take more than their cost shows, on the server and here.

use super::Finding;

/// An expression, and its times on the server's code.
pub struct Exception {
    /// As [`Case::expr`](super::Case::expr).
    pub expr: &'static str,
    /// The numbers of parts of its values.
    pub parts: [usize; 2],
    /// In seconds, at these sizes.
    pub seconds: [f64; 2],
}

/// All exceptions, as in `docs/costs.md`, measured with the oracle's `-mode expr`. `text.replace('a', text)` grows like this only
/// at sizes that are not measured with valgrind.
pub const EXCEPTIONS: &[Exception] = &[
    Exception { expr: "ints.all(i, keyed == keyed)", parts: [500, 2000], seconds: [3.12, 53.6] },
    Exception { expr: "ints.all(i, late_keyed == late_keyed)", parts: [250, 1000], seconds: [0.74, 13.6] },
    Exception { expr: "ints.all(i, object == object)", parts: [250, 1000], seconds: [1.01, 14.2] },
    Exception { expr: "ints.all(i, late_object == late_object)", parts: [250, 1000], seconds: [0.82, 14.7] },
    Exception { expr: "ints.all(i, json_set == json_set)", parts: [500, 2000], seconds: [0.05, 1.06] },
    Exception {
        expr: "ints.all(i, late_json_set == late_json_set)",
        parts: [500, 2000],
        seconds: [0.06, 1.07],
    },
    Exception { expr: "ints.all(i, json_times == json_times)", parts: [250, 1000], seconds: [0.1, 1.64] },
    Exception { expr: "ints.map(i, text.size())", parts: [8000, 32000], seconds: [0.12, 1.66] },
    Exception { expr: "ints.map(i, late_text.size())", parts: [8000, 32000], seconds: [0.08, 1.37] },
    Exception { expr: "ints.map(i, digits.size())", parts: [8000, 32000], seconds: [0.12, 1.3] },
    Exception { expr: "ints.map(x, ints).flatten().size() == 1", parts: [1000, 4000], seconds: [0.2, 3.66] },
    Exception { expr: "text.replace('a', text).size() == 1", parts: [8000, 32000], seconds: [0.16, 1.69] },
];

impl Exception {
    /// The exception for an expression, if it grows no more here than on the server.
    pub fn of(expr: &str, finding: &Finding) -> Option<&'static Self> {
        EXCEPTIONS
            .iter()
            .find(|exception| exception.expr == expr && finding.growth <= MORE * exception.growth())
    }

    /// The growth of the server's time at four times the size.
    pub fn growth(&self) -> f64 {
        let [small, large] = self.seconds;
        large / small
    }
}

/// Tolerance, since both sides are measured.
const MORE: f64 = 1.25;
