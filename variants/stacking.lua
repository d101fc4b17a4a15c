-- Stacking (R21.4): who owes cards may lay a card of the same sort instead of drawing; the figures
-- add up and the next player owes them all. Taking the cards is always allowed; nothing else is
-- (E67, E68, E79). A hand that is won is not stacked on (E76, E78).
--
-- Options (A20):
--   cross = same   like on like (default)
--           up     also a +4 on a +2, never the reverse (E69)
--           value  any card that draws at least as many; with these cards the same as up
--   draw2 = false  the sheet speaks of +4 only; true lets a debt from a +2 be answered as well (E65)

return {
  name = "stacking",
  title = "draw cards may be answered with draw cards",
  version = "1.0",
  api = 1,
  cites = "R21.4 A20 A24 A25 A36",

  options = {
    cross = { default = "same", one_of = { "same", "up", "value" }, help = "what lies on what (A20)" },
    draw2 = { default = false, help = "a +2 may be answered as well (E65)" },
  },

  -- Constants and options in filters, so that everybody knows whether a debt can be answered at all:
  -- one that cannot never waits.
  can_answer = {
    { when = { debt_symbol = "draw4", symbol = "draw4" }, say = true },
    { when = { debt_symbol = "draw2", symbol = "draw2", option = { draw2 = true } }, say = true },
    {
      when = {
        debt_symbol = "draw2", symbol = "draw4",
        option = { draw2 = true, cross = { "up", "value" } },
      },
      say = true,
    },
  },
}
