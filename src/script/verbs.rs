//! Effects as methods on `game`: one row each, with what it checks; docs are made from the rows.

use super::args::{Arg, Call};
use super::desk::error;
use super::value::{text, whole};
use crate::cards::{Deck, Kind, KindSet, closest};
use crate::limits::{DRAW_LIMIT, SEATS_MAX, TEXT_MAX};
use crate::table::{CardTest, Effect, How, MomentWhen, Owe, Play, Spot};
use mlua::Value as LuaValue;

/// One effect.
pub(super) struct Verb {
    /// Its name: `game:NAME`, `instead_of_NAME`.
    pub name: &'static str,
    /// Its arguments, as the editor stubs write them.
    pub args: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Checks the arguments.
    pub run: fn(&Call<'_>) -> mlua::Result<Effect>,
}

macro_rules! verbs {
    ($($name:literal $run:ident ($args:literal) $doc:literal;)*) => {
        /// Every effect.
        pub(super) const VERBS: &[Verb] = &[$(Verb {
            name: $name,
            args: $args,
            doc: $doc,
            run: $run,
        }),*];
    };
}

verbs! {
    "play" play
        ("seat: number, card: Card")
        "the seat plays a card of its hand; then the card's effect";
    "draw" draw
        ("seat: Who, n: number, reason: Reason, cause: string?")
        "draws so many cards, one by one";
    "draw_until" draw_until
        ("seat: Who, until_card: Filter, reason: Reason")
        "draws until a card passes the filter (color symbol kind black number playable), the \
        seat is no longer in, or nothing is left";
    "discard" discard ("seat: number, cards: {Card}") "lays cards off without effect; may go out";
    "move" move_cards
        ("cards: {Card}, to: Place, how: {at: string?, from: Place?}?")
        "moves cards to a place, on top or at = \"bottom\"; never goes out";
    "take_back" take_back
        ("play: Play")
        "undoes a play whose card still lies on top; top and color are as before";
    "swap" swap ("a: Place, b: Place") "swaps all cards of two places";
    "rotate_hands" rotate_hands ("") "every hand moves one seat in the direction of play";
    "shuffle" shuffle ("place: Place") "shuffles a pile";
    "deal" deal
        ("place: Place, how: {from: Who?, each: number?}?")
        "deals a pile out one by one; without each until it is empty";
    "show" show ("cards: {Card}, to: Who") "shows cards to a seat";
    "choose_color" choose_color
        ("seat: Who")
        "the seat names the color when this effect's turn comes";
    "declare" declare
        ("what: {color: string?, symbol: string?}")
        "sets the color or symbol in force, kept with the top card";
    "owe" owe
        ("seat: Who, what: {draw: number?, skip: number?, keep_turn: boolean?, due: number?, \
        closed: boolean?}")
        "the seat comes to owe; paying costs a turn if cards were drawn, and at least skip \
        turns";
    "move_debt" move_debt ("seat: Who") "the open debt goes to another seat";
    "clear_debt" clear_debt ("") "the open debt is forgiven";
    "pay_debt" pay_debt ("") "the open debt is paid now; no answer is possible any more";
    "skip" skip ("seat: Who") "the seat's next chance to play is passed over";
    "reverse" reverse ("") "the direction of play flips";
    "next_seat" next_seat ("seat: Who") "the turn goes to this seat next";
    "extra_turn" extra_turn
        ("seat: Who, how: {must: string?}?")
        "the seat has one more turn at once; must = \"play\": it may not draw";
    "end_turn" end_turn ("") "the turn ends";
    "any_card" any_card ("") "after drawing, any card may be played, not the drawn one only";
    "go_out" go_out ("seat: Who") "the seat is finished, as one that has emptied its hand";
    "knock_out" knock_out ("seat: Who") "the seat is out of this round";
    "bring_back" bring_back ("seat: Who") "a finished seat plays again";
    "drop" drop ("seat: Who") "the seat is out of the match";
    "score" score
        ("seat: Who, points: number")
        "the seat gets points of the match, also less than none";
    "end_round" end_round ("how: {winners: {number}?}?") "the round ends";
    "end_match" end_match ("how: {winners: {number}?}?") "the match ends";
    "expose" expose ("seat: Who") "the seat may be caught";
    "quiet" quiet ("seat: Who") "the seat may no longer be caught, and is not called either";
    "card_effect" card_effect ("play: Play") "what a card of this play does, once more";
    "then_do" then_do
        ("name: string, data: any")
        "do_NAME of this rule, when all that was queued before it is finished";
    "do_at" do_at
        ("moment: {turn_reaches: number?, count: number?, turn_end: boolean?, round_end: \
        boolean?}, name: string, data: any")
        "do_NAME of this rule at a moment";
    "cancel" cancel ("name: string") "takes back every then_do and do_at of this name";
    "verdict" verdict
        ("seat: number, of: number, upheld: boolean")
        "tells how a challenge came out";
    "tell" tell ("text: string, to: Who?") "a text for everybody, or for some";
}

fn play(call: &Call<'_>) -> mlua::Result<Effect> {
    let (seat, card) = (call.arg(1, "seat").seat()?, call.arg(2, "card").card()?);
    Ok(Effect::Play { seat, card, how: How::Rule, call: false })
}

fn draw(call: &Call<'_>) -> mlua::Result<Effect> {
    let cause = call.arg(4, "cause");
    Ok(Effect::Draw {
        who: call.arg(1, "seat").who()?,
        n: call.arg(2, "n").int(0, i64::from(DRAW_LIMIT))? as u16,
        reason: call.arg(3, "reason").reason()?,
        cause: if cause.is_nil() { None } else { Some(short_text(&cause)?) },
    })
}

fn draw_until(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::DrawUntil {
        who: call.arg(1, "seat").who()?,
        until: card_test(call)?,
        reason: call.arg(3, "reason").reason()?,
    })
}

