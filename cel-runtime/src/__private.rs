//! The names that generated code uses. They are not for users: they change with the derive, whose version is pinned to this one.

#[cfg(feature = "kube")]
pub use crate::admission::admit_version;
pub use crate::{__covered as covered, __with_kube as with_kube, __with_schemars as with_schemars};
pub use crate::{
    access::*,
    assertions::{
        FactorForm, FreeForm, KeepsRules, OnlyChoice, ReadKey, SchemaInScope, WholePath, WithoutRules, digit,
        factor_form,
    },
    cost::{Apart, Arena, Cost},
    costs::Root,
    error::Reason,
    eval_error::{EvalError, Interruption},
    exact,
    field_path::Path,
    generic::{Alone, ArgumentWalk, CompiledGeneric, Generic, Late, LateNode},
    json::{self, JsonNode},
    library,
    node::{ANY_OF, Node, ONE_OF, is_only, keeps_rules, optional_choice, visit},
    old_items::{KeyPart, OldItems, part},
    opaque::{Below, Given, Opaque, Schema},
    ops,
    ops::{
        equality::Equal,
        foreign::{Foreign, Listed, Taken},
        object::{Compare, Fields, Object, VariantObject, fields, object_of, variant_of},
    },
    options::{MEMORY_LIMIT, PER_CALL_LIMIT, RUNTIME_CEL_COST_BUDGET, SERVER},
    outcome::{Outcome, Verdict},
    ratcheting::Shape,
    rule::{MessageFn, NodeType, Reported, Rule, RuleFn, WithOld, failed},
    schema_macro::{Compiled, Of, SchemaOf, WalkPart, is_same_schema, same_schema, scope},
    testing,
    validate::{ResourceSpec, Validation, XValidation, texts},
    value,
    work::Walk,
};
#[cfg(feature = "crd")]
pub use cel_derive::__include_crd;
#[cfg(feature = "derive")]
pub use cel_derive::{__group, __step};
pub use cel_types;
pub use serde;
pub use serde_json;
pub use std;
/// Names of the prelude. The user's crate may have other items with these names.
pub use std::{
    option::Option::{self, None, Some},
    primitive::{bool, char, f64, i64, str, u64},
    result::Result::Ok,
};

#[cfg(feature = "schemars")]
pub use crate::crd::{CrdSchema, Step, insert_rules, schema_in_crd, schema_of};
#[cfg(feature = "kube")]
pub use kube_core;
#[cfg(feature = "schemars")]
pub use schemars;
