//! The macros over lists and maps, each as a loop with the cost of its expansion (docs/spec/cost.md A.9).

use super::{
    block::Block,
    state::{Entry, Hoists, Lowering, Variable},
};
use crate::ast::{Comprehension, Expr, Macro};
use crate::ir::{ARRAY, Let, Local, Loop, Operand, Pattern, Repr, Statement, Steps, Value};
use std::rc::Rc;

/// What is kept of the elements.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Keep {
    List,
    Size,
}

/// The frame of a loop.
pub(super) struct Frame {
    /// Values that do not change in the loop.
    before: Vec<Statement>,
    pattern: Pattern,
    iterator: Value,
    /// The elements that remain.
    rest: Local,
    /// The rounds in parts, if the range is an object's own map, or its own list with one variable.
    parts: Option<Value>,
    /// Statements that each round begins with.
    views: Vec<Statement>,
}

impl Frame {
    /// The loop over all elements around a round.
    pub(super) fn over_all(self, round: Block) -> Statement {
        self.repeat(round, None)
    }

    /// The same for a loop that ends once it is `decided`. `decides` ends a round, and is true in the round that decides. Then the loop adds
    /// `units` if an element remains.
    pub(super) fn until(self, decides: Value, decided: Value, units: u64, round: Block) -> Statement {
        self.repeat(round, Some((decides, decided, units)))
    }

    /// True if a round needs nothing but its element.
    pub(super) fn is_plain(&self) -> bool {
        self.before.is_empty() && self.views.is_empty()
    }

    /// An iterator over `value`, computed for each element.
    pub(super) fn mapped(self, value: Value) -> Value {
        self.iterator.method_with("map", [Value::closure(self.pattern, value)])
    }

    fn repeat(self, mut round: Block, stop: Option<(Value, Value, u64)>) -> Statement {
        let Frame { before, pattern, iterator, rest, parts, views } = self;
        let stops = stop.as_ref().map(|(decides, ..)| decides);
        let parts = parts
            .filter(|_| round.only_adds() && stops.is_none_or(|decides| decides.only_takes(Steps::Units)));
        round.flush();
        if let Some((decides, _, units)) = &stop {
            let units = Value::Number(*units);
            let left = match parts {
                Some(_) => Value::from(&rest).method_with("stopped", [units]),
                None => Value::call("ops::stopped", [Value::from(&rest).reference(), units]),
            };
            let stop = vec![Statement::AddSome(left), Statement::Break(None)];
            round.push(Statement::If(decides.clone(), Rc::new(stop)));
        }
        if parts.is_none() {
            round.end_round();
        }
        let round = views.into_iter().chain(round.into_statements()).collect();
        let stop = stop.map(|(_, decided, units)| (decided, units));
        Statement::Loop(Rc::new(Loop {
            before,
            pattern,
            range: iterator,
            parts,
            rest,
            round,
            stop,
            most: None,
        }))
    }
}

impl Lowering<'_, '_> {
    /// The value of a macro. If it builds a list, `keep` says whether the list or its size is needed.
    pub(super) fn comprehension(
        &mut self,
        expr: &Expr,
        fold: &Comprehension,
        keep: Keep,
        block: &mut Block,
    ) -> Operand {
        if fold.from == Macro::Bind {
            return self.bind_name(fold, block);
        }
        let Some(round) = fold.round() else {
            return self.no_code(expr);
        };
        let range = self.lower(&fold.iter_range, block);
        let range = self.on_stack(range, block);
        let range = self.range(range, fold.iter_var2.is_some());
        self.then(range, block, |lowering, range, block| {
            let range = lowering.bind_range(range, block);
            match fold.from {
                Macro::All => lowering.quantifier(fold, &round, &range, false, block),
                Macro::Exists => lowering.quantifier(fold, &round, &range, true, block),
                Macro::ExistsOne => lowering.exists_one(fold, &round, &range, block),
                Macro::Map | Macro::Filter => lowering.collect(fold, &round, &range, keep, block),
                Macro::TransformMap | Macro::TransformMapEntry => {
                    lowering.transform_map(fold, &round, &range, block)
                }
                Macro::Bind => lowering.bind_name(fold, block),
            }
        })
    }

    /// `[has(self.a), has(self.b)].exists_one(x, x)`: only the loop reads a list literal that is its range. So it needs no memory in the
    /// arena.
    fn on_stack(&mut self, range: Operand, block: &mut Block) -> Operand {
        match &range.value {
            Value::Call(path, operands) if **path == *"list::of" && !range.fallible => {
                let Some(parts) = operands.last() else { return range };
                let name = self.fresh("parts");
                block.push(Let::statement(&name, parts.clone()));
                Operand { value: Value::call(ARRAY, [Value::from(&name).reference()]), ..range }
            }
            _ => range,
        }
    }

