//! The list of all hooks: one row each. docs/HOOKS.md, the editor stubs, load errors and the
//! engine's tables are made from it.

/// What a hook is, by its first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HookKind {
    /// `can_…`: allow, forbid or say nothing; reads only.
    Can,
    /// `adjust_…`: change a number; reads only.
    Adjust,
    /// `instead_of_…`: replace an effect.
    InsteadOf,
    /// `on_…`: listen to an event.
    On,
}

/// What a hook is given beside `game`; decides its fields and its filter keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubjectKind {
    /// A play, or a card that might be played.
    Play,
    /// A seat that might act.
    Seat,
    /// A seat whose hand is empty.
    Out,
    /// Cards to be drawn, or just drawn.
    Draw,
    /// What a seat comes to owe.
    Debt,
    /// A turn.
    Turn,
    /// A card at the end of a round.
    Points,
    /// Points of a seat.
    Score,
    /// A hand that changed.
    Change,
    /// A round.
    Round,
    /// Any other effect or event: its own fields.
    Plain,
}

macro_rules! hooks {
    ($($id:ident $name:literal $kind:ident $subject:ident $ready:ident $doc:literal;)*) => {
        /// A hook, by its place in [`HOOKS`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "HOOKS documents each")]
        pub enum Hook { $($id),* }

        /// Every hook with a fixed name. Besides, `can_NAME` and `offer_NAME`/`do_NAME` exist for
        /// each action NAME.
        pub const HOOKS: &[HookInfo] = &[$(HookInfo {
            hook: Hook::$id,
            name: $name,
            kind: HookKind::$kind,
            subject: SubjectKind::$subject,
            ready: hooks!(@ready $ready),
            doc: $doc,
        }),*];
    };
    (@ready ready) => { true };
    (@ready later) => { false };
}

/// One row of the list.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// Which.
    pub hook: Hook,
    /// Its name in a rule file.
    pub name: &'static str,
    /// Its kind.
    pub kind: HookKind,
    /// What it is given.
    pub subject: SubjectKind,
    /// Whether it works already; a rule that uses another one is refused by name.
    pub ready: bool,
    /// What it is for.
    pub doc: &'static str,
}

