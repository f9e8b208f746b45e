//! Generic types: the walk through values whose type is a parameter.
//!
//! A generic type does not know its arguments. Some derive `XValidation`, others are numbers, lists, or foreign types. So its walk takes
//! an [`ArgumentWalk`] for each type parameter. The place of use writes it.

use crate::{field_path::Path, node::Node, old_items::KeyPart, schema_macro::Of, validate::Validation};

/// Runs rules on a value. The second argument is the old value.
type Visit<'w, T> = dyn Fn(&T, Option<&T>, &mut Validation<'_>, &Path<'_>) + 'w;

/// Reads the part of an item's key that has this name.
type ReadKey<T> = for<'o> fn(&'o T, &str) -> Option<KeyPart<'o>>;

/// The walk through the values of a type argument.
pub struct ArgumentWalk<'w, T: ?Sized> {
    /// True if there are rules on the value's own node.
    pub has_rules: bool,
    /// The `type` of its schema, if there are such rules.
    pub schema_type: &'static str,
    /// Enters the node, and runs all rules on it and below.
    pub visit: &'w Visit<'w, T>,
    /// Runs only the rules on the node. The walk has already entered it.
    pub rules: &'w Visit<'w, T>,
    /// Walks only the nodes below.
    pub children: &'w Visit<'w, T>,
    /// Reads a part of an item's key by its name.
    pub key: ReadKey<T>,
}

impl<T: ?Sized> Clone for ArgumentWalk<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ArgumentWalk<'_, T> {}

impl<'w, T: ?Sized + 'w> ArgumentWalk<'w, T> {
    /// The walk for values without rules.
    #[must_use]
    pub fn nothing() -> Self {
        ArgumentWalk {
            has_rules: false,
            schema_type: "",
            visit: &pass::<T>,
            rules: &pass::<T>,
            children: &pass::<T>,
            key: no_key,
        }
    }
}

impl<'w, T: Node + ?Sized + 'w> ArgumentWalk<'w, T> {
    /// The walk for values that implement [`Node`].
    #[must_use]
    pub fn of_node() -> Self {
        ArgumentWalk {
            has_rules: T::HAS_RULES,
            schema_type: T::SCHEMA_TYPE,
            visit: &visit::<T>,
            rules: &T::rules,
            children: &T::children,
            key: no_key,
        }
    }

    const KEYS_UNKNOWN: () = panic!(
        "a list of this generic type has keys, which are fields of its argument. They are read where a type that derives \
         `XValidation` has a field of the generic type, so a value of it cannot be validated on its own. Validate one that holds it: \
         `#[derive(XValidation)] struct Own(Keyed<Item>);`"
    );

    /// The values are items with keys that only a place of use can read. This does not compile.
    #[must_use]
    pub fn missing() -> Self {
        let () = Self::KEYS_UNKNOWN;
        ArgumentWalk::of_node()
    }
}

fn no_key<'o, T: ?Sized>(_: &'o T, _: &str) -> Option<KeyPart<'o>> {
    None
}

fn pass<T: ?Sized>(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>) {}

/// Walks a node and all nodes below it.
fn visit<T: Node + ?Sized>(value: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
    if value.is_null() {
        return;
    }
    if cx.enter(path, value, T::HAS_RULES) {
        value.rules(old, cx, path);
    }
    value.children(old, cx, path);
}

/// A generic type that derives `XValidation`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not derive `XValidation`",
    label = "this type has no compiled schema",
    note = "add `#[derive(XValidation)]` to it",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait Generic {}

/// The late rules of a node in a generic type. They look into its arguments, so they are compiled at the place of use.
pub struct Late<'w, T> {
    /// The `type` of the node's schema.
    pub schema_type: &'static str,
    /// One of them compares with the value before an update.
    pub use_old: bool,
    /// Runs them on the node. The walk has already entered it.
    pub rules: &'w Visit<'w, T>,
}

impl<T> Clone for Late<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Late<'_, T> {}

impl<T> Late<'_, T> {
    const NO_PLACE_OF_USE: () = panic!(
        "rules of this generic type look into its arguments. They are compiled where a type that derives `XValidation` has a field \
         of the generic type, so a value of it cannot be validated on its own. Validate one that holds it: \
         `#[derive(XValidation)] struct Own(Template<Limits>);`"
    );

    /// There is no place of use: this does not compile.
    #[must_use]
    pub fn missing() -> Self {
        let () = Self::NO_PLACE_OF_USE;
        Late { schema_type: "", use_old: false, rules: &pass::<T> }
    }
}

