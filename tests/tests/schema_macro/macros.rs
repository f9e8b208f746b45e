//! Types that macros write, includes among them, and more of them than macros may nest.

use crate::passes;
use cel_runtime::XValidation;

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
        assert!(passes(&Dollar { a: crate::AtRoot { r: 1 } }));
    }
}

mod included {
    mod once {
        include!("included.rs");
    }
    mod twice {
        include!("included.rs");
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
