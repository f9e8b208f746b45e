//! One rule on one object, judged in each way.

use cel_runtime::{ErrorList, Options, Report, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::{hint::black_box, rc::Rc};

pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Judges the passing object so many times.
    pub(crate) hand: Box<dyn Fn(u32)>,
    pub(crate) ours: Box<dyn Fn(u32)>,
    pub(crate) interpreted: Option<Peer>,
    /// Whole reports: of the typed object, and of its JSON.
    pub(crate) reports: [Box<dyn Fn(u32)>; 2],
    /// Our verdicts on the passing and the failing object, and those by hand.
    verdicts: Vec<[bool; 2]>,
}

/// How another crate judges the rule.
#[cfg_attr(not(feature = "compare"), expect(dead_code, reason = "there is no other crate"))]
pub(crate) enum Peer {
    /// Judges the passing object so many times.
    Right(Box<dyn Fn(u32)>),
    /// Mistake in its verdict: its time then says nothing.
    Wrong(&'static str),
}

impl Case {
    /// A type with one rule, the same over JSON, an object that passes and one that fails, and the rule by hand.
    pub(crate) fn new<T>(
        name: &'static str,
        json: fn(&Value, Option<&Value>, &Options) -> Report,
        objects: [T; 2],
        hand: fn(&T) -> bool,
    ) -> Case
    where
        T: XValidation + Serialize + JsonSchema + 'static,
    {
        let ours: fn(&T) -> Result<(), ErrorList> = T::x_validate;
        let mut verdicts =
            vec![objects.each_ref().map(hand), objects.each_ref().map(|object| ours(object).is_ok())];
        let values = objects.each_ref().map(|object| serde_json::to_value(object).expect("JSON"));
        let options = Options::default();
        verdicts.push(values.each_ref().map(|value| json(value, None, &options).errors.is_empty()));
        #[cfg(feature = "compare")]
        let interpreted = Some(peer(&objects));
        #[cfg(not(feature = "compare"))]
        let interpreted = None;
        let [object, _] = objects.map(Rc::new);
        let [value, _] = values;
        let (same, third) = (Rc::clone(&object), Rc::clone(&object));
        let json = black_box(json);
        let report: fn(&T, Option<&T>, &Options) -> Report = black_box(T::x_evaluate);
        let default = Options::default();
        let reports: [Box<dyn Fn(u32)>; 2] = [
            repeat(move || report(black_box(&third), None, &options).errors.is_empty()),
            repeat(move || json(black_box(&value), None, &default).errors.is_empty()),
        ];
        // Both through a pointer that the optimiser does not know.
        let (hand, ours) = (black_box(hand), black_box(ours));
        Case {
            name,
            hand: repeat(move || hand(black_box(&same))),
            ours: repeat(move || ours(black_box(&object)).is_ok()),
            interpreted,
            reports,
            verdicts,
        }
    }

    pub(crate) fn check(&self) {
        for verdicts in &self.verdicts {
            assert_eq!(*verdicts, [true, false], "{}", self.name);
        }
    }
}

#[cfg(feature = "compare")]
fn peer<T: XValidation + Serialize + JsonSchema>(objects: &[T; 2]) -> Peer {
    let [passing, failing] = objects.each_ref().map(crate::interpreter::Interpreter::new);
    let (Some(passing), Some(failing)) = (passing, failing) else { return Peer::Wrong("refuses the rule") };
    match [passing.is_valid(), failing.is_valid()] {
        [true, false] => Peer::Right(repeat(move || passing.is_valid())),
        [true, true] => Peer::Wrong("accepts all"),
        [false, false] => Peer::Wrong("refuses all"),
        [false, true] => Peer::Wrong("is the opposite"),
    }
}

fn repeat(once: impl Fn() -> bool + 'static) -> Box<dyn Fn(u32)> {
    Box::new(move |times| {
        for _ in 0..times {
            black_box(once());
        }
    })
}
