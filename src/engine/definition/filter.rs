//! Filters: data that says when a hook is asked. Compiled to masks of kinds, so that one that does
//! not match costs a look at a mask, and a constant answer never enters Lua.

use super::game::Rule;
use super::hook::{Hook, HookKind, SubjectKind};
use super::rule::{FilterSpec, HookName};
use crate::cards::{Color, Deck, Kind, KindSet, Symbol, closest, meant};
use crate::table::{How, Key, Reason, RuleId, Seat, State, Value, WentOut};

/// Every filter key, with the subjects it is for and what it means.
pub const FILTER_KEYS: &[(&str, &[SubjectKind], &str)] = {
    use SubjectKind::{Change, Debt, Draw, Out, Plain, Play, Points, Score, Seat, Turn};
    const CARD: &[SubjectKind] = &[Play, Points, Debt, Draw];
    const PLAY: &[SubjectKind] = &[Play];
    const SEATED: &[SubjectKind] =
        &[Play, Seat, Out, Draw, Debt, Turn, Points, Score, Change, Plain];
    &[
        ("color", CARD, "the card's color, by name"),
        ("symbol", CARD, "the card's symbol"),
        ("kind", CARD, "the card, in notation"),
        ("black", CARD, "the card has no color"),
        ("number", CARD, "the card's figure; true: it has one"),
        ("how", &[Play, Debt, Draw], "how the card was played: turn answer jump add rule start"),
        ("last", PLAY, "it empties the hand"),
        ("drawn", PLAY, "it is the card just drawn"),
        ("top", PLAY, "it is the last card of its play"),
        ("same_color", PLAY, "it has the color in force"),
        ("same_symbol", PLAY, "it has the symbol in force"),
        ("identical", PLAY, "it is of the same kind as the top card"),
        ("went_out", PLAY, "the play emptied the hand: place (others play on), round, true"),
        ("debt_symbol", &[Play, Debt, Seat], "symbol of the card that opened the debt"),
        ("reason", &[Draw], "why cards are drawn: turn, debt, penalty, rule, any"),
        ("seat", SEATED, "which seat it is: acting, next, owing, others"),
        ("count", SEATED, "cards in the seat's hand"),
        ("playable", &[Seat], "the seat could play a card"),
        (
            "option",
            SEATED,
            "an option has this value: option = { x = v }; of another rule: { [\"rule.x\"] = v }",
        ),
        ("memory", SEATED, "this rule remembers this value: memory = { x = v }"),
    ]
};

/// What a filter looks at.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The state.
    pub state: &'a State,
    /// The seat that it is about.
    pub seat: Seat,
    /// How the card is played.
    pub how: Option<How>,
    /// Kinds that count as drawn just now.
    pub drawn: KindSet,
    /// Whether the card empties the hand.
    pub last: bool,
    /// Whether the play emptied the hand.
    pub went_out: WentOut,
    /// Color to match.
    pub color: Option<Color>,
    /// Symbol to match.
    pub symbol: Option<Symbol>,
    /// Card to be identical with.
    pub top: Option<Kind>,
    /// Why cards are drawn.
    pub reason: Option<Reason>,
    /// Whether the seat could play; only filled in where a filter asks.
    pub playable: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SeatWord {
    Acting,
    Next,
    Owing,
    Others,
}

/// A compiled condition: all parts that are given must hold.
#[derive(Clone, PartialEq, Debug)]
struct Conds {
    kinds: KindSet,
    about_card: bool,
    /// Nothing but the card itself is asked about.
    cards_only: bool,
    how: u8,
    drawn: Option<bool>,
    last: Option<bool>,
    same_color: Option<bool>,
    same_symbol: Option<bool>,
    identical: Option<bool>,
    went_out: u8,
    debt_symbol: Option<u128>,
    reason: u8,
    seat: Vec<SeatWord>,
    count: Vec<i64>,
    playable: Option<bool>,
    option: bool,
    /// Places in the memory of a rule, with the values of which one must be there.
    memory: Vec<(RuleId, usize, Vec<Value>)>,
}

const ALL: Conds = Conds {
    kinds: KindSet::ALL,
    about_card: false,
    cards_only: true,
    how: u8::MAX,
    drawn: None,
    last: None,
    same_color: None,
    same_symbol: None,
    identical: None,
    went_out: u8::MAX,
    debt_symbol: None,
    reason: u8::MAX,
    seat: Vec::new(),
    count: Vec::new(),
    playable: None,
    option: true,
    memory: Vec::new(),
};

