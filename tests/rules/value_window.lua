-- C84: after a 5 nothing higher.
return { name = "value_window", can_play = function(game, play)
  local top = game.top
  if top and top.number == 5 and play.card.number and play.card.number > 5 then return "after a 5 lay at most a 5" end
end }
