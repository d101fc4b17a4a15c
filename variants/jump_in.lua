-- Jump-in (R20): a card identical to the top may be played out of turn, and play goes on from there.
-- Identical: same color and same symbol; two black cards are identical when they have the same
-- symbol, whatever color was named (R1.9).
-- The engine sees to the rest: play goes on after the one who jumped (R20.2), a jump on one's own
-- card is fine (A38), nobody jumps while a question is open (A40), and on an open debt only with a
-- card that could answer it, so the debt grows and moves on (A36).
--
-- Options: jump_black (A35)  whether black cards may be jumped in with; default true

return {
  name = "jump_in",
  title = "an identical card may be played out of turn",
  version = "1.0",
  api = 1,
  cites = "R20 R1.9 A35 A36 A38 A40",

  options = {
    jump_black = { default = true, help = "black cards as well, by symbol (A35)" },
  },

  can_jump = {
    when = { identical = true },
    run = function(game, play)
      return game.options.jump_black or not play.card.black
    end,
  },
}
