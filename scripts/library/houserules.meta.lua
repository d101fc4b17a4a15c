---@meta
-- Made by the program; renew with HOUSERULES_RENEW=1 cargo test library

---@alias Who number|"next"|"previous"|"others"|"all"
---@alias Reason "turn"|"debt"|"penalty"|"rule"
---@alias Place string|table
---@alias Filter table
---@alias Question table

---@class Card
---@field kind string the card in notation: "r7"
---@field color string|nil its color; nil for a black card
---@field symbol string what must match: "7", "skip", "draw4"
---@field number number|nil its figure, on number cards
---@field black boolean whether it has no color
---@field points number its points in a hand
---@field draws number how many cards its victim draws

---@class Play
---@field seat number who plays
---@field card Card the card; in can_add the one that may be added
---@field cards Card[] all cards of the play so far
---@field index number the place of the card in its play
---@field count number how many cards the play has
---@field how string "turn", "answer", "jump", "add", "rule" or "start"
---@field top boolean whether it is the last card of its play
---@field last boolean whether it empties the hand
---@field drawn boolean whether it is the card just drawn
---@field pile string where it goes: "discard"
---@field went_out string|false "place" or "round" when the play emptied the hand
---@field before Before what was there just before: card, color, symbol, debt
---@field left Card[] the hand just after
---@field alternatives Card[] what could have been played instead (needs = { "alternatives" })

---@class Before
---@field card Card|nil the top card
---@field color string|nil the color in force
---@field symbol string|nil the symbol in force: declared, or that of the card
---@field debt number cards of the open debt

---@class Debt
---@field seat number|nil who owes; nil while the answering card is resolved
---@field draw number cards to draw
---@field skip number turns that paying costs at least
---@field by number|nil who laid the card that opened it or grew it last
---@field card Card|nil that card
---@field cards number how many cards were laid into it
---@field alike number how many of them, the last ones, have the symbol of the last
---@field play Play|nil the play of that card
---@field due number turn starts until it falls due; 0 is now
---@field keep_turn boolean whether paying costs no turn

---@class Draw
---@field seat number who draws
---@field n number how many cards
---@field reason string "turn", "debt", "penalty" or "rule"
---@field cause string|nil more about the reason
---@field card Card|nil the card, in on_card_drawn
---@field by number|nil who laid the card that led to it

---@class Out
---@field seat number whose hand is empty
---@field play Play|nil the play that emptied it
---@field place number the place that the seat takes

---@class Change
---@field seat number whose hand
---@field before number cards before
---@field after number cards after
---@field cause string what changed it

---@class Turn
---@field seat number whose turn
---@field no number its count in the round
---@field how string|nil how it began or ended

---@class Points
---@field seat number whose card
---@field card Card the card

---@class Score
---@field seat number who scores
---@field points number how much

---@class Act
---@field seat number who acts
---@field at number|nil at whom, in can_catch
---@field with any the argument chosen, in do_NAME of an offer

---@class Round
---@field round number its count
---@field winners number[] who won, once that is known
---@field why string|nil why it ends, once it does

---@class Game
---@field seat number the seat whose turn it is
---@field direction string "cw" or "ccw"
---@field color string|nil the color in force; nil where none is
---@field symbol string|nil the symbol in force: declared, or that of the top card
---@field top Card|nil the top of the discard pile
---@field debt Debt|nil the open debt that is due
---@field debts Debt[] every open debt, the one that is due first
---@field drawn boolean whether the seat has drawn in this turn
---@field last_draw Draw|nil who drew last, and what: seat, cards
---@field options table the values of this rule's options
---@field memory table this rule's declared memory
---@field phase string "dealing", "playing", "ending" (won, not yet over) or "over"
---@field round number the count of the round, from 1
---@field turn number the count of the turn in the round; 0 while dealing
local Game = {}

---seats that play, in order of play from the one acting
---@return number[]
function Game:seats() end

---seats of the match, finished ones too; not those that dropped out or left
---@return number[]
function Game:players() end

---the same without this seat, from the one after it
---@param seat number|nil
---@return number[]
function Game:others(seat) end

---the k-th seat that plays after this one, now
---@param seat number|nil
---@param k number|nil
---@return number
function Game:next(seat, k) end

---the seat that plays before this one
---@param seat number|nil
---@return number
function Game:previous(seat) end

---the cards of a seat, sorted
---@param seat number
---@return Card[]
function Game:hand(seat) end

---how many cards a seat holds
---@param seat number
---@return number
function Game:count(seat) end

---"in", "out", "knocked_out" or "dropped"
---@param seat number
---@return string
function Game:status(seat) end

---the team of a seat
---@param seat number
---@return number
function Game:team(seat) end

---the points of a seat in the match
---@param seat number
---@return number
function Game:total(seat) end

---the cards of a place, its top first
---@param place Place
---@return Card[]
function Game:cards(place) end

