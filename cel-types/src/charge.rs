//! Cost classes of functions. The compiler estimates costs and writes charges by them. The runtime uses them to charge exact calls. Each
//! of these matches on all classes, so none can forget one.

/// Cost class of a function (docs/spec/cost.md A.4, A.5, B.7). Operands count from the receiver, or from the first argument without one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// One step.
    Unit,
    /// So many steps.
    Fixed(u64),
    /// Only its operands: `&&`, `||`. The second one is not always evaluated.
    Logic,
    /// Only the condition and one branch.
    Conditional,
    /// A tenth of the smaller operand.
    Comparison,
    /// A tenth of both operands.
    Concatenation,
    /// A step; the result is as large as both operands.
    ListConcatenation,
    /// So many tenths of one operand.
    Tenths {
        /// The index of the operand.
        of: usize,
        /// The number of tenths.
        tenths: u64,
        /// Who measures the size.
        measure: Measure,
    },
    /// A tenth of the text for each tenth of the part.
    Containment,
    /// A tenth of the text for each quarter of the pattern.
    Search(Measure),
    /// A step for each element of the second operand.
    Membership,
    /// All elements of the receiver, with their texts.
    Traversal,
    /// Two tenths of the text that is built.
    Join,
    /// The size of the address or prefix, and a tenth of a text argument.
    ContainsIp,
    /// The same for `containsCIDR`.
    ContainsCidr,
    /// So many steps for each pair of elements.
    Pairs(u64),
    /// A step for each element of the result, and the cost of a list.
    Building,
    /// A step for each element of the receiver and each level, and the cost of a list.
    Flatten,
    /// More than two steps for each pair of elements of an operand, and the cost of a list.
    Sorting {
        /// The index of the operand.
        of: usize,
    },
    /// A search with the pattern of a named format.
    Format,
    /// The greatest number of requirements in a selector of the second operand's size.
    Selector,
}

/// Who measures a size. cel-go uses the size of an optional's content; Kubernetes' own functions count 1 for an optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub enum Measure {
    Cel,
    Kubernetes,
}

impl Basis {
    /// So many tenths of a text that a Kubernetes function reads.
    #[must_use]
    #[inline]
    pub const fn text(tenths: u64) -> Basis {
        Basis::Tenths { of: 0, tenths, measure: Measure::Kubernetes }
    }
}
