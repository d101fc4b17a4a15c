//! What a rule may ask to happen. Effects are requests: only the engine changes the state.

use super::{How, Play, Seat, Value};
use crate::cards::{Color, Kind, Symbol};
use crate::table::RuleId;
use serde::{Deserialize, Serialize};

/// Who is behind an effect or an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// A seat's own choice.
    Player(Seat),
    /// A rule.
    Rule(RuleId),
    /// The table.
    Table,
    /// The course of the game itself: turns going on, rounds ending.
    Game,
}

/// A seat, or a word for one that is looked up when the effect is applied (X13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    /// This seat.
    Seat(Seat),
    /// The next active seat in the direction of play.
    Next,
    /// The active seat before the one acting.
    Previous,
    /// Every active seat but the one acting, in order of play.
    Others,
    /// Every active seat, in order of play from the one acting.
    All,
}

/// A place where cards lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Spot {
    /// A seat's hand.
    Hand(Seat),
    /// The draw pile.
    Draw,
    /// The discard pile.
    Discard,
    /// A pile that a rule declared, by its place in the game's list.
    Pile(u8),
}

/// Why cards are drawn (B17, B18).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// The one card of a turn (R7).
    Turn,
    /// An open debt.
    Debt,
    /// A fine.
    Penalty,
    /// A rule's own doing.
    Rule,
}

impl Reason {
    /// Every reason, with its word.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Turn, "turn"),
        (Self::Debt, "debt"),
        (Self::Penalty, "penalty"),
        (Self::Rule, "rule"),
    ];
    /// Its word.
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What ends a `draw_until`: a test of the card drawn last, every part of which must hold.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CardTest {
    /// One of these kinds (compiled from color, symbol, number, black, kind).
    pub kinds: Option<crate::cards::KindSet>,
    /// The drawer could play it now.
    pub playable: Option<bool>,
}

/// What a seat comes to owe.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Owe {
    /// Cards to draw.
    pub draw: u16,
    /// Turns that paying costs at least.
    pub skip: u8,
    /// Paying costs no turn.
    pub keep_turn: bool,
    /// Turn starts until it falls due; 0 is now (C61).
    pub due: u8,
    /// No answer is possible any more: after a challenge, on an upcard (E11).
    pub closed: bool,
}

/// When a `do_at` comes due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MomentWhen {
    /// The turn has reached this place in the ring so many more times, its seat playing or not.
    TurnReaches {
        /// The place.
        seat: Seat,
        /// How often it must still be reached.
        count: u8,
    },
    /// This turn ends.
    TurnEnd,
    /// This round ends.
    RoundEnd,
}

/// A request of a rule.
#[allow(missing_docs, reason = "each variant is documented; its fields say what they are")]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Effect {
    /// A seat plays a card from its hand; effects and going out as in any play.
    Play { seat: Seat, card: Kind, how: How, call: bool },
    /// What a card of this play does (`on_card_effect`).
    CardEffect { play: Box<Play> },
    /// Draw so many cards, one by one.
    Draw { who: Who, n: u16, reason: Reason, cause: Option<String> },
    /// Draw until a card passes the test, the seat is no longer in, or nothing is left.
    DrawUntil { who: Who, until: CardTest, reason: Reason },
    /// Lay cards off without effect; may empty the hand and go out.
    Discard { seat: Seat, cards: Vec<Kind> },
    /// Move cards from one place to another; never goes out.
    Move { cards: Vec<Kind>, from: Spot, to: Spot, bottom: bool },
    /// Undo a play whose card still lies on top: the card goes back, top and color are as before.
    TakeBack { play: Box<Play> },
    /// Swap all cards of two places.
    Swap { a: Spot, b: Spot },
    /// Every hand moves one active seat in the direction of play.
    RotateHands,
    /// Shuffle a pile (the rule's own stream).
    Shuffle { pile: Spot },
    /// Deal a pile out one by one; `each` none: until it is empty.
    Deal { pile: Spot, from: Who, each: Option<u16> },
    /// Show cards of a seat's hand to a seat.
    Show { cards: Vec<Kind>, owner: Option<Seat>, to: Who },
    /// The seat names the color (R10.1).
    ChooseColor { who: Who },
    /// Set the color or the symbol in force, kept with the top card.
    Declare { color: Option<Color>, symbol: Option<Symbol> },
    /// A seat comes to owe.
    Owe { who: Who, owe: Owe },
    /// The open debt goes to another seat.
    MoveDebt { who: Who },
    /// The open debt is forgiven.
    ClearDebt,
    /// The open debt is paid now, no answer possible.
    PayDebt,
    /// The seat's next chance to play is passed over.
    Skip { who: Who },
    /// The direction of play flips (R8.2).
    Reverse,
    /// The turn goes to this seat next, past any skip (B48).
    NextSeat { who: Who },
    /// The seat has one more turn at once; `must_play`: it may not draw.
    ExtraTurn { who: Who, must_play: bool },
    /// The turn ends.
    EndTurn,
    /// After drawing, any card may be played, not the drawn one only.
    AnyCard,
    /// The seat is finished, as one that has emptied its hand.
    GoOut { who: Who },
    /// The seat is out of this round.
    KnockOut { who: Who },
    /// A finished seat plays again.
    BringBack { who: Who },
    /// The seat is out of the match.
    Drop { who: Who },
    /// Points of the match.
    Score { who: Who, points: i64 },
    /// The round ends.
    EndRound { winners: Vec<Seat> },
    /// The match ends.
    EndMatch { winners: Vec<Seat> },
    /// The seat may be caught.
    Expose { who: Who },
    /// The seat may no longer be caught, and is not called either.
    Quiet { who: Who },
    /// `do_NAME` of the same rule, when everything queued before it is finished.
    ThenDo { name: String, data: Value },
    /// `do_NAME` of the same rule at a moment.
    DoAt { when: MomentWhen, name: String, data: Value },
    /// Takes back every `do_at` and `then_do` of this name.
    Cancel { name: String },
    /// Tells how a challenge came out.
    Verdict { seat: Seat, of: Seat, upheld: bool },
    /// A text for everybody or for some.
    Tell { text: String, to: Option<Who> },
}

