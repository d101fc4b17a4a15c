//! Options of the built-in rules that the engine reads while it works, looked up once.

use super::game::Rule;
use crate::table::Value;

/// Who has the first turn (R3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// Draw for dealer, only numbers count (R3.1).
    DrawRedraw,
    /// Draw for dealer, other cards count nothing (R3.2).
    DrawZero,
    /// By lot, no dealer (R3.3).
    Lot,
}

/// Who draws again for the deal where several drew the highest card (A2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealTies {
    /// Those alone.
    Tied,
    /// Everybody.
    All,
    /// Nobody: the first of them deals.
    First,
}

/// Who starts the next round (A3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextStart {
    /// The deal, or the start, passes to the left.
    Left,
    /// The winner of the last round starts.
    Winner,
    /// Who had the most points in hand starts.
    Loser,
    /// A new draw or lot.
    Lot,
}

/// What becomes of cards that are not there to be drawn (A9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// They are forgiven.
    Forgive,
    /// They are owed until there are some.
    Owe,
    /// The round ends blocked.
    End,
}

/// When a Wild Draw Four may be laid (A10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wd4 {
    /// Always; a challenge punishes it.
    Bluff,
    /// Only honestly.
    Strict,
    /// Always.
    Free,
}

/// What makes it guilty (R11.2, A11b, R21.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuiltyIf {
    /// A card of the color in force was held.
    Color,
    /// The same, action cards not counted.
    ColorNotAction,
    /// Any other playable card was held.
    AnyPlayable,
    /// The same, black cards not counted.
    NotBlack,
}

/// Which color a Wild Draw Four is judged by (A11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgedColor {
    /// The color in force before it.
    InForce,
    /// The color printed on the card below it.
    Printed,
    /// The color named with it.
    Named,
}

/// What the figures of a challenge become in a stack (A24).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackFigures {
    /// Both figures count for each card.
    PerCard,
    /// The debt, and the surcharge once.
    Flat,
    /// The last card alone counts.
    Last,
}

/// The challenge (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengePolicy {
    /// Anybody may challenge, not only the seat that owes (A13).
    pub anyone: bool,
    /// What makes it guilty.
    pub guilty_if: GuiltyIf,
    /// Which color must not be held (A11).
    pub color: JudgedColor,
    /// What the figures become in a stack (A24).
    pub stack: StackFigures,
    /// Cards that a failed challenge costs in all, for one card (R12.3).
    pub fail: u16,
    /// Who challenged rightly loses the turn all the same (A14).
    pub winner_skipped: bool,
    /// Who does not owe and fails takes only the surcharge (A13b).
    pub stranger_extra: bool,
    /// A card laid on an open debt is always right (A25).
    pub stacked_right: bool,
    /// The hand as it is counts, not as it was at the play (A12).
    pub judges_now: bool,
    /// A last card may be challenged as well (A43).
    pub last: bool,
}

/// When one must call (D9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// With one card left, from any cause.
    AnyCause,
    /// By one's own play only.
    OwnPlay,
    /// Never.
    Off,
}

/// When the window for a catch closes (A17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CatchUntil {
    /// The next play, draw or pass of anybody.
    NextAction,
    /// The next play, or the end of a later turn.
    NextPlay,
    /// Never by time.
    WhileOne,
}

/// The last-card call (R13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallPolicy {
    /// When one must call.
    pub duty: Duty,
    /// A call after the play does not help (A18).
    pub with_play: bool,
    /// A catch is meant for every seat that may be caught (A17b).
    pub catch_all: bool,
    /// A late call of one's own catches the others as well (A17b).
    pub call_catches: bool,
    /// When the window closes.
    pub until: CatchUntil,
    /// Cards for being caught (R13.3).
    pub penalty: u16,
    /// Cards for a call without need; 0 refuses it (A19).
    pub false_call: u16,
    /// Cards for a catch without need; 0 refuses it.
    pub false_catch: u16,
}

/// How points are made (R17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The winner scores what the others hold (R17.1).
    WinnerAll,
    /// Each is charged his own hand (R17.3).
    OwnHand,
    /// Nobody scores; the order of going out counts (R22).
    Places,
    /// The built-in rule is not in force: a script scores and ends the match.
    Script,
}

