-- Example 9 (C22): a hand that grows too large is out; moving never counts as going out.
return {
  options = { most = { default = 12, min = 2 } },
  on_hand_changed = function(game, change)
    if change.after < game.options.most then return end
    game:knock_out(change.seat)
    game:move(game:hand(change.seat), "discard", { at = "bottom" })
  end,
}
