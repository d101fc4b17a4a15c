-- Example 13 (C76): a rank is demanded for a round of turns, even if its author has gone out.
return {
  cards = { { symbol = "jack", short = "j", color = "each", count = 2 } },
  memory = { rank = { scope = "round" } },
  on_card_effect = { when = { symbol = "jack" }, run = function(game, play)
    game.memory.rank = game:ask(play.seat, { "which rank?", options = { "5", "6", "7", "8", "9" } })
    game:cancel("lift")
    game:do_at({ turn_reaches = play.seat }, "lift", {})
  end },
  do_lift = function(game) game.memory.rank = nil end,
  can_fit = function(game, play) return play.card.symbol == game.memory.rank end,
  can_play = { except = { symbol = "jack" }, run = function(game, play)
    local rank = game.memory.rank
    if rank and play.card.symbol ~= rank then return "a " .. rank .. " is demanded" end
  end },
}