/// A compiled filter.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    when: Conds,
    except: Option<Conds>,
    plain: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { when: ALL, except: None, plain: true }
    }
}

impl Conds {
    /// The kinds of card for which the condition holds.
    fn mask(&self, deck: &Deck, facts: &Facts<'_>) -> KindSet {
        if !self.cards_only && !self.holds_but_card(facts) {
            return KindSet::EMPTY;
        }
        let mut mask = self.kinds;
        let keep = |mask: KindSet, set: KindSet, wanted: Option<bool>| match wanted {
            None => mask,
            Some(true) => mask.and(set),
            Some(false) => mask.without(set),
        };
        if self.same_color.is_some() {
            let set = facts.color.map_or(KindSet::EMPTY, |color| deck.of_color(color));
            mask = keep(mask, set, self.same_color);
        }
        if self.same_symbol.is_some() {
            let set = facts.symbol.map_or(KindSet::EMPTY, |symbol| deck.of_symbol(symbol));
            mask = keep(mask, set, self.same_symbol);
        }
        if self.identical.is_some() {
            mask = keep(mask, facts.top.map_or(KindSet::EMPTY, KindSet::one), self.identical);
        }
        keep(mask, facts.drawn, self.drawn)
    }

    fn holds_but_card(&self, facts: &Facts<'_>) -> bool {
        let debt = || facts.state.debts.first();
        self.option
            && (self.how == u8::MAX || facts.how.is_some_and(|how| self.how >> how as u8 & 1 == 1))
            && self.last.is_none_or(|last| last == facts.last)
            && self.went_out >> facts.went_out as u8 & 1 == 1
            && (self.reason == u8::MAX
                || facts.reason.is_some_and(|reason| self.reason >> reason as u8 & 1 == 1))
            && self.playable.is_none_or(|playable| facts.playable == Some(playable))
            && self.debt_symbol.is_none_or(|set| {
                debt().and_then(|debt| debt.symbol).is_some_and(|symbol| set >> symbol.0 & 1 == 1)
            })
            && (self.seat.is_empty() || self.seat.iter().any(|word| word.is(facts)))
            && self.holds_of_seat(facts.state, facts.seat)
    }

    /// The parts about the seat's hand and the rule's memory.
    fn holds_of_seat(&self, state: &State, seat: Seat) -> bool {
        let held = || state.place(seat).hand.len() as i64;
        (self.count.is_empty() || self.count.contains(&held()))
            && self.memory.iter().all(|(rule, at, values)| {
                let kept = state.rules.get(rule.index());
                kept.and_then(|kept| kept.memory.get(*at)).is_some_and(|now| values.contains(now))
            })
    }
}

impl Conds {
    /// Whether only the card itself and what it lies on are asked about.
    fn find_cards_only(&mut self) {
        let cards = Self {
            kinds: self.kinds,
            about_card: self.about_card,
            same_color: self.same_color,
            same_symbol: self.same_symbol,
            identical: self.identical,
            drawn: self.drawn,
            ..ALL
        };
        self.cards_only = *self == cards;
    }
}

impl SeatWord {
    fn is(self, facts: &Facts<'_>) -> bool {
        let state = facts.state;
        match self {
            Self::Acting => facts.seat == state.turn.seat,
            Self::Others => facts.seat != state.turn.seat,
            Self::Next => facts.seat == state.step(state.turn.seat, 1),
            Self::Owing => state.debts.first().and_then(|debt| debt.seat) == Some(facts.seat),
        }
    }
}

