-- C23: with this card all cards of its color are laid off, also as a way out.
return { name = "discard_all", cards = { { symbol = "discard_all", short = "da", color = "each", count = 2, points = 20 } },
on_card_effect = { when = { symbol = "discard_all" }, run = function(game, play)
  local same = {}
  for _, card in ipairs(game:hand(play.seat)) do if card.color == play.card.color then same[#same + 1] = card end end
  game:discard(play.seat, same)
end } }
