//! One rule on one object, judged in each way.

use cel_runtime::{ErrorList, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use std::{hint::black_box, rc::Rc};

pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Judges the passing object so many times.
    pub(crate) hand: Box<dyn Fn(u32)>,
    pub(crate) ours: Box<dyn Fn(u32)>,
    pub(crate) interpreted: Option<Box<dyn Fn(u32)>>,
    /// Each way's verdicts on the passing and the failing object.
    verdicts: Vec<[bool; 2]>,
}

impl Case {
    /// A type with one rule, an object that passes and one that fails, and the rule by hand.
    pub(crate) fn new<T>(name: &'static str, objects: [T; 2], hand: fn(&T) -> bool) -> Case
    where
        T: XValidation + Serialize + JsonSchema + 'static,
    {
        let ours: fn(&T) -> Result<(), ErrorList> = T::x_validate;
        #[cfg_attr(not(feature = "compare"), expect(unused_mut, reason = "one more with the feature"))]
        let mut verdicts =
            vec![objects.each_ref().map(hand), objects.each_ref().map(|object| ours(object).is_ok())];
        #[cfg(feature = "compare")]
        let interpreted = {
            let [passing, failing] =
                objects.each_ref().map(|object| crate::interpreter::Interpreter::new(object));
            verdicts.push([passing.is_valid(), failing.is_valid()]);
            Some(repeat(move || passing.is_valid()))
        };
        #[cfg(not(feature = "compare"))]
        let interpreted = None;
        let [object, _] = objects.map(Rc::new);
        let same = Rc::clone(&object);
        // Both through a pointer that the optimiser does not know.
        let (hand, ours) = (black_box(hand), black_box(ours));
        Case {
            name,
            hand: repeat(move || hand(black_box(&same))),
            ours: repeat(move || ours(black_box(&object)).is_ok()),
            interpreted,
            verdicts,
        }
    }

    pub(crate) fn check(&self) {
        for verdicts in &self.verdicts {
            assert_eq!(*verdicts, [true, false], "{}", self.name);
        }
    }
}

fn repeat(once: impl Fn() -> bool + 'static) -> Box<dyn Fn(u32)> {
    Box::new(move |times| {
        for _ in 0..times {
            black_box(once());
        }
    })
}
