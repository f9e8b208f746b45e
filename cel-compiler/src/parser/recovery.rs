//! Syntax errors: what is reported, and where the parser resumes. It follows ANTLR's default within cel-go's limits.
//!
//! Only the first syntax error is reported. The parser resumes to find the mistakes in the text before it, mostly in macros: they
//! depend on the arguments that the server's parser recovers.

use super::{
    Parser, brackets,
    grammar::{Follow, State, TokenSet},
    habits,
    lexer::{Token, TokenKind},
    printable::printable,
};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Syntax errors so far.
#[derive(Default)]
pub(super) struct Recovery {
    /// Tokens that can come behind each open rule, the outermost first.
    follow: Vec<Follow>,
    /// The first error.
    first: Option<Diagnostic>,
    /// Where the parser resumed after the last error. It reports nothing until it has read a token there.
    resumed: Option<usize>,
    /// Where the parser last left a rule, and the states of all rules that it left since it read a token.
    left_at: Option<usize>,
    left_in: u64,
    attempts: u32,
    /// Numbers of errors of the lexer and of syntax errors.
    lexical: usize,
    syntactic: usize,
    abandoned: bool,
}

/// The rule cannot go on. The error is already reported; [`Parser::recover`] leaves the rule.
pub(super) struct Stuck(pub(super) State);

impl Recovery {
    /// The state after a lexer that reported this many errors.
    pub(super) fn after(lexical_errors: usize) -> Self {
        Recovery { lexical: lexical_errors, ..Recovery::default() }
    }

    /// How many mistakes outside the grammar cel-go still reports; none if it does not look at the tree.
    fn mistakes_reported(&self) -> usize {
        if self.abandoned { 0 } else { MAX_REPORTS.saturating_sub(self.lexical + self.syntactic) }
    }
}