/// The filter of `draw_until`.
fn card_test(call: &Call<'_>) -> mlua::Result<CardTest> {
    const KEYS: &[&str] = &["color", "symbol", "kind", "black", "number", "playable"];
    let filter = call.fields(2, "filter", KEYS)?;
    let mut test = CardTest::default();
    let playable = filter.get("playable")?;
    if !playable.is_nil() {
        test.playable = Some(playable.flag()?);
    }
    for key in ["color", "symbol", "kind", "black", "number"] {
        let arg = filter.get(key)?;
        if arg.is_nil() {
            continue;
        }
        let values = match &arg.value {
            LuaValue::Table(list) => {
                list.sequence_values::<LuaValue>().collect::<mlua::Result<Vec<_>>>()?
            }
            one => vec![one.clone()],
        };
        let mut kinds = KindSet::EMPTY;
        for value in values {
            let some = call.with(|scope| Ok(kinds_of(&scope.game.deck, key, &value)))?;
            let Some(some) = some else {
                return arg.wrong("known to this deck");
            };
            kinds = kinds.or(some);
        }
        test.kinds = Some(test.kinds.map_or(kinds, |before| before.and(kinds)));
    }
    if test == CardTest::default() {
        return Err(call.error("the filter is empty; it would never end"));
    }
    Ok(test)
}

/// The kinds for which a filter key holds; `None` where the value is unknown to the deck.
fn kinds_of(deck: &Deck, key: &str, value: &LuaValue) -> Option<KindSet> {
    let word = || text(value);
    Some(match (key, value) {
        ("black", LuaValue::Boolean(true)) => deck.black(),
        ("black", LuaValue::Boolean(false)) => KindSet::ALL.without(deck.black()),
        ("color", _) => deck.of_color(deck.parse_color(&word()?).ok()?),
        ("symbol", _) => deck.of_symbol(deck.symbol(&word()?)?),
        ("kind", _) => KindSet::one(deck.parse_card(&word()?).ok()?),
        ("number", _) => {
            let n = whole(value)?;
            let same = |kind: &Kind| deck.card(*kind).number.map(i64::from) == Some(n);
            deck.kinds().filter(same).collect()
        }
        _ => return None,
    })
}

fn discard(call: &Call<'_>) -> mlua::Result<Effect> {
    let (cards, _) = call.arg(2, "cards").cards()?;
    Ok(Effect::Discard { seat: call.arg(1, "seat").seat()?, cards })
}

