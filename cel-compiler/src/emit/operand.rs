//! Values in generated code, and operations over them.

use super::{Block, Constant, Emitter, Env, Form, Ident, Optionals, Presence, dynamic};
use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};

/// A value in generated code. Its tokens have no effects, so they may stand anywhere after the statements that lead to them.
#[derive(Clone)]
pub(super) struct Operand {
    pub(super) tokens: TokenStream,
    pub(super) form: Form,
    /// The tokens are a `Result`.
    pub(super) fallible: bool,
    /// The tokens are a name or a literal: cheap to repeat.
    pub(super) repeatable: bool,
    pub(super) level: Level,
    pub(super) constant: Option<Constant>,
    /// For a condition: what it says of a property.
    pub(super) presence: Option<Presence>,
    /// For a type: the read of the value that it is of, if that could be any.
    pub(super) type_of: Option<TokenStream>,
    pub(super) optionals: Optionals,
}

/// How loosely the outermost operator of some tokens binds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum Level {
    Atom,
    Arithmetic,
    Comparison,
    Logic,
}

impl Operand {
    pub(super) fn new(tokens: TokenStream, form: Form) -> Self {
        Operand {
            tokens,
            form,
            fallible: false,
            repeatable: false,
            level: Level::Atom,
            constant: None,
            presence: None,
            type_of: None,
            optionals: Optionals::Entered,
        }
    }

    pub(super) fn fallible(tokens: TokenStream, form: Form) -> Self {
        Operand { fallible: true, ..Operand::new(tokens, form) }
    }

