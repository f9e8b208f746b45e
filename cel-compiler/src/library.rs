//! Declarations of functions, type names and variables: the one table that the checker, the cost model and the emitter read.

use std::{collections::HashMap, rc::Rc, sync::LazyLock};

use crate::{ast::Callee, types::Type};
use cel_types::Operator;
pub use cel_types::charge::{Basis, Measure};

pub mod authz;
pub mod cidr;
pub mod format;
pub mod ip;
pub mod lists;
pub mod operators;
pub mod optionals;
pub mod quantity;
pub mod regex;
pub mod semver;
pub mod sets;
pub mod stdlib;
pub mod strings;
pub mod type_names;
pub mod url;
mod version;

pub use version::{KubernetesVersion, VersionError};

/// Every function, in the order in which the API server builds its environment. Overloads of one name are tried in that order.
const TABLES: &[&[FunctionDecl]] = &[
    operators::FUNCTIONS,
    stdlib::FUNCTIONS,
    url::FUNCTIONS,
    regex::FUNCTIONS,
    strings::FUNCTIONS,
    lists::FUNCTIONS,
    optionals::FUNCTIONS,
    sets::FUNCTIONS,
    authz::FUNCTIONS,
    quantity::FUNCTIONS,
    ip::FUNCTIONS,
    cidr::FUNCTIONS,
    format::FUNCTIONS,
    semver::FUNCTIONS,
];

/// A function with overloads that one library adds. Several libraries may add to one name.
#[derive(Debug)]
pub struct FunctionDecl {
    /// The function or operator.
    pub callee: Callee<'static>,
    /// In the order in which they are tried.
    pub overloads: &'static [OverloadDecl],
    /// All its overloads have one charge, even if the checker left several of them.
    pub charged_by_name: bool,
    /// The runtime's functions that look at the types of the values at run time, each with its number of operands.
    pub on_values: &'static [(usize, &'static str)],
}

/// One signature of a function. Its id is unique among the overloads of all functions, member and global together.
#[derive(Debug, PartialEq)]
pub struct OverloadDecl {
    /// cel-go's id: `add_int64`, `string_to_int64`. The cost model and the emitter use it.
    pub id: &'static str,
    /// Called as `target.function(..)`. The target is the first argument.
    pub member: bool,
    /// The types of the arguments.
    pub args: &'static [TypePattern],
    /// The type of the result.
    pub result: TypePattern,
    /// The first version that has it; 0 is always.
    pub since: KubernetesVersion,
    /// The first version that does not have it any more.
    pub until: KubernetesVersion,
    /// The last version that tries it before the overloads of other libraries.
    pub first_until: KubernetesVersion,
    /// Its charge.
    pub basis: Basis,
    /// Estimates of versions before this one use another cost class, given here.
    pub estimated_until: Option<(KubernetesVersion, Basis)>,
    /// The size of its result in estimates, if the cost class does not give it.
    pub size: ResultSize,
    /// The function of the runtime; `None` if the representations of the operands choose one, as for operators.
    pub rust: Option<Rust>,
    /// The function for lists of values of any type.
    pub rust_of_values: Option<Rust>,
}

/// The size of a call's result, in estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResultSize {
    /// Given by the cost class, or unknown.
    OfBasis,
    /// As large as the receiver: `'a'.trim()`.
    Receiver,
    /// The same, in versions that know the sizes of URLs.
    Url,
    /// Up to as large as the receiver: `'a'.find('b')`.
    UpToReceiver,
    /// Up to the limit that the call gives, or the receiver's size: `'a,b'.split(',', 2)`.
    UpToLimit,
    /// `'a'.replace('a', 'b')`
    Replaced,
    /// Up to four bytes for each character: `bytes('a')`.
    Encoded,
    /// At least a character for each four bytes: `string(b'a')`.
    Decoded,
    /// `strings.quote('a')`
    Quoted,
    /// `[1, 2].slice(0, 1)`
    Slice,
    /// `lists.range(2)`
    Range,
}

/// A function of the runtime.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rust {
    /// The function below `cel_runtime::__private`: `strings::char_at`.
    pub path: &'static str,
    /// It returns an `Outcome`.
    pub fallible: bool,
    /// Its first argument is the arena.
    pub builds: bool,
}

impl Rust {
    /// A function that cannot fail and borrows its result.
    const fn new(path: &'static str) -> Rust {
        Rust { path, fallible: false, builds: false }
    }

    /// The same, but it returns an `Outcome`.
    const fn fallible(self) -> Rust {
        Rust { fallible: true, ..self }
    }

