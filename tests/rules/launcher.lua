-- C28: a random number of cards comes instead of one.
return { name = "launcher", instead_of_draw = { when = { reason = "turn" }, run = function(game, d)
  local n = game:random(6) - 1
  if n > 0 then game:draw(d.seat, n, "turn") end
  return true
end } }
