-- Whoever draws in his turn makes the next seat draw too: a draw within a draw.
return {
  name = "gift",
  on_card_drawn = {
    when = { reason = "turn" },
    run = function(game) game:draw("next", 1, "rule") end,
  },
}
