-- C66: emptying the hand deals one fewer; the rank counts down.
return { name = "countdown_eights", memory = { rank = { scope = "match", start = 8, per = "seat" } },
 instead_of_go_out = function(game, out)
  local left = game.memory.rank[out.seat] - 1
  game.memory.rank[out.seat] = left
  if left > 0 then game:draw(out.seat, left, "rule") return true end
 end,
 can_fit = function(game, play) return play.card.number == game.memory.rank[play.seat] end }
