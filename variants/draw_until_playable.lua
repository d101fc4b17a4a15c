-- Draw until playable (a common house rule, catalogue C9; no sheet has it): who draws in his turn
-- goes on until a card comes that he could play. Penalties and debts are not touched.

return {
  name = "draw_until_playable",
  title = "draw until a card can be played",
  version = "1.0",
  api = 1,
  cites = "C9",

  instead_of_draw = {
    when = { reason = "turn" },
    run = function(game, draw)
      game:draw_until(draw.seat, { playable = true }, "turn")
      return true
    end,
  },
}
