-- No black finish (R21.6): nobody may end with a black card.
-- Who begins his turn with a single card, a black one, draws a card: that is his draw of the turn.
-- He may then play any card of his hand that fits, but not so as to finish on black; or pass (A27,
-- E135, E136). With nothing to draw he passes (E139). A jump-in with a last black card is refused
-- as well (E140). With two black cards one of them may be played: one is left (E138).

return {
  name = "no_black_finish",
  title = "nobody may end with a black card",
  version = "1.0",
  api = 1,
  cites = "R21.6 A26 A27",

  memory = { forced = { scope = "turn", start = false } },

  can_play = {
    when = { black = true, last = true },
    say = "you may not finish on a black card",
  },

  on_turn_started = {
    when = { count = 1 },
    run = function(game, turn)
      if turn.how == "turn" and game:hand(turn.seat)[1].black then
        game.memory.forced = true
        game:draw(turn.seat, 1, "rule", "black") -- not "turn": any card may follow
      end
    end,
  },
  can_draw = { when = { memory = { forced = true } }, say = "you have drawn already" },
  can_pass = { when = { memory = { forced = true } }, say = true },
}
