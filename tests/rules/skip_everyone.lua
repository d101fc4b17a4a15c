-- C24: its player has another turn.
return { name = "skip_everyone", cards = { { symbol = "skip_all", short = "sa", color = "each", count = 2, points = 20 } },
on_card_effect = { when = { symbol = "skip_all" }, run = function(game, play) game:extra_turn(play.seat) end } }
