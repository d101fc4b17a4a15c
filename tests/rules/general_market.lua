-- C90: all others draw one.
return { name = "general_market", on_card_effect = { when = { symbol = "1" }, run = function(game) game:draw("others", 1, "rule") end } }