impl Filter {
    /// The kinds of card for which it holds.
    pub fn mask(&self, deck: &Deck, facts: &Facts<'_>) -> KindSet {
        if self.plain {
            return KindSet::ALL;
        }
        let mask = self.when.mask(deck, facts);
        match &self.except {
            Some(except) if !mask.is_empty() => mask.without(except.mask(deck, facts)),
            _ => mask,
        }
    }
    /// Whether it holds for this card, or where it is about none.
    pub fn holds(&self, deck: &Deck, facts: &Facts<'_>, card: Option<Kind>) -> bool {
        if self.plain {
            return true;
        }
        match card {
            Some(card) => self.mask(deck, facts).has(card),
            None => {
                !self.when.about_card
                    && self.when.holds_but_card(facts)
                    && !self
                        .except
                        .as_ref()
                        .is_some_and(|e| !e.about_card && e.holds_but_card(facts))
            }
        }
    }
    /// The kinds for which it could hold on this top, whoever holds them: another first look.
    pub fn could_fit(&self, deck: &Deck, top: Kind, color: Option<Color>) -> KindSet {
        let when = &self.when;
        if !when.option {
            return KindSet::EMPTY;
        }
        match color {
            _ if when.identical == Some(true) => when.kinds.and(KindSet::one(top)),
            Some(color) if when.same_color == Some(true) => when.kinds.and(deck.of_color(color)),
            _ => when.kinds,
        }
    }
    /// Whether it could hold for something about this seat: a first look, before the facts are
    /// put together.
    pub fn may_hold(&self, state: &State, seat: Seat) -> bool {
        self.when.option && self.when.holds_of_seat(state, seat)
    }
    /// Whether it cannot hold while what these places in memory keep is so.
    pub(super) fn rests(&self, kept: impl Fn(RuleId, usize) -> Option<Value>) -> bool {
        let other = |(rule, at, values): &(RuleId, usize, Vec<Value>)| {
            kept(*rule, *at).is_some_and(|kept| !values.contains(&kept))
        };
        self.never() || self.when.memory.iter().any(other)
    }
    /// Whether it never holds in this game, whose options are settled.
    pub const fn never(&self) -> bool {
        !self.when.option
    }
    /// Whether it lets everything through.
    pub const fn is_plain(&self) -> bool {
        self.plain
    }
    /// The kinds that its `when` leaves, whatever else it says.
    pub const fn kinds(&self) -> KindSet {
        self.when.kinds
    }
    /// The kinds for which it holds in any case, with the color in force, with the symbol in
    /// force; `None` where more is asked.
    pub(super) fn fits(&self) -> Option<[KindSet; 3]> {
        let (when, none) = (&self.when, KindSet::EMPTY);
        let other = when.drawn.is_some() || when.identical.is_some() || self.except.is_some();
        match (when.same_color, when.same_symbol) {
            _ if !when.option => Some([none; 3]),
            _ if other || !when.cards_only => None,
            (None, None) => Some([when.kinds, none, none]),
            (Some(true), None) => Some([none, when.kinds, none]),
            (None, Some(true)) => Some([none, none, when.kinds]),
            _ => None,
        }
    }
    /// Whether it holds for nothing but the last card of a hand.
    pub(super) fn last_only(&self) -> bool {
        self.never() || self.when.last == Some(true)
    }
    /// For how many cards in the hand it may hold: one bit each, the last for more.
    pub(super) fn counts(&self) -> u64 {
        match &self.when.count[..] {
            _ if self.never() => 0,
            [] => u64::MAX,
            counts => counts.iter().fold(0, |set, count| set | 1 << (*count).clamp(0, 63)),
        }
    }
    /// Whether the kinds alone decide.
    pub const fn kinds_only(&self) -> bool {
        let when = &self.when;
        let matched = when.same_color.is_some() || when.same_symbol.is_some();
        let other = when.identical.is_some() || when.drawn.is_some();
        when.cards_only && !matched && !other && self.except.is_none()
    }
    /// Whether the kinds alone decide of a card laid in turn that is not the last one.
    pub(super) fn kinds_alone(&self) -> bool {
        let Self { when, except, .. } = self;
        let known = Conds {
            kinds: when.kinds,
            about_card: when.about_card,
            cards_only: when.cards_only,
            how: when.how,
            went_out: when.went_out,
            ..ALL
        };
        let in_turn = when.how >> How::Turn as u8 & 1 == 1;
        let not_out = when.went_out >> WentOut::No as u8 & 1 == 1;
        in_turn && not_out && except.is_none() && *when == known
    }
    /// Whether it asks if the seat could play.
    pub fn asks_playable(&self) -> bool {
        let asks = |conds: &Conds| conds.playable.is_some();
        asks(&self.when) || self.except.as_ref().is_some_and(asks)
    }
    /// Whether, by the rules and the deck alone, it can hold for a debt of this symbol (X1).
    pub fn may_answer(&self, deck: &Deck, symbol: Option<Symbol>) -> bool {
        let in_deck = deck.kinds().any(|kind| self.when.kinds.has(kind));
        self.when.option
            && in_deck
            && self.when.debt_symbol.is_none_or(|set| symbol.is_some_and(|s| set >> s.0 & 1 == 1))
    }
    /// Whether it is about a debt of some symbols.
    pub const fn names_debt(&self) -> bool {
        self.when.debt_symbol.is_some()
    }
    /// Whether it and the other could both hold.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (&self.when, &other.when);
        a.option
            && b.option
            && !a.kinds.and(b.kinds).is_empty()
            && a.how & b.how != 0
            && a.reason & b.reason != 0
            && self.except.is_none()
            && other.except.is_none()
    }

    /// Compiles a filter of a hook of this kind.
    ///
    /// # Errors
    /// When a key or a value is unknown, or does not belong to the hook. The second list holds
    /// warnings: symbols that this deck does not have.
    pub fn compile(
        spec: &FilterSpec,
        hook: &HookName,
        deck: &Deck,
        own: &Own<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Self, String> {
        let subject = match hook {
            HookName::Fixed(hook) => hook.info().subject,
            HookName::Action(_) => SubjectKind::Seat,
        };
        let mut compile = |keys: &[(String, Vec<Value>)]| {
            let mut conds = ALL;
            for (key, values) in keys {
                check_key(key, subject)?;
                conds.set(key, values, deck, own, warnings)?;
            }
            Ok::<_, String>(conds)
        };
        let mut when = compile(&spec.when)?;
        let except = compile(&spec.except)?;
        let has = |key: &str| spec.when.iter().any(|(k, _)| k == key);
        if let HookName::Fixed(hook) = hook {
            require_keys(*hook, &has)?;
            if matches!(hook, Hook::OnCardEffect | Hook::InsteadOfCardEffect) {
                // `went_out` opens more here, it does not shut the ordinary case out: a card whose
                // draw counts as a last card as well should be one hook, not two.
                let opened = if has("went_out") { when.went_out } else { 0 };
                when.went_out = opened | 1 << WentOut::No as u8;
                if !has("how") {
                    when.how &= !(1 << How::Start as u8);
                }
            }
        }
        let mut except = (!spec.except.is_empty()).then_some(except);
        // What options alone decide is decided once and for all.
        if let Some(conds) =
            except.take_if(|e| !e.option || Conds { option: true, ..e.clone() } == ALL)
        {
            when.option &= !conds.option;
        }
        when.find_cards_only();
        if let Some(except) = &mut except {
            except.find_cards_only();
        }
        let plain = when == ALL && except.is_none();
        Ok(Self { when, except, plain })
    }
}

