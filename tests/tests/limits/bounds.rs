//! The upper bound of a rule's cost is never below the cost: a walk whose budget is a unit too small ends, whatever the object.

use cel_runtime::{
    __private::{Path, Validation},
    FieldPath, Options, XValidation,
};
use std::collections::BTreeMap;

#[derive(Clone, XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
struct Item {
    name: String,
    port: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
}

/// A type for each rule, and a function that walks all of them.
macro_rules! rules {
    ($($name:ident $rule:tt)*) => {
        $(
            #[derive(XValidation, serde::Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            struct $name {
                main: String,
                #[serde(skip_serializing_if = "Option::is_none")]
                other: Option<String>,
                items: Vec<Item>,
                numbers: Vec<i64>,
                names: Vec<String>,
                labels: BTreeMap<String, String>,
            }
        )*

        /// The rules that hold, and have exactly their cost as their budget.
        fn walked(random: &mut Random) -> Vec<&'static str> {
            let mut holding = Vec::new();
            $(
                let object = $name {
                    main: random.text(),
                    other: random.optional(),
                    items: random.list(Random::item),
                    numbers: random.list(|random| random.below(12).cast_signed()),
                    names: random.list(Random::text),
                    labels: random.list(|random| (random.text(), random.text())).into_iter().collect(),
                };
                if ends_where_it_costs_more(&object, $rule) {
                    holding.push($rule);
                }
            )*
            holding
        }

        const RULES: &[&str] = &[$($rule),*];
    };
}

rules! {
    Guarded "self.items.all(i, i.name == 'HTTPS' && has(i.mode) ? i.mode == 'Terminate' : true)"
    Present "self.items.all(i, has(i.mode) || has(i.zone) || i.port > 5)"
    Named "self.items.exists(i, i.name == self.main)"
    Ports "self.items.all(i, !(i.port in [1, 2, 3]) || i.name.startsWith('a') || i.name.endsWith('b'))"
    Chosen "self.items.exists(i, i.port > 5 ? has(i.mode) : !has(i.mode))"
    Optional "self.items.all(i, i.?mode.orValue('none') != 'x' && i.?zone.orValue('a').size() < 40)"
    OneOf "self.items.all(i, [has(i.mode), has(i.zone)].exists_one(x, x) || i.port < 11)"
    Short "self.names.all(n, n.size() <= 30)"
    Unique "self.names.exists_one(n, n == 'x') || self.names.all(n, n != 'x')"
    Letters "self.names.all(n, n.matches('^[a-zé]*$'))"
    Counted "self.items.all(i, i.port + self.main.size() < 60 && self.names.all(n, n.size() <= i.name.size() + 30))"
    Keys "self.labels.all(k, k.size() < 40 && self.labels[k] != 'x')"
    Entries "self.labels.all(k, v, k != v || k < 'b')"
    Labelled "self.labels.exists(k, k == 'x' && self.labels[k] == 'y') || self.labels.size() < 9"
    Numbers "self.numbers.all(n, n != 3 && (n > 10 || n < 5 || n == 7) || n % 2 == 1)"
    Divided "self.numbers.exists(n, 10 / n > 3)"
    Indexed "self.numbers.all(i, n, i < 100 || n > 0)"
    Filtered "self.main in self.items.filter(i, has(i.zone)).map(i, i.name) || self.main != ''"
    Kept "self.numbers.filter(n, n > 5).size() < 9"
    Summed "self.items.filter(i, has(i.zone)).map(i, i.port).sum() < 40"
    Total "self.numbers.map(n, n).sum() < 60"
    Both "self.items.all(i, i.port > 0 || has(i.mode)) && self.numbers.all(n, n < 12) && self.main != 'x'"
    Absent "!has(self.other) || self.items.all(i, i.port < self.other.size() + 9 && i.name != self.other)"
    Sized "has(self.main) && self.items.size() < 9 && self.items.all(i, i.name.size() + i.port < 90)"
}

/// True if the rule holds: then it ends the walk if the budget is one below its cost, and not if it is its cost.
fn ends_where_it_costs_more<T: XValidation + serde::Serialize>(object: &T, rule: &str) -> bool {
    let report = object.x_evaluate(None, &Options::default());
    let is_over = |budget| {
        let options = Options { budget, ..Options::default() };
        let place = FieldPath::default();
        let mut validation = Validation::new(&options);
        object.rules(None, &mut validation, &Path::starting_at(&place));
        validation.stopped()
    };
    if !report.errors.is_empty() {
        return false;
    }
    let cost = report.runtime_cost;
    assert!(!is_over(cost), "{rule}: {cost} is its cost");
    assert!(is_over(cost - 1), "{rule}: it costs {cost}");
    true
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Random) -> T) -> Vec<T> {
        let length = self.below(12);
        (0..length).map(|_| item(self)).collect()
    }

    fn text(&mut self) -> String {
        match self.below(6) {
            0 => "HTTPS".to_owned(),
            1 => "x".to_owned(),
            2 => "Terminate".to_owned(),
            3 => String::new(),
            _ => ["a", "é", "b"]
                .map(|letter| letter.repeat(usize::try_from(self.below(12)).unwrap_or(0)))
                .concat(),
        }
    }

    fn optional(&mut self) -> Option<String> {
        (self.below(2) == 0).then(|| self.text())
    }

    fn item(&mut self) -> Item {
        Item {
            name: self.text(),
            port: i32::try_from(self.below(12)).unwrap_or(0),
            mode: self.optional(),
            zone: self.optional(),
        }
    }
}

#[test]
fn a_bound_is_never_below_the_cost() {
    let mut random = Random(1);
    let holding: Vec<_> = (0..300).flat_map(|_| walked(&mut random)).collect();
    for rule in RULES {
        let held = holding.iter().filter(|held| *held == rule).count();
        assert!(held > 10, "{rule} held {held} times");
    }
}
