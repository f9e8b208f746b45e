//! How a rule finds the fields of nested types, wherever and however those are defined. Each rule below only compiles if the
//! schema is the right one. The same file is a test of `tests-types`, in an older edition.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, clippy::needless_pub_self, reason = "most cases only have to compile")]

use cel_runtime::XValidation;

/// Whether the object passes.
fn passes<T: XValidation>(value: &T) -> bool {
    value.x_validate().is_ok()
}

mod made_by_a_macro_in_several_modules {
    use super::*;

    macro_rules! make {
        ($field:ident) => {
            #[derive(XValidation)]
            pub struct Foo {
                pub $field: i32,
            }
        };
    }
    mod a {
        use super::*;
        make!(a);
    }
    mod b {
        use super::*;
        make!(b);
    }
    mod c {
        use super::*;
        make!(c);
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.a.a + self.b.b + self.c.c > 0", manual_crd)]
    struct Uses {
        a: a::Foo,
        b: b::Foo,
        c: c::Foo,
    }

    #[test]
    fn macro_made_types_of_one_name_differ() {
        let uses = |n| Uses { a: a::Foo { a: n }, b: b::Foo { b: n }, c: c::Foo { c: n } };
        assert!(passes(&uses(1)));
        assert!(!passes(&uses(-1)));
    }
}

mod reexported {
    use super::*;

    mod private {
        use super::*;

        #[derive(XValidation)]
        pub struct Foo {
            pub x: i32,
        }

        pub(crate) mod deep {
            #[derive(cel_runtime::XValidation)]
            pub(crate) struct InCrate {
                pub(crate) y: i32,
            }

            #[derive(cel_runtime::XValidation)]
            pub(in crate::reexported) struct InPath {
                pub(in crate::reexported) z: i32,
            }
        }
        pub(super) use deep::{InCrate as Up, InPath};
    }
    pub use private::Foo;
    pub use private::Foo as Renamed;
    pub(crate) use private::deep::InCrate;

    #[derive(XValidation)]
    #[x_validation(rule = "self.a.x + self.b.x + self.c.y + self.d.y + self.e.z > 0", manual_crd)]
    struct Uses {
        a: Foo,
        b: Renamed,
        c: InCrate,
        d: private::Up,
        e: private::InPath,
    }

    #[test]
    fn reexports_carry_the_schema() {
        let in_crate = |y| InCrate { y };
        let of = |x| Uses {
            a: Foo { x },
            b: Foo { x },
            c: in_crate(x),
            d: in_crate(x),
            e: private::InPath { z: x },
        };
        assert!(passes(&of(1)) && !passes(&of(0)));
    }
}

mod visibilities {
    use super::*;

    mod inner {
        use super::*;
        #[derive(XValidation)]
        pub(super) struct Super {
            pub(super) a: i32,
        }
        #[derive(XValidation)]
        pub(self) struct Own {
            b: i32,
        }
        #[derive(XValidation)]
        struct Private {
            c: i32,
        }
        #[derive(XValidation)]
        #[x_validation(rule = "self.own.b + self.private.c > 0", manual_crd)]
        pub(in super::super) struct Path {
            own: Own,
            private: Private,
        }
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.s.a > 0 && has(self.p)", manual_crd)]
    struct Uses {
        s: inner::Super,
        p: inner::Path,
    }
}

mod inside_of_bodies {
    use super::*;

    fn function() {
        #[derive(XValidation)]
        #[x_validation(rule = "self.l.z > 0", manual_crd)]
        struct Outer {
            l: Local,
        }
        #[derive(XValidation)]
        struct Local {
            z: i32,
        }
        assert!(passes(&Outer { l: Local { z: 1 } }));
    }

    struct Host;
    impl Host {
        fn method(&self) {
            let closure = || {
                #[derive(XValidation)]
                #[x_validation(rule = "self.l.y > 0", manual_crd)]
                struct Outer {
                    l: Local,
                }
                #[derive(XValidation)]
                struct Local {
                    y: i32,
                }
                passes(&Outer { l: Local { y: 1 } })
            };
            assert!(closure());
        }