fn check_key(key: &str, subject: SubjectKind) -> Result<(), String> {
    let Some((_, subjects, _)) = FILTER_KEYS.iter().find(|(name, ..)| *name == key) else {
        let near = meant(key, FILTER_KEYS.iter().map(|(name, ..)| *name));
        return Err(format!("unknown filter key {key:?}{near}"));
    };
    if subjects.contains(&subject) {
        return Ok(());
    }
    let fine = FILTER_KEYS.iter().filter(|(_, subjects, _)| subjects.contains(&subject));
    let fine = fine.map(|(name, ..)| *name).collect::<Vec<_>>().join(" ");
    Err(format!("the filter key {key:?} means nothing here; this hook knows: {fine}"))
}

fn require_keys(hook: Hook, has: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let (needed, why) = match hook {
        Hook::CanAnswer => (
            "debt_symbol",
            "so that everybody can know whether a debt could be answered, whatever the hands hold",
        ),
        Hook::AdjustDraw | Hook::InsteadOfDraw | Hook::InsteadOfDrawUntil => (
            "reason",
            "so that a rule about the turn's draw does not change penalties by accident \
             (\"any\" is allowed)",
        ),
        _ => return Ok(()),
    };
    if has(needed) {
        return Ok(());
    }
    let info = hook.info();
    debug_assert!(matches!(info.kind, HookKind::Can | HookKind::Adjust | HookKind::InsteadOf));
    Err(format!("{} needs when = {{ {needed} = … }}, {why}", info.name))
}

fn words_of<'a>(key: &str, values: &'a [Value]) -> Result<Vec<&'a str>, String> {
    let word = |value: &'a Value| {
        value.as_text().ok_or_else(|| format!("{key} takes words, not {value:?}"))
    };
    values.iter().map(word).collect()
}

