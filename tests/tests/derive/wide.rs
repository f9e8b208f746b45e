//! Types with so many rules on their fields that the walk is cut into parts.

use cel_runtime::XValidation;
use serde::Serialize;
use std::borrow::Cow;

macro_rules! wide {
    ($($name:ident)*) => {
        #[derive(XValidation, Serialize, Clone)]
        #[x_validation(rule = "self.f0 <= self.f69", message = "the last is the largest", manual_crd)]
        struct Wide {
            $(
                #[x_validation(rule = "self > 0", message = "positive")]
                #[x_validation(rule = "self >= oldSelf", message = "never less")]
                $name: i64,
            )*
        }

        #[derive(XValidation, Serialize)]
        #[x_validation(manual_crd)]
        struct Lent<'a> {
            $(
                #[x_validation(rule = "self != ''", message = "not empty")]
                $name: Cow<'a, str>,
            )*
        }

        fn wide() -> Wide {
            Wide { $($name: 1),* }
        }

        fn lent(text: &str) -> Lent<'_> {
            Lent { $($name: Cow::Borrowed(text)),* }
        }
    };
}

wide! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25
    f26 f27 f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39 f40 f41 f42 f43 f44 f45 f46 f47 f48 f49
    f50 f51 f52 f53 f54 f55 f56 f57 f58 f59 f60 f61 f62 f63 f64 f65 f66 f67 f68 f69
}

#[test]
fn each_part_runs_its_rules_in_order() {
    assert!(wide().x_validate().is_ok());
    let errors = Wide { f0: 0, f31: 0, f32: 0, f69: -1, ..wide() }.x_validate().expect_err("four numbers");
    assert_eq!(
        errors.to_string(),
        "[<nil>: Invalid value: the last is the largest, f0: Invalid value: 0: positive, f31: Invalid value: 0: positive, \
         f32: Invalid value: 0: positive, f69: Invalid value: -1: positive]"
    );
}

#[test]
fn each_part_sees_the_old_value() {
    let old = Wide { f1: 3, f68: 3, f69: 3, ..wide() };
    let errors = Wide { f68: 2, f69: 3, ..wide() }.x_validate_update(&old).expect_err("two numbers");
    assert_eq!(errors.to_string(), "[f1: Invalid value: 1: never less, f68: Invalid value: 2: never less]");
}

#[test]
fn parts_have_the_parameters_of_the_type() {
    assert!(lent("a").x_validate().is_ok());
    let errors = lent("").x_validate().expect_err("no text");
    assert_eq!(errors.iter().count(), 70);
}
