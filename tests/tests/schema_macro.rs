//! How a rule finds the fields of nested types, wherever and however those are defined. Each rule below only compiles if the
//! schema is the right one. The same files are a test of `tests-types`, in an older edition.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, clippy::needless_pub_self, reason = "most cases only have to compile")]

mod schema_macro {
    mod bodies;
    mod macros;
    mod names;
}

use cel_runtime::XValidation;

/// Whether the object passes.
fn passes<T: XValidation>(value: &T) -> bool {
    value.x_validate().is_ok()
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

    #[derive(XValidation)]
    #[x_validation(rule = "self.seed.gen + self.last.gen + self.all[0].a > 0", manual_crd)]
    struct Keywords {
        seed: tests_types::r#gen::Seed,
        last: tests_types::r#gen::Last<i32>,
        all: tests_types::r#gen::r#type::All,
        several: tests_types::r#gen::r#type::Several,
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
