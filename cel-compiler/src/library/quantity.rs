//! Quantities (k8s: `cel/library/quantity.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, Rust,
    TypePattern::{self, Bool, Double, Int, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "quantity",
        &[OverloadDecl::global("string_to_quantity", &[String], QUANTITY)
            .since(28)
            .charged(Basis::text(1))
            .runs(Rust::new("quantity::quantity").builds().fallible())],
    ),
    FunctionDecl::new(
        "isQuantity",
        &[OverloadDecl::global("is_quantity_string", &[String], Bool)
            .since(28)
            .charged(Basis::text(1))
            .runs(Rust::new("quantity::is_quantity"))],
    ),
    FunctionDecl::new(
        "sign",
        &[OverloadDecl::global("quantity_sign", &[QUANTITY], Int)
            .since(28)
            .runs(Rust::new("quantity::sign"))],
    ),
    FunctionDecl::new(
        "isGreaterThan",
        &[OverloadDecl::member("quantity_is_greater_than", &[QUANTITY, QUANTITY], Bool)
            .since(28)
            .runs(Rust::new("quantity::is_greater_than").builds())],
    ),
    FunctionDecl::new(
        "isLessThan",
        &[OverloadDecl::member("quantity_is_less_than", &[QUANTITY, QUANTITY], Bool)
            .since(28)
            .runs(Rust::new("quantity::is_less_than").builds())],
    ),
    FunctionDecl::new(
        "compareTo",
        &[OverloadDecl::member("quantity_compare_to", &[QUANTITY, QUANTITY], Int)
            .since(28)
            .runs(Rust::new("quantity::compare_to").builds())],
    ),
    FunctionDecl::new(
        "asApproximateFloat",
        &[OverloadDecl::member("quantity_get_float", &[QUANTITY], Double)
            .since(28)
            .runs(Rust::new("quantity::as_approximate_float"))],
    ),
    FunctionDecl::new(
        "asInteger",
        &[OverloadDecl::member("quantity_get_int", &[QUANTITY], Int)
            .since(28)
            .runs(Rust::new("quantity::as_integer").fallible())],
    ),
    FunctionDecl::new(
        "isInteger",
        &[OverloadDecl::member("quantity_is_integer", &[QUANTITY], Bool)
            .since(28)
            .runs(Rust::new("quantity::is_integer"))],
    ),
    FunctionDecl::new(
        "add",
        &[
            OverloadDecl::member("quantity_add", &[QUANTITY, QUANTITY], QUANTITY)
                .since(28)
                .runs(Rust::new("quantity::add").builds()),
            OverloadDecl::member("quantity_add_int", &[QUANTITY, Int], QUANTITY)
                .since(28)
                .runs(Rust::new("quantity::add_int").builds()),
        ],
    ),
    FunctionDecl::new(
        "sub",
        &[
            OverloadDecl::member("quantity_sub", &[QUANTITY, QUANTITY], QUANTITY)
                .since(28)
                .runs(Rust::new("quantity::sub").builds()),
            OverloadDecl::member("quantity_sub_int", &[QUANTITY, Int], QUANTITY)
                .since(28)
                .runs(Rust::new("quantity::sub_int").builds()),
        ],
    ),
];

const QUANTITY: TypePattern = Object("kubernetes.Quantity");
