-- Swap Hands (R1.5, R21.2): a black card whose player swaps his whole hand with a player of his
-- choice. It fits on everything, as a Wild does. Nobody may choose himself or one who is out (A23).
-- As the last card it swaps nothing: the hand is won (R23.7, E128); where the others play on for
-- places its player still names the color (R10.3). No first upcard: nobody played it.
--
-- Options:
--   swap_count  how many of them the deck has (A1; LV says no number, the sheet with 112 cards one)
--   points      its points in a hand (R16.5)
--   swap_color  the color to go on with (A23): choose  its player names it, seeing the new hand
--               first  he names it before he swaps; keep  the color in force before stays;
--               any  any card may be laid on it

return {
  name = "swap_hands",
  title = "a black card that swaps hands with a player of choice",
  version = "1.0",
  api = 1,
  cites = "R1.5 R16.5 R21.2 R23.7 A1 A23",
  warns = { seven_swap = "the sheet means the 7 for a deck without Swap Hands cards (R21.1)" },

  options = {
    swap_count = { default = 1, min = 1, max = 12, help = "Swap Hands cards in the deck (A1)" },
    points = { default = 50, min = 0, max = 1000, help = "its points in a hand (R16.5)" },
    swap_color = {
      default = "choose", one_of = { "choose", "first", "keep", "any" },
      help = "the color after it: named after the swap, or before it; the one before; any card (A23)",
    },
  },
  cards = { { symbol = "swap_hands", short = "sw", count = "swap_count", points = "points" } },

  can_start = { when = { symbol = "swap_hands" }, say = "a Swap Hands card does not start" },
  can_fit = {
    { when = { symbol = "swap_hands" }, say = true },
    {
      when = { option = { swap_color = "any" } },
      run = function(game)
        return game.top ~= nil and game.top.symbol == "swap_hands"
      end,
    },
  },

  on_card_effect = {
    when = { symbol = "swap_hands", went_out = "place" },
    run = function(game, play)
      local way = game.options.swap_color
      local color = play.before.color
      if not play.went_out then
        if way == "first" then color = game:ask_color(play.seat) end
        local other = game:ask_seat(play.seat, game:others(play.seat), "swap hands with whom?")
        if other then
          game:swap({ "hand", play.seat }, { "hand", other })
        end
      end
      if color and (way == "keep" or not play.went_out and way ~= "choose") then
        game:declare { color = color }
      else
        game:choose_color(play.seat)
      end
    end,
  },
}