        const N: usize = {
            #[derive(XValidation)]
            struct InConst {
                x: i32,
            }
            1
        };
    }

    trait Trait {
        fn provided(&self) -> bool {
            #[derive(XValidation)]
            #[x_validation(rule = "self.x > 0", manual_crd)]
            struct Local {
                x: i32,
            }
            passes(&Local { x: 1 })
        }
    }
    impl Trait for Host {}

    const _: () = {
        #[derive(XValidation)]
        struct InUnnamedConst {
            x: i32,
        }
    };

    static COUNT: usize = {
        #[derive(XValidation)]
        struct InStatic {
            x: i32,
        }
        2
    };

    struct Array(
        [u8; {
            #[derive(XValidation)]
            struct InLength {
                x: i32,
            }
            3
        }],
    );

    #[test]
    fn types_in_bodies_have_schemas() {
        function();
        Host.method();
        assert!(Host.provided());
        assert_eq!(Host::N + COUNT + Array([0; 3]).0.len(), 6);
    }
}

mod hidden_in_a_body {
    use super::*;

    #[derive(XValidation)]
    struct Foo {
        outer: i32,
    }

    /// A `Foo` beside its user would hide the outer one, whose macro is in scope, too: a module is the way out.
    #[test]
    fn a_module_in_a_body_hides_the_types_around_it() {
        mod local {
            use cel_runtime::XValidation;

            #[derive(XValidation)]
            pub(super) struct Foo {
                pub(super) inner: i32,
            }

            #[derive(XValidation)]
            #[x_validation(rule = "self.foo.inner > 0", manual_crd)]
            pub(super) struct Uses {
                pub(super) foo: Foo,
            }
        }
        let uses = |inner| local::Uses { foo: local::Foo { inner } };
        assert!(passes(&uses(1)) && !passes(&uses(0)));
        assert!(passes(&Foo { outer: 0 }));
    }
}

#[allow(non_camel_case_types)]
mod raw_names {
    use super::*;

    #[derive(XValidation)]
    #[x_validation(rule = "self.type > 0 && self.match == ''", manual_crd)]
    pub struct r#type {
        pub r#type: i32,
        pub r#match: String,
    }

    pub mod r#mod {
        #[derive(cel_runtime::XValidation)]
        pub struct Newtype(pub i32);
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.a.type > 0 && self.n > 0", manual_crd)]
    struct Uses {
        a: r#type,
        n: r#mod::Newtype,
    }

    #[test]
    fn raw_names_are_plain_in_json() {
        let of = |n| Uses { a: r#type { r#type: n, r#match: String::new() }, n: r#mod::Newtype(n) };
        assert!(passes(&of(1)));
        assert!(!passes(&of(0)));
    }
}

mod named_like_derives {
    use super::*;

    #[derive(XValidation)]
    pub struct Debug {
        pub d: i32,
    }
    #[derive(XValidation)]
    pub struct Clone {
        pub c: i32,
    }
    #[derive(XValidation)]
    pub struct Default {
        pub x: i32,
    }
    #[derive(XValidation)]
    pub struct Hash {
        pub h: i32,
    }
    #[derive(XValidation)]
    pub struct Eq {
        pub e: i32,
    }

    pub mod elsewhere {
        use super::{Clone, Debug, Hash};

        #[derive(cel_runtime::XValidation, Debug, Clone)]
        #[x_validation(rule = "self.x > 0", manual_crd)]
        pub struct Other {
            pub x: i32,
        }

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.a.d + self.b.c + self.c.h > 0", manual_crd)]
        pub struct Uses {
            pub a: Debug,
            pub b: Clone,
            pub c: Hash,
        }
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.x.x + self.e.e > 0", manual_crd)]
    struct Uses {
        x: Default,
        e: Eq,
    }
}

mod names_that_collide {
    use super::*;

    #[allow(non_camel_case_types)]
    #[derive(XValidation)]
    #[x_validation(macro = VecSchema)]
    struct vec {
        v: i32,
    }

    macro_rules! Own {
        () => {
            1
        };
    }

