-- Lists of hands know where their cards are, each its own, also after other entries.
return {
  can_play = function(game, play)
    local hand = game:hand(play.seat)
    if #hand ~= game:count(play.seat) then error("a hand of another size") end
  end,
  on_card_effect = {
    when = { symbol = { "5", "6" } },
    run = function(game, play)
      local seat, other = play.seat, game:others(play.seat)[1]
      local mine, theirs = game:hand(seat), game:hand(other)
      assert(not pcall(function() mine[1] = nil end), "a hand can be written to")
      game:playable(seat) -- enters can_play, which looks at hands
      assert(#mine == game:count(seat) and #theirs == game:count(other) and mine ~= theirs)
      game:move(mine, { "hand", other })
      game:move(theirs, { "hand", seat })
      game:then_do("moved", { seat, other, #mine, #theirs })
    end,
  },
  do_moved = function(game, was)
    assert(game:count(was[1]) == was[4] and game:count(was[2]) == was[3], "cards went elsewhere")
  end,
}
