-- In one breath (C66): going out counts down; memory for each seat.
return {
  memory = { rank = { scope = "round", start = 3, per = "seat" } },
  instead_of_go_out = function(game, out)
    local left = game.memory.rank[out.seat] - 1
    game.memory.rank[out.seat] = left
    if left > 0 then game:draw(out.seat, left, "rule") return true end
  end,
}
