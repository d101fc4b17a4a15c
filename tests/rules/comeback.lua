-- C80: a certain 7 brings a finished player back.
return { name = "comeback", on_card_effect = { when = { kind = "r7" }, run = function(game, play)
  for seat = 1, 4 do if game:status(seat) == "out" then game:bring_back(seat) game:draw(seat, 2, "rule") return end end
end } }
