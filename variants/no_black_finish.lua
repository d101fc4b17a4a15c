-- No black finish (R21.6): nobody may end with a black card.
-- Who begins his turn with a single card, a black one, draws a card: that is his draw of the turn.
-- He may then play any card of his hand that fits, but not so as to finish on black; or pass (A27,
-- E135, E136). With nothing to draw he passes (E139). A jump-in with a last black card is refused
-- as well (E140). With two black cards one of them may be played: one is left (E138).
--
-- Options:
--   black   which cards count: every black one, or only Wild and Wild Draw Four, which the sheet
--           names in its bracket (A26)
--   forced  when the card is drawn (A27): turn  when his turn begins; play  never by force, the
--           card just cannot be played; at_once  when he is left with it

local function counts(game, card)
  return card.black and (game.options.black == "every" or card.symbol == "wild" or card.symbol == "draw4")
end

return {
  name = "no_black_finish",
  title = "nobody may end with a black card",
  version = "1.1",
  api = 1,
  cites = "R21.6 A26 A27",

  options = {
    black = {
      default = "every", one_of = { "every", "wild_and_draw4" },
      help = "cards that count: every black one, or Wild and Wild Draw Four (A26)",
    },
    forced = {
      default = "turn", one_of = { "turn", "play", "at_once" },
      help = "the card is drawn when the turn begins, never by force, or at once (A27)",
    },
  },
  memory = { forced = { scope = "turn", start = false } },

  can_play = {
    when = { black = true, last = true },
    run = function(game, play)
      if counts(game, play.card) then return "you may not finish on a black card" end
    end,
  },

  on_turn_started = {
    when = { count = 1, option = { forced = "turn" } },
    run = function(game, turn)
      if turn.how == "turn" and counts(game, game:hand(turn.seat)[1]) then
        game.memory.forced = true
        game:draw(turn.seat, 1, "rule", "black") -- not "turn": any card may follow
      end
    end,
  },
  on_card_played = {
    when = { option = { forced = "at_once" } },
    run = function(game, play)
      if #play.left == 1 and counts(game, play.left[1]) then
        game:draw(play.seat, 1, "rule", "black")
      end
    end,
  },
  can_draw = { when = { memory = { forced = true } }, say = "you have drawn already" },
  can_pass = { when = { memory = { forced = true } }, say = true },
}
