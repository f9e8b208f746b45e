//! Operators, with cel-go's function names (cel-go: `common/operators/operators.go`).

/// An operator of CEL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `a ? b : c`
    Conditional,
    /// `a && b`
    And,
    /// `a || b`
    Or,
    /// `!a`
    Not,
    /// `-a`
    Negate,
    /// `a == b`
    Equals,
    /// `a != b`
    NotEquals,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEquals,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEquals,
    /// `a in b`
    In,
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Modulo,
    /// `a[b]`
    Index,
    /// `a[?b]`
    OptIndex,
    /// `a.?b`
    OptSelect,
}

impl Operator {
    /// All operators.
    pub const ALL: [Operator; 20] = [
        Operator::Conditional,
        Operator::And,
        Operator::Or,
        Operator::Not,
        Operator::Negate,
        Operator::Equals,
        Operator::NotEquals,
        Operator::Less,
        Operator::LessEquals,
        Operator::Greater,
        Operator::GreaterEquals,
        Operator::In,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
        Operator::Modulo,
        Operator::Index,
        Operator::OptIndex,
        Operator::OptSelect,
    ];

    /// The function's name, as errors show it: `found no matching overload for '_+_' applied to '(int, string)'`.
    ///
    /// ```
    /// assert_eq!(cel_types::Operator::Add.name(), "_+_");
    /// ```
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Operator::Conditional => "_?_:_",
            Operator::And => "_&&_",
            Operator::Or => "_||_",
            Operator::Not => "!_",
            Operator::Negate => "-_",
            Operator::Equals => "_==_",
            Operator::NotEquals => "_!=_",
            Operator::Less => "_<_",
            Operator::LessEquals => "_<=_",
            Operator::Greater => "_>_",
            Operator::GreaterEquals => "_>=_",
            Operator::In => "@in",
            Operator::Add => "_+_",
            Operator::Subtract => "_-_",
            Operator::Multiply => "_*_",
            Operator::Divide => "_/_",
            Operator::Modulo => "_%_",
            Operator::Index => "_[_]",
            Operator::OptIndex => "_[?_]",
            Operator::OptSelect => "_?._",
        }
    }

    /// The text between two operands; `None` for operators with another syntax.
    #[must_use]
    #[inline]
    pub const fn symbol(self) -> Option<&'static str> {
        Some(match self {
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Equals => "==",
            Operator::NotEquals => "!=",
            Operator::Less => "<",
            Operator::LessEquals => "<=",
            Operator::Greater => ">",
            Operator::GreaterEquals => ">=",
            Operator::In => "in",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Modulo => "%",
            Operator::Conditional
            | Operator::Not
            | Operator::Negate
            | Operator::Index
            | Operator::OptIndex
            | Operator::OptSelect => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Operator;

    #[test]
    fn names_are_unique() {
        let mut names = Operator::ALL.map(Operator::name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