/// The Rust type of a node with late rules. `N` is its number in the generic type.
pub trait LateNode<const N: usize> {
    /// The type.
    type Type;
}

/// Facts about a generic type from the last step of its derive.
pub trait CompiledGeneric: Generic {
    /// An [`ArgumentWalk`] for each type parameter, then a [`Late`] for each node with late rules.
    type Walks<'w>
    where
        Self: 'w;

    /// Runs the type's own rules.
    fn rules<'w>(&'w self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>, _: &Self::Walks<'w>) {}

    /// Walks the type's properties.
    fn children<'w>(&'w self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>, _: &Self::Walks<'w>) {}
}

impl<T: CompiledGeneric> Of<T> {
    /// See [`CompiledGeneric::rules`].
    #[inline]
    pub fn rules_with<'w>(
        this: &'w T,
        old: Option<&T>,
        cx: &mut Validation<'_>,
        path: &Path<'_>,
        walks: &T::Walks<'w>,
    ) {
        CompiledGeneric::rules(this, old, cx, path, walks);
    }

    /// See [`CompiledGeneric::children`].
    #[inline]
    pub fn children_with<'w>(
        this: &'w T,
        old: Option<&T>,
        cx: &mut Validation<'_>,
        path: &Path<'_>,
        walks: &T::Walks<'w>,
    ) {
        CompiledGeneric::children(this, old, cx, path, walks);
    }
}

/// The walks of a generic type whose arguments are nodes. Its values can be validated on their own.
pub trait Alone: CompiledGeneric {
    /// The walks.
    fn walks<'w>() -> Self::Walks<'w>
    where
        Self: 'w;
}

impl<T: Alone> Of<T> {
    /// See [`CompiledGeneric::rules`].
    #[inline]
    pub fn rules_alone(this: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
        Self::rules_with(this, old, cx, path, &T::walks());
    }

    /// See [`CompiledGeneric::children`].
    #[inline]
    pub fn children_alone(this: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
        Self::children_with(this, old, cx, path, &T::walks());
    }
}

/// Arguments that derive nothing. A generic type with such arguments can be validated on its own.
mod std_types {
    use super::{Node, Path, Validation, visit};
    use crate::access::CelValue;
    use std::collections::{BTreeMap, HashMap, VecDeque};

    macro_rules! scalars {
        ($($ty:ty)*) => {$( impl Node for $ty { const SCHEMA: &'static str = ""; } )*};
    }
    scalars!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 char String);

    impl<T: Node> Node for Option<T> {
        const SCHEMA: &'static str = "";
        fn is_null(&self) -> bool {
            self.as_ref().is_none_or(T::is_null)
        }
        fn children(&self, old: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
            if let Some(value) = self {
                visit(value, old.and_then(Option::as_ref), cx, path);
            }
        }
    }

    impl<T: Node> Node for Box<T> {
        const SCHEMA: &'static str = "";
        const HAS_RULES: bool = T::HAS_RULES;
        fn is_null(&self) -> bool {
            T::is_null(self)
        }
        fn rules(&self, old: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
            T::rules(self, old.map(|old| &**old), cx, path);
        }
        fn children(&self, old: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
            T::children(self, old.map(|old| &**old), cx, path);
        }
    }

    macro_rules! lists {
        ($($list:ident)*) => {$(
            impl<T: Node> Node for $list<T>
            where
                $list<T>: CelValue,
            {
                const SCHEMA: &'static str = "";
                fn children(&self, _: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
                    for (index, item) in self.iter().enumerate() {
                        visit(item, None, cx, &Path::index(path, index));
                    }
                }
            }
        )*};
    }
    lists!(Vec VecDeque);

    macro_rules! maps {
        ($($map:ident)*) => {$(
            impl<T: Node> Node for $map<String, T>
            where
                $map<String, T>: CelValue,
            {
                const SCHEMA: &'static str = "";
                fn children(&self, old: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
                    for (key, value) in self {
                        visit(value, old.and_then(|old| old.get(key)), cx, &Path::key(path, key));
                    }
                }
            }
        )*};
    }
    maps!(BTreeMap HashMap);
}