/// Options of the built-in rules, as the engine needs them.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// Cards dealt to each seat.
    pub deal: u16,
    /// Who starts.
    pub starter: Starter,
    /// Who draws again for the deal after a tie (A2).
    pub ties: DealTies,
    /// Who starts the next round (A3).
    pub next: NextStart,
    /// The debt of a first upcard may be answered (R5.4).
    pub upcard_open: bool,
    /// Who names the color of a Wild upcard does not play first (A6).
    pub wild_names_only: bool,
    /// Rejected upcards go to the bottom, instead of being shuffled in (A6b).
    pub rejected_bottom: bool,
    /// Only a number may start (R5.6).
    pub numbers_only: bool,
    /// Reshuffle as soon as the pile is empty (A9b).
    pub reshuffle_when_empty: bool,
    /// A reshuffle takes the top as well, and turns a new one (A8).
    pub reshuffle_all: bool,
    /// With nothing to draw, who can play must (A9).
    pub empty_must_play: bool,
    /// What becomes of cards that are not there to be drawn (A9).
    pub short: Short,
    /// After drawing, any card may be played (A7).
    pub play_any: bool,
    /// A Reverse among two acts as Skip (A21).
    pub two_seats_skip: bool,
    /// The further play of two seats may only be a play (A22).
    pub extra_play_only: bool,
    /// When a Wild Draw Four may be laid.
    pub wd4: Wd4,
    /// The challenge, where the rule is in force and enabled.
    pub challenge: Option<ChallengePolicy>,
    /// The last-card call, where the rule is in force.
    pub call: Option<CallPolicy>,
    /// The draw of a last card is settled before the round ends (R14.2).
    pub last_draw_counts: bool,
    /// Cards for a hint; 0 switches it off (R19.1).
    pub hint: u16,
    /// How points are made.
    pub format: Format,
    /// The total that ends the match.
    pub target: i64,
    /// It must be exceeded (A31).
    pub exceed: bool,
    /// Who is over drops out, and the others go on (R17.4).
    pub drop_out: bool,
    /// Seats that are left when such a match ends.
    pub left: usize,
    /// Of several who are over in one round only the highest drops out (A31b).
    pub highest_only: bool,
    /// A match does not end while several are best (A32).
    pub ties_play_on: bool,
    /// Rounds after which the match ends; 0: by points only.
    pub rounds: u32,
    /// Seats opposite each other are a team (R18.1).
    pub partners: bool,
    /// A partner is credited with half of the team's points (A33).
    pub half_points: bool,
}

struct Options<'a>(&'a [Rule]);

impl Options<'_> {
    fn rule(&self, name: &str) -> Option<&Rule> {
        self.0.iter().find(|rule| rule.name == name && rule.in_force())
    }
    fn get(&self, rule: &str, option: &str) -> Option<&Value> {
        self.rule(rule)?.option(option)
    }
    fn int(&self, rule: &str, option: &str, otherwise: i64) -> i64 {
        self.get(rule, option).and_then(Value::as_int).unwrap_or(otherwise)
    }
    fn amount(&self, rule: &str, option: &str, otherwise: u16) -> u16 {
        u16::try_from(self.int(rule, option, i64::from(otherwise))).unwrap_or(otherwise)
    }
    fn word(&self, rule: &str, option: &str) -> &str {
        self.get(rule, option).and_then(Value::as_text).unwrap_or_default()
    }
    fn is(&self, rule: &str, option: &str, word: &str) -> bool {
        self.word(rule, option) == word
    }
    fn on(&self, rule: &str, option: &str) -> bool {
        self.get(rule, option).is_some_and(Value::is_true)
    }
}