fn move_cards(call: &Call<'_>) -> mlua::Result<Effect> {
    let (cards, place) = call.arg(1, "cards").cards()?;
    let to = call.arg(2, "to").spot()?;
    let how = call.fields(3, "how", &["at", "from"])?;
    let from = how.get("from")?;
    let from = match (from.is_nil(), place) {
        (false, _) => from.spot()?,
        (true, Some(place)) => place,
        (true, None) => {
            return Err(call.error(
                "where are these cards? game:hand and game:cards know; for a list of your own \
                 say it: { from = { \"hand\", seat } }",
            ));
        }
    };
    let at = how.get("at")?;
    let bottom = match text(&at.value).as_deref() {
        Some("bottom") => true,
        Some("top") => false,
        None if at.is_nil() => false,
        _ => return at.wrong("\"top\" or \"bottom\""),
    };
    Ok(Effect::Move { cards, from, to, bottom })
}

fn take_back(call: &Call<'_>) -> mlua::Result<Effect> {
    let needs = call.with(|scope| Ok(scope.game.needs.take_back))?;
    if !needs {
        return Err(call.error("declare needs = { \"take_back\" } in the rule's table"));
    }
    Ok(Effect::TakeBack { play: boxed(call)? })
}

fn boxed(call: &Call<'_>) -> mlua::Result<Box<Play>> {
    Ok(Box::new((*call.arg(1, "play").play()?).clone()))
}

fn swap(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::Swap { a: call.arg(1, "a").spot()?, b: call.arg(2, "b").spot()? })
}

fn rotate_hands(_: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::RotateHands)
}

fn pile(call: &Call<'_>) -> mlua::Result<Spot> {
    match call.arg(1, "place").spot()? {
        Spot::Hand(_) => call.arg(1, "place").wrong("a pile; a hand has no order"),
        pile => Ok(pile),
    }
}

fn shuffle(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::Shuffle { pile: pile(call)? })
}

fn deal(call: &Call<'_>) -> mlua::Result<Effect> {
    let how = call.fields(2, "how", &["from", "each"])?;
    let (from, each) = (how.get("from")?, how.get("each")?);
    Ok(Effect::Deal {
        pile: pile(call)?,
        from: if from.is_nil() { crate::table::Who::Next } else { from.who()? },
        each: if each.is_nil() { None } else { Some(each.int(1, i64::from(DRAW_LIMIT))? as u16) },
    })
}

fn show(call: &Call<'_>) -> mlua::Result<Effect> {
    let (cards, place) = call.arg(1, "cards").cards()?;
    let owner = match place {
        Some(Spot::Hand(seat)) => Some(seat),
        _ => None,
    };
    Ok(Effect::Show { cards, owner, to: call.arg(2, "to").who()? })
}

fn declare(call: &Call<'_>) -> mlua::Result<Effect> {
    let what = call.fields(1, "what", &["color", "symbol"])?;
    let (color, symbol) = (what.get("color")?, what.get("symbol")?);
    if color.is_nil() && symbol.is_nil() {
        return Err(call.error("name a color or a symbol: game:declare { color = … }"));
    }
    let color = if color.is_nil() { None } else { Some(color.color()?) };
    let symbol = if symbol.is_nil() {
        None
    } else {
        let name = symbol.text()?;
        match call.with(|scope| Ok(scope.game.deck.symbol(&name)))? {
            None => return symbol.wrong("a symbol of this deck"),
            known => known,
        }
    };
    Ok(Effect::Declare { color, symbol })
}

fn owe(call: &Call<'_>) -> mlua::Result<Effect> {
    let what = call.fields(2, "what", &["draw", "skip", "keep_turn", "due", "closed"])?;
    let owe = Owe {
        draw: what.get("draw")?.int_or(0, 0, i64::from(DRAW_LIMIT))? as u16,
        skip: what.get("skip")?.int_or(0, 0, 100)? as u8,
        keep_turn: what.get("keep_turn")?.flag()?,
        due: what.get("due")?.int_or(0, 0, 100)? as u8,
        closed: what.get("closed")?.flag()?,
    };
    if owe.draw == 0 && owe.skip == 0 {
        return Err(call.error("nothing is owed: give draw or skip"));
    }
    Ok(Effect::Owe { who: call.arg(1, "seat").who()?, owe })
}

macro_rules! of_seat {
    ($($name:ident $effect:ident),*) => {
        $(fn $name(call: &Call<'_>) -> mlua::Result<Effect> {
            Ok(Effect::$effect { who: call.arg(1, "seat").who()? })
        })*
    };
}
of_seat!(
    choose_color ChooseColor, move_debt MoveDebt, skip Skip, next_seat NextSeat, go_out GoOut,
    knock_out KnockOut, bring_back BringBack, drop Drop, expose Expose, quiet Quiet
);

