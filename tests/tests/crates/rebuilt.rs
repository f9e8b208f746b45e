//! Code that the derive could write in one order or another: several types of a name, more nested types than one macro asks for
//! at a time, bounds that are expressions, maps and flattened types.

#![allow(dead_code)]

use cel_runtime::XValidation;
use std::collections::BTreeMap;

const MOST: usize = 4;

mod a {
    #[derive(cel_runtime::XValidation)]
    pub struct Port {
        #[schemars(length(max = super::MOST))]
        pub name: String,
    }
}

mod b {
    #[derive(cel_runtime::XValidation)]
    pub struct Port {
        pub port: i32,
        #[schemars(length(max = super::MOST + 1))]
        pub names: Vec<String>,
    }
}

#[derive(XValidation)]
pub enum Mode {
    On,
    Off,
}

#[derive(XValidation)]
#[x_validation(rule = "self.named.all(k, self.named[k].port > 0)", manual_crd)]
#[x_validation(rule = "self.first.name.size() < 5 || self.mode == 'On'")]
pub struct Spec {
    pub first: a::Port,
    pub named: BTreeMap<String, b::Port>,
    #[x_validation(items(rule = "self.port < 65536"))]
    pub others: Vec<b::Port>,
    pub mode: Mode,
    #[serde(flatten)]
    pub port: b::Port,
}

macro_rules! types {
    ($($name:ident $field:ident),*) => {
        $(#[derive(XValidation)] pub struct $name { pub x: i32 })*
        #[derive(XValidation)]
        pub struct All { $(pub $field: $name),* }
    };
}

types! {
    A0 a0, A1 a1, A2 a2, A3 a3, A4 a4, A5 a5, A6 a6, A7 a7, A8 a8, A9 a9, B0 b0, B1 b1, B2 b2, B3 b3, B4 b4, B5 b5, B6 b6, B7 b7,
    B8 b8, B9 b9, C0 c0, C1 c1, C2 c2, C3 c3, C4 c4, C5 c5, C6 c6, C7 c7, C8 c8, C9 c9, D0 d0, D1 d1, D2 d2, D3 d3, D4 d4, D5 d5
}
