//! Names that are keywords, derives or macros already.

use crate::passes;
use cel_runtime::XValidation;

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

/// Of what generated code has at hand: none of it hides the user's.
mod named_like_the_runtime {
    use super::*;

    #[derive(XValidation)]
    #[x_validation(rule = "self.path > 0", manual_crd)]
    pub struct Path {
        pub path: i32,
    }
    #[derive(XValidation)]
    pub struct Node(pub i64);
    #[derive(XValidation)]
    pub struct Cost {
        pub node: Option<Node>,
    }
    #[derive(XValidation)]
    pub struct Validation {
        pub paths: Vec<Path>,
    }
    #[derive(XValidation)]
    pub enum Verdict {
        Some,
        None,
    }

    #[derive(XValidation)]
    #[x_validation(
        rule = "self.a.path == self.b && self.c.node == 1 && self.d.paths[0].path == 1",
        manual_crd
    )]
    #[x_validation(rule = "self.e == 'None'")]
    struct Uses {
        a: Path,
        #[x_validation(rule = "self > 0")]
        b: Node,
        c: Cost,
        d: Validation,
        e: Verdict,
    }

    #[test]
    fn the_users_types_are_meant() {
        let uses = |n, e| Uses {
            a: Path { path: 1 },
            b: Node(n),
            c: Cost { node: Some(Node(1)) },
            d: Validation { paths: vec![Path { path: 1 }] },
            e,
        };
        assert!(passes(&uses(1, Verdict::None)));
        assert!(!passes(&uses(2, Verdict::None)) && !passes(&uses(1, Verdict::Some)));
    }
}

/// The names that generated code uses for the runtime, and those that it brings into scope.
mod named_like_generated_code {
    use super::*;

    #[allow(non_camel_case_types)]
    mod __cel {
        #[derive(cel_runtime::XValidation)]
        #[x_validation(rule = "self.__underscores__cel_value > 0", manual_crd)]
        pub struct __cel_Fields {
            pub __cel_value: i32,
        }

        #[derive(cel_runtime::XValidation)]
        pub struct __cel(pub i64);
    }

    #[derive(XValidation)]
    #[x_validation(rule = "self.__underscores__cel_self.__underscores__cel_value == self.rules", manual_crd)]
    struct Uses {
        __cel_self: __cel::__cel_Fields,
        #[x_validation(rule = "self < 9")]
        __cel: Option<__cel::__cel>,
        rules: i32,
        children: Vec<__cel::__cel_Fields>,
    }

    #[test]
    fn the_users_names_are_meant() {
        let of = |n| Uses {
            __cel_self: __cel::__cel_Fields { __cel_value: n },
            __cel: Some(__cel::__cel(n.into())),
            rules: 1,
            children: vec![__cel::__cel_Fields { __cel_value: 1 }],
        };
        assert!(passes(&of(1)));
        assert!(!passes(&of(2)));
    }
}