impl Parser<'_> {
    /// An exceeded limit alone. If the grammar is intact, all mistakes. Otherwise the first one, since the others mostly follow from it.
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        let reported = self.recovery.mistakes_reported();
        // cel-go finds the height on the way down, before the mistakes in the nodes.
        let mut too_high =
            self.mistakes.iter().filter(|mistake| mistake.offset.is_none() && !mistake.before_text);
        let limit = self.exceeded.map(Diagnostic::without_place);
        if let Some(limit) = limit.or_else(|| too_high.next().filter(|_| reported > 0).cloned()) {
            return limit.into();
        }
        let end = self.recovery.first.as_ref().map_or(Some(u32::MAX), |first| first.offset);
        // The lexer has read the text to its end, where the server may have found the first syntax error before it had 100 mistakes.
        let mut diagnostics = self.recovery.first.map_or_else(Diagnostics::default, Diagnostics::from);
        diagnostics.extend(self.diagnostics);
        let intact = diagnostics.is_empty();
        // If the grammar is intact, `Diagnostics` counts the mistakes above the limit.
        let kept = if intact && reported == MAX_REPORTS { usize::MAX } else { reported };
        let mistakes = self.mistakes.into_iter().take(kept);
        for mistake in mistakes.filter(|mistake| mistake.offset < end) {
            diagnostics.push(mistake);
        }
        if intact { diagnostics } else { diagnostics.into_first() }
    }

    /// Opens a rule with its follow tokens; [`Self::close`] closes it.
    pub(super) fn open(&mut self, follow: Follow) {
        self.recovery.follow.push(follow);
    }

    pub(super) fn close(&mut self) {
        self.recovery.follow.pop();
    }

    /// Goes to a wanted token. It drops one superfluous token before it (ANTLR: `sync` before a choice).
    pub(super) fn choose(&mut self, state: State) -> Result<(), Stuck> {
        let wanted = state.demand().wanted;
        if wanted.has(self.kind()) || self.recovering() {
            return Ok(());
        }
        let is_next = wanted.has(self.kind_ahead(1));
        self.report(state);
        if !is_next {
            return Err(Stuck(state));
        }
        self.pass();
        Ok(())
    }

    /// Goes to a wanted token, or to one where an open rule can go on (ANTLR: `sync` in a loop).
    pub(super) fn choose_again(&mut self, state: State) {
        let wanted = state.demand().wanted;
        if !wanted.has(self.kind()) {
            self.report(state);
            self.skip_to(wanted.or(self.awaited()));
        }
    }

    /// Takes the wanted token. One token before it may be superfluous, or the wanted token may be missing (ANTLR: `match`).
    pub(super) fn expect(&mut self, state: State) -> Result<(), Stuck> {
        let demand = state.demand();
        if demand.wanted.has(self.kind()) {
            self.at += 1;
            return Ok(());
        }
        self.attempt();
        self.report(state);
        if demand.wanted.has(self.kind_ahead(1)) {
            self.pass();
            self.pass();
            return Ok(());
        }
        if self.can_follow(demand.next) { Ok(()) } else { Err(Stuck(state)) }
    }

    /// Reports that nothing fits here.
    pub(super) fn stuck(&mut self, state: State) -> Stuck {
        self.report(state);
        Stuck(state)
    }

    /// Reports that nothing fits behind this token, and does not read the token: ANTLR looks at both to choose.
    pub(super) fn stuck_behind(&mut self, state: State) -> Stuck {
        self.report_at(self.at + 1, state);
        Stuck(state)
    }

    /// Leaves a rule, if it is stuck.
    pub(super) fn settle(&mut self, read: Result<(), Stuck>) {
        if let Err(stuck) = read {
            self.recover(stuck);
        }
    }

    /// Leaves a rule and goes to a place where an enclosing rule can go on. The second time in the same state it passes a token.
    pub(super) fn recover(&mut self, Stuck(state): Stuck) {
        self.attempt();
        let state = 1 << state as u64;
        let start = self.at;
        if self.recovery.left_at == Some(start) && self.recovery.left_in & state != 0 {
            self.pass();
        }
        self.recovery.left_at = Some(self.at);
        self.recovery.left_in |= state;
        self.skip_to(self.awaited());
        if self.at - start > MAX_SKIPPED {
            self.at = start + MAX_SKIPPED;
            self.abandon(Some("error recovery token lookahead limit exceeded: 256"));
        }
    }

    /// Counts an attempt to go on. After too many attempts cel-go gives up.
    fn attempt(&mut self) {
        self.recovery.attempts += 1;
        if self.recovery.attempts > MAX_ATTEMPTS {
            self.abandon(None);
        }
    }

    /// Ends parsing. The tree so far is not used.
    pub(super) fn abandon(&mut self, exceeded: Option<&'static str>) {
        if !self.recovery.abandoned {
            self.recovery.abandoned = true;
            self.exceeded = exceeded.filter(|_| self.reports(self.at) <= MAX_REPORTS);
            self.at = self.tokens.len() - 1;
        }
    }

    /// Number of errors that were reported by the time the parser had read this token.
    fn reports(&self, token: usize) -> usize {
        let read = self.tokens[token.min(self.tokens.len() - 1)].offset;
        self.diagnostics.count_before(read) + self.recovery.syntactic
    }

    pub(super) fn has_syntax_error(&self) -> bool {
        self.recovery.first.is_some()
    }

    fn recovering(&self) -> bool {
        self.recovery.resumed == Some(self.at)
    }

    /// Reports the tokens that were expected here, if this is the first syntax error.
    fn report(&mut self, state: State) {
        self.report_at(self.at, state);
    }

    fn report_at(&mut self, token: usize, state: State) {
        if self.recovering() {
            return;
        }
        self.recovery.resumed = Some(self.at);
        (self.recovery.left_at, self.recovery.left_in) = (None, 0);
        // ANTLR has seen the next token too.
        let reports = self.reports(self.at + 1);
        if self.recovery.first.is_none() && reports < MAX_REPORTS {
            let Token { kind, offset, start, end } = self.tokens[token];
            let found = match kind {
                TokenKind::End => "the end".to_owned(),
                _ => format!("`{}`", abbreviate(&self.source[start..end])),
            };
            let message = format!("expected {}, found {found}", state.demand().description);
            let mut diagnostic = Diagnostic::new(offset, message);
            let (before, found, after) =
                (&self.source[..start], &self.source[start..end], &self.source[end..]);
            let help = habits::token(before, found, after).map(str::to_owned);
            diagnostic.help = help.or_else(|| brackets::advice(&self.tokens[..token], kind, state));
            self.recovery.first = Some(diagnostic);
        }
        self.recovery.syntactic += 1;
        if reports >= MAX_REPORTS {
            self.abandon(None);
        }
    }

    fn skip_to(&mut self, wanted: TokenSet) {
        while self.kind() != TokenKind::End && !wanted.has(self.kind()) {
            self.at += 1;
        }
        self.recovery.resumed = Some(self.at);
    }

    fn pass(&mut self) {
        if self.kind() != TokenKind::End {
            self.at += 1;
        }
    }

    /// Tokens that can come behind any of the open rules.
    fn awaited(&self) -> TokenSet {
        self.recovery.follow.iter().fold(TokenSet::NONE, |awaited, follow| awaited.or(follow.tokens))
    }

    /// True if this token can come at `next`, or behind the enclosing rules that can end there.
    fn can_follow(&self, next: Follow) -> bool {
        let innermost_first = [&next].into_iter().chain(self.recovery.follow.iter().rev());
        for follow in innermost_first {
            if follow.tokens.has(self.kind()) {
                return true;
            }
            if !follow.may_end {
                return false;
            }
        }
        false
    }
}

/// A token, shortened to fit into a message.
fn abbreviate(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", printable(&text[..end])),
        None => printable(text),
    }
}

/// cel-go's defaults, which the API server keeps.
const MAX_ATTEMPTS: u32 = 30;
const MAX_SKIPPED: usize = 256;
const MAX_REPORTS: usize = 100;

const MAX_QUOTED: usize = 24;
