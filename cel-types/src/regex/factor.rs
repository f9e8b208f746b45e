//! Factors common beginnings out of alternatives: `abc|abd` becomes `ab[cd]`.
//!
//! This changes nothing in what a pattern matches. It changes its size and depth in Go.

use super::{
    ErrorKind, Flags,
    tree::{Id, Node, Op, Tree},
};

impl Tree {
    /// Factors the alternatives. `depth` is the number of factorings around this one.
    #[inline]
    pub(super) fn factor(&mut self, subs: Vec<Id>, depth: u32) -> Result<Vec<Id>, ErrorKind> {
        if subs.len() < 2 {
            return Ok(subs);
        }
        if depth > DEEPEST {
            return Err(ErrorKind::TooDeep);
        }
        let subs = self.factor_strings(&subs, depth)?;
        let subs = self.factor_characters(&subs, depth)?;
        let subs = self.join_characters(&subs);
        Ok(self.join_empty(&subs))
    }

    /// Factors out strings that neighbours begin with.
    #[inline]
    fn factor_strings(&mut self, subs: &[Id], depth: u32) -> Result<Vec<Id>, ErrorKind> {
        let mut out = Vec::with_capacity(subs.len());
        let mut rest = subs;
        while let [first, others @ ..] = rest {
            let (mut common, folded) = self.leading_string(*first);
            let mut count: usize = 1;
            for other in others {
                let (text, other_folded) = self.leading_string(*other);
                let same = common.iter().zip(&text).take_while(|(a, b)| a == b).count();
                if folded != other_folded || same == 0 {
                    break;
                }
                common.truncate(same);
                count = count.saturating_add(1);
            }
            let (run, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            rest = after;
            if let [only] = run {
                out.push(*only);
                continue;
            }
            let flags = Flags::default().with(Flags::FOLD, folded);
            let length = common.len();
            let prefix = self.allocate(Node { text: common, ..Node::new(Op::Literal, flags) });
            let mut suffixes = Vec::with_capacity(run.len());
            for sub in run {
                let suffix = self.without_string(*sub, length);
                self.check_limits(suffix)?;
                suffixes.push(suffix);
            }
            out.push(self.prefixed(prefix, suffixes, depth)?);
        }
        Ok(out)
    }

    /// Factors out single characters, or fixed numbers of them, that neighbours begin with. Other beginnings stay, because their
    /// paths through a text differ.
    #[inline]
    fn factor_characters(&mut self, subs: &[Id], depth: u32) -> Result<Vec<Id>, ErrorKind> {
        let mut out = Vec::with_capacity(subs.len());
        let mut rest = subs;
        while let [first, others @ ..] = rest {
            let leading = self.leading(*first).filter(|leading| self.is_fixed(*leading));
            let same = |other: &&Id| {
                leading.zip(self.leading(**other)).is_some_and(|(a, b)| self.same_characters(a, b))
            };
            let count = others.iter().take_while(same).count().saturating_add(1);
            let (run, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            rest = after;
            let (Some(prefix), [_, _, ..]) = (leading, run) else {
                out.extend_from_slice(run);
                continue;
            };
            let mut suffixes = Vec::with_capacity(run.len());
            for (index, sub) in run.iter().enumerate() {
                let suffix = self.without_leading(*sub, index > 0);
                self.check_limits(suffix)?;
                suffixes.push(suffix);
            }
            out.push(self.prefixed(prefix, suffixes, depth)?);
        }
        Ok(out)
    }

    #[inline]
    fn prefixed(&mut self, prefix: Id, suffixes: Vec<Id>, depth: u32) -> Result<Id, ErrorKind> {
        let suffix = self.collapse(suffixes, Op::Alternate, depth.saturating_add(1))?;
        Ok(self.allocate(Node { subs: vec![prefix, suffix], ..Node::new(Op::Concat, Flags::default()) }))
    }

    /// Joins neighbours that are single characters into one class.
    #[inline]
    fn join_characters(&mut self, subs: &[Id]) -> Vec<Id> {
        let mut out = Vec::with_capacity(subs.len());
        for run in subs
            .chunk_by(|a, b| self[*a].is_character() && self[*b].is_character())
            .map(<[Id]>::to_vec)
            .collect::<Vec<_>>()
        {
            let mut run = run;
            // The most general one, or the first of several, receives the others.
            let general = |id: &Id| (self[*id].op, self[*id].runes());
            let mut most = 0;
            for (index, id) in run.iter().enumerate() {
                if run.get(most).is_some_and(|best| general(best) < general(id)) {
                    most = index;
                }
            }
            if run.len() > 1 {
                run.swap(0, most);
            }
            let Some((into, others)) = run.split_first() else { continue };
            for other in others {
                self.merge_characters(*into, *other);
                self.release(*other);
            }
            if !others.is_empty() {
                self.simplify_class(*into);
            }
            out.push(*into);
        }
        out
    }

    /// Of neighbours that match an empty text, one stays.
    #[inline]
    fn join_empty(&self, subs: &[Id]) -> Vec<Id> {
        let mut out = subs.to_vec();
        out.dedup_by(|a, b| self[*a].op == Op::Empty && self[*b].op == Op::Empty);
        out
    }

    /// The string that a node begins with, and whether it ignores case.
    #[inline]
    fn leading_string(&self, id: Id) -> (Vec<u32>, bool) {
        let node = &self[self.first_of_concat(id)];
        if node.op == Op::Literal {
            (node.text.clone(), node.flags.has(Flags::FOLD))
        } else {
            (Vec::new(), false)
        }
    }

    #[inline]
    fn first_of_concat(&self, id: Id) -> Id {
        match self[id].subs.first() {
            Some(first) if self[id].op == Op::Concat => *first,
            _ => id,
        }
    }

    #[inline]
    fn without_string(&mut self, id: Id, length: usize) -> Id {
        let first = self.first_of_concat(id);
        if first == id {
            let node = &mut self[id];
            if node.op == Op::Literal {
                node.text.drain(..length.min(node.text.len()));
                if node.text.is_empty() {
                    node.op = Op::Empty;
                }
            }
            return id;
        }
        let first = self.without_string(first, length);
        if self[first].op != Op::Empty {
            if let Some(place) = self[id].subs.first_mut() {
                *place = first;
            }
            return id;
        }
        self.release(first);
        self.without_first(id)
    }

    /// A concatenation without its first part.
    #[inline]
    fn without_first(&mut self, id: Id) -> Id {
        let node = &mut self[id];
        node.subs.drain(..1.min(node.subs.len()));
        if let [only] = *node.subs.as_slice() {
            self.release(id);
            return only;
        }
        id
    }

    /// The beginning of a node, unless it matches an empty text.
    #[inline]
    fn leading(&self, id: Id) -> Option<Id> {
        Some(self.first_of_concat(id)).filter(|first| self[*first].op != Op::Empty)
    }

    #[inline]
    fn without_leading(&mut self, id: Id, reuse: bool) -> Id {
        let first = self.first_of_concat(id);
        if reuse {
            self.release(first);
        }
        if first != id {
            return self.without_first(id);
        }
        self.allocate(Node::new(Op::Empty, Flags::default()))
    }

    #[inline]
    fn is_fixed(&self, id: Id) -> bool {
        let node = &self[id];
        let repeats_character = || node.subs.first().is_some_and(|sub| self[*sub].is_character());
        node.is_character() || node.op == Op::Repeat && node.max == Some(node.min) && repeats_character()
    }

    /// Equality of nodes that [`is_fixed`](Self::is_fixed) accepts.
    #[inline]
    fn same_characters(&self, a: Id, b: Id) -> bool {
        let (a, b) = (&self[a], &self[b]);
        let same_flag = |flag| a.flags.has(flag) == b.flags.has(flag);
        a.op == b.op
            && match a.op {
                Op::Literal | Op::Class => same_flag(Flags::FOLD) && a.text == b.text && a.class == b.class,
                Op::Repeat => {
                    same_flag(Flags::UNGREEDY)
                        && (a.min, a.max) == (b.min, b.max)
                        && a.subs.iter().zip(&b.subs).all(|(a, b)| self.same_characters(*a, *b))
                }
                op => matches!(op, Op::Any | Op::AnyButNewline),
            }
    }
}

/// Each factoring adds two levels. A deeper pattern is too deep in any case.
const DEEPEST: u32 = 600;