    #[derive(XValidation)]
    #[x_validation(macro = OwnSchema)]
    struct Own {
        o: i32,
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.v.v + self.o.o > 0", manual_crd)]
    struct Uses {
        #[x_validation(schema = VecSchema)]
        v: vec,
        #[x_validation(schema = OwnSchema)]
        o: Own,
    }

    #[test]
    fn the_users_macros_stay() {
        assert_eq!(vec![1], [Own!()]);
        assert!(passes(&Uses { v: vec { v: 1 }, o: Own { o: 1 } }));
    }
}

mod globs {

    mod a {
        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            pub a: i32,
        }
    }
    mod b {
        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            pub b: i32,
        }
        #[derive(cel_runtime::XValidation)]
        pub struct Bar {
            pub bar: i32,
        }
    }

    mod two_globs {
        #[allow(unused_imports)]
        use super::{a, a::*, b, b::*};

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.a.a + self.b.b + self.c.bar > 0", manual_crd)]
        struct Uses {
            a: a::Foo,
            b: b::Foo,
            c: Bar,
        }
    }

    mod explicit_wins {
        #[allow(unused_imports)]
        use super::a::*;
        use super::b::Foo;

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.f.b > 0", manual_crd)]
        struct Uses {
            f: Foo,
        }
    }

    mod shadowing_by_explicit_use {
        #[allow(unused_imports)]
        pub use super::b::*;
        mod own {
            #[derive(cel_runtime::XValidation)]
            pub struct Foo {
                pub own: i32,
            }
        }
        pub use own::Foo;

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.f.own + self.b.bar > 0", manual_crd)]
        struct Uses {
            f: Foo,
            b: Bar,
        }
    }

    mod without_the_glob {
        pub use super::b::Bar;

        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            pub own: i32,
        }

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.f.own + self.b.bar > 0", manual_crd)]
        struct Uses {
            f: Foo,
            b: Bar,
        }
    }

    mod with_another_name {
        #[allow(unused_imports)]
        pub use super::b::*;

        #[derive(cel_runtime::XValidation)]
        #[x_validation(macro = FooV2Schema)]
        pub struct Foo {
            pub own: i32,
        }

        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.f.own > 0", manual_crd)]
        struct Uses {
            #[x_validation(schema = FooV2Schema)]
            f: Foo,
        }
    }
}

mod across_crates {
    use super::*;
    extern crate tests_types as other_name;
    use tests_types as tt;

    mod middle {
        pub use tests_types::shadowing::v2::*;
        pub use tests_types::{Limits as Renamed, reexported::Limits};
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.a.min + self.b.max + self.c.min + self.d.min > 0", manual_crd)]
    struct Uses {
        a: tests_types::Limits,
        b: other_name::Limits,
        c: tt::Bounds,
        d: middle::Limits,
        e: middle::Renamed,
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.v1.old + self.v2.fresh + self.glob.fresh > 0", manual_crd)]
    struct Shadowed {
        v1: tests_types::shadowing::v1::Foo,
        v2: tests_types::shadowing::v2::Foo,
        glob: middle::Foo,
    }

    tests_types::make_user_of_crate_type!(FromMacro);

    #[test]
    fn types_of_other_crates_and_their_macros() {
        let limits = || tests_types::Limits { min: 1, max: 2 };
        assert!(passes(&FromMacro { limits: limits(), own: limits() }));
    }
}

mod runtime_under_another_path {
    pub(crate) mod renamed {
        pub(crate) use cel_runtime as rt;
    }

    #[derive(renamed::rt::XValidation)]
    #[x_validation(crate = "crate::runtime_under_another_path::renamed::rt", manual_crd)]
    #[x_validation(rule = "self.inner.x > 0")]
    struct Uses {
        inner: Inner,
    }

    #[derive(renamed::rt::XValidation)]
    #[x_validation(crate = "self::renamed::rt")]
    struct Inner {
        x: i32,
    }
}

mod configured {
    use super::*;

    #[derive(XValidation)]
    #[cfg_attr(test, x_validation(rule = "self.there > 0 && !has(self.inner.off)", manual_crd))]
    struct Uses {
        #[cfg(test)]
        there: i32,
        #[cfg(not(test))]
        gone: Missing,
        inner: Inner,
    }