macro_rules! bare {
    ($($name:ident $effect:ident),*) => {
        $(fn $name(_: &Call<'_>) -> mlua::Result<Effect> {
            Ok(Effect::$effect)
        })*
    };
}
bare!(
    clear_debt ClearDebt, pay_debt PayDebt, reverse Reverse, end_turn EndTurn, any_card AnyCard
);

fn extra_turn(call: &Call<'_>) -> mlua::Result<Effect> {
    let must = call.fields(2, "how", &["must"])?.get("must")?;
    let must_play = match text(&must.value).as_deref() {
        Some("play") => true,
        None if must.is_nil() => false,
        _ => return must.wrong("\"play\""),
    };
    Ok(Effect::ExtraTurn { who: call.arg(1, "seat").who()?, must_play })
}

fn score(call: &Call<'_>) -> mlua::Result<Effect> {
    let points = call.arg(2, "points").int(-1_000_000, 1_000_000)?;
    Ok(Effect::Score { who: call.arg(1, "seat").who()?, points })
}

fn winners(call: &Call<'_>) -> mlua::Result<Vec<crate::table::Seat>> {
    let winners = call.fields(1, "how", &["winners"])?.get("winners")?.seats()?;
    if winners.len() > SEATS_MAX {
        return Err(call.error("winners has more seats than there are"));
    }
    Ok(winners)
}

fn end_round(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::EndRound { winners: winners(call)? })
}

fn end_match(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::EndMatch { winners: winners(call)? })
}

fn card_effect(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::CardEffect { play: boxed(call)? })
}

/// The name of a `do_` function of this rule.
fn work(call: &Call<'_>, at: usize) -> mlua::Result<String> {
    let arg = call.arg(at, "name");
    let name = arg.text()?;
    call.with(|scope| {
        let rule = scope.rule.ok_or_else(|| error("the prompt has no do_ functions"))?;
        if scope.game.work(rule, &name).is_some() {
            return Ok(());
        }
        let known: Vec<&str> = scope.game.works(rule).collect();
        let near = closest(&name, known.iter().copied());
        let near = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
        let shown = super::text::clean_text(&name);
        Err(call.error(format!("this rule has no function do_{shown}{near}")))
    })?;
    Ok(name)
}

fn then_do(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::ThenDo { name: work(call, 1)?, data: call.arg(2, "data").data()? })
}

fn do_at(call: &Call<'_>) -> mlua::Result<Effect> {
    let keys = ["turn_reaches", "count", "turn_end", "round_end"];
    let moment = call.fields(1, "moment", &keys)?;
    let reaches = moment.get("turn_reaches")?;
    let (turn_end, round_end) = (moment.get("turn_end")?.flag()?, moment.get("round_end")?.flag()?);
    let when = match (reaches.is_nil(), turn_end, round_end) {
        (false, false, false) => MomentWhen::TurnReaches {
            seat: reaches.seat()?,
            count: moment.get("count")?.int_or(1, 1, 100)? as u8,
        },
        (true, true, false) => MomentWhen::TurnEnd,
        (true, false, true) => MomentWhen::RoundEnd,
        _ => {
            return Err(call.error(
                "the moment is one of { turn_reaches = seat, count = n }, { turn_end = true }, \
                 { round_end = true }",
            ));
        }
    };
    Ok(Effect::DoAt { when, name: work(call, 2)?, data: call.arg(3, "data").data()? })
}

fn cancel(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::Cancel { name: work(call, 1)? })
}

fn verdict(call: &Call<'_>) -> mlua::Result<Effect> {
    Ok(Effect::Verdict {
        seat: call.arg(1, "seat").seat()?,
        of: call.arg(2, "of").seat()?,
        upheld: call.arg(3, "upheld").flag()?,
    })
}

fn short_text(arg: &Arg<'_>) -> mlua::Result<String> {
    let text = arg.text()?;
    if text.chars().count() > TEXT_MAX {
        return arg.wrong(&format!("a text of at most {TEXT_MAX} characters"));
    }
    Ok(super::text::clean_text(&text))
}

fn tell(call: &Call<'_>) -> mlua::Result<Effect> {
    let to = call.arg(2, "to");
    Ok(Effect::Tell {
        text: short_text(&call.arg(1, "text"))?,
        to: if to.is_nil() { None } else { Some(to.who()?) },
    })
}
