//! Types inside of functions, constants and other bodies.

use crate::passes;
use cel_runtime::XValidation;

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
