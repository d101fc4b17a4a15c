-- The same, once the hand has changed: the draw is finished, its card not played yet.
return {
  name = "gift_after",
  on_hand_changed = function(game, change)
    if change.seat == game.seat and change.cause == "draw" then game:draw("next", 1, "rule") end
  end,
}
