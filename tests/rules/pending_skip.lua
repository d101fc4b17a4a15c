-- A 1 makes the seat before its player miss its next turn; each miss is counted once.
return {
  name = "pending_skip",
  on_card_effect = { when = { symbol = "1" }, run = function(game) game:skip("previous") end },
}
