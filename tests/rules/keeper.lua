-- What a hook is given is its own: frozen, the same after other entries into this machine, and
-- nothing that could be kept.
return {
  memory = { kept = { scope = "round" } },
  can_play = function(game, play)
    if play.seat ~= game.seat and play.how == "turn" then error("a candidate of somebody else") end
  end,
  on_card_effect = {
    when = { how = { "turn", "answer", "rule" } },
    run = function(game, play)
      local seat, card, left = play.seat, play.card, #play.left
      assert(not pcall(function() play.seat = 9 end), "a play can be written to")
      assert(not pcall(function() game.memory.kept = play end), "a play can be kept")
      local count = #game:playable(game.seat) -- enters can_play, with other tables
      assert(play.seat == seat and play.card == card and #play.left == left, "a play has changed")
      assert(#game:playable(game.seat) == count and game:count(seat) == left)
    end,
  },
}
