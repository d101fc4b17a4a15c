-- For tests/ways.rs: hooks that ask several questions, with effects, memory, chance and lists before
-- and between them, and errors after them.

local function more(game, play)
  local ok, color = pcall(function()
    return game:ask_color(play.seat, "which color?")
  end)
  local hand = game:hand(play.seat)
  local card = #hand > 0 and game:ask_card(play.seat, hand, "which card?")
  local word = game:ask(play.seat, { "which word?", options = { "one", "two" }, default = false })
  return ok, color, card, word
end

return {
  name = "asks_on",
  title = "hooks that ask on and on",
  memory = { n = { scope = "round", start = 0 }, top = { scope = "top", start = 0 } },

  on_card_effect = {
    {
      when = { symbol = { "1", "2", "3" } },
      run = function(game, play)
        local others, hand = game:others(play.seat), game:hand(play.seat)
        game.memory.n += 1
        local before, drawn = game.memory.n, game:random(6)
        game:draw(play.seat, 1, "rule")
        local other = game:ask_seat(play.seat, others, "whom?")
        assert(others[1] == game:others(play.seat)[1] and #hand == game:count(play.seat))
        assert(before == game.memory.n and play.seat == game.seat)
        if drawn == 1 then error("after the first answer") end
        game.memory.top += game:random(6)
        local ok, color, card, word = more(game, play)
        if game:random(6) == 1 then game.memory.x = 1 end
        if ok and color == play.card.color then game:draw(other, 1, "rule") end
        if card and card.number then game:swap({ "hand", play.seat }, { "hand", other }) end
        if word == "two" then game:reverse() end
      end,
    },
    {
      when = { symbol = "4" },
      run = function(game, play)
        -- Asks the engine before it asks the seat: what that counts must not be counted twice.
        local fits = game:fits(play.card)
        local other = game:ask_seat(play.seat)
        local list = { 3, 1, 2 }
        table.sort(list, function(a, b)
          return a < b and game:ask_seat(play.seat, { other }, "again?") == other
        end)
        if fits and list[1] == 1 then game:draw(other, 1, "rule") end
      end,
    },
    {
      when = { symbol = "5" },
      run = function(game, play)
        local answers = game:ask("all", { "each?", options = { true, false }, mode = "each" })
        local other = game:ask_seat(play.seat, nil, "whom?")
        for _ = 1, 1e9 do
          if answers[other] or game:count(other) < 9 then break end
        end
      end,
    },
  },
}
