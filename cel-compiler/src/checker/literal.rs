//! Literals of lists, maps and messages.

use super::{
    Checker, Reference, Use,
    assignability::{is_assignable, most_general},
    errors,
};
use crate::{
    ast::{Expr, ExprKind, ListElement, Literal, MapEntry, Struct, StructField},
    library::{KubernetesVersion, TypePattern, type_names::TypeNameDecl},
    types::Type,
};

impl Checker<'_, '_> {
    pub(super) fn check_list(&mut self, expr: &Expr, elements: &[ListElement]) {
        let mut joined = None;
        for element in elements {
            self.check(&element.value);
            let ty = self.value_type(&element.value, element.optional);
            joined = Some(self.join_types(&element.value, joined, ty));
        }
        let element_type = joined.unwrap_or_else(|| self.new_type_variable());
        self.set_type(expr, Type::list(element_type));
    }

    pub(super) fn check_map(&mut self, expr: &Expr, entries: &[MapEntry]) {
        let (mut key_type, mut value_type) = (None, None);
        for entry in entries {
            match &entry.key.kind {
                ExprKind::Ident(name) => self.check_ident(&entry.key, name, Use::Compared),
                _ => self.check(&entry.key),
            }
            let ty = self.type_of(&entry.key);
            key_type = Some(self.join_types(&entry.key, key_type, ty));
            self.check(&entry.value);
            let ty = self.value_type(&entry.value, entry.optional);
            value_type = Some(self.join_types(&entry.value, value_type, ty));
        }
        let key_type = key_type.unwrap_or_else(|| self.new_type_variable());
        let value_type = value_type.unwrap_or_else(|| self.new_type_variable());
        self.set_type(expr, Type::map(key_type, value_type));
    }

    pub(super) fn check_struct(&mut self, expr: &Expr, message: &Struct) {
        let Some(decl) = self.env.type_name(message.type_name.trim_start_matches('.')) else {
            self.set_type(expr, Type::Error);
            return self.report(errors::undeclared_reference(expr.offset, &message.type_name));
        };
        let reference = match decl.stands_for {
            Some(_) => Reference::NoMessage { name: decl.name, is_planned: self.env.has_objects() },
            None => Reference::TypeName(decl.name),
        };
        self.set_reference(expr, reference);
        if decl.fields.is_some() || decl.stands_for.is_some() {
            self.set_type(expr, decl.ty.declared());
        } else {
            self.report(match decl.ty {
                TypePattern::Duration => errors::not_a_type(expr.offset, "google.protobuf.Duration"),
                TypePattern::Timestamp => errors::not_a_type(expr.offset, "google.protobuf.Timestamp"),
                _ => errors::not_a_message_type(expr.offset, decl.name),
            });
            self.set_type(expr, Type::Error);
        }
        for field in &message.fields {
            self.check_struct_field(decl, field);
        }
    }

    fn check_struct_field(&mut self, decl: &TypeNameDecl, field: &StructField) {
        self.check(&field.value);
        let message = decl.stands_for.unwrap_or(decl.name);
        let fields = self.env.type_name(message).and_then(|decl| decl.fields);
        let declared = fields.unwrap_or_default().iter().find(|(name, _)| *name == field.name);
        let expected = declared.map_or(Type::Error, |(_, ty)| ty.declared());
        let is_known = fields.is_some() || self.env.has_objects() && decl.is_simple && message == decl.name;
        if !is_known {
            self.report(errors::unexpected_failed_resolution(field.offset, message));
        } else if declared.is_none() {
            self.report(errors::undefined_field(field.offset, &field.name));
        }
        let found = self.value_type(&field.value, field.optional);
        if !is_assignable(&mut self.substitution, &expected, &found) {
            self.report(errors::field_type_mismatch(field.offset, &field.name, &expected, &found));
        }
    }

    /// The type that an element contributes to its list, map or message. For `?element` this is the type inside the optional.
    fn value_type(&mut self, value: &Expr, optional: bool) -> Type {
        let ty = self.type_of(value);
        if !optional {
            return ty;
        }
        if let Some(held) = ty.optional_value() {
            return held.clone();
        }
        if !matches!(ty, Type::Dyn | Type::Any) {
            self.report(errors::type_mismatch(value.offset, &Type::optional(ty.clone()), &ty));
        }
        ty
    }

    /// The more general of two element types; dyn if they differ. Servers with validators report the difference there.
    fn join_types(&mut self, value: &Expr, previous: Option<Type>, current: Type) -> Type {
        let Some(previous) = previous else { return current };
        if is_assignable(&mut self.substitution, &previous, &current) {
            return most_general(&previous, &current).clone();
        }
        if self.env.version() >= KubernetesVersion::TYPES_OF_PARTS {
            return Type::Dyn;
        }
        self.report(errors::type_mismatch(value.offset, &previous, &current));
        Type::Error
    }
}

pub(super) fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Null,
        Literal::Bool(_) => Type::Bool,
        Literal::Int(_) => Type::Int,
        Literal::Uint(_) => Type::Uint,
        Literal::Double(_) => Type::Double,
        Literal::String(_) => Type::String,
        Literal::Bytes(_) => Type::Bytes,
    }
}