    /// Gives a range a name, unless it is a chain of reads or a list in a variable: a range is used only once.
    fn bind_range(&mut self, range: Operand, block: &mut Block) -> Operand {
        match range.repr {
            Repr::List { native: true, .. } | Repr::Map { native: true, .. } => range,
            _ if matches!(&range.value, Value::Call(path, _) if **path == *ARRAY) => range,
            _ => self.bind(range, block),
        }
    }

    /// Lowers `inside` with the loop's variables in scope.
    pub(super) fn in_loop<T>(
        &mut self,
        fold: &Comprehension,
        range: &Operand,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (Frame, T) {
        let scope = self.variables.len();
        let known = self.known.len();
        self.hoists.push(Hoists { scope, known, element: None, statements: Vec::new(), named: Vec::new() });
        let (pattern, iterator) = self.declare_loop_variables(fold, range);
        if let (Some(hoists), Repr::List { native: true, .. }, Pattern::Name(element)) =
            (self.hoists.last_mut(), &range.repr, &pattern)
        {
            hoists.element = Some((element.clone(), range.value.clone()));
        }
        let (views, value) = self.with_views(inside);
        self.variables.truncate(scope);
        let before = self.hoists.pop().map(|hoists| hoists.statements).unwrap_or_default();
        let own = || range.value.clone();
        let parts = match &range.repr {
            Repr::List { native: true, .. } if fold.iter_var2.is_none() => {
                Some(Value::call("list::rounds", [own()]))
            }
            Repr::Map { native: true, .. } => Some(Value::call("list::rounds_over_map", [own()])),
            _ => None,
        };
        (Frame { before, pattern, iterator, rest: self.fresh("rest"), parts, views }, value)
    }

    /// Declares the variables of a macro. Returns the pattern for an item of the iterator, and the iterator.
    fn declare_loop_variables(&mut self, fold: &Comprehension, range: &Operand) -> (Pattern, Value) {
        let first = self.fresh(&fold.iter_var);
        let second = match &fold.iter_var2 {
            Some(second) => self.fresh(second),
            None => self.fresh(&format!("{}_value", fold.iter_var)),
        };
        let one = Pattern::Name(first.clone());
        let both = Pattern::Tuple(vec![one.clone(), Pattern::Name(second.clone())]);
        let container = range.value.clone();
        match &range.repr {
            Repr::Map { key, value, .. } => {
                let value = Operand::name(&second, (**value).clone());
                let is_json = self.env.holds_json() && **key == Repr::String;
                let path = self.path(&fold.iter_range).filter(|_| is_json);
                let entry = (value.repr.is_static() || path.is_some()).then(|| Entry {
                    map: container.clone(),
                    value: value.clone(),
                    path: path.map(|variable| (fold.iter_range.clone(), variable)),
                });
                let key = Operand::name(&first, (**key).clone());
                self.variables.push(Variable { entry, ..Variable::new(&fold.iter_var, key) });
                if let Some(name) = &fold.iter_var2 {
                    let value = self.element(value);
                    self.variables.push(Variable::new(name, value));
                }
                (both, container.method("entries"))
            }
            Repr::List { element, .. } => {
                let name = if fold.iter_var2.is_some() { &second } else { &first };
                let element = self.element(Operand::name(name, (**element).clone()));
                let elements = container.method("elements");
                match &fold.iter_var2 {
                    None => {
                        self.variables.push(Variable::new(&fold.iter_var, element));
                        (one, elements)
                    }
                    Some(name) => {
                        let index = Value::call("ops::size_of", [Value::from(&first)]);
                        let index = Operand::new(index, Repr::Int);
                        self.variables.push(Variable::new(&fold.iter_var, index));
                        self.variables.push(Variable::new(name, element));
                        (both, elements.method("enumerate"))
                    }
                }
            }
            _ => (Pattern::Any, Value::Nothing),
        }
    }
}

/// The statements of a round, run if its predicate holds. An error of the predicate replaces the accumulator.
pub(super) fn guarded(
    predicate: Option<Operand>,
    accumulator: &Local,
    hit: Vec<Statement>,
) -> Vec<Statement> {
    vec![match predicate {
        None => return hit,
        Some(predicate) if predicate.fallible => {
            let error = Local::from("error");
            let failed = Statement::Assign(accumulator.clone(), Value::from(&error).within("Err"));
            let is = |verdict: &'static str| Pattern::of("Ok", Pattern::Path(verdict.into()));
            let arms = vec![
                (is("true"), hit),
                (is("false"), Vec::new()),
                (Pattern::name_in("Err", &error), vec![failed]),
            ];
            Statement::Match(predicate.value, arms)
        }
        Some(predicate) => Statement::If(predicate.value, Rc::new(hit)),
    }]
}
