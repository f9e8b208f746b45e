//! An expression with the types and targets that the checker found.

use crate::{
    ast::{Call, Callee, Expr, ExprId, ExprKind},
    library::{self, Basis, KubernetesVersion, OverloadDecl},
    types::Type,
    visit::children_mut,
};
use std::rc::Rc;

/// An expression without type errors.
#[derive(Clone, Debug)]
pub struct CheckedExpr {
    pub(super) expr: Expr,
    pub(super) types: Vec<Option<Type>>,
    pub(super) references: Vec<Option<Reference>>,
}

/// Target of a node's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// A variable of the environment. On a select it is a qualified name, and the operand has no type.
    Variable {
        /// Its name, without leading dot.
        name: Rc<str>,
        /// A local variable has the same name, so only `.name` reaches it.
        shadowed: bool,
    },
    /// A variable of a comprehension around the node.
    Local(Rc<str>),
    /// A type as a value: `int`, `google.protobuf.Timestamp` (on a select); or the type of a message literal.
    TypeName(&'static str),
    /// The type of a literal such as `list{}`. It is not a message, so the literal cannot be built.
    NoMessage {
        /// Its name.
        name: &'static str,
        /// The server's planner knows the name, so the literal fails only at run time.
        is_planned: bool,
    },
    /// An enumeration constant.
    Constant(i64),
    /// Overloads that a call may run.
    Function {
        /// The function's name. If it is `optional.of` and the call has a target, the target is only the first part of the name.
        name: &'static str,
        /// The overloads in the order in which they are tried. There is more than one only if a type is dyn.
        overloads: Vec<&'static OverloadDecl>,
    },
}

impl CheckedExpr {
    /// The tree of the parser, except that global functions have no leading dot.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The type of the whole expression.
    #[must_use]
    pub fn result_type(&self) -> &Type {
        self.type_of(self.expr.id)
    }

    /// The type of a node, without type variables. Nodes that are only part of a name (`optional` in `optional.none()`, the
    /// field of `_?._`) are dyn.
    #[must_use]
    pub fn type_of(&self, id: ExprId) -> &Type {
        self.types.get(id.0 as usize).and_then(Option::as_ref).unwrap_or(&Type::Dyn)
    }

    /// Target of an identifier, qualified name, call or message literal.
    #[must_use]
    pub fn reference(&self, id: ExprId) -> Option<&Reference> {
        self.references.get(id.0 as usize).and_then(Option::as_ref)
    }

    /// The overloads of a call; empty for other nodes.
    #[must_use]
    pub fn overloads(&self, id: ExprId) -> &[&'static OverloadDecl] {
        match self.reference(id) {
            Some(Reference::Function { overloads, .. }) => overloads,
            _ => &[],
        }
    }

    /// The name of a call's function and its operands: the target of `optional.of(x)` is part of the name.
    #[must_use]
    pub fn callee<'e>(&self, id: ExprId, call: &'e Call) -> (Callee<'e>, Vec<&'e Expr>) {
        match self.reference(id) {
            Some(Reference::Function { name, .. }) if *name != &*call.function => {
                (Callee::Named(name), call.args.iter().collect())
            }
            _ => (call.function.callee(), call.target.as_deref().into_iter().chain(&call.args).collect()),
        }
    }

    /// The cost class of a call.
    #[must_use]
    pub fn basis(&self, id: ExprId, call: &Call) -> Basis {
        let function =
            library::function(self.callee(id, call).0.name(), KubernetesVersion::STORED_EXPRESSIONS);
        function.map_or(Basis::Unit, |function| function.basis(self.overloads(id)))
    }

    /// True if an identifier with that name is in the tree, even as a macro's variable. A global name behind a macro's variable
    /// (`.oldSelf`) does not count (k8s: `compilation.go`, `UsesOldSelf`).
    #[must_use]
    pub fn uses_identifier(&self, name: &str) -> bool {
        self.references.iter().flatten().any(|reference| match reference {
            Reference::Variable { name: variable, shadowed } => &**variable == name && !shadowed,
            Reference::Local(variable) => &**variable == name,
            Reference::TypeName(type_name) | Reference::NoMessage { name: type_name, .. } => {
                *type_name == name
            }
            Reference::Constant(_) | Reference::Function { .. } => false,
        })
    }
}

/// Removes the leading dot from function names such as `.int(x)`. cel-go's checker writes the name without it into the tree, and
/// later stages read it there (cel-go: `checker.checkCall`).
pub(super) fn name_functions(expr: &mut Expr) {
    if let ExprKind::Call(call) = &mut expr.kind
        && call.target.is_none()
        && let Some(name) = call.function.strip_prefix('.')
    {
        call.function = name.into();
    }
    children_mut(expr).into_iter().for_each(name_functions);
}
