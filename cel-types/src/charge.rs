//! Cost classes of functions: the compiler estimates costs and writes charges by them, the runtime charges exact calls. Each of them
//! decides for itself what follows from a class, and none can leave one out.

/// Cost class of a function (docs/spec/cost.md A.4, A.5, B.7). Operands count from the receiver, or from the first argument where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// One step.
    Unit,
    /// So many steps.
    Fixed(u64),
    /// Nothing but its operands: `&&`, `||`. The second one may stay unevaluated.
    Logic,
    /// Nothing but the condition and one branch.
    Conditional,
    /// A tenth of the smaller operand.
    Comparison,
    /// A tenth of both operands.
    Concatenation,
    /// A step; the result is as large as both operands.
    ListConcatenation,
    /// So many tenths of an operand.
    Tenths {
        /// Which operand.
        of: usize,
        /// How many.
        tenths: u64,
        /// Who measures.
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
    /// Size of the address or prefix, and a tenth of the text that is the argument.
    ContainsIp,
    /// The same for `containsCIDR`.
    ContainsCidr,
    /// So many steps for each pair of elements.
    Pairs(u64),
    /// A step for each element of the result, and a list.
    Building,
    /// A step for each element of the receiver and level, and a list.
    Flatten,
    /// Two steps and more for each pair of elements of an operand, and a list.
    Sorting {
        /// Which operand.
        of: usize,
    },
    /// The pattern of a named format on the text.
    Format,
    /// As many requirements as a selector of the second operand's size can have.
    Selector,
}

/// Who measures: cel-go looks into an optional, for Kubernetes' own functions it counts 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub enum Measure {
    Cel,
    Kubernetes,
}

impl Basis {
    /// So many tenths of a text that one of Kubernetes' functions reads.
    #[must_use]
    pub const fn text(tenths: u64) -> Basis {
        Basis::Tenths { of: 0, tenths, measure: Measure::Kubernetes }
    }
}