impl Effect {
    /// The verb: the name of the method on `game`, and of its `instead_of_` hook.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Play { .. } => "play",
            Self::CardEffect { .. } => "card_effect",
            Self::Draw { .. } => "draw",
            Self::DrawUntil { .. } => "draw_until",
            Self::Discard { .. } => "discard",
            Self::Move { .. } => "move",
            Self::TakeBack { .. } => "take_back",
            Self::Swap { .. } => "swap",
            Self::RotateHands => "rotate_hands",
            Self::Shuffle { .. } => "shuffle",
            Self::Deal { .. } => "deal",
            Self::Show { .. } => "show",
            Self::ChooseColor { .. } => "choose_color",
            Self::Declare { .. } => "declare",
            Self::Owe { .. } => "owe",
            Self::MoveDebt { .. } => "move_debt",
            Self::ClearDebt => "clear_debt",
            Self::PayDebt => "pay_debt",
            Self::Skip { .. } => "skip",
            Self::Reverse => "reverse",
            Self::NextSeat { .. } => "next_seat",
            Self::ExtraTurn { .. } => "extra_turn",
            Self::EndTurn => "end_turn",
            Self::AnyCard => "any_card",
            Self::GoOut { .. } => "go_out",
            Self::KnockOut { .. } => "knock_out",
            Self::BringBack { .. } => "bring_back",
            Self::Drop { .. } => "drop",
            Self::Score { .. } => "score",
            Self::EndRound { .. } => "end_round",
            Self::EndMatch { .. } => "end_match",
            Self::Expose { .. } => "expose",
            Self::Quiet { .. } => "quiet",
            Self::ThenDo { .. } => "then_do",
            Self::DoAt { .. } => "do_at",
            Self::Cancel { .. } => "cancel",
            Self::Verdict { .. } => "verdict",
            Self::Tell { .. } => "tell",
        }
    }
}

impl Effect {
    /// The seats that it is about, where it names them by a word or a number.
    pub const fn who_mut(&mut self) -> Option<&mut Who> {
        match self {
            Self::Draw { who, .. }
            | Self::DrawUntil { who, .. }
            | Self::Show { to: who, .. }
            | Self::ChooseColor { who }
            | Self::Owe { who, .. }
            | Self::MoveDebt { who }
            | Self::Skip { who }
            | Self::NextSeat { who }
            | Self::ExtraTurn { who, .. }
            | Self::GoOut { who }
            | Self::KnockOut { who }
            | Self::BringBack { who }
            | Self::Drop { who }
            | Self::Score { who, .. }
            | Self::Expose { who }
            | Self::Quiet { who }
            | Self::Deal { from: who, .. } => Some(who),
            _ => None,
        }
    }
}