---whether the card fits, laid in turn by the seat acting
---@param card Card
---@return boolean
function Game:fits(card) end

---the cards that a seat could lay in turn, each kind once
---@param seat number|nil
---@return Card[]
function Game:playable(seat) end

---a number from 1 to n, from the rule's own stream
---@param n number
---@return number
function Game:random(n) end

---the list in another order, from the rule's own stream
---@param list table
---@return table
function Game:shuffled(list) end

---the seat plays a card of its hand; then the card's effect
---@param seat number
---@param card Card
function Game:play(seat, card) end

---draws so many cards, one by one
---@param seat Who
---@param n number
---@param reason Reason
---@param cause string|nil
function Game:draw(seat, n, reason, cause) end

---draws until a card passes the filter (color symbol kind black number playable), the seat is no longer in, or nothing is left
---@param seat Who
---@param until_card Filter
---@param reason Reason
function Game:draw_until(seat, until_card, reason) end

---lays cards off without effect; may go out
---@param seat number
---@param cards Card[]
function Game:discard(seat, cards) end

---moves cards to a place, on top or at = "bottom"; never goes out
---@param cards Card[]
---@param to Place
---@param how table
function Game:move(cards, to, how) end

---undoes a play whose card still lies on top; top and color are as before
---@param play Play
function Game:take_back(play) end

---swaps all cards of two places
---@param a Place
---@param b Place
function Game:swap(a, b) end

---every hand moves one seat in the direction of play
function Game:rotate_hands() end

---shuffles a pile
---@param place Place
function Game:shuffle(place) end

---deals a pile out one by one; without each until it is empty
---@param place Place
---@param how table
function Game:deal(place, how) end

---shows cards to a seat
---@param cards Card[]
---@param to Who
function Game:show(cards, to) end

---the seat names the color when this effect's turn comes
---@param seat Who
function Game:choose_color(seat) end

---sets the color or symbol in force, kept with the top card
---@param what table
function Game:declare(what) end

---the seat comes to owe; paying costs a turn if cards were drawn, and at least skip turns
---@param seat Who
---@param what table
function Game:owe(seat, what) end

---the open debt goes to another seat
---@param seat Who
function Game:move_debt(seat) end

---the open debt is forgiven
function Game:clear_debt() end

---the open debt is paid now; no answer is possible any more
function Game:pay_debt() end

---the seat's next chance to play is passed over
---@param seat Who
function Game:skip(seat) end

---the direction of play flips
function Game:reverse() end

---the turn goes to this seat next
---@param seat Who
function Game:next_seat(seat) end

---the seat has one more turn at once; must = "play": it may not draw
---@param seat Who
---@param how table
function Game:extra_turn(seat, how) end

---the turn ends
function Game:end_turn() end

---after drawing, any card may be played, not the drawn one only
function Game:any_card() end

---the seat is finished, as one that has emptied its hand
---@param seat Who
function Game:go_out(seat) end

---the seat is out of this round
---@param seat Who
function Game:knock_out(seat) end

---a finished seat plays again
---@param seat Who
function Game:bring_back(seat) end

---the seat is out of the match
---@param seat Who
function Game:drop(seat) end

---the seat gets points of the match, also less than none
---@param seat Who
---@param points number
function Game:score(seat, points) end

---the round ends
---@param how table
function Game:end_round(how) end

---the match ends
---@param how table
function Game:end_match(how) end

---the seat may be caught
---@param seat Who
function Game:expose(seat) end

---the seat may no longer be caught, and is not called either
---@param seat Who
function Game:quiet(seat) end

---what a card of this play does, once more
---@param play Play
function Game:card_effect(play) end

---do_NAME of this rule, when all that was queued before it is finished
---@param name string
---@param data any
function Game:then_do(name, data) end

---do_NAME of this rule at a moment
---@param moment table
---@param name string
---@param data any
function Game:do_at(moment, name, data) end

---takes back every then_do and do_at of this name
---@param name string
function Game:cancel(name) end

---tells how a challenge came out
---@param seat number
---@param of number
---@param upheld boolean
function Game:verdict(seat, of, upheld) end

---a text for everybody, or for some
---@param text string
---@param to Who|nil
function Game:tell(text, to) end

---asks; what comes back depends on mode: one answer; each: answers by seat; first: seat and answer, or nil; order: all seats in the order of answering, silent ones last, and how many answered
---@param seats number|{number}|"all"|"others"
---@param question Question
---@return any
function Game:ask(seats, question) end

---asks for a color
---@param seat number
---@param text string|nil
---@return string
function Game:ask_color(seat, text) end

---asks for a seat of a list; of the others if none is given
---@param seat number
---@param from number[]|nil
---@param text string|nil
---@return number|nil
function Game:ask_seat(seat, from, text) end

---asks for a card of a list
---@param seat number
---@param cards Card[]
---@param text string|nil
---@return Card|nil
function Game:ask_card(seat, cards, text) end