    /// The same with the arena in front of its operands.
    const fn builds(self) -> Rust {
        Rust { builds: true, ..self }
    }
}

/// A variable of an environment.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableDecl {
    /// `self`
    pub name: Rc<str>,
    /// Its type.
    pub ty: Type,
}

/// A type in a declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the CEL types")]
pub enum TypePattern {
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    Dyn,
    Any,
    List(&'static TypePattern),
    Map(&'static TypePattern, &'static TypePattern),
    Optional(&'static TypePattern),
    Type(&'static TypePattern),
    Wrapper(&'static TypePattern),
    /// An object type that no schema describes: `kubernetes.Quantity`.
    Object(&'static str),
    /// An abstract type without parameters: `net.IP`.
    Opaque(&'static str),
    /// Any type, but the same one at each `A` of the overload.
    A,
    /// The same for `B`.
    B,
}

/// `list(A)`
pub const LIST: TypePattern = TypePattern::List(&TypePattern::A);
/// `map(A, B)`
pub const MAP: TypePattern = TypePattern::Map(&TypePattern::A, &TypePattern::B);

impl TypePattern {
    /// False for the authorizer's types: no value in a rule has one of them.
    pub(crate) fn has_values(&self) -> bool {
        !matches!(self, TypePattern::Object(name) if name.starts_with(authz::TYPES))
    }

    /// The type, with the types that `parameter` returns for `A` (0) and `B` (1).
    pub fn instantiate(&self, parameter: &mut impl FnMut(usize) -> Type) -> Type {
        match self {
            TypePattern::Null => Type::Null,
            TypePattern::Bool => Type::Bool,
            TypePattern::Int => Type::Int,
            TypePattern::Uint => Type::Uint,
            TypePattern::Double => Type::Double,
            TypePattern::String => Type::String,
            TypePattern::Bytes => Type::Bytes,
            TypePattern::Timestamp => Type::Timestamp,
            TypePattern::Duration => Type::Duration,
            TypePattern::Dyn => Type::Dyn,
            TypePattern::Any => Type::Any,
            TypePattern::List(element) => Type::list(element.instantiate(parameter)),
            TypePattern::Map(key, value) => {
                let key = key.instantiate(parameter);
                Type::map(key, value.instantiate(parameter))
            }
            TypePattern::Optional(value) => Type::optional(value.instantiate(parameter)),
            TypePattern::Type(of) => Type::Type(Rc::new(of.instantiate(parameter))),
            TypePattern::Wrapper(of) => Type::Wrapper(Rc::new(of.instantiate(parameter))),
            TypePattern::Object(name) => Type::Object((*name).into()),
            TypePattern::Opaque(name) => Type::Opaque((*name).into(), Rc::new([])),
            TypePattern::A => parameter(0),
            TypePattern::B => parameter(1),
        }
    }

    /// The type, with `A` and `B` as type parameters.
    #[must_use]
    pub fn declared(&self) -> Type {
        self.instantiate(&mut |i| Type::Param(if i == 0 { "A" } else { "B" }.into()))
    }
}

impl FunctionDecl {
    const fn new(name: &'static str, overloads: &'static [OverloadDecl]) -> Self {
        FunctionDecl { callee: Callee::Named(name), overloads, charged_by_name: false, on_values: &[] }
    }

    const fn operator(operator: Operator, overloads: &'static [OverloadDecl]) -> Self {
        FunctionDecl { callee: Callee::Op(operator), ..FunctionDecl::new("", overloads) }
    }

    const fn charged_by_name(mut self) -> Self {
        self.charged_by_name = true;
        self
    }

    const fn on_values(mut self, functions: &'static [(usize, &'static str)]) -> Self {
        self.on_values = functions;
        self
    }
}

impl OverloadDecl {
    const fn global(id: &'static str, args: &'static [TypePattern], result: TypePattern) -> Self {
        OverloadDecl {
            id,
            member: false,
            args,
            result,
            since: ALWAYS,
            until: KubernetesVersion::NEVER,
            first_until: ALWAYS,
            basis: Basis::Unit,
            estimated_until: None,
            size: ResultSize::OfBasis,
            rust: None,
            rust_of_values: None,
        }
    }

    const fn member(id: &'static str, args: &'static [TypePattern], result: TypePattern) -> Self {
        OverloadDecl { member: true, ..OverloadDecl::global(id, args, result) }
    }

    const fn charged(mut self, basis: Basis) -> Self {
        self.basis = basis;
        self
    }

    const fn estimated_until(mut self, release: u16, basis: Basis) -> Self {
        self.estimated_until = Some((KubernetesVersion::of_release(release), basis));
        self
    }

    const fn sized(mut self, size: ResultSize) -> Self {
        self.size = size;
        self
    }

    const fn runs(mut self, rust: Rust) -> Self {
        self.rust = Some(rust);
        self
    }

    const fn runs_on_values(mut self, rust: Rust) -> Self {
        self.rust_of_values = Some(rust);
        self
    }

    /// The cost class in the estimates of a version's servers. It may be lower than the charge.
    pub(crate) fn estimated(&self, version: KubernetesVersion) -> Basis {
        match self.estimated_until {
            Some((until, basis)) if version < until => basis,
            _ => self.basis,
        }
    }

    const fn since(mut self, minor: u16) -> Self {
        self.since = KubernetesVersion(minor);
        self
    }

    const fn until_release(mut self, minor: u16) -> Self {
        self.until = KubernetesVersion::of_release(minor);
        self
    }

    const fn first_until(mut self, minor: u16) -> Self {
        self.first_until = KubernetesVersion(minor);
        self
    }
}

const ALWAYS: KubernetesVersion = KubernetesVersion(0);

/// A function with its overloads from all libraries.
#[derive(Debug)]
pub struct Function {
    /// The function or operator.
    pub callee: Callee<'static>,
    /// The name as cel-go writes it: `size`, `_+_`, `optional.of`.
    pub name: &'static str,
    overloads: Vec<&'static OverloadDecl>,
    charged_by_name: bool,
    on_values: Vec<(usize, &'static str)>,
}

impl Function {
    /// The first version that has any of its overloads.
    #[must_use]
    pub fn since(&self) -> KubernetesVersion {
        self.overloads.iter().map(|overload| overload.since).min().unwrap_or(KubernetesVersion(0))
    }

    /// The charge of a call, by the overloads that the checker left.
    #[must_use]
    pub fn basis(&self, left: &[&OverloadDecl]) -> Basis {
        match (left, self.overloads.as_slice()) {
            ([overload], _) => overload.basis,
            (_, [first, ..]) if self.charged_by_name => first.basis,
            _ => Basis::Unit,
        }
    }

    /// The runtime's function for that many operands that looks at the types of the values.
    #[must_use]
    pub fn on_values(&self, operands: usize) -> Option<&'static str> {
        let (_, name) = self.on_values.iter().find(|(count, _)| *count == operands)?;
        Some(name)
    }

    /// The overloads that a version has, in the order in which they are tried.
    pub fn overloads(&self, version: KubernetesVersion) -> impl Iterator<Item = &'static OverloadDecl> {
        let is_known = move |overload: &&OverloadDecl| overload.since <= version && version < overload.until;
        let known = self.overloads.iter().copied().filter(is_known);
        let is_first = move |overload: &&OverloadDecl| version <= overload.first_until;
        known.clone().filter(is_first).chain(known.filter(move |overload| !is_first(overload)))
    }
}

/// The function of that name, if a version has an overload of it.
#[must_use]
pub fn function(name: &str, version: KubernetesVersion) -> Option<&'static Function> {
    FUNCTIONS.get(name).filter(|function| function.overloads(version).next().is_some())
}

/// All functions of a version, in no order.
pub fn functions(version: KubernetesVersion) -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.values().filter(move |function| function.overloads(version).next().is_some())
}

static FUNCTIONS: LazyLock<HashMap<&'static str, Function>> = LazyLock::new(|| {
    let mut functions: HashMap<&'static str, Function> = HashMap::with_capacity(256);
    for decl in TABLES.iter().copied().flatten() {
        let name = decl.callee.name();
        let function = functions.entry(name).or_insert_with(|| Function {
            callee: decl.callee,
            name,
            overloads: Vec::new(),
            charged_by_name: false,
            on_values: Vec::new(),
        });
        function.charged_by_name |= decl.charged_by_name;
        function.on_values.extend(decl.on_values);
        function.overloads.extend(decl.overloads);
    }
    functions
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overload_ids_are_unique() {
        let mut ids: Vec<_> =
            TABLES.iter().copied().flatten().flat_map(|f| f.overloads).map(|o| o.id).collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }

    #[test]
    fn members_have_a_target() {
        for overload in TABLES.iter().copied().flatten().flat_map(|f| f.overloads) {
            assert!(!overload.member || !overload.args.is_empty(), "{}", overload.id);
        }
    }

    #[test]
    fn older_servers_lack_newer_functions() {
        assert!(function("optional.of", KubernetesVersion(27)).is_none());
        assert!(function("optional.of", KubernetesVersion(28)).is_some());
    }
}
