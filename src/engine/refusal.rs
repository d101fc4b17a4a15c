//! A refusal: what was not done, and why. Nothing has changed.

use super::host::{Fault, FaultCode};

/// The closed list of codes (sessions and JSON).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names are the documentation: docs/SESSIONS.md")]
pub enum Code {
    UnknownCommand,
    BadCard,
    BadSeat,
    BadValue,
    NotDue,
    NotInHand,
    DoesNotFit,
    Forbidden,
    DebtOpen,
    QuestionOpen,
    MustDrawFirst,
    AlreadyDrawn,
    NothingToDraw,
    RoundOver,
    NoEffect,
    NoSuchRule,
    NoSuchOption,
    LoadError,
    Conflict,
    RuleError,
    RuleBudget,
    RuleMemory,
    SetupInvalid,
    FileError,
    ReplayDiffers,
    ExpectationFailed,
}

impl Code {
    /// Every code with its word.
    pub const ALL: [(Self, &'static str); 26] = [
        (Self::UnknownCommand, "unknown_command"),
        (Self::BadCard, "bad_card"),
        (Self::BadSeat, "bad_seat"),
        (Self::BadValue, "bad_value"),
        (Self::NotDue, "not_due"),
        (Self::NotInHand, "not_in_hand"),
        (Self::DoesNotFit, "does_not_fit"),
        (Self::Forbidden, "forbidden"),
        (Self::DebtOpen, "debt_open"),
        (Self::QuestionOpen, "question_open"),
        (Self::MustDrawFirst, "must_draw_first"),
        (Self::AlreadyDrawn, "already_drawn"),
        (Self::NothingToDraw, "nothing_to_draw"),
        (Self::RoundOver, "round_over"),
        (Self::NoEffect, "no_effect"),
        (Self::NoSuchRule, "no_such_rule"),
        (Self::NoSuchOption, "no_such_option"),
        (Self::LoadError, "load_error"),
        (Self::Conflict, "conflict"),
        (Self::RuleError, "rule_error"),
        (Self::RuleBudget, "rule_budget"),
        (Self::RuleMemory, "rule_memory"),
        (Self::SetupInvalid, "setup_invalid"),
        (Self::FileError, "file_error"),
        (Self::ReplayDiffers, "replay_differs"),
        (Self::ExpectationFailed, "expectation_failed"),
    ];
    /// Its word.
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What was not done, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The kind of refusal.
    pub code: Code,
    /// Why, and what to do.
    pub text: String,
    /// The rule that said no, where one did.
    pub rule: Option<String>,
    /// file:line of its hook, where there is one.
    pub at: Option<String>,
}

impl Refusal {
    /// A refusal of the game itself.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), rule: None, at: None }
    }
    /// A refusal that a rule is behind.
    #[must_use]
    pub fn by(mut self, rule: &str, at: &str) -> Self {
        self.rule = Some(rule.into());
        self.at = (!at.is_empty()).then(|| at.into());
        self
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let code = match fault.kind {
            FaultCode::Error => Code::RuleError,
            FaultCode::Budget => Code::RuleBudget,
            FaultCode::Memory => Code::RuleMemory,
        };
        let text = fault.to_string();
        Self { code, text, rule: Some(fault.rule), at: fault.at }
    }
}