hooks! {
    CanFit "can_fit" Can Play ready "Does this card fit, laid in turn?";
    CanAnswer "can_answer" Can Play ready "May the debtor lay this card on the open debt? Its `when` must name `debt_symbol`.";
    CanJump "can_jump" Can Play ready "May this card be laid out of turn? On an open debt `can_answer` must agree.";
    CanAdd "can_add" Can Play later "May this card be laid with the others in the same play?";
    CanPlay "can_play" Can Play ready "The last word over the four doors; a rule can only forbid.";
    CanDraw "can_draw" Can Seat ready "May the seat draw its card of the turn?";
    CanPass "can_pass" Can Seat ready "May the seat end its turn without playing?";
    CanGoOut "can_go_out" Can Out ready "May the seat go out with its empty hand? A rule can only forbid.";
    CanEndRound "can_end_round" Can Round later "Is the round over?";
    CanEndMatch "can_end_match" Can Round ready "Is the match over, now that the points are counted? `true` ends it whatever the totals say, a text keeps it going.";
    CanStart "can_start" Can Points ready "May this card be the first upcard? A rule can only forbid.";
    CanSee "can_see" Can Plain later "May the viewer see this card?";

    AdjustDraw "adjust_draw" Adjust Draw ready "How many cards are drawn. Its `when` must name `reason`.";
    AdjustOwe "adjust_owe" Adjust Debt ready "How many cards are added to a debt.";
    AdjustSteps "adjust_steps" Adjust Turn ready "How many active seats the turn moves on; 1.";
    AdjustDeal "adjust_deal" Adjust Seat ready "How many cards a seat is dealt.";
    AdjustPoints "adjust_points" Adjust Points ready "Points of one card at the end of a round.";
    AdjustScore "adjust_score" Adjust Score ready "Points that a seat scores for the round.";

    InsteadOfPlay "instead_of_play" InsteadOf Play ready "A play is about to happen; with `true` the card stays in the hand.";
    InsteadOfCardEffect "instead_of_card_effect" InsteadOf Play ready "What a card does.";
    InsteadOfDraw "instead_of_draw" InsteadOf Draw ready "A draw. Its `when` must name `reason`.";
    InsteadOfDrawUntil "instead_of_draw_until" InsteadOf Draw ready "A draw until something comes. Its `when` must name `reason`.";
    InsteadOfDiscard "instead_of_discard" InsteadOf Plain ready "Cards laid off.";
    InsteadOfMove "instead_of_move" InsteadOf Plain ready "Cards moved.";
    InsteadOfTakeBack "instead_of_take_back" InsteadOf Plain ready "A play taken back.";
    InsteadOfSwap "instead_of_swap" InsteadOf Plain ready "Two places swapped.";
    InsteadOfRotateHands "instead_of_rotate_hands" InsteadOf Plain ready "All hands moved on.";
    InsteadOfShuffle "instead_of_shuffle" InsteadOf Plain ready "A pile shuffled.";
    InsteadOfDeal "instead_of_deal" InsteadOf Plain ready "A pile dealt out.";
    InsteadOfFlip "instead_of_flip" InsteadOf Plain later "All cards turned over.";
    InsteadOfShow "instead_of_show" InsteadOf Plain ready "Cards shown.";
    InsteadOfChooseColor "instead_of_choose_color" InsteadOf Plain ready "A seat naming the color.";
    InsteadOfDeclare "instead_of_declare" InsteadOf Plain ready "A color or symbol declared.";
    InsteadOfOwe "instead_of_owe" InsteadOf Debt ready "A seat coming to owe.";
    InsteadOfMoveDebt "instead_of_move_debt" InsteadOf Debt ready "The debt going to another seat.";
    InsteadOfClearDebt "instead_of_clear_debt" InsteadOf Debt ready "The debt forgiven.";
    InsteadOfPayDebt "instead_of_pay_debt" InsteadOf Debt ready "The debt paid.";
    InsteadOfSkip "instead_of_skip" InsteadOf Plain ready "A seat passed over.";
    InsteadOfReverse "instead_of_reverse" InsteadOf Plain ready "The direction flipped.";
    InsteadOfNextSeat "instead_of_next_seat" InsteadOf Plain ready "The turn sent to a seat.";
    InsteadOfExtraTurn "instead_of_extra_turn" InsteadOf Plain ready "One more turn for a seat.";
    InsteadOfEndTurn "instead_of_end_turn" InsteadOf Plain ready "The turn ended.";
    InsteadOfGoOut "instead_of_go_out" InsteadOf Out ready "A seat going out.";
    InsteadOfKnockOut "instead_of_knock_out" InsteadOf Plain ready "A seat knocked out.";
    InsteadOfBringBack "instead_of_bring_back" InsteadOf Plain ready "A finished seat coming back.";
    InsteadOfDrop "instead_of_drop" InsteadOf Plain ready "A seat dropping out of the match.";
    InsteadOfScore "instead_of_score" InsteadOf Plain ready "Points given by a rule.";
    InsteadOfEndRound "instead_of_end_round" InsteadOf Plain ready "The round ended by a rule.";
    InsteadOfEndMatch "instead_of_end_match" InsteadOf Plain ready "The match ended by a rule.";

    OnCardPlayed "on_card_played" On Play ready "A card was played, whatever it does.";
    OnCardEffect "on_card_effect" On Play ready "What a card does, once per card. Not told when the play emptied the hand, unless `went_out` says so, nor for the upcard, unless `how = \"start\"`.";
    OnCardDrawn "on_card_drawn" On Draw ready "A card was drawn; told one by one.";
    OnHandChanged "on_hand_changed" On Change ready "A hand changed its number of cards or was replaced.";
    OnHandSettled "on_hand_settled" On Plain ready "A hand changed, and the play it changed in is done: seat, count, own_play.";
    OnDebtChanged "on_debt_changed" On Debt ready "A debt was opened, grew, moved or was forgiven.";
    OnDebtPaid "on_debt_paid" On Debt ready "A debt was paid.";
    OnSeatSkipped "on_seat_skipped" On Plain ready "A seat was passed over.";
    OnTurnStarted "on_turn_started" On Turn ready "A turn began.";
    OnTurnEnded "on_turn_ended" On Turn ready "A turn ended.";
    OnWentOut "on_went_out" On Out ready "A seat went out.";
    OnKnockedOut "on_knocked_out" On Plain ready "A seat was knocked out.";
    OnCameBack "on_came_back" On Plain ready "A finished seat plays again.";
    OnRoundStarted "on_round_started" On Round ready "A round began; the cards are not dealt yet.";
    OnDealt "on_dealt" On Round ready "The cards are dealt and the upcard is turned.";
    OnRoundEnded "on_round_ended" On Round ready "The round is over; the points come next.";
    OnMatchEnded "on_match_ended" On Round ready "The match is over.";
    OnDroppedOut "on_dropped_out" On Plain ready "A seat dropped out of the match after a round.";
    OnCalled "on_called" On Plain ready "A seat called its last card.";
    OnExposed "on_exposed" On Plain ready "A seat may be caught from now on.";
    OnCaught "on_caught" On Plain ready "A seat was caught.";
    OnReshuffled "on_reshuffled" On Plain ready "The discard pile became the draw pile.";
    OnSeatLeft "on_seat_left" On Plain ready "A seat was removed.";
    OnStuck "on_stuck" On Plain ready "A seat had no action at all and passed.";
}

impl Hook {
    /// Its row.
    pub const fn info(self) -> &'static HookInfo {
        &HOOKS[self as usize]
    }
    /// The hook of this name.
    pub fn named(name: &str) -> Option<Self> {
        HOOKS.iter().find(|info| info.name == name).map(|info| info.hook)
    }
    /// The `instead_of_` hook of an effect's verb.
    pub fn instead_of(verb: &str) -> Option<Self> {
        let of = |info: &&HookInfo| info.name.strip_prefix("instead_of_") == Some(verb);
        HOOKS.iter().find(of).map(|info| info.hook)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_stands_at_its_own_place() {
        for (at, info) in HOOKS.iter().enumerate() {
            assert_eq!(info.hook as usize, at);
            assert_eq!(Hook::named(info.name), Some(info.hook));
        }
    }
}
