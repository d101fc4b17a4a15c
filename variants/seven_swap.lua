-- Seven-swap (R21.1): who plays a 7 swaps his whole hand with a player of his choice.
-- The swap is compulsory (A29), with nobody but active others to choose from (A23, E121, E122). A 7
-- that was the last card swaps nothing: the hand is won (R23.7, E116).

return {
  name = "seven_swap",
  title = "a 7 swaps hands with a player of choice",
  version = "1.0",
  api = 1,
  cites = "R21.1 A23 A29",

  on_card_effect = {
    when = { symbol = "7" },
    run = function(game, play)
      local other = game:ask_seat(play.seat, game:others(play.seat), "swap hands with whom?")
      if other then
        game:swap({ "hand", play.seat }, { "hand", other })
      end
    end,
  },
}
