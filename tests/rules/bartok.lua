-- C91: everything is accepted, and fined.
return { name = "bartok", can_fit = { say = true },
instead_of_play = function(game, play)
  if play.card.number == 7 and (play.before.card and play.before.card.number) ~= 6 then game:draw(play.seat, 1, "penalty") game:end_turn() return true end
end }
