//! Bindings of type parameters (cel-go: `checker/mapping.go`, `substitute`).

use std::{collections::HashMap, rc::Rc};

use crate::types::Type;

/// The type of each type parameter so far.
#[derive(Debug, Default)]
pub(super) struct Substitution {
    bindings: HashMap<Rc<str>, Type>,
    /// Bindings to restore if the current attempt fails.
    undo: Vec<(Rc<str>, Option<Type>)>,
}

impl Substitution {
    /// The type that a parameter is bound to.
    pub(super) fn find(&self, parameter: &str) -> Option<&Type> {
        self.bindings.get(parameter)
    }

    /// Binds a parameter, or replaces its binding.
    pub(super) fn bind(&mut self, parameter: &Rc<str>, ty: Type) {
        let before = self.bindings.insert(parameter.clone(), ty);
        self.undo.push((parameter.clone(), before));
    }

    /// Keeps the bindings of a unification only if it succeeds.
    pub(super) fn attempt(&mut self, unify: impl FnOnce(&mut Self) -> bool) -> bool {
        self.undo.clear();
        let succeeded = unify(self);
        if !succeeded {
            while let Some((parameter, before)) = self.undo.pop() {
                match before {
                    Some(ty) => self.bindings.insert(parameter, ty),
                    None => self.bindings.remove(&parameter),
                };
            }
        }
        succeeded
    }

    /// The type with bound parameters replaced. Free ones stay.
    pub(super) fn apply(&self, ty: &Type) -> Type {
        self.replace(ty, false)
    }

    /// The type with bound parameters replaced and free ones made dyn.
    pub(super) fn apply_final(&self, ty: &Type) -> Type {
        self.replace(ty, true)
    }

    fn replace(&self, ty: &Type, free_to_dyn: bool) -> Type {
        let replace = |ty: &Type| self.replace(ty, free_to_dyn);
        match ty {
            Type::Param(name) => match self.find(name) {
                Some(bound) => replace(bound),
                None if free_to_dyn => Type::Dyn,
                None => ty.clone(),
            },
            _ if !has_parameters(ty) => ty.clone(),
            Type::List(element) => Type::list(replace(element)),
            Type::Map(entry) => Type::map(replace(&entry.0), replace(&entry.1)),
            Type::Opaque(name, parameters) => {
                Type::Opaque(name.clone(), parameters.iter().map(replace).collect())
            }
            Type::Type(of) => Type::Type(Rc::new(replace(of))),
            other => other.clone(),
        }
    }
}

fn has_parameters(ty: &Type) -> bool {
    match ty {
        Type::Param(_) => true,
        Type::List(element) => has_parameters(element),
        Type::Map(entry) => has_parameters(&entry.0) || has_parameters(&entry.1),
        Type::Opaque(_, parameters) => parameters.iter().any(has_parameters),
        Type::Type(of) => has_parameters(of),
        // A wrapper holds a primitive type.
        Type::Wrapper(_) | Type::Object(_) => false,
        Type::Null | Type::Bool | Type::Int | Type::Uint | Type::Double | Type::String | Type::Bytes => false,
        Type::Timestamp | Type::Duration | Type::Dyn | Type::Any | Type::Error => false,
    }
}
