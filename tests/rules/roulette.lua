-- Example 6 (C25): draws until a card of a named color comes, and loses the turn.
return {
  cards = { { symbol = "roulette", short = "ro", color = "each", count = 2 } },
  on_card_effect = { when = { symbol = "roulette" }, run = function(game, play)
    local victim = game:next(play.seat)
    local color = game:ask_color(victim)
    game:declare { color = color }
    game:draw_until(victim, { color = color }, "rule")
    game:skip(victim)
  end },
}
