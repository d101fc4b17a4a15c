-- Example 7: the general loop: draws until the figures add up to ten.
local function dig(game, seat, sum)
  game:draw(seat, 1, "rule")
  game:then_do("dig", { seat = seat, sum = sum })
end
return {
  name = "dig_ten",
  cards = { { symbol = "dig", color = "each", count = 2 } },
  on_card_effect = { when = { symbol = "dig" }, run = function(game, play)
    dig(game, game:next(play.seat), 0)
  end },
  do_dig = function(game, d)
    local drawn = game.last_draw.cards[1]
    if not drawn then return end -- nothing left to draw
    local sum = d.sum + (drawn.number or 0)
    if sum < 10 then dig(game, d.seat, sum) end
  end,
}
