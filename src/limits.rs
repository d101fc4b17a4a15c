//! Every limit of the product, with its name. `limits` at the prompt prints this table.

/// Seats at one table (E20: fifteen seats of seven cards are the most that 108 cards allow).
pub const SEATS_MAX: usize = 15;
/// Fewest seats of a game.
pub const SEATS_MIN: usize = 2;
/// Different kinds of card in one deck; a set of kinds is one 128-bit mask.
pub const KINDS_MAX: usize = 128;
/// Cards in one deck.
pub const DECK_MAX: usize = 250;
/// Colors of one deck.
pub const COLORS_MAX: usize = 9;
/// Rules in one game, built-in ones included; a set of rules is one 64-bit mask.
pub const RULES_MAX: usize = 64;
/// Effects that one action may cause, questions included (B58).
pub const EFFECT_LIMIT: u32 = 2_000;
/// Unfinished tasks on the work stack.
pub const STACK_LIMIT: usize = 256;
/// Turns of one round; a round that reaches it ends with the reason `limit`, never silently.
pub const TURN_LIMIT: u32 = 20_000;
/// Actions of one round of the simulator; a round that reaches it ends with the reason `limit`.
pub const DECISION_LIMIT: u64 = 200_000;
/// Rounds of one match of the simulator; a match that reaches it has no winner.
pub const MATCH_ROUND_LIMIT: u32 = 1_000;
/// Cards that one draw may ask for.
pub const DRAW_LIMIT: u16 = 250;
/// Questions that one run of a hook may ask.
pub const QUESTION_LIMIT: usize = 64;
/// Options of one question.
pub const OPTIONS_MAX: usize = 250;
/// Safepoints (calls, returns, loop turns) that one entry into a script may pass.
pub const HOOK_BUDGET: i64 = 200_000;
/// Safepoints that loading a script may pass.
pub const LOAD_BUDGET: i64 = 1_000_000;
/// Milliseconds after which the watchdog ends a script that its fuel does not.
pub const WATCHDOG_MILLIS: u64 = 1_000;
/// Bytes that one script's VM may hold.
pub const SCRIPT_MEMORY_LIMIT: usize = 8 << 20;
/// Bytes of one script's source.
pub const SOURCE_MAX: usize = 256 << 10;
/// Bytes of the plain data (memory, continuations) of one rule.
pub const DATA_MAX: usize = 64 << 10;
/// Nesting of the plain data of a rule.
pub const DATA_DEPTH_MAX: usize = 16;
/// Characters of one text that a script may show.
pub const TEXT_MAX: usize = 400;
/// Commands of a session's history that can be undone; older ones are forgotten.
pub const HISTORY_MAX: usize = 10_000;
/// Bytes of one line of a session. A hand of every card there is takes a hundredth of it.
pub const LINE_MAX: usize = 64 << 10;

/// The limits as shown to people: name, value, unit and what reaching it means.
pub const TABLE: &[(&str, u64, &str)] = &[
    ("SEATS_MAX", SEATS_MAX as u64, "seats at one table"),
    ("KINDS_MAX", KINDS_MAX as u64, "kinds of card in one deck"),
    ("DECK_MAX", DECK_MAX as u64, "cards in one deck"),
    ("COLORS_MAX", COLORS_MAX as u64, "colors of one deck"),
    ("RULES_MAX", RULES_MAX as u64, "rules in one game"),
    ("EFFECT_LIMIT", EFFECT_LIMIT as u64, "effects of an action; more undo it"),
    ("STACK_LIMIT", STACK_LIMIT as u64, "unfinished tasks; more undo the action"),
    ("TURN_LIMIT", TURN_LIMIT as u64, "turns of a round; it ends with `limit`"),
    ("DECISION_LIMIT", DECISION_LIMIT, "actions of a simulated round"),
    ("MATCH_ROUND_LIMIT", MATCH_ROUND_LIMIT as u64, "rounds of a simulated match"),
    ("DRAW_LIMIT", DRAW_LIMIT as u64, "cards of one draw"),
    ("QUESTION_LIMIT", QUESTION_LIMIT as u64, "questions of one run of a hook"),
    ("OPTIONS_MAX", OPTIONS_MAX as u64, "options of one question"),
    ("HOOK_BUDGET", HOOK_BUDGET as u64, "safepoints of one hook"),
    ("LOAD_BUDGET", LOAD_BUDGET as u64, "safepoints of loading a script"),
    ("WATCHDOG_MILLIS", WATCHDOG_MILLIS, "milliseconds until a script is stopped"),
    ("SCRIPT_MEMORY_LIMIT", SCRIPT_MEMORY_LIMIT as u64, "bytes of one script's VM"),
    ("SOURCE_MAX", SOURCE_MAX as u64, "bytes of one script's source"),
    ("DATA_MAX", DATA_MAX as u64, "bytes of one rule's plain data"),
    ("DATA_DEPTH_MAX", DATA_DEPTH_MAX as u64, "nesting of a rule's plain data"),
    ("TEXT_MAX", TEXT_MAX as u64, "characters of a text from a script"),
    ("HISTORY_MAX", HISTORY_MAX as u64, "commands that can be undone"),
    ("LINE_MAX", LINE_MAX as u64, "bytes of one line; a longer one is refused"),
];
