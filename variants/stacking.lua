-- Stacking (R21.4): who owes cards may lay a card of the same sort instead of drawing; the figures
-- add up and the next player owes them all. Taking the cards is always allowed; nothing else is
-- (E67, E68, E79). A hand that is won is not stacked on (E76, E78).
--
-- Options (A20):
--   cross = same   like on like (default)
--           up     also a +4 on a +2, never the reverse (E69)
--           value  any card that draws at least as many
--   draw2 = false  the sheet speaks of +4 only; true lets +2 be answered as well (E65)

return {
  name = "stacking",
  title = "draw cards may be answered with draw cards",
  version = "1.0",
  api = 1,
  cites = "R21.4 A20 A24 A25 A36",

  options = {
    cross = { default = "same", one_of = { "same", "up", "value" }, help = "what lies on what (A20)" },
    draw2 = { default = false, help = "a debt from a +2 may be answered too (E65)" },
  },

  can_answer = {
    when = { debt_symbol = { "draw2", "draw4" }, symbol = { "draw2", "draw4" } },
    run = function(game, play)
      local below, above = game.debt.card, play.card
      if below.symbol == "draw2" and not game.options.draw2 then return end
      if game.options.cross == "value" then return above.draws >= below.draws end
      if above.symbol == below.symbol then return true end
      return game.options.cross == "up" and above.draws > below.draws
    end,
  },
}
