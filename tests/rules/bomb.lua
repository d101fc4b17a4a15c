-- C61: draw cards take effect some turns later.
return { name = "bomb", options = { fuse = { default = 3, min = 1, max = 9, help = "turns until it goes off" } },
instead_of_owe = { when = { symbol = { "draw2", "draw4" } }, run = function(game, debt)
  game:owe(debt.seat, { draw = debt.draw, due = game.options.fuse })
  return true
end } }
