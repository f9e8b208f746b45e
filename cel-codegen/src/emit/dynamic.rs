//! Values whose type is known only at run time, and static ones of types that an operation does not know: both become `Value`s.

use super::{
    Block, Emitter, Form, Operand, Operation,
    access::read,
    apart,
    conversion::type_name,
    converted,
    form::{Flavour, is_message},
    library, mentions,
};
use crate::{
    ast::{Expr, MapEntry},
    decls::{self, KubernetesVersion, OverloadDecl, TypePattern, authz},
    env::Env,
    plan::Constant,
    schema::escaping::escape,
};
use cel_types::TypeName;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::rc::Rc;

impl Emitter<'_, '_> {
    /// The operand as a `Value`.
    pub(super) fn dynamic(&mut self, operand: Operand) -> Operand {
        self.coerce(operand, &Form::Dynamic)
    }

    /// The operand as a boolean; of another value the error of an operator that wants one.
    pub(super) fn condition(&mut self, operand: Operand) -> Operand {
        match operand.form {
            Form::Bool => operand,
            Form::Never => self.coerce(operand, &Form::Bool),
            _ => {
                let value = self.dynamic(operand);
                self.lift(vec![value], called(Form::Bool, true, "condition"))
            }
        }
    }

    /// The operand as an optional; of another value the error of `or` and `orValue`.
    pub(super) fn as_optional(&mut self, operand: Operand) -> Operand {
        match operand.form {
            Form::Optional(_) => operand,
            Form::Never => self.coerce(operand, &Form::Optional(Form::Never.into())),
            _ => {
                let value = self.dynamic(operand);
                self.lift(vec![value], called(Form::Optional(Form::Dynamic.into()), true, "as_optional"))
            }
        }
    }

