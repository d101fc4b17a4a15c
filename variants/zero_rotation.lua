-- Zero-rotation (R21.5a): on a 0 everybody passes his hand to the neighbour in the direction of play.
-- Hands pass over seats that are finished (E124). A 0 that was the last card rotates nothing (A29b,
-- E117). Together with the slap only in a declared order, zero_slap.order (A29c, E134).

return {
  name = "zero_rotation",
  title = "on a 0 all hands move one seat on",
  version = "1.0",
  api = 1,
  cites = "R21.5a A29b A29c",

  on_card_effect = {
    when = { symbol = "0" },
    run = function(game)
      game:rotate_hands()
    end,
  },
}
