//! Questions. A hook that asks is run again from its top with the answers it has had: the k-th
//! question of a run takes the k-th answer, or is recorded and ends the run.

use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue};

use super::args::{Arg, Call};
use super::desk::error;
use super::sandbox::wait_for_answer;
use super::value::{found, text, to_lua, to_plain};
use super::view::{number, others_of, seat_list};
use crate::engine::host::Question;
use crate::limits::{OPTIONS_MAX, QUESTION_LIMIT, TEXT_MAX};
use crate::table::{AskKind, AskMode, Seat, Tape, Value};

type Run = fn(&Call<'_>) -> mlua::Result<Vec<LuaValue>>;

/// Questions: name, arguments, result, what it asks.
pub(super) const METHODS: &[(&str, &str, &str, &str, Run)] = &[
    (
        "ask",
        "seats: number | {number} | \"all\" | \"others\", question: Question",
        "...any",
        "asks; what comes back depends on mode: one answer; each: answers by seat; first: seat and \
         answer, or nil; order: all seats in the order of answering, silent ones last, and how \
         many answered",
        ask,
    ),
    ("ask_color", "seat: number, text: string?", "string", "asks for a color", ask_color),
    (
        "ask_seat",
        "seat: number, from: {number}?, text: string?",
        "number?",
        "asks for a seat of a list; of the others if none is given",
        ask_seat,
    ),
    (
        "ask_card",
        "seat: number, cards: {Card}, text: string?",
        "Card?",
        "asks for a card of a list",
        ask_card,
    ),
];

/// The fields of a question.
pub(super) const QUESTION: &[super::view::Field] = &[
    ("text", "string", "the words; they may also stand first, without a name"),
    ("options", "{any} | (seat: number) -> {any}", "what may be answered: words, numbers, cards"),
    ("mode", "string?", "\"one\", \"each\" (sealed), \"first\" or \"order\""),
    ("default", "any", "the answer of a seat that leaves; false: no answer (nil)"),
    ("private", "boolean?", "only the asked see options and answers"),
];

/// A question before it is known who has an option.
struct Draft {
    kind: AskKind,
    text: String,
    mode: AskMode,
    private: bool,
    seats: Vec<(Seat, Vec<Value>)>,
    default: Default,
}

/// What counts for a seat that leaves.
enum Default {
    First,
    None,
    This(Value),
}

fn ask(call: &Call<'_>) -> mlua::Result<Vec<LuaValue>> {
    let question = call.arg(2, "question");
    let LuaValue::Table(table) = &question.value else {
        return question.wrong("a table: { text, options = { … } }");
    };
    let named = table.clone();
    let keys = |key: &LuaValue| match key {
        LuaValue::Integer(1) => true,
        LuaValue::Number(n) => *n == 1.0,
        other => text(other).is_some_and(|name| QUESTION.iter().any(|(known, ..)| *known == name)),
    };
    for pair in named.pairs::<LuaValue, LuaValue>() {
        let (key, _) = pair?;
        if !keys(&key) {
            let known = QUESTION.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
            return Err(call.error(format!("a question has no {}; known: {known}", found(&key))));
        }
    }
    let words = match table.raw_get::<LuaValue>("text")? {
        LuaValue::Nil => table.raw_get::<LuaValue>(1)?,
        words => words,
    };
    let words = text(&words).filter(|words| words.chars().count() <= TEXT_MAX);
    let Some(words) = words else {
        return Err(call.error(format!("a question needs a text of at most {TEXT_MAX} characters")));
    };
    let several = !matches!(call.arg(1, "seats").value, LuaValue::Integer(_) | LuaValue::Number(_));
    let draft = Draft {
        kind: AskKind::Choice,
        text: super::text::clean_text(&words),
        mode: mode(call, table, several)?,
        private: flag(call, table, "private")?,
        seats: options(call, table)?,
        default: match table.raw_get::<LuaValue>("default")? {
            LuaValue::Nil => Default::First,
            LuaValue::Boolean(false) => Default::None,
            value => Default::This(to_plain(&value, Some(&call.desk.cards), "default")?),
        },
    };
    draft.put(call)
}

fn flag(call: &Call<'_>, table: &Table, name: &str) -> mlua::Result<bool> {
    match table.raw_get::<LuaValue>(name)? {
        LuaValue::Nil => Ok(false),
        LuaValue::Boolean(flag) => Ok(flag),
        other => Err(call.error(format!("{name} must be true or false, not {}", found(&other)))),
    }
}

fn mode(call: &Call<'_>, table: &Table, several: bool) -> mlua::Result<AskMode> {
    let value = table.raw_get::<LuaValue>("mode")?;
    let mode = match text(&value).as_deref() {
        Some("one") => AskMode::One,
        Some("each") => AskMode::Each,
        Some("first") => AskMode::First,
        Some("order") => AskMode::Order,
        None if value.is_nil() && !several => AskMode::One,
        None if value.is_nil() => {
            return Err(call.error(
                "several seats are asked: say how with mode = \"each\", \"first\" or \"order\"",
            ));
        }
        _ => {
            let found = found(&value);
            return Err(
                call.error(format!("mode must be one of one, each, first, order, not {found}"))
            );
        }
    };
    if mode == AskMode::One && several {
        return Err(call.error("mode \"one\" asks one seat: give its number"));
    }
    Ok(mode)
}

/// The seats that are asked, without repetition.
fn asked(call: &Call<'_>) -> mlua::Result<Vec<Seat>> {
    let arg = call.arg(1, "seats");
    let mut seats = match text(&arg.value).as_deref() {
        Some("all") => call.with(|scope| Ok(scope.state.ring(scope.state.turn.seat).collect()))?,
        Some("others") => call.with(|scope| Ok(others_of(scope, scope.state.turn.seat)))?,
        Some(_) => return arg.wrong("a seat, a list of seats, \"all\" or \"others\""),
        None if arg.is_nil() => {
            return arg.wrong("a seat, a list of seats, \"all\" or \"others\"");
        }
        None => arg.seats()?,
    };
    let mut known = crate::table::SeatSet::default();
    seats.retain(|seat| {
        let new = !known.has(*seat);
        known.insert(*seat);
        new
    });
    Ok(seats)
}

fn options(call: &Call<'_>, table: &Table) -> mlua::Result<Vec<(Seat, Vec<Value>)>> {
    let options: LuaValue = table.raw_get("options")?;
    let mut seats = Vec::new();
    for seat in asked(call)? {
        let list = match &options {
            LuaValue::Function(of_seat) => of_seat.call::<LuaValue>(number(seat.number()))?,
            list => list.clone(),
        };
        seats.push((seat, option_list(call, &list)?));
    }
    Ok(seats)
}

/// What may be answered, without repetition.
fn option_list(call: &Call<'_>, value: &LuaValue) -> mlua::Result<Vec<Value>> {
    if value.is_nil() {
        return Ok(Vec::new());
    }
    let LuaValue::Table(table) = value else {
        let found = found(value);
        return Err(call.error(format!("options must be a list or a function, not {found}")));
    };
    let mut list: Vec<Value> = Vec::new();
    for item in table.sequence_values::<LuaValue>() {
        let item = to_plain(&item?, Some(&call.desk.cards), "an option")?;
        if !matches!(item, Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Card(_)) {
            return Err(call.error("options are words, whole numbers, cards, true and false"));
        }
        if !list.contains(&item) {
            list.push(item);
        }
        if list.len() > OPTIONS_MAX {
            return Err(call.error(format!("at most {OPTIONS_MAX} options are allowed")));
        }
    }
    Ok(list)
}

/// One seat and its words, for the short forms.
fn short(
    call: &Call<'_>,
    kind: AskKind,
    text_at: usize,
    otherwise: &str,
    options: Vec<Value>,
) -> mlua::Result<Vec<LuaValue>> {
    let words: Arg<'_> = call.arg(text_at, "text");
    let words = if words.is_nil() { otherwise.into() } else { words.text()? };
    let draft = Draft {
        kind,
        text: super::text::clean_text(&words),
        mode: AskMode::One,
        private: false,
        seats: vec![(call.arg(1, "seat").seat()?, options)],
        default: Default::First,
    };
    draft.put(call)
}

fn ask_color(call: &Call<'_>) -> mlua::Result<Vec<LuaValue>> {
    let colors = call.with(|scope| {
        let deck = &scope.game.deck;
        Ok(deck.colors().map(|color| Value::text(deck.color_name(color))).collect())
    })?;
    short(call, AskKind::Color, 2, "which color?", colors)
}

fn ask_seat(call: &Call<'_>) -> mlua::Result<Vec<LuaValue>> {
    let from = call.arg(2, "from");
    let seats = if from.is_nil() {
        let seat = call.arg(1, "seat").seat()?;
        call.with(|scope| Ok(others_of(scope, seat)))?
    } else {
        from.seats()?
    };
    let options = seats.iter().map(|seat| Value::Int(seat.number() as i64)).collect();
    short(call, AskKind::Seat, 3, "which seat?", options)
}

fn ask_card(call: &Call<'_>) -> mlua::Result<Vec<LuaValue>> {
    let (mut cards, _) = call.arg(2, "cards").cards()?;
    cards.dedup();
    let options = cards.into_iter().map(Value::Card).collect();
    short(call, AskKind::Card, 3, "which card?", options)
}

impl Draft {
    /// Asks, or answers from what was recorded.
    fn put(self, call: &Call<'_>) -> mlua::Result<Vec<LuaValue>> {
        let seats: Vec<Seat> = self.seats.iter().map(|(seat, _)| *seat).collect();
        let (mode, text) = (self.mode, self.text.clone());
        let question = self.question(call)?;
        let Some(question) = question else {
            return Ok(vec![LuaValue::Nil]); // nobody has an option: skipped, and told so
        };
        let tape = call.with(|scope| {
            scope.must_act("ask")?;
            if scope.asked >= QUESTION_LIMIT {
                return Err(error(format!("more than {QUESTION_LIMIT} questions in one hook")));
            }
            let tape = scope.tape.get(scope.asked).cloned();
            scope.asked += 1;
            if tape.is_none() && scope.question.is_none() {
                scope.question = Some(Rc::new(question));
            }
            Ok(tape)
        })?;
        let Some(tape) = tape else {
            wait_for_answer();
            return Ok(Vec::new());
        };
        if tape.text != text {
            return Err(call.error(format!(
                "asked {:?} the first time and something else the second time ({text:?}); what a \
                 hook asks may depend on the game and on earlier answers only",
                tape.text
            )));
        }
        answered(call, mode, &seats, &tape)
    }

    /// The question with its defaults; none where no seat has an option.
    fn question(self, call: &Call<'_>) -> mlua::Result<Option<Question>> {
        let Self { mut kind, text, mode, private, seats, default } = self;
        let seats: Vec<_> = seats.into_iter().filter(|(_, options)| !options.is_empty()).collect();
        if seats.is_empty() {
            call.with(|scope| scope.must_act("ask"))?;
            return Ok(None);
        }
        let is_card = |option: &Value| matches!(option, Value::Card(_));
        if kind == AskKind::Choice && seats.iter().all(|(_, options)| options.iter().all(is_card)) {
            kind = AskKind::Card; // what others hold is not shown to everybody
        }
        let mut open = Vec::new();
        for (seat, mut options) in seats {
            let race = matches!(mode, AskMode::First | AskMode::Order);
            let default = match &default {
                _ if race => None,
                Default::None => None,
                Default::First => Some(0),
                Default::This(value) => {
                    let at = options.iter().position(|option| option == value);
                    Some(at.ok_or_else(|| {
                        call.error(format!("the default is not among the options of seat {seat}"))
                    })?)
                }
            };
            let default = default.unwrap_or_else(|| {
                options.push(Value::Nil);
                options.len() - 1
            });
            open.push((seat, options.into(), default as u16));
        }
        Ok(Some(Question { kind, text, mode, private, seats: open }))
    }
}

/// The answers as the script gets them.
fn answered(
    call: &Call<'_>,
    mode: AskMode,
    seats: &[Seat],
    tape: &Tape,
) -> mlua::Result<Vec<LuaValue>> {
    let (lua, desk): (&Lua, _) = (call.lua, call.desk);
    let value = |value: &Value| to_lua(lua, Some(&desk.cards), value);
    let spoken = || tape.answers.iter().filter(|(_, answer)| *answer != Value::Nil);
    Ok(match mode {
        AskMode::One => {
            vec![tape.answers.first().map_or(Ok(LuaValue::Nil), |(_, answer)| value(answer))?]
        }
        AskMode::Each => {
            let answers = lua.create_table()?;
            for (seat, answer) in &tape.answers {
                answers.raw_seti(seat.number(), value(answer)?)?;
            }
            answers.set_readonly(true);
            vec![LuaValue::Table(answers)]
        }
        AskMode::First => match spoken().next() {
            Some((seat, answer)) => vec![number(seat.number()), value(answer)?],
            None => vec![LuaValue::Nil],
        },
        AskMode::Order => {
            let mut order: Vec<Seat> = spoken().map(|(seat, _)| *seat).collect();
            let answered = order.len();
            let silent = seats.iter().filter(|seat| !order.contains(seat)).copied();
            let silent: Vec<Seat> = silent.collect();
            order.extend(silent);
            vec![seat_list(lua, order)?, number(answered)]
        }
    })
}