    #[cfg(not(test))]
    #[derive(XValidation)]
    struct Inner {
        gone: i32,
    }
    #[cfg(test)]
    #[derive(XValidation)]
    struct Inner {
        #[cfg(not(test))]
        gone: i32,
        off: Option<i32>,
    }
}

mod paths {
    use self::a::{self as s, Foo as F};
    use super::*;

    pub mod a {
        pub mod b {
            #[derive(cel_runtime::XValidation)]
            pub struct T {
                pub t: i32,
            }
            #[derive(cel_runtime::XValidation)]
            #[x_validation(rule = "self.up.f + self.root.r > 0", manual_crd)]
            pub struct Deep {
                pub up: super::super::a::Foo,
                pub root: crate::AtRoot,
            }
        }
        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            pub f: i32,
        }
    }

    type Alias = a::Foo;

    #[derive(XValidation)]
    #[x_validation(rule = "self.a.t + self.b.t + self.c.t + self.d.f + self.e.f + self.g.r > 0", manual_crd)]
    struct Uses {
        a: crate::paths::a::b::T,
        b: self::a::b::T,
        c: s::b::T,
        d: F,
        #[x_validation(schema = a::Foo)]
        e: Alias,
        g: crate::AtRoot,
    }
}

#[derive(XValidation)]
pub struct AtRoot {
    r: i32,
}

mod fragments {
    use super::*;

    macro_rules! make {
        ($vis:vis $name:ident, $t:ty, $p:path, $rule:literal, $expr:expr) => {
            #[derive(XValidation)]
            #[x_validation(rule = $rule, manual_crd)]
            $vis struct $name {
                a: $t,
                b: $p,
                c: Vec<$t>,
                d: Option<$t>,
                #[x_validation(rule = $expr)]
                e: i32,
            }
        };
    }

    mod parts {
        #[derive(cel_runtime::XValidation)]
        pub struct Part {
            pub p: i32,
        }
    }

    make!(pub(crate) Made, parts::Part, parts::Part, "self.a.p + self.b.p + self.c[0].p > 0", "self > 0");

    macro_rules! in_this_crate {
        ($name:ident) => {
            #[derive(XValidation)]
            #[x_validation(rule = "self.a.r > 0", manual_crd)]
            struct $name {
                a: $crate::AtRoot,
            }
        };
    }
    in_this_crate!(Dollar);

    #[test]
    fn fragments_are_looked_into() {
        let part = |p| parts::Part { p };
        assert!(passes(&Made { a: part(1), b: part(1), c: vec![part(1)], d: None, e: 1 }));
        assert!(!passes(&Made { a: part(1), b: part(1), c: vec![part(1)], d: None, e: 0 }));
        assert!(passes(&Dollar { a: AtRoot { r: 1 } }));
    }
}

mod included {
    mod once {
        include!("schema_macro/included.rs");
    }
    mod twice {
        include!("schema_macro/included.rs");
    }

    #[derive(cel_runtime::XValidation)]
    #[x_validation(rule = "self.a.inner.i + self.b.inner.i > 0", manual_crd)]
    struct Uses {
        a: once::Outer,
        b: twice::Outer,
    }
}

mod many_types {
    use super::*;

    /// More nested types in one struct than the recursion limit allows at once.
    macro_rules! make {
        ($($name:ident)*) => {
            $(
                #[derive(XValidation)]
                struct $name {
                    x: i32,
                }
            )*

            #[allow(non_snake_case)]
            #[derive(XValidation)]
            #[x_validation(rule = "self.A00.x + self.C19.x > 0", manual_crd)]
            struct All {
                $($name: $name,)*
            }
        };
    }

    make! {
        A00 A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19
        B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19
        C00 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19
        D00 D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19
        E00 E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 E15 E16 E17 E18 E19
        F00 F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19
        G00 G01 G02 G03 G04 G05 G06 G07 G08 G09 G10 G11 G12 G13 G14 G15 G16 G17 G18 G19
    }
}
