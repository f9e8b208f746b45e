//! Expressions that take more than their cost says, on the server as here.

use super::Finding;

/// Such an expression, and how it does on the server's code.
pub struct Exception {
    /// As [`Case::expr`](super::Case::expr).
    pub expr: &'static str,
    /// How many parts its values had.
    pub parts: [usize; 2],
    /// In seconds, at these sizes.
    pub seconds: [f64; 2],
}

/// All of them, as `docs/costs.md` lists them, measured with the oracle's `-mode expr`. `text.replace('a', text)` grows like this only
/// at sizes that are not measured below valgrind.
pub const EXCEPTIONS: &[Exception] = &[
    Exception { expr: "ints.all(i, keyed == keyed)", parts: [500, 2000], seconds: [3.12, 53.6] },
    Exception { expr: "ints.all(i, late_keyed == late_keyed)", parts: [250, 1000], seconds: [0.74, 13.6] },
    Exception { expr: "ints.all(i, object == object)", parts: [250, 1000], seconds: [1.01, 14.2] },
    Exception { expr: "ints.all(i, late_object == late_object)", parts: [250, 1000], seconds: [0.82, 14.7] },
    Exception { expr: "ints.map(x, ints).flatten().size() == 1", parts: [1000, 4000], seconds: [0.2, 3.66] },
    Exception { expr: "text.replace('a', text).size() == 1", parts: [8000, 32000], seconds: [0.16, 1.69] },
];

impl Exception {
    /// The one for an expression that does here as it does on the server.
    pub fn of(expr: &str, finding: &Finding) -> Option<&'static Self> {
        EXCEPTIONS
            .iter()
            .find(|exception| exception.expr == expr && finding.growth <= MORE * exception.growth())
    }

    /// How many times longer the server takes at four times the size.
    pub fn growth(&self) -> f64 {
        let [small, large] = self.seconds;
        large / small
    }
}

/// Both are measured.
const MORE: f64 = 1.25;
