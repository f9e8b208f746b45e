//! A rule, or a type with many, on one object, judged in each way.

use crate::{
    crd::{self, Version},
    json,
    peers::{self, Peer},
};
use allocation_counter::measure;
use cel_runtime::{
    __private::{Path, Validation},
    ErrorList, FieldPath, Options, Report, Warnings, XValidation,
};
use serde::Serialize;
use serde_json::Value;
use std::{hint::black_box, rc::Rc};

/// Judges one object so many times.
pub(crate) type Run = Box<dyn Fn(u32)>;

/// A case that is not made yet: making it checks the verdicts, which takes longer than a call that is counted.
pub(crate) struct Prepared {
    pub(crate) name: &'static str,
    pub(crate) make: Box<dyn FnOnce() -> Case>,
}

pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The version of `rules.yaml` with the rules.
    pub(crate) version: &'static str,
    /// The passing object by hand.
    pub(crate) hand: Run,
    /// The generated functions on it, in a walk that has begun.
    pub(crate) rules: Run,
    /// All of `x_validate()`, on the object that passes and on the one that fails.
    pub(crate) whole: [Run; 2],
    /// The failing object by hand.
    pub(crate) failing_by_hand: Run,
    /// Whole reports: of the typed object, and of its JSON.
    pub(crate) reports: [Run; 2],
    /// The errors of the JSON of the object that passes.
    pub(crate) json: Run,
    /// The same by hand.
    pub(crate) json_by_hand: Option<Run>,
    pub(crate) peers: Vec<Peer>,
    /// Of `x_validate()`, on the object that passes and on the one that fails.
    pub(crate) allocations: [u64; 2],
    /// The objects, and the one before an update.
    pub(crate) objects: [Value; 2],
    pub(crate) old: Option<Value>,
    /// What it is by hand is a list of errors, too.
    pub(crate) gives_errors: bool,
}

/// An answer by hand.
pub(crate) trait Verdict {
    /// Whether it has lists of errors and warnings as the runtime gives them.
    const GIVES_ERRORS: bool;
    /// The errors, or the warnings if there is none.
    fn listed(&self) -> Option<&ErrorList>;
    fn holds(&self) -> bool;
}

impl Verdict for bool {
    const GIVES_ERRORS: bool = false;
    fn listed(&self) -> Option<&ErrorList> {
        None
    }
    fn holds(&self) -> bool {
        *self
    }
}

impl Verdict for Result<(), ErrorList> {
    const GIVES_ERRORS: bool = true;
    fn listed(&self) -> Option<&ErrorList> {
        self.as_ref().err()
    }
    fn holds(&self) -> bool {
        self.is_ok()
    }
}

/// Of an update, with its warnings.
impl Verdict for Result<Warnings, ErrorList> {
    const GIVES_ERRORS: bool = true;
    fn listed(&self) -> Option<&ErrorList> {
        Some(self.as_ref().unwrap_or_else(|errors| errors))
    }
    fn holds(&self) -> bool {
        self.is_ok()
    }
}

/// A validator written by hand, of an object and of its old one.
type Hand<T, V> = dyn Fn(&T, Option<&T>) -> V;

impl Prepared {
    /// A type with one rule, the same over JSON, an object that passes and one that fails, and the rule by hand.
    pub(crate) fn new<T, V>(
        name: &'static str,
        version: Version,
        objects: [T; 2],
        hand: impl Fn(&T) -> V + 'static,
    ) -> Prepared
    where
        T: XValidation + Serialize + 'static,
        V: Verdict + 'static,
    {
        let make = move || Case::of(name, version, objects, None, move |object, _| hand(object));
        Prepared { name, make: Box::new(make) }
    }

    /// The same for updates of an object.
    pub(crate) fn update<T, V>(
        name: &'static str,
        version: Version,
        objects: [T; 2],
        old: T,
        hand: impl Fn(&T, &T) -> V + 'static,
    ) -> Prepared
    where
        T: XValidation + Serialize + 'static,
        V: Verdict + 'static,
    {
        let make = move || {
            Case::of(name, version, objects, Some(old), move |object, old| {
                hand(object, old.expect("the object before the update"))
            })
        };
        Prepared { name, make: Box::new(make) }
    }
}