fn flag_of(key: &str, values: &[Value]) -> Result<Option<bool>, String> {
    match values {
        [Value::Bool(flag)] => Ok(Some(*flag)),
        _ => Err(format!("{key} is true or false")),
    }
}

fn bits<T: Copy + Into<u8>>(key: &str, values: &[Value], all: &[(T, &str)]) -> Result<u8, String> {
    let mut mask = 0;
    for word in words_of(key, values)? {
        let found = all.iter().find(|(_, name)| *name == word);
        let Some((value, _)) = found else {
            let known = all.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" ");
            return Err(format!("{key} is one of {known}, not {word:?}"));
        };
        mask |= 1 << (*value).into();
    }
    Ok(mask)
}

impl From<How> for u8 {
    fn from(how: How) -> Self {
        how as Self
    }
}

impl From<Reason> for u8 {
    fn from(reason: Reason) -> Self {
        reason as Self
    }
}

impl Conds {
    fn set(
        &mut self,
        key: &str,
        values: &[Value],
        deck: &Deck,
        own: &Own<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), String> {
        if values.is_empty() {
            return Err(format!("{key} has an empty list and would never hold"));
        }
        match key {
            "color" | "symbol" | "kind" | "black" | "number" => {
                self.about_card = true;
                self.kinds = self.kinds.and(card_kinds(key, values, deck, warnings)?);
            }
            "how" => self.how = bits(key, values, &How::ALL)?,
            "drawn" => self.drawn = flag_of(key, values)?,
            "last" => self.last = flag_of(key, values)?,
            "same_color" => self.same_color = flag_of(key, values)?,
            "same_symbol" => self.same_symbol = flag_of(key, values)?,
            "identical" => self.identical = flag_of(key, values)?,
            // A play has one card until `can_add` is there: its top is every card.
            "top" => {
                if flag_of(key, values)? == Some(false) {
                    self.kinds = KindSet::EMPTY;
                }
            }
            "went_out" => self.went_out = went_out(values)?,
            "debt_symbol" => {
                let mut set = 0;
                for word in words_of(key, values)? {
                    if let Some(symbol) = symbol_of(word, deck, warnings)? {
                        set |= 1 << symbol.0;
                    }
                }
                self.debt_symbol = Some(set);
            }
            "reason" if values == [Value::text("any")] => {}
            "reason" => self.reason = bits(key, values, &Reason::ALL)?,
            "seat" => self.seat = seat_words(values)?,
            "count" => {
                let count = |value: &Value| value.as_int().ok_or("count takes whole numbers");
                self.count = values.iter().map(count).collect::<Result<_, _>>()?;
            }
            "playable" => self.playable = flag_of(key, values)?,
            "option" => self.option = option_holds(values, own)?,
            "memory" => self.memory = memory_of(values, own)?,
            _ => return Err(format!("unknown filter key {key:?}")),
        }
        Ok(())
    }
}

fn went_out(values: &[Value]) -> Result<u8, String> {
    let mut mask = 0;
    for value in values {
        mask |= match value {
            Value::Bool(true) => 1 << WentOut::Place as u8 | 1 << WentOut::Round as u8,
            Value::Bool(false) => 1 << WentOut::No as u8,
            Value::Text(word) if word == "place" => 1 << WentOut::Place as u8,
            Value::Text(word) if word == "round" => 1 << WentOut::Round as u8,
            Value::Text(word) if word == "no" => 1 << WentOut::No as u8,
            _ => return Err("went_out takes true, false, \"no\", \"place\", \"round\"".into()),
        };
    }
    Ok(mask)
}

fn seat_words(values: &[Value]) -> Result<Vec<SeatWord>, String> {
    let word = |word: &&str| match *word {
        "acting" => Ok(SeatWord::Acting),
        "next" => Ok(SeatWord::Next),
        "owing" => Ok(SeatWord::Owing),
        "others" => Ok(SeatWord::Others),
        other => Err(format!("seat is one of acting next owing others, not {other:?}")),
    };
    words_of("seat", values)?.iter().map(word).collect()
}

