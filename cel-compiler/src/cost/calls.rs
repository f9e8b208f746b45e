//! Costs of calls and sizes of their results (cel-go: `checker/cost.go`, `ext/lists.go`, `ext/sets.go`; k8s:
//! `cel/library/cost.go`).

use super::{Amount, CostEstimate, Coster, Operand, SizeEstimate, path::ITEMS};
use crate::{
    ast::{Expr, ExprKind, Literal},
    library::{Basis, KubernetesVersion, OverloadDecl, ResultSize, TypePattern},
    types::Type,
};

/// Cost of an overload together with the arguments, and the size of its result if that is known.
pub(super) struct CallEstimate {
    pub(super) cost: CostEstimate,
    pub(super) size: Option<SizeEstimate>,
}

impl<'e> Coster<'e> {
    /// One overload of a call; `args` are the costs of the arguments without the receiver.
    pub(super) fn cost_overload(
        &mut self,
        expr: &'e Expr,
        overload: &OverloadDecl,
        operands: &[Operand<'e>],
        args: &[CostEstimate],
    ) -> CallEstimate {
        let basis = overload.estimated(self.version);
        let own = self.own_cost(basis, overload, operands);
        let cost = match (basis, args) {
            (Basis::Logic, [left, right]) => {
                CostEstimate { min: left.min.clone(), max: left.max.clone().add(right.max.clone()) }
            }
            (Basis::Conditional, [condition, then, otherwise]) => {
                condition.clone().add(then.clone().union(otherwise.clone()))
            }
            _ => args.iter().fold(own, |sum, cost| sum.add(cost.clone())),
        };
        let size = self.result_size(basis, overload, operands);
        self.set_result_entry(expr, basis, operands);
        CallEstimate { cost, size }
    }

    fn own_cost(&self, basis: Basis, overload: &OverloadDecl, operands: &[Operand<'e>]) -> CostEstimate {
        let size = |of: usize| self.operand_size(operands, of);
        match basis {
            Basis::Unit | Basis::ListConcatenation => CostEstimate::ONE,
            Basis::Fixed(cost) => CostEstimate::fixed(cost),
            Basis::Logic | Basis::Conditional => CostEstimate::ZERO,
            Basis::Comparison => self.comparison(overload, operands),
            Basis::Concatenation => size(0).add(size(1)).scale(TENTH),
            Basis::Tenths { of, tenths: 1, .. } => size(of).scale(TENTH),
            Basis::Tenths { of, .. } => size(of).scale(2.0 * TENTH),
            Basis::Containment => size(0).scale(TENTH).multiply(size(1).scale(TENTH)),
            Basis::Search(_) => {
                let text = size(0).add(SizeEstimate::ONE).scale(TENTH);
                text.multiply(size(1).scale(QUARTER))
            }
            Basis::Membership => size(1).scale(1.0),
            Basis::Traversal => self.traversal(overload, operands),
            Basis::Join => self.joined(operands).scale(TENTH),
            Basis::ContainsIp => self.containment(CostEstimate::between(1, 4), overload, operands),
            Basis::ContainsCidr => self.containment(CostEstimate::between(3, 7), overload, operands),
            Basis::Pairs(1) => size(0).multiply(size(1)).scale(1.0).add(CostEstimate::ONE),
            Basis::Pairs(_) => size(0).multiply(size(1)).scale(2.0).add(CostEstimate::ONE),
            Basis::Building => self.built(overload.size, operands).scale(1.0).add(NEW_LIST),
            Basis::Flatten => size(0).scale(depth(operands)).add(NEW_LIST),
            Basis::Sorting { of } => {
                size(of).multiply(size(of)).scale(sorting(overload.args.get(of))).add(NEW_LIST)
            }
            Basis::Format => size(1).scale(TENTH).scale(FORMAT_PATTERN * QUARTER),
            Basis::Selector => {
                let requirements = size(1).scale(0.5).multiply(REQUIREMENT);
                SELECTOR.add(size(1).scale(TENTH)).add(requirements)
            }
        }
    }

    fn result_size(
        &self,
        basis: Basis,
        overload: &OverloadDecl,
        operands: &[Operand<'e>],
    ) -> Option<SizeEstimate> {
        let size = |of: usize| self.operand_size(operands, of);
        Some(match overload.size {
            ResultSize::Url if self.version < KubernetesVersion::SIZES_OF_ITS_TYPES => return None,
            ResultSize::Receiver | ResultSize::Url if basis != Basis::Building => size(0),
            ResultSize::UpToReceiver => SizeEstimate::up_to(size(0).max),
            ResultSize::UpToLimit => match operands.get(2).and_then(|limit| literal(limit)) {
                #[expect(clippy::cast_sign_loss, reason = "a negative limit is none, which wraps")]
                Some(limit) => SizeEstimate::between(0, limit as u64),
                None => SizeEstimate::up_to(size(0).max),
            },
            ResultSize::Replaced => size(0).replaced(size(1), size(2)),
            ResultSize::Encoded => SizeEstimate { max: size(0).max.wrapping_multiply(4), ..size(0) },
            ResultSize::Decoded => SizeEstimate { min: size(0).min.divide(4), ..size(0) },
            ResultSize::Quoted => size(0).quoted(),
            built @ (ResultSize::Slice | ResultSize::Range | ResultSize::Receiver | ResultSize::Url) => {
                self.built(built, operands)
            }
            ResultSize::OfBasis => match basis {
                Basis::Conditional => size(1).union(size(2)),
                Basis::Concatenation | Basis::ListConcatenation => size(0).add(size(1)),
                Basis::Join => self.joined(operands),
                Basis::Sorting { of } => size(of).multiply(size(of)),
                _ => return None,
            },
        })
    }

    /// Sets the sizes of the result's entries, if both operands have known entries.
    fn set_result_entry(&mut self, expr: &'e Expr, basis: Basis, operands: &[Operand<'e>]) {
        let parts = match (basis, operands) {
            (Basis::Conditional, [_, then, otherwise]) => [then, otherwise],
            (Basis::Concatenation | Basis::ListConcatenation, [left, right]) => [left, right],
            _ => return,
        };
        if let [Some(left), Some(right)] = parts.map(|part| self.entry(part.expr)) {
            self.set_entry(expr, Some(left.union(right)));
        }
    }

    /// Cost of a comparison. Two values of one Kubernetes type are compared in one step, if the checker knows their types.
    fn comparison(&self, overload: &OverloadDecl, operands: &[Operand<'e>]) -> CostEstimate {
        if let ("equals", [left, right]) = (overload.id, operands)
            && left.ty == right.ty
            && self.version >= KubernetesVersion::SIZES_OF_ITS_TYPES
        {
            match left.ty {
                Type::Opaque(name, _) if matches!(&**name, "net.IP" | "net.CIDR") => {
                    return CostEstimate::ONE;
                }
                Type::Object(name) => match &**name {
                    "kubernetes.Quantity" | "kubernetes.Semver" => return CostEstimate::ONE,
                    "kubernetes.NamedFormat" => return CostEstimate::between(1, 7),
                    "kubernetes.URL" => {
                        let size = right.size.clone().unwrap_or(SizeEstimate::ONE);
                        return CostEstimate { max: size.max, ..CostEstimate::ONE }.scale(TENTH);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        let (left, right) = (self.operand_size(operands, 0), self.operand_size(operands, 1));
        let smaller = left.max.least(right.max);
        CostEstimate { min: smaller.clone().least(Amount::Number(1)), max: smaller }.scale(TENTH)
    }

    fn traversal(&self, overload: &OverloadDecl, operands: &[Operand<'e>]) -> CostEstimate {
        let Some(receiver) = operands.first() else { return CostEstimate::ONE };
        let size = self.size_of(receiver);
        match element_type(receiver.ty) {
            None if matches!(overload.args, [TypePattern::Dyn, ..]) => size.multiply(CostEstimate::ONE),
            None => size.scale(TENTH),
            Some(Type::String | Type::Bytes) => {
                let element = self.element_size(receiver).scale(TENTH);
                size.multiply(CostEstimate::ONE.add(element))
            }
            Some(_) => size.multiply(CostEstimate::ONE),
        }
    }

    /// The length of the text that `join` builds.
    fn joined(&self, operands: &[Operand<'e>]) -> SizeEstimate {
        let Some(list) = operands.first() else { return SizeEstimate::UNKNOWN };
        let size = self.size_of(list);
        let texts = match element_type(list.ty) {
            Some(_) => size.clone().multiply(self.element_size(list)),
            None => SizeEstimate::ZERO,
        };
        match operands.get(1) {
            Some(separator) => texts.add(self.size_of(separator).multiply(size.less_one())),
            None => texts,
        }
    }

    /// An address or prefix that is given as text is parsed first.
    fn containment(
        &self,
        own: CostEstimate,
        overload: &OverloadDecl,
        operands: &[Operand<'e>],
    ) -> CostEstimate {
        match overload.args {
            [_, TypePattern::String] => own.add(self.operand_size(operands, 1).scale(TENTH)),
            _ => own,
        }
    }

    /// The size of the list that `slice`, `reverse` or `lists.range` builds.
    fn built(&self, built: ResultSize, operands: &[Operand<'e>]) -> SizeEstimate {
        let size = self.operand_size(operands, 0);
        let count = |of: usize| operands.get(of).and_then(|operand| literal(operand)).map(count);
        match built {
            ResultSize::Slice => {
                let end = count(2).map_or(size.max, Amount::Number);
                let size = end.wrapping_less(Amount::Number(count(1).unwrap_or(0)));
                SizeEstimate { min: size.clone(), max: size }
            }
            ResultSize::Range => SizeEstimate::fixed(count(0).unwrap_or(u64::MAX)),
            _ => size,
        }
    }

    /// The size of an operand; unknown if there is none.
    fn operand_size(&self, operands: &[Operand<'e>], of: usize) -> SizeEstimate {
        operands.get(of).map_or(SizeEstimate::UNKNOWN, |operand| self.size_of(operand))
    }

    pub(super) fn size_of(&self, operand: &Operand<'e>) -> SizeEstimate {
        let known = operand.size.clone().or_else(|| self.size_at(&operand.path));
        let scalar = || self.is_scalar(operand.ty).then_some(SizeEstimate::ONE);
        known.or_else(scalar).unwrap_or(SizeEstimate::UNKNOWN)
    }

    /// The size of a list's elements.
    fn element_size(&self, list: &Operand<'e>) -> SizeEstimate {
        if list.path.is_empty() {
            return SizeEstimate::UNKNOWN;
        }
        self.size_at(&list.path.copied(ITEMS)).unwrap_or(SizeEstimate::UNKNOWN)
    }
}

/// The first parameter of a type: a list's elements, a map's keys.
fn element_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(element) => Some(element),
        Type::Map(entry) => Some(&entry.0),
        Type::Opaque(_, parameters) => parameters.first(),
        Type::Type(of) => Some(of),
        _ => None,
    }
}

/// The number of an operand that is an integer literal.
fn literal(operand: &Operand<'_>) -> Option<i64> {
    match operand.expr.kind {
        ExprKind::Literal(Literal::Int(value)) => Some(value),
        _ => None,
    }
}

fn count(literal: i64) -> u64 {
    u64::try_from(literal).unwrap_or(0)
}

/// How many levels `flatten` goes down.
#[expect(clippy::cast_precision_loss, reason = "the server's arithmetic")]
fn depth(operands: &[Operand<'_>]) -> f64 {
    match operands.get(1) {
        None => 1.0,
        Some(depth) => literal(depth).map_or(u64::MAX, count) as f64,
    }
}

/// The steps for each pair of elements. Texts take more.
fn sorting(list: Option<&TypePattern>) -> f64 {
    match list {
        Some(TypePattern::List(TypePattern::String | TypePattern::Bytes)) => 2.0 + TENTH,
        _ => 2.0,
    }
}

/// Cost of reading a character.
const TENTH: f64 = 0.1;
/// Cost of a character of a pattern for each tenth of the text.
const QUARTER: f64 = 0.25;
/// The longest pattern of a named format that the estimate knows.
const FORMAT_PATTERN: f64 = 128.0;
/// A call that builds a list.
const NEW_LIST: CostEstimate = CostEstimate::fixed(11);
/// A selector without requirements.
const SELECTOR: CostEstimate = CostEstimate::fixed(10);
/// Each requirement of a selector, which takes two characters or more.
const REQUIREMENT: CostEstimate = CostEstimate::fixed(50);