impl Case {
    fn of<T, V>(
        name: &'static str,
        version: Version,
        objects: [T; 2],
        old: Option<T>,
        hand: impl Fn(&T, Option<&T>) -> V + 'static,
    ) -> Case
    where
        T: XValidation + Serialize + 'static,
        V: Verdict + 'static,
    {
        let json = |object: &T| serde_json::to_value(object).expect("JSON");
        let (values, old_value) = (objects.each_ref().map(json), old.as_ref().map(json));
        check(name, &version, (&objects, &values), (old.as_ref(), old_value.as_ref()), &hand);
        let allocations = objects.each_ref().map(|object| {
            let info = measure(|| _ = black_box(validate(object, old.as_ref())));
            info.count_total
        });
        let pairs = objects.map(|object| Rc::new(object));
        let old = Rc::new(old);
        // All through pointers that the optimiser does not know.
        let hand: Rc<Hand<T, V>> = black_box(Rc::new(hand));
        let whole: fn(&T, Option<&T>) -> bool = black_box(|object, old| validate(object, old).is_ok());
        let report: fn(&T, Option<&T>, &Options) -> Report = black_box(T::x_evaluate);
        let evaluate = black_box(version.evaluate);
        let validate_json = black_box(version.validate);
        let [by_hand, failing_by_hand] = pairs.each_ref().map(|object| {
            let (hand, object, old) = (Rc::clone(&hand), Rc::clone(object), Rc::clone(&old));
            repeat(move || hand(black_box(&object), black_box(Option::as_ref(&old))).holds())
        });
        let of_whole = |object: &Rc<T>| {
            let (object, old) = (Rc::clone(object), Rc::clone(&old));
            repeat(move || whole(black_box(&object), black_box(Option::as_ref(&old))))
        };
        let json_by_hand = json::by_hand(version.name).map(|hand| {
            let hand = black_box(hand);
            let (value, old) = (values[0].clone(), old_value.clone());
            repeat(move || hand(black_box(&value), black_box(old.as_ref())))
        });
        let json = {
            let (value, old) = (values[0].clone(), old_value.clone());
            repeat(move || validate_json(black_box(&value), black_box(old.as_ref())).is_ok())
        };
        let reports = {
            let (object, old) = (Rc::clone(&pairs[0]), Rc::clone(&old));
            let (value, old_value) = (values[0].clone(), old_value.clone());
            let typed = Options::default();
            let options = Options::default();
            [
                repeat(move || report(black_box(&object), Option::as_ref(&old), &typed).errors.is_empty()),
                repeat(move || evaluate(black_box(&value), old_value.as_ref(), &options).errors.is_empty()),
            ]
        };
        Case {
            name,
            version: version.name,
            hand: by_hand,
            rules: rules(Rc::clone(&pairs[0]), Rc::clone(&old)),
            whole: pairs.each_ref().map(of_whole),
            failing_by_hand,
            reports,
            json,
            json_by_hand,
            peers: peers::all(crd::schema(version.name), &values, old_value.as_ref()),
            allocations,
            objects: values,
            old: old_value,
            gives_errors: V::GIVES_ERRORS,
        }
    }
}

fn validate<T: XValidation + Serialize>(object: &T, old: Option<&T>) -> Result<(), ErrorList> {
    match old {
        None => object.x_validate(),
        Some(old) => object.x_validate_update(old).map(drop),
    }
}

/// The verdicts and the costs are as expected in each form.
fn check<T: XValidation + Serialize, V: Verdict>(
    name: &str,
    version: &Version,
    (objects, values): (&[T; 2], &[Value; 2]),
    (old, old_value): (Option<&T>, Option<&Value>),
    hand: &dyn Fn(&T, Option<&T>) -> V,
) {
    let options = Options::default();
    for (i, passes) in [true, false].into_iter().enumerate() {
        let ours = match old {
            None => objects[i].x_validate().map(|()| Warnings::new()),
            Some(old) => objects[i].x_validate_update(old),
        };
        let by_hand = hand(&objects[i], old);
        let typed = objects[i].x_evaluate(old, &options);
        let json = (version.evaluate)(&values[i], old_value, &options);
        let errors_of_json = (version.validate)(&values[i], old_value).err().unwrap_or_default();
        let verdicts = [ours.is_ok(), by_hand.holds(), typed.errors.is_empty(), json.errors.is_empty()];
        assert_eq!(verdicts, [passes; 4], "{name}: ours, by hand, typed, JSON");
        assert_eq!(errors_of_json, json.errors, "{name}");
        assert_eq!(typed.runtime_cost, json.runtime_cost, "{name}");
        if let Some(hand) = json::by_hand(version.name) {
            assert_eq!(hand(&values[i], old_value), passes, "{name}: JSON by hand");
        }
        if let (Some(by_hand), Some(ours)) = (by_hand.listed(), ours.listed()) {
            let text =
                |errors: &ErrorList| errors.iter().map(|error| error.error().to_owned()).collect::<Vec<_>>();
            assert_eq!(text(by_hand), text(ours), "{name}");
        }
    }
}

/// The rules of a type and below it, as the walk runs them: each with a counter of its own.
fn rules<T: XValidation + 'static>(object: Rc<T>, old: Rc<Option<T>>) -> Run {
    type Walk<T> = fn(&T, Option<&T>, &mut Validation<'_>, &Path<'_>);
    let walk: Walk<T> = black_box(|object, old, validation, path| {
        object.rules(old, validation, path);
        object.children(old, validation, path);
    });
    Box::new(move |times| {
        let options = Options { budget: i64::MAX, ..Options::default() };
        let mut validation = Validation::new(&options);
        let place = FieldPath::default();
        let path = Path::starting_at(&place);
        for _ in 0..times {
            walk(black_box(&object), black_box(Option::as_ref(&old)), &mut validation, black_box(&path));
        }
        assert!(!validation.stopped());
    })
}

pub(crate) fn repeat(once: impl Fn() -> bool + 'static) -> Run {
    Box::new(move |times| {
        for _ in 0..times {
            black_box(once());
        }
    })
}

impl Case {
    /// The case for a program in another language: what is in `rules.yaml`, and the objects.
    pub(crate) fn to_json(&self) -> Value {
        serde_json::json!({ "name": self.name, "schema": crd::schema(self.version), "objects": self.objects, "old": self.old })
    }

    pub(crate) fn rule(&self) -> String {
        crd::rules(self.version)
    }
}
