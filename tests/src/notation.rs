//! The text notation of syntax trees in `data/golden.jsonl`.

use std::fmt::{self, Display, Formatter};

use cel_compiler::ast::{Call, Comprehension, Expr, ExprKind, Literal, Select, Struct};

/// Writes a tree, with `@offset` after each node if asked.
pub struct Notation<'a> {
    /// The tree.
    pub expr: &'a Expr,
    /// With offsets (`pos`) or without (`ast`).
    pub offsets: bool,
}

/// A tree without offsets.
pub fn ast(expr: &Expr) -> String {
    Notation { expr, offsets: false }.to_string()
}

/// A tree with offsets in code points.
pub fn pos(expr: &Expr) -> String {
    Notation { expr, offsets: true }.to_string()
}

impl Display for Notation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.expr.kind {
            ExprKind::Literal(literal) => write_literal(f, literal),
            ExprKind::Ident(name) => write!(f, "id:{name}"),
            ExprKind::Select(select) => self.select(f, select),
            ExprKind::Call(call) => self.call(f, call),
            ExprKind::List(elements) => {
                let items = elements.iter().map(|element| (element.optional, self.of(&element.value)));
                bracketed(f, "[", items, "]")
            }
            ExprKind::Map(entries) => {
                let items = entries.iter().map(|entry| {
                    let (key, value) = (self.of(&entry.key), self.of(&entry.value));
                    (entry.optional, format!("{key}: {value}{}", self.offset(entry.offset)))
                });
                bracketed(f, "{", items, "}")
            }
            ExprKind::Struct(message) => self.message(f, message),
            ExprKind::Comprehension(fold) => self.comprehension(f, fold),
        }?;
        f.write_str(&self.offset(self.expr.offset))
    }
}

impl<'a> Notation<'a> {
    fn of(&self, expr: &'a Expr) -> Notation<'a> {
        Notation { expr, offsets: self.offsets }
    }

    fn offset(&self, offset: u32) -> String {
        if self.offsets { format!("@{offset}") } else { String::new() }
    }

    fn select(&self, f: &mut Formatter<'_>, select: &'a Select) -> fmt::Result {
        let form = if select.test_only { "test" } else { "sel" };
        write!(f, "({form} {} {})", self.of(&select.operand), select.field)
    }

    fn call(&self, f: &mut Formatter<'_>, call: &'a Call) -> fmt::Result {
        write!(f, "(call {}", call.function)?;
        if let Some(target) = &call.target {
            write!(f, " target={}", self.of(target))?;
        }
        for arg in &call.args {
            write!(f, " {}", self.of(arg))?;
        }
        f.write_str(")")
    }

    fn message(&self, f: &mut Formatter<'_>, message: &'a Struct) -> fmt::Result {
        write!(f, "struct:{}", message.type_name)?;
        let items = message.fields.iter().map(|field| {
            let text = format!("{}: {}{}", field.name, self.of(&field.value), self.offset(field.offset));
            (field.optional, text)
        });
        bracketed(f, "{", items, "}")
    }

    fn comprehension(&self, f: &mut Formatter<'_>, fold: &'a Comprehension) -> fmt::Result {
        write!(f, "(comp {} {}", self.of(&fold.iter_range), fold.iter_var)?;
        if let Some(second) = &fold.iter_var2 {
            write!(f, ",{second}")?;
        }
        write!(f, " {}", fold.accu_var)?;
        for expr in [&fold.accu_init, &fold.loop_condition, &fold.loop_step, &fold.result] {
            write!(f, " {}", self.of(expr))?;
        }
        f.write_str(")")
    }
}

fn bracketed<T: Display>(
    f: &mut Formatter<'_>,
    open: &str,
    items: impl Iterator<Item = (bool, T)>,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (i, (optional, item)) in items.enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        let mark = if optional { "?" } else { "" };
        write!(f, "{separator}{mark}{item}")?;
    }
    f.write_str(close)
}

fn write_literal(f: &mut Formatter<'_>, literal: &Literal) -> fmt::Result {
    match literal {
        Literal::Null => f.write_str("null"),
        Literal::Bool(value) => write!(f, "{value}"),
        Literal::Int(value) => write!(f, "int({value})"),
        Literal::Uint(value) => write!(f, "uint({value})"),
        Literal::Double(value) => write!(f, "double({:016x})", value.to_bits()),
        Literal::String(value) => write!(f, "str({})", hex(value.as_bytes())),
        Literal::Bytes(value) => write!(f, "bytes({})", hex(value)),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
