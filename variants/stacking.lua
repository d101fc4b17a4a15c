-- Stacking (R21.4): who owes cards may lay a card of the same sort instead of drawing; the figures
-- add up and the next player owes them all. Taking the cards is always allowed; nothing else is
-- (E67, E68, E79). A hand that is won is not stacked on (E76, E78).
--
-- Options (A20); each only opens more:
--   cross = same   like on like (default)
--           up     also a +4 on a +2, never the reverse (E69)
--           value  any card that draws at least as many
--   draw2 = false  the sheet speaks of +4 only; true lets a +2 lie on a +2 (E65)
-- Every case is a filter of its own, so that everybody can know from the rules alone whether a debt
-- could be answered at all; what cannot be answered is taken at once.

return {
  name = "stacking",
  title = "draw cards may be answered with draw cards",
  version = "1.0",
  api = 1,
  cites = "R21.4 A20 A24 A25 A36",

  options = {
    cross = { default = "same", one_of = { "same", "up", "value" }, help = "what lies on what (A20)" },
    draw2 = { default = false, help = "a +2 may be answered with a +2 (E65)" },
  },

  can_answer = {
    { when = { debt_symbol = "draw4", symbol = "draw4" }, say = true },
    { when = { debt_symbol = "draw2", symbol = "draw2", option = { draw2 = true } }, say = true },
    { when = { debt_symbol = "draw2", symbol = "draw4", option = { cross = "up" } }, say = true },
    {
      when = { debt_symbol = { "draw2", "draw4" }, option = { cross = "value" } },
      run = function(game, play)
        return play.card.draws > 0 and play.card.draws >= game.debt.card.draws
      end,
    },
  },
}