impl Policy {
    /// Looks the options up.
    pub(super) fn of(rules: &[Rule]) -> Self {
        let o = Options(rules);
        Self {
            deal: o.amount("deal", "cards", 7),
            starter: match o.word("deal", "starter") {
                "lot" => Starter::Lot,
                "dealer_draw_zero" => Starter::DrawZero,
                _ => Starter::DrawRedraw,
            },
            ties: match o.word("deal", "ties") {
                "all" => DealTies::All,
                "first" => DealTies::First,
                _ => DealTies::Tied,
            },
            next: match o.word("deal", "next") {
                "winner" => NextStart::Winner,
                "loser" => NextStart::Loser,
                "lot" => NextStart::Lot,
                _ => NextStart::Left,
            },
            upcard_open: o.is("deal", "upcard_debt", "answerable"),
            wild_names_only: o.is("wild", "upcard", "names"),
            rejected_bottom: o.is("deal", "rejected", "bottom"),
            numbers_only: o.is("deal", "upcard", "numbers_only"),
            reshuffle_when_empty: o.is("drawing", "reshuffle_when", "empty"),
            reshuffle_all: o.is("drawing", "reshuffle", "all"),
            empty_must_play: o.is("drawing", "empty", "must_play"),
            short: match o.word("drawing", "short") {
                "owe" => Short::Owe,
                "end" => Short::End,
                _ => Short::Forgive,
            },
            play_any: o.is("drawing", "play_after", "any"),
            two_seats_skip: o.is("reverse", "two_seats", "skip"),
            extra_play_only: o.is("reverse", "extra_turn", "play_only"),
            wd4: match o.word("draw_four", "wd4") {
                "strict" => Wd4::Strict,
                "free" => Wd4::Free,
                _ => Wd4::Bluff,
            },
            challenge: Self::challenge(&o),
            call: Self::call(&o),
            last_draw_counts: !o.is("going_out", "last_draw_card", "dropped"),
            hint: o.amount("hints", "penalty", 0),
            format: match o.word("scoring", "format") {
                "own_hand" => Format::OwnHand,
                "places" => Format::Places,
                "" => Format::Script,
                _ => Format::WinnerAll,
            },
            target: o.int("scoring", "target", 500),
            exceed: o.is("scoring", "over", "exceeds"),
            drop_out: o.is("scoring", "at_target", "drop"),
            left: o.int("scoring", "left", 1).max(1) as usize,
            highest_only: o.is("scoring", "over_limit_ties", "highest"),
            ties_play_on: o.is("scoring", "ties", "play_on"),
            rounds: o.int("scoring", "rounds", 0) as u32,
            partners: o.is("scoring", "partners", "opposite"),
            half_points: o.is("scoring", "team_points", "half"),
        }
    }

    fn challenge(o: &Options<'_>) -> Option<ChallengePolicy> {
        let fair = o.on("challenge", "enabled") && !o.is("draw_four", "wd4", "strict");
        fair.then(|| ChallengePolicy {
            anyone: o.is("challenge", "who", "anyone"),
            guilty_if: match o.word("challenge", "guilty_if") {
                "any_playable" => GuiltyIf::AnyPlayable,
                "color_not_action" => GuiltyIf::ColorNotAction,
                "not_black" => GuiltyIf::NotBlack,
                _ => GuiltyIf::Color,
            },
            color: match o.word("challenge", "color") {
                "printed" => JudgedColor::Printed,
                "named" => JudgedColor::Named,
                _ => JudgedColor::InForce,
            },
            stack: match o.word("challenge", "fail_extra") {
                "flat2" => StackFigures::Flat,
                "last" => StackFigures::Last,
                _ => StackFigures::PerCard,
            },
            fail: o.amount("challenge", "fail", 6),
            winner_skipped: o.is("challenge", "won", "skipped"),
            stranger_extra: o.is("challenge", "stranger", "extra"),
            stacked_right: o.is("challenge", "stacked", "justified"),
            judges_now: o.is("challenge", "judges", "now"),
            last: !o.is("challenge", "last", "off"),
        })
    }

    fn call(o: &Options<'_>) -> Option<CallPolicy> {
        let rule = "last_card_call";
        o.rule(rule)?;
        Some(CallPolicy {
            duty: match o.word(rule, "duty") {
                "own_play" => Duty::OwnPlay,
                "off" => Duty::Off,
                _ => Duty::AnyCause,
            },
            with_play: o.is(rule, "self_call", "with_play"),
            catch_all: o.is(rule, "catch_hits", "all"),
            call_catches: o.is(rule, "call_catches", "others"),
            until: match o.word(rule, "catch_until") {
                "next_play" => CatchUntil::NextPlay,
                "while_one" => CatchUntil::WhileOne,
                _ => CatchUntil::NextAction,
            },
            penalty: o.amount(rule, "penalty", 2),
            false_call: o.amount(rule, "false_call", 0),
            false_catch: o.amount(rule, "false_catch", 0),
        })
    }
}