    /// A step of a chain from a value that may be anything; charges itself.
    ///
    /// An element that is not what its schema says comes out in the next step, which is charged.
    pub(super) fn dynamic_step(
        &mut self,
        value: Operand,
        key: Operand,
        next: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        // An element may not be what its schema says; to the list of an object other numbers than ints are none.
        let may_be_element = key.form != Form::String;
        let next = next.filter(|_| may_be_element);
        let value = self.dynamic(value);
        let value = if next.is_some() { self.bind(value, block) } else { value };
        let (value, key) = (value.tokens, self.dynamic(key));
        let key = if next.is_some() { self.bind(key, block) } else { key };
        let (is_fallible, key_value, key) = (key.fallible, key.tokens.clone(), key.into_result());
        let step = match next {
            None if self.is_index && may_be_element => quote!(dynamic::qualifier_at(cost, #value, #key)),
            _ if is_fallible => quote!(dynamic::step_at(cost, #value, #key)),
            _ => quote!(dynamic::step(cost, #value, #key_value)),
        };
        let found = self.run(step, Form::Dynamic, block);
        if let Some(next) = next {
            let name = self.temporary();
            block.push(quote!(let #name = dynamic::error_at(cost.arena(), #value, #key);));
            self.put_failed_step(next, &quote!(#name), block);
        }
        found
    }

    /// `has(value.name)` of a value that may be anything; charges itself.
    pub(super) fn dynamic_has(&mut self, value: Operand, name: &str, block: &mut Block) -> Operand {
        let value = self.dynamic(value).tokens;
        self.run(quote!(dynamic::has(cost, #value, #name)), Form::Bool, block)
    }

    /// The same, but of an optional the field itself.
    pub(super) fn dynamic_found(&mut self, value: Operand, name: &str, block: &mut Block) -> Operand {
        let value = value.tokens;
        self.run(quote!(dynamic::found_or_tested(cost, #value, #name)), Form::Dynamic, block)
    }

    /// What a macro with one variable, or with two, goes over: a list of elements or keys, or a map.
    pub(super) fn range(&mut self, range: Operand, two: bool) -> Operand {
        match range.form {
            Form::List { .. } | Form::Map { .. } => range,
            _ => {
                let value = self.dynamic(range);
                let (form, function) = if two {
                    (Form::map(Form::Dynamic, Form::Dynamic), "entries")
                } else {
                    (Form::list(Form::Dynamic), "range")
                };
                self.lift(vec![value], building(form, function))
            }
        }
    }

    /// A key, or a value that is looked up in a hash set: the server panics over some.
    pub(super) fn require_hashable(&mut self, value: Operand, block: &mut Block) -> Operand {
        if !may_be_unhashable(&value.form) {
            return value;
        }
        let value = self.bind(value, block);
        let tokens = self.dynamic(value.clone()).into_result();
        block.push_settled(quote!(dynamic::require_hashable(cost, #tokens)?;));
        value
    }

    /// The key of the last of some entries, of which keys and values are evaluated.
    pub(super) fn hash_last(&mut self, entries: &[MapEntry], parts: &mut [Operand], block: &mut Block) {
        let (Some((last, before)), [earlier @ .., key, value]) = (entries.split_last(), parts) else {
            return;
        };
        if !last.optional {
            *key = self.require_hashable(key.clone(), block);
            return;
        }
        if !may_be_unhashable(&key.form) {
            return;
        }
        for part in earlier.iter_mut().chain([&mut *key, &mut *value]) {
            *part = self.bind(part.clone(), block);
        }
        let is_given = |entry: &MapEntry, value: &Operand| {
            let value = &value.tokens;
            if entry.optional { quote!(#value.is_some()) } else { quote!(true) }
        };
        let given = is_given(last, value);
        let key = self.dynamic(key.clone()).tokens;
        let before = before.iter().zip(earlier.chunks_exact(2)).map(|(entry, pair)| {
            let (key, given) = (self.dynamic(pair[0].clone()).tokens, is_given(entry, &pair[1]));
            quote!((#key, #given))
        });
        let before: Vec<TokenStream> = before.collect();
        block.push_settled(quote!(dynamic::require_hashable_entry(cost, #key, #given, &[#(#before),*])?;));
    }

    /// The same for the operands of `in`.
    pub(super) fn require_hashable_in(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match operands.as_slice() {
            [value, container]
                if may_be_unhashable(&value.form)
                    && matches!(container.form, Form::Dynamic | Form::Map { .. }) => {}
            _ => return operands,
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<TokenStream> = values.collect();
        block.push_settled(quote!(dynamic::require_hashable_in(cost, #(#values),*)?;));
        operands
    }

    /// `format` panics over objects with keys that no schema describes.
    pub(super) fn require_printable(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        if !operands.last().is_some_and(|arguments| may_hold_objects(&arguments.form)) {
            return operands;
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<TokenStream> = values.collect();
        block.push_settled(quote!(dynamic::require_printable(cost, #(#values),*)?;));
        operands
    }

    /// A call for which nothing static is known.
    pub(super) fn dynamic_call(&mut self, expr: &Expr, function: &str, operands: Vec<Operand>) -> Operand {
        let forms: Vec<&Form> = operands.iter().map(|operand| &operand.form).collect();
        if let Some(operation) = apart::comparison(self.env, function, &forms) {
            return self.lift(operands, operation);
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.dynamic(operand)).collect();
        if let [overload] = self.checked.overloads(expr.id)
            && let Some(operation) = of_type(function, overload)
        {
            return self.lift(operands, operation);
        }
        match operator(function) {
            Some(operation) => self.lift(operands, operation),
            None => self.dispatch(expr, function, operands),
        }
    }

    /// A choice among overloads by the types of the values: the one that the checker found, or all that the function has.
    fn dispatch(&mut self, expr: &Expr, function: &str, operands: Vec<Operand>) -> Operand {
        let found = self.checked.overloads(expr.id);
        let candidates: Vec<&'static OverloadDecl> = match (found, decls::function(function, NEWEST)) {
            ([_], _) | (_, None) => found.to_vec(),
            (_, Some(all)) => all.overloads(NEWEST).filter(|o| o.args.len() == operands.len()).collect(),
        };
        let names: Vec<Ident> = (0..operands.len()).map(|i| format_ident!("operand{}", i + 1)).collect();
        let callable = candidates.iter().filter(|overload| overload.args.iter().all(has_values));
        let arms: Option<Vec<Arm>> =
            callable.map(|overload| arm(self.env, function, overload, &names)).collect();
        let Some(arms) = arms else {
            return self.unsupported(expr, &format!("`{function}` of values of unknown type"));
        };
        if arms.is_empty() {
            let function = function.to_owned();
            let refused = Operation::fallible(
                Form::Dynamic,
                move |o| quote!(Err::<Value<'a>, _>(dynamic::no_such_overload(cost.arena(), #function, &[#(#o),*]))),
            );
            return self.lift(operands, refused);
        }
        let result = match arms.split_first() {
            Some((first, rest)) if rest.iter().all(|arm| arm.operation.form == first.operation.form) => {
                first.operation.form.clone()
            }
            _ => Form::Dynamic,
        };
        let dispatch = Operation::fallible(result.clone(), {
            let function = function.to_owned();
            move |operands| {
                let arms = arms.iter().map(|arm| arm.tokens(&result));
                let (scrutinee, pattern) = (quote!((#(#operands,)*)), quote!((#(#names,)*)));
                quote!(match #scrutinee {
                    #(#arms)*
                    #pattern => Err(dynamic::no_such_overload(cost.arena(), #function, &[#(#names),*])),
                })
            }
        });
        self.lift(operands, dispatch)
    }
}

/// False for types that no value in a rule is of.
fn has_values(ty: &TypePattern) -> bool {
    !matches!(ty, TypePattern::Object(name) if name.starts_with(authz::TYPES))
}

/// True for forms of values that the server's maps cannot look up.
fn may_be_unhashable(form: &Form) -> bool {
    matches!(form, Form::Dynamic | Form::Bytes | Form::Opaque(TypeName::Semver | TypeName::NamedFormat))
}

/// An overload with the operation that it is.
struct Arm {
    patterns: Vec<TokenStream>,
    operands: Vec<TokenStream>,
    operation: Operation,
    /// `value` as a `Value`.
    converted: TokenStream,
}

impl Arm {
    fn tokens(&self, result: &Form) -> TokenStream {
        let patterns = &self.patterns;
        let value = (self.operation.tokens)(&self.operands);
        let form = &self.operation.form;
        let value = match (form == result, self.operation.fallible) {
            (true, true) => value,
            (true, false) => quote!(Ok(#value)),
            (false, true) => {
                let converted = &self.converted;
                quote!(#value.map(|value| #converted))
            }
            (false, false) => {
                let converted = &self.converted;
                quote!({ let value = #value; Ok(#converted) })
            }
        };
        quote!((#(#patterns,)*) => #value,)
    }
}

fn arm(env: &Env<'_>, function: &str, overload: &'static OverloadDecl, names: &[Ident]) -> Option<Arm> {
    let forms = library::forms_of_values(overload)
        .unwrap_or_else(|| overload.args.iter().map(|arg| Form::built(&arg.declared())).collect());
    let patterns =
        forms.iter().zip(names).map(|(form, name)| pattern(form, name)).collect::<Option<Vec<_>>>()?;
    let operands = names.iter().map(|name| quote!(#name)).collect();
    let forms: Vec<&Form> = forms.iter().collect();
    let operation = super::call::operation(function, &forms)
        .or_else(|| library::find(&[overload], &forms).map(|call| call.operation()))?;
    let converted = converted(env, &operation.form, &Form::Dynamic, quote!(value));
    Some(Arm { patterns, operands, operation, converted })
}

/// The pattern of a `Value` of a form.
fn pattern(form: &Form, name: &Ident) -> Option<TokenStream> {
    let variant = match form {
        Form::Null => return Some(quote!(Value::Null)),
        Form::Dynamic => return Some(quote!(#name)),
        Form::List { element, native: false, .. } if **element == Form::Dynamic => {
            return Some(quote!(Value::List(value::ListValue { elements: #name, .. })));
        }
        _ => variant(form)?,
    };
    Some(quote!(Value::#variant(#name)))
}

/// The variant of `Value` that holds a form as it is.
pub(super) fn variant(form: &Form) -> Option<Ident> {
    let name = match form {
        Form::Bool => "Bool",
        Form::Int => "Int",
        Form::Uint => "Uint",
        Form::Double => "Double",
        Form::String => "String",
        Form::Bytes => "Bytes",
        Form::Timestamp => "Timestamp",
        Form::Duration => "Duration",
        Form::Type => "Type",
        Form::Opaque(name) if is_message(*name) => "Message",
        Form::Opaque(name) => return Some(format_ident!("{name:?}")),
        _ => return None,
    };
    Some(format_ident!("{name}"))
}

/// A list function with one overload left: the server asks whether the first element is of its type.
fn of_type(function: &str, overload: &OverloadDecl) -> Option<Operation> {
    let (form, name) = match function {
        "sum" => (Form::Dynamic, "sum_of"),
        "min" => (Form::Dynamic, "min_of"),
        "max" => (Form::Dynamic, "max_of"),
        "isSorted" => (Form::Bool, "is_sorted_of"),
        _ => return None,
    };
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let element = type_name(Form::built(&element.declared()).type_name()?);
    let name = format_ident!("{name}");
    let call = move |o: &[TokenStream]| quote!(dynamic::#name(cost.arena(), #element, #(#o),*));
    Some(Operation::fallible(form, call).delimited())
}

/// The operators and functions that ask the values themselves.
fn operator(function: &str) -> Option<Operation> {
    Some(match function {
        "_+_" => Operation::fallible(Form::Dynamic, |o| {
            let (left, right) = (&o[0], &o[1]);
            quote!(dynamic::add(cost.arena(), #left, #right))
        })
        .delimited(),
        "_-_" => called(Form::Dynamic, true, "subtract"),
        "_*_" => called(Form::Dynamic, true, "multiply"),
        "_/_" => called(Form::Dynamic, true, "divide"),
        "_%_" => called(Form::Dynamic, true, "modulo"),
        "-_" => called(Form::Dynamic, true, "negate"),
        "!_" => called(Form::Bool, true, "not"),
        "_==_" => called(Form::Bool, true, "equal"),
        "_!=_" => called(Form::Bool, false, "not_equal"),
        "@in" => called(Form::Bool, true, "contains"),
        "size" => called(Form::Int, true, "size"),
        "_<_" => ordering(function, "is_lt"),
        "_<=_" => ordering(function, "is_le"),
        "_>_" => ordering(function, "is_gt"),
        "_>=_" => ordering(function, "is_ge"),
        "contains" => text(quote!(ops::contains)),
        "startsWith" => text(quote!(ops::starts_with)),
        "endsWith" => text(quote!(ops::ends_with)),
        "sum" | "min" | "max" | "sort" | "distinct" => building(Form::Dynamic, function),
        "isSorted" => building(Form::Bool, "is_sorted"),
        "@sortByAssociatedKeys" => building(Form::list(Form::Dynamic), "sort_by_keys"),
        "flatten" => Operation::fallible(Form::list(Form::Dynamic), |o| match o {
            [list] => quote!(dynamic::flatten(cost.arena(), #list)),
            _ => quote!(dynamic::flatten_to(cost.arena(), #(#o),*)),
        })
        .delimited(),
        "optional.unwrap" | "unwrapOpt" => {
            let function = function.to_owned();
            Operation::fallible(Form::list(Form::Dynamic), move |o| {
                let list = &o[0];
                quote!(dynamic::unwrap(cost.arena(), #list, #function))
            })
            .delimited()
        }
        "sets.contains" => building(Form::Bool, "sets_contains"),
        "sets.equivalent" => building(Form::Bool, "sets_equivalent"),
        "sets.intersects" => building(Form::Bool, "sets_intersects"),
        "includes" => called(Form::Bool, false, "includes"),
        "matches" => building(Form::Bool, "matches"),
        "hasValue" => building(Form::Bool, "has_value"),
        "value" => building(Form::Dynamic, "value"),
        "type" => Operation::new(Form::Type, |o| {
            let value = &o[0];
            quote!(#value.type_name())
        }),
        "optional.ofNonZeroValue" => Operation::new(Form::Optional(Form::Dynamic.into()), |o| {
            let value = &o[0];
            quote!(Some(#value).filter(|value| !dynamic::is_zero(*value)))
        })
        .delimited(),
        _ => return None,
    })
}

fn called(form: Form, fallible: bool, function: &str) -> Operation {
    let function = format_ident!("{function}");
    let tokens = move |o: &[TokenStream]| quote!(dynamic::#function(#(#o),*));
    if fallible { Operation::fallible(form, tokens) } else { Operation::new(form, tokens) }.delimited()
}

fn building(form: Form, function: &str) -> Operation {
    let function = format_ident!("{function}");
    Operation::fallible(form, move |o| quote!(dynamic::#function(cost.arena(), #(#o),*))).delimited()
}

fn ordering(operator: &str, is: &str) -> Operation {
    let (operator, is) = (operator.to_owned(), format_ident!("{is}"));
    Operation::fallible(Form::Bool, move |o| {
        let (left, right) = (&o[0], &o[1]);
        quote!(dynamic::order(#left, #right, #operator).map(::core::cmp::Ordering::#is))
    })
    .delimited()
}

fn text(test: TokenStream) -> Operation {
    Operation::fallible(Form::Bool, move |o| {
        let (value, part) = (&o[0], &o[1]);
        quote!(dynamic::text(#value, #part, #test))
    })
    .delimited()
}

/// A value of a static form as a `Value`. What is read through later must not borrow the counter, so the arena has a name.
pub(super) fn into_value(env: &Env<'_>, form: &Form, value: TokenStream) -> TokenStream {
    let value = value_of(env, form, value);
    if !needs_arena(form) {
        return value;
    }
    quote!({
        let arena = cost.arena();
        #value
    })
}

/// What is read through later must not borrow the counter, so the arena has a name.
pub(super) fn needs_arena(form: &Form) -> bool {
    match form {
        Form::Held(_) | Form::Object(_) | Form::Optional(_) => true,
        Form::Nullable(inner) => needs_arena(inner),
        Form::List { element, native, .. } => *native || **element != Form::Dynamic,
        Form::Map { key, value, native } => *native || **key != Form::Dynamic || **value != Form::Dynamic,
        _ => false,
    }
}

/// A value of a form, with the arena as `arena`.
pub(super) fn value_of(env: &Env<'_>, form: &Form, value: TokenStream) -> TokenStream {
    value_among(env, form, value, false)
}

/// [`value_of`]; objects of a collection have their class as `class`.
fn value_among(env: &Env<'_>, form: &Form, value: TokenStream, in_collection: bool) -> TokenStream {
    if let Some(variant) = variant(form) {
        return quote!(Value::#variant(#value));
    }
    match form {
        Form::Null => quote!(Value::Null),
        Form::Nullable(content) => {
            let convert = converter_among(env, content, in_collection);
            quote!(#value.map_or(Value::Null, #convert))
        }
        Form::Optional(content) if **content == Form::Null => {
            quote!(value::optional(arena, #value.map(|_| Value::Null)))
        }
        Form::Optional(content) => {
            let convert = converter(env, content);
            quote!(value::optional(arena, #value.map(#convert)))
        }
        Form::List { element, native, set } => {
            let list_type = match set {
                Flavour::Set => quote!(value::ListType::Set),
                Flavour::Map(keys) => {
                    let keys = keys.iter().map(|name| {
                        let escaped = escape(name).unwrap_or(name.as_str().into());
                        quote!(value::ItemKey { name: #name, escaped: #escaped })
                    });
                    quote!(value::ListType::Map(&[#(#keys),*]))
                }
                _ if *native => quote!(value::ListType::Atomic),
                _ => quote!(value::ListType::Literal),
            };
            match &**element {
                Form::Dynamic if !native => quote!(Value::list(#value)),
                element => {
                    let (class, convert) = element_converter(env, element);
                    in_block(class, quote!(value::list(arena, #value, #list_type, #convert)))
                }
            }
        }
        Form::Map { key, value: held, native } => match (&**key, &**held) {
            (Form::Dynamic, Form::Dynamic) if !native => quote!(Value::map(#value)),
            (key, held) => {
                let (class, convert) = element_converter(env, held);
                let (to_key, from_key) = match variant(key) {
                    None if *key == Form::Never => (quote!(|_| None), quote!(ops::absurd::<Value<'_>>)),
                    Some(variant) => (
                        quote!(|key| match key { Value::#variant(key) => Some(key), _ => None }),
                        quote!(Value::#variant),
                    ),
                    None => (quote!(Some), quote!(|key| key)),
                };
                in_block(class, quote!(value::map(arena, #value, #native, #to_key, #from_key, #convert)))
            }
        },
        Form::Held(conversion) => {
            let held = conversion.tokens(&quote!(arena), &value);
            let converted = value_among(env, &conversion.form(), quote!(value), in_collection);
            match conversion.is_fallible() {
                true => quote!(#held.map_or_else(Value::Error, |value| #converted)),
                false => quote!({ let value = #held; #converted }),
            }
        }
        Form::Object(name) => object(env, name, &value, in_collection),
        Form::Never => quote!(ops::absurd::<Value<'_>>(#value)),
        _ => value,
    }
}

fn may_hold_objects(form: &Form) -> bool {
    match form {
        Form::Object(_) | Form::Held(_) | Form::Dynamic => true,
        Form::List { element: inner, .. } | Form::Map { value: inner, .. } => may_hold_objects(inner),
        Form::Nullable(inner) | Form::Optional(inner) => may_hold_objects(inner),
        _ => false,
    }
}

/// [`value_of`] as a function of what is converted. The constructors of `Value` are the same function wherever they stand; each
/// closure would be another one, and all that is generic over it.
fn converter(env: &Env<'_>, form: &Form) -> TokenStream {
    converter_among(env, form, false)
}

/// The same as a function that is kept, for what a collection holds, and the statement before the collection.
fn element_converter(env: &Env<'_>, form: &Form) -> (Option<TokenStream>, TokenStream) {
    let class = is_object(env, form).then(|| quote!(let class = value::class(arena);));
    let convert = converter_among(env, form, true);
    (class, if variant(form).is_some() { convert } else { quote!(move #convert) })
}

fn is_object(env: &Env<'_>, form: &Form) -> bool {
    match form {
        Form::Object(name) => env.object(name).is_some_and(|object| object.foreign().is_none()),
        Form::Held(conversion) => is_object(env, &conversion.form()),
        Form::Nullable(content) => is_object(env, content),
        _ => false,
    }
}

fn in_block(statement: Option<TokenStream>, value: TokenStream) -> TokenStream {
    match statement {
        Some(statement) => quote!({ #statement #value }),
        None => value,
    }
}

fn converter_among(env: &Env<'_>, form: &Form, in_collection: bool) -> TokenStream {
    if let Some(variant) = variant(form) {
        return quote!(Value::#variant);
    }
    let converted = value_among(env, form, quote!(value), in_collection);
    if mentions(&converted, "value") { quote!(|value| #converted) } else { quote!(|_| #converted) }
}

/// An object as a map of what its schema describes.
fn object(env: &Env<'_>, name: &Rc<str>, value: &TokenStream, in_collection: bool) -> TokenStream {
    let Some(object) = env.object(name) else {
        return quote!(Value::Null);
    };
    if let Some(entry) = object.foreign() {
        let path = entry.path();
        return quote!(foreign::value(arena, #value, #path));
    }
    let properties = object.dynamic_names(env.holds_json()).map(|(field, escaped)| {
        let ty = env.dynamic_type_of_node(&format!("{name}.{escaped}"), &field.node);
        let form = Form::of_node(env, &field.node, &ty);
        let held = if object.variant().is_some() { quote!(object.0) } else { quote!(object) };
        let (read, optional) = read(env, &held, field);
        let sent = match &form {
            Form::Held(conversion) if conversion.is_of_text() && optional => quote!(Some(|object| #read)),
            Form::Held(conversion) if conversion.is_of_text() => quote!(Some(|object| Some(#read))),
            _ => quote!(None),
        };
        let read = if optional {
            let convert = converter(env, &form);
            quote!(#read.map(#convert))
        } else {
            let held = value_of(env, &form, quote!(value));
            quote!({ let value = #read; Some(#held) })
        };
        let raw = &field.name;
        quote!(value::Property { name: #raw, escaped: #escaped, read: |object, arena| #read, sent: #sent })
    });
    let value = if env.holds_json() { value.clone() } else { viewed(env, name, value) };
    let properties = quote!(&[#(#properties),*]);
    if in_collection {
        quote!(class.object(#value, #properties))
    } else {
        quote!(value::object(arena, #value, #properties))
    }
}

/// What tells of an object of a struct as a whole: the struct, or the enum of which it is a variant's fields.
pub(super) fn viewed(env: &Env<'_>, name: &str, value: &TokenStream) -> TokenStream {
    match env.object(name).and_then(|object| object.variant()) {
        Some(n) => quote!(object::Variant::<#n, _>(#value)),
        None => value.clone(),
    }
}

/// A constant as a `Value`.
pub(super) fn constant_value(constant: &Constant, scalar: TokenStream) -> TokenStream {
    let variant = match constant {
        Constant::Null => return quote!(Value::Null),
        Constant::Bool(_) => "Bool",
        Constant::Int(_) => "Int",
        Constant::Uint(_) => "Uint",
        Constant::Double(_) => "Double",
        Constant::String(_) => "String",
        Constant::Bytes(_) => "Bytes",
        Constant::Timestamp(_) => "Timestamp",
        Constant::Duration(_) => "Duration",
        Constant::Type(_) => "Type",
        Constant::List(..) => return quote!(Value::list(#scalar)),
        Constant::Map(..) => return quote!(Value::map(#scalar)),
    };
    let variant = format_ident!("{variant}");
    quote!(Value::#variant(#scalar))
}

const NEWEST: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;

impl Form {
    /// The form that values of both can be brought into.
    pub(super) fn join_or_dynamic(&self, other: &Form) -> Form {
        self.join(other).unwrap_or(Form::Dynamic)
    }
}