fn symbol_of(
    word: &str,
    deck: &Deck,
    warnings: &mut Vec<String>,
) -> Result<Option<Symbol>, String> {
    if let Some(symbol) = deck.symbol(word) {
        return Ok(Some(symbol));
    }
    let known = || deck.symbols().iter().map(String::as_str);
    if let Some(near) = closest(word, known().filter(|name| name.len() > 2)) {
        return Err(format!("no card has the symbol {word:?}; did you mean {near:?}?"));
    }
    let known = known().collect::<Vec<_>>().join(" ");
    warnings.push(format!(
        "no card of this deck has the symbol {word:?} (it has {known}); a rule brings new cards \
         with `cards`"
    ));
    Ok(None)
}

fn card_kinds(
    key: &str,
    values: &[Value],
    deck: &Deck,
    warnings: &mut Vec<String>,
) -> Result<KindSet, String> {
    let mut set = KindSet::EMPTY;
    for value in values {
        let more = match (key, value) {
            ("black", Value::Bool(true)) => deck.black(),
            ("black", Value::Bool(false)) => KindSet::ALL.without(deck.black()),
            ("number", Value::Bool(wanted)) => {
                deck.kinds().filter(|kind| deck.card(*kind).number.is_some() == *wanted).collect()
            }
            ("number", Value::Int(n)) => {
                let same = |kind: &Kind| deck.card(*kind).number.map(i64::from) == Some(*n);
                deck.kinds().filter(same).collect()
            }
            ("color", Value::Text(word)) => {
                deck.of_color(deck.parse_color(word).map_err(|e| e.to_string())?)
            }
            ("symbol", Value::Text(word)) => symbol_of(word, deck, warnings)?
                .map_or(KindSet::EMPTY, |symbol| deck.of_symbol(symbol)),
            ("symbol", Value::Int(n)) => {
                return Err(format!("a symbol is a word: write symbol = \"{n}\""));
            }
            ("kind", Value::Text(word)) => {
                KindSet::one(deck.parse_card(word).map_err(|e| e.to_string())?)
            }
            _ => return Err(format!("{key} does not take {value:?}")),
        };
        set = set.or(more);
    }
    Ok(set)
}

/// What a rule says about itself, for the filter keys that look at it.
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    /// Which rule.
    pub id: RuleId,
    /// Its options with their values, its memory.
    pub rule: &'a Rule,
    /// Every rule, for options of others.
    pub rules: &'a [Rule],
}

/// The names and values of a filter key that takes `{ name = value }`.
fn named<'v>(key: &str, values: &'v [Value]) -> Result<Vec<(&'v str, &'v Value)>, String> {
    let wrong = || format!("{key} takes names: {key} = {{ name = value }}");
    let [Value::Map(wanted)] = values else { return Err(wrong()) };
    let pair = |(key, value): &'v (Key, Value)| match key {
        Key::Text(name) => Ok((name.as_str(), value)),
        Key::Int(_) => Err(wrong()),
    };
    wanted.iter().map(pair).collect()
}

fn any_of(value: &Value) -> &[Value] {
    match value {
        Value::List(any) => any,
        one => std::slice::from_ref(one),
    }
}

fn option_holds(values: &[Value], own: &Own<'_>) -> Result<bool, String> {
    let mut holds = true;
    for (name, value) in named("option", values)? {
        // An option of another rule; it has no value where that rule is not in force.
        if let Some((of, option)) = name.split_once('.') {
            let rule = own.rules.iter().find(|rule| rule.name == of && rule.in_force());
            let now = rule.and_then(|rule| rule.option(option));
            holds &= now.is_some_and(|now| any_of(value).contains(now));
            continue;
        }
        let now = own.rule.option(name);
        let now = now.ok_or_else(|| format!("the rule has no option {name:?}"))?;
        holds &= any_of(value).contains(now);
    }
    Ok(holds)
}

fn memory_of(values: &[Value], own: &Own<'_>) -> Result<Vec<(RuleId, usize, Vec<Value>)>, String> {
    let memory = &own.rule.memory;
    let mut places = Vec::new();
    for (name, value) in named("memory", values)? {
        let Some(at) = memory.iter().position(|def| def.name == name) else {
            let near = meant(name, memory.iter().map(|def| def.name.as_str()));
            return Err(format!("the rule declares no memory {name:?}{near}"));
        };
        if memory[at].per.is_some() {
            return Err(format!("memory {name:?} has many values; look at it in `run`"));
        }
        places.push((own.id, at, any_of(value).to_vec()));
    }
    Ok(places)
}
