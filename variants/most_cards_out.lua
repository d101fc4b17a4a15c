-- Most cards out (catalogue C50): a format without points, in the place of the built-in scoring.
-- After each round whoever holds most cards drops out of the match; the last one left has won.
-- Several with as many all drop out, unless nobody but they is left: then the round does not count.

return {
  name = "most_cards_out",
  title = "after each round who holds most cards drops out; the last one has won",
  version = "1.0",
  api = 1,
  cites = "C50",
  replaces = { "scoring" },

  on_round_ended = function(game)
    local most, losers = 0, {}
    for _, seat in ipairs(game:players()) do
      local n = game:count(seat)
      if n > most then
        most, losers = n, {}
      end
      if n == most then
        losers[#losers + 1] = seat
      end
    end
    if #losers < #game:players() then
      for _, seat in ipairs(losers) do
        game:drop(seat)
      end
    end
  end,
}