    /// A name.
    pub(super) fn name(name: &Ident, form: Form) -> Self {
        Operand { repeatable: true, ..Operand::new(quote!(#name), form) }
    }

    /// The tokens as an operand of an operator or a receiver, in parentheses where they bind more loosely than `level`.
    pub(super) fn within(&self, level: Level) -> TokenStream {
        let tokens = &self.tokens;
        if self.level > level { quote!((#tokens)) } else { tokens.clone() }
    }

    /// The tokens as a `Result`.
    pub(super) fn into_result(self) -> TokenStream {
        let tokens = self.tokens;
        if self.fallible { tokens } else { quote!(Ok(#tokens)) }
    }
}

impl Emitter<'_, '_> {
    /// The operand under a name, so that it can be used more than once.
    pub(super) fn bind(&mut self, operand: Operand, block: &mut Block) -> Operand {
        if operand.repeatable {
            return operand;
        }
        let name = self.temporary();
        let tokens = operand.tokens;
        block.push(quote!(let #name = #tokens;));
        self.remember(&name, &tokens);
        Operand { tokens: quote!(#name), repeatable: true, level: Level::Atom, ..operand }
    }

    /// Goes on with the value of an operand; if it has none, its error is the result and `next` costs nothing.
    pub(super) fn then(
        &mut self,
        operand: Operand,
        block: &mut Block,
        next: impl FnOnce(&mut Self, Operand, &mut Block) -> Operand,
    ) -> Operand {
        if !operand.fallible {
            return next(self, operand, block);
        }
        let name = self.temporary();
        let mut inner = Block::new();
        let value = next(self, Operand::name(&name, operand.form.clone()), &mut inner);
        match inner.only_units() {
            Some(units) => self.then_units(operand, &name, value, units, block),
            None => {
                let form = value.form.clone();
                let body = inner.into_expression(&value.into_result());
                let tokens = operand.tokens;
                block.flush();
                self.run(quote!(match #tokens { Ok(#name) => #body, Err(error) => Err(error) }), form, block)
            }
        }
    }

    fn then_units(
        &mut self,
        operand: Operand,
        name: &Ident,
        value: Operand,
        units: u64,
        block: &mut Block,
    ) -> Operand {
        let operand = if units > 0 { self.bind(operand, block) } else { operand };
        let tokens = operand.tokens;
        match units {
            0 => {}
            1 => block.push(quote!(cost.add_if(#tokens.is_ok());)),
            _ => block.push(quote!(if #tokens.is_ok() { cost.add(#units); })),
        }
        let next = value.tokens;
        Operand::fallible(self.mapped(&tokens, &quote!(#name), &next, value.fallible), value.form)
    }

    /// Result of `next` for the value of a `Result`. In a large rule this is a `match`: rustc takes longer for a closure, and for
    /// all that is generic over it.
    pub(super) fn mapped(
        &self,
        result: &TokenStream,
        pattern: &TokenStream,
        next: &TokenStream,
        fallible: bool,
    ) -> TokenStream {
        match (self.is_large, fallible) {
            (false, true) => quote!(#result.and_then(|#pattern| #next)),
            (false, false) => quote!(#result.map(|#pattern| #next)),
            (true, true) => quote!((match #result { Ok(#pattern) => #next, Err(error) => Err(error) })),
            (true, false) => quote!((match #result { Ok(#pattern) => Ok(#next), Err(error) => Err(error) })),
        }
    }

    /// Charge of a call that depends on the value of a `Result`: 1 if there is none.
    pub(super) fn cost_of(
        &self,
        result: &TokenStream,
        name: &TokenStream,
        cost: &TokenStream,
    ) -> TokenStream {
        match self.is_large {
            false => quote!(#result.map_or(1, |#name| #cost)),
            true => quote!((match #result { Ok(#name) => #cost, Err(_) => 1 })),
        }
    }

    /// Runs an expression with effects, a `Result`, and gives its value a name.
    pub(super) fn run(&mut self, tokens: TokenStream, form: Form, block: &mut Block) -> Operand {
        let name = self.temporary();
        let rust = form.rust();
        block.push_settled(quote!(let #name: Outcome<'a, #rust> = #tokens;));
        Operand { fallible: true, ..Operand::name(&name, form) }
    }

    /// Brings an operand into a form it can be joined to.
    pub(super) fn coerce(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == *to {
            return operand;
        }
        if let Some(constant) = &operand.constant {
            return self.constant_in_form(&constant.clone(), to);
        }
        let view = if *to == Form::Dynamic { self.view(&operand) } else { None };
        let tokens = if let Some(view) = view {
            self.through_view(operand.fallible, &operand.tokens, &view)
        } else if operand.fallible {
            let (tokens, value) = (operand.tokens, converted(self.env, &operand.form, to, quote!(value)));
            let name = if mentions(&value, "value") { quote!(value) } else { quote!(_) };
            self.mapped(&tokens, &name, &value, false)
        } else {
            converted(self.env, &operand.form, to, operand.tokens)
        };
        Operand { fallible: operand.fallible, ..Operand::new(tokens, to.clone()) }
    }

    /// As [`coerce`](Self::coerce) for an operand that never has a value; others are left alone.
    pub(super) fn coerce_never(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == Form::Never { self.coerce(operand, to) } else { operand }
    }

    /// Applies an operation to the values of operands, the first error in their order winning.
    pub(super) fn lift(&mut self, operands: Vec<Operand>, operation: Operation) -> Operand {
        let fallible: Vec<usize> = (0..operands.len()).filter(|i| operands[*i].fallible).collect();
        if fallible.is_empty() {
            let tokens =
                (operation.tokens)(&operands.iter().map(|o| o.within(operation.takes)).collect::<Vec<_>>());
            let (fallible, level) = (operation.fallible, operation.level);
            return Operand { fallible, level, ..Operand::new(tokens, operation.form) };
        }
        let unread = if operation.reads { "" } else { "_" };
        let names: Vec<Ident> =
            fallible.iter().map(|i| format_ident!("{unread}{}", LIFTED[*i % LIFTED.len()])).collect();
        let mut arguments: Vec<TokenStream> = operands.iter().map(|o| o.within(operation.takes)).collect();
        for (i, name) in fallible.iter().zip(&names) {
            arguments[*i] = quote!(#name);
        }
        let value = (operation.tokens)(&arguments);
        let mut results = fallible.iter().map(|i| &operands[*i].tokens);
        let first = results.next();
        let (results, pattern) = results.zip(&names[1..]).fold(
            (quote!(#first), {
                let name = &names[0];
                quote!(#name)
            }),
            |(joined, pattern), (next, name)| (quote!(ops::both(#joined, #next)), quote!((#pattern, #name))),
        );
        let tokens = self.mapped(&results, &pattern, &value, operation.fallible);
        Operand::fallible(tokens, operation.form)
    }
}

/// True if some tokens name something.
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// A value in a form it can be joined to. What is empty by its type is made anew.
pub(super) fn converted(env: &Env<'_>, from: &Form, to: &Form, value: TokenStream) -> TokenStream {
    let rust = to.rust();
    match (from, to) {
        (from, to) if from == to => value,
        (from, Form::Dynamic) => dynamic::into_value(env, from, value),
        (Form::Never, _) => quote!(ops::absurd::<#rust>(#value)),
        (Form::List { element, .. }, Form::List { element: wanted, .. }) => match &**element {
            element if element == &**wanted => quote!(list::erase(cost.arena(), #value)),
            Form::Never => quote!(<#rust>::Slice(&[])),
            element => {
                let convert = converter(env, element, wanted);
                quote!(list::convert(cost.arena(), #value, #convert))
            }
        },
        (Form::Map { key, value: held, .. }, Form::Map { key: wanted_key, value: wanted, .. }) => {
            if key == wanted_key && held == wanted {
                quote!(map::erase(cost.arena(), #value))
            } else if **key == Form::Never {
                quote!(<#rust>::Entries(&[]))
            } else {
                let convert = converter(env, held, wanted);
                quote!(map::convert(cost.arena(), #value, #convert))
            }
        }
        (Form::Optional(content), Form::Optional(wanted)) => match &**content {
            Form::Never => {
                let wanted = wanted.rust();
                quote!(None::<#wanted>)
            }
            content => {
                let convert = converter(env, content, wanted);
                quote!(#value.map(#convert))
            }
        },
        _ => value,
    }
}

/// [`converted`] as a function. The constructors of `Value` are no closures, which take rustc longer.
fn converter(env: &Env<'_>, from: &Form, to: &Form) -> TokenStream {
    match dynamic::variant(from).filter(|_| *to == Form::Dynamic) {
        Some(variant) => quote!(Value::#variant),
        None => {
            let converted = converted(env, from, to, quote!(value));
            quote!(|value| #converted)
        }
    }
}

/// How closures over operands name them.
const LIFTED: [&str; 4] = ["left", "right", "third", "fourth"];

/// The code of an operation over the code of its operands.
pub(super) type Template = Box<dyn Fn(&[TokenStream]) -> TokenStream>;

/// Work of an operation on the values of its operands.
pub(super) struct Operation {
    pub(super) form: Form,
    pub(super) fallible: bool,
    pub(super) level: Level,
    /// How loosely an operand may bind.
    pub(super) takes: Level,
    /// False if it is the same for all values.
    pub(super) reads: bool,
    pub(super) tokens: Template,
}

impl Operation {
    pub(super) fn new(form: Form, tokens: impl Fn(&[TokenStream]) -> TokenStream + 'static) -> Self {
        let tokens = Box::new(tokens);
        Operation { form, fallible: false, level: Level::Atom, takes: Level::Atom, reads: true, tokens }
    }

    /// Facts known from the types of its operands, which need only have values.
    pub(super) fn constant(form: Form, tokens: TokenStream) -> Self {
        Operation { reads: false, ..Operation::new(form, move |_| tokens.clone()) }
    }

    pub(super) fn fallible(form: Form, tokens: impl Fn(&[TokenStream]) -> TokenStream + 'static) -> Self {
        Operation { fallible: true, ..Operation::new(form, tokens) }
    }

    /// The same with tokens whose outermost operator is of a level.
    pub(super) fn at(self, level: Level) -> Self {
        Operation { level, ..self }
    }

    /// The same with operands that stand between parentheses or commas.
    pub(super) fn delimited(self) -> Self {
        Operation { takes: Level::Logic, ..self }
    }
}
