//! Quantities (k8s: `cel/library/quantity.go`).

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{self, Bool, Double, Int, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "quantity",
        &[OverloadDecl::global("string_to_quantity", &[String], QUANTITY).since(28)],
    ),
    FunctionDecl::new("isQuantity", &[OverloadDecl::global("is_quantity_string", &[String], Bool).since(28)]),
    FunctionDecl::new("sign", &[OverloadDecl::global("quantity_sign", &[QUANTITY], Int).since(28)]),
    FunctionDecl::new(
        "isGreaterThan",
        &[OverloadDecl::member("quantity_is_greater_than", &[QUANTITY, QUANTITY], Bool).since(28)],
    ),
    FunctionDecl::new(
        "isLessThan",
        &[OverloadDecl::member("quantity_is_less_than", &[QUANTITY, QUANTITY], Bool).since(28)],
    ),
    FunctionDecl::new(
        "compareTo",
        &[OverloadDecl::member("quantity_compare_to", &[QUANTITY, QUANTITY], Int).since(28)],
    ),
    FunctionDecl::new(
        "asApproximateFloat",
        &[OverloadDecl::member("quantity_get_float", &[QUANTITY], Double).since(28)],
    ),
    FunctionDecl::new("asInteger", &[OverloadDecl::member("quantity_get_int", &[QUANTITY], Int).since(28)]),
    FunctionDecl::new(
        "isInteger",
        &[OverloadDecl::member("quantity_is_integer", &[QUANTITY], Bool).since(28)],
    ),
    FunctionDecl::new(
        "add",
        &[
            OverloadDecl::member("quantity_add", &[QUANTITY, QUANTITY], QUANTITY).since(28),
            OverloadDecl::member("quantity_add_int", &[QUANTITY, Int], QUANTITY).since(28),
        ],
    ),
    FunctionDecl::new(
        "sub",
        &[
            OverloadDecl::member("quantity_sub", &[QUANTITY, QUANTITY], QUANTITY).since(28),
            OverloadDecl::member("quantity_sub_int", &[QUANTITY, Int], QUANTITY).since(28),
        ],
    ),
];

const QUANTITY: TypePattern = Object("kubernetes.Quantity");
