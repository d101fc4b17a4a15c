-- Example 14 (C88): all are asked, so nobody learns who held one.
return {
  cards = {
    { symbol = "plus3", short = "p3", color = "each", count = 2 },
    { symbol = "breaker", short = "br", color = "each", count = 2 },
  },
  on_card_effect = { when = { symbol = "plus3" }, run = function(game, play)
    local function breaker(seat)
      for _, card in ipairs(game:hand(seat)) do if card.symbol == "breaker" then return card end end
    end
    local seat, card = game:ask(game:others(play.seat), { "throw a breaker?", mode = "first", private = true,
      options = function(s) return { breaker(s) } end })
    if not seat then return game:draw("others", 3, "penalty") end
    game:discard(seat, { card })
    game:draw(play.seat, 3, "penalty")
  end },
}
