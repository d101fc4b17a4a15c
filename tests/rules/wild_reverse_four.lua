-- C26: direction flips first; the player who is then next takes four.
return { name = "wild_reverse_four", cards = { { symbol = "reverse4", count = 4, points = 50, draws = 4 } },
can_fit = { when = { symbol = "reverse4" }, say = true },
on_card_effect = { when = { symbol = "reverse4", went_out = true }, run = function(game, play)
  if play.went_out ~= "round" then game:choose_color(play.seat) game:reverse() end
  game:owe("next", { draw = 4 }) end } }
