//! A card of the same number or symbol as the top fits (R6.1, R6.3, A5).

use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec};
use crate::engine::host::Answer;
use crate::table::{Key, Value};

pub(super) fn rule() -> RuleSpec {
    let fits = || Body::Say(Answer::Allow);
    RuleSpec::built_in("match_symbol", "a card of the same symbol fits", "R6.1 R6.3 A5")
        .one_of(
            "symbols",
            "match_symbols",
            &["all", "numbers"],
            "any symbol fits on its like, or figures alone and action cards by color only (A5)",
        )
        .hook(Hook::CanFit, same_symbol("all", None), fits())
        .hook(Hook::CanFit, same_symbol("numbers", Some(true)), fits())
}

/// The symbol in force, where the option has this value; of cards with a figure only.
fn same_symbol(symbols: &str, number: Option<bool>) -> FilterSpec {
    let option = [(Key::Text("symbols".into()), Value::text(symbols))];
    let mut spec = FilterSpec::flag("same_symbol");
    spec.when.push(("option".into(), vec![Value::Map(option.into())]));
    spec.when.extend(number.map(|yes| ("number".into(), vec![Value::Bool(yes)])));
    spec
}
