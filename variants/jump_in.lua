-- Jump-in (R20): a card identical to the top may be played out of turn, and play goes on from there.
-- Identical: same color and same symbol; two black cards are identical when they have the same
-- symbol, whatever color was named (R1.9).
-- The engine sees to the rest: play goes on after the one who jumped (R20.2), nobody jumps while a
-- question is open (A40), and on an open debt only with a card that could answer it, so the debt
-- grows and moves on (A36).
--
-- Options:
--   jump_black  whether black cards may be jumped in with; default true (A35)
--   on_upcard   whether the first upcard, which nobody played, may be jumped on; default true (A39)
--   own_card    whether one may jump on one's own card; default true (A38)
--   open        how long: as long as the card is on top, whoever draws or passes, or until the
--               next seat has drawn (A40)
--   on_debt     on an open debt: only with what could answer it anyway; or with any identical draw
--               card, so that debts add up by jumping alone, or so that the debt stays as large and
--               only its victim is another (A36)

return {
  name = "jump_in",
  title = "an identical card may be played out of turn",
  version = "1.2",
  api = 1,
  cites = "R20 R1.9 A35 A36 A38 A39 A40",

  options = {
    jump_black = { default = true, help = "black cards as well, by symbol (A35)" },
    on_upcard = { default = true, help = "the first upcard may be jumped on (A39)" },
    own_card = { default = true, help = "one may jump on one's own card (A38)" },
    open = {
      default = "on_top", one_of = { "on_top", "next_draw" },
      help = "open while the card is on top, or until the next seat has drawn (A40)",
    },
    on_debt = {
      default = "answers", one_of = { "answers", "adds", "replaces" },
      help = "on an open debt: where it could be answered; debts add up by jumping alone; or only the victim is another (A36)",
    },
  },
  -- Who laid the top, as far as an option asks; 0 for the upcard.
  memory = {
    by = { scope = "round", start = 0 },
    shut = { scope = "top", start = false },
  },

  on_card_played = {
    { when = { option = { on_upcard = false } }, run = function(game, play) game.memory.by = play.seat end },
    { when = { option = { own_card = false } }, run = function(game, play) game.memory.by = play.seat end },
  },
  on_card_drawn = {
    when = { reason = "turn", option = { open = "next_draw" } },
    run = function(game)
      game.memory.shut = true
    end,
  },

  can_answer = {
    when = { debt_symbol = { "draw2", "draw4" }, how = "jump", identical = true, option = { on_debt = { "adds", "replaces" } } },
    say = true,
  },
  adjust_owe = {
    when = { debt_symbol = { "draw2", "draw4" }, how = "jump", option = { on_debt = "replaces" } },
    run = function()
      return { set = 0 }
    end,
  },
  can_jump = {
    when = { identical = true },
    run = function(game, play)
      if game.memory.shut then return end
      if game.memory.by == 0 and not game.options.on_upcard then return end
      if game.memory.by == play.seat and not game.options.own_card then return end
      return game.options.jump_black or not play.card.black
    end,
  },
}
