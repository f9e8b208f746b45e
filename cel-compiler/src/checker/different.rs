//! Advice for objects at two places of a schema. They have two types, so rules compare their fields.

use super::Checker;
use crate::{
    ast::{
        Callee::{self, Op},
        Expr,
    },
    types::Type,
    unparser::unparse_operand,
};
use cel_types::Operator::{Equals, In, NotEquals};

impl Checker<'_, '_> {
    /// Advice for `self.template == self.backup`, `self.containers == self.others` and `self.template in self.others`.
    pub(super) fn suggest_common_field(
        &self,
        function: Callee<'_>,
        operands: &[&Expr],
        types: &[Type],
    ) -> Option<String> {
        let (Op(operator), [left, right], [a, b]) = (function, operands, types) else { return None };
        let (x, y) = (unparse_operand(left), unparse_operand(right));
        let written = match (operator, a, b) {
            (Equals | NotEquals, Type::Object(a), Type::Object(b)) => {
                let (field, symbol) = (self.common_field(a, b), operator.symbol()?);
                field.map(|field| format!("{x}.{field} {symbol} {y}.{field}"))
            }
            (Equals | NotEquals, Type::List(a), Type::List(b)) => {
                let (Type::Object(a), Type::Object(b)) = (&**a, &**b) else { return None };
                let (field, symbol) = (self.common_field(a, b), operator.symbol()?);
                field.map(|field| format!("{x}.map(x, x.{field}) {symbol} {y}.map(x, x.{field})"))
            }
            (In, Type::Object(a), Type::List(b)) => {
                let Type::Object(b) = &**b else { return None };
                let field = self.common_field(a, b);
                field.map(|field| format!("{y}.exists(x, x.{field} == {x}.{field})"))
            }
            _ => return None,
        };
        Some(match written {
            Some(written) => format!("{DIFFERENT}: compare their fields, as in `{written}`"),
            None => format!("{DIFFERENT}, and these have no field in common"),
        })
    }

    /// The first scalar that both objects have.
    fn common_field(&self, a: &str, b: &str) -> Option<String> {
        let object = self.env.object(a).filter(|object| self.may_search(*object))?;
        self.env.object(b).filter(|other| self.may_search(*other))?;
        let is_common = |name: &str| {
            let (of_a, of_b) = (self.env.field_type(a, name)?, self.env.field_type(b, name)?);
            let is_scalar = matches!(of_a, Type::String | Type::Int | Type::Double | Type::Bool);
            Some(is_scalar && of_a == of_b)
        };
        let names = object.field_names().map(|(_, name)| name);
        names.filter(|name| is_common(name) == Some(true)).map(Into::into).next()
    }
}

const DIFFERENT: &str = "objects at two places of a schema have two types";
