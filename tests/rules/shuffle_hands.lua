-- Example 10 (C18): all hands are shuffled and dealt again; the color is named after that (A23).
return {
  cards = { { symbol = "shuffle_hands", count = 4 } },
  piles = { gathered = {} },
  on_card_effect = { when = { symbol = "shuffle_hands" }, run = function(game, play)
    for _, seat in ipairs(game:seats()) do game:move(game:hand(seat), "gathered") end
    game:shuffle("gathered")
    game:deal("gathered", { from = "next" })
    game:then_do("name_color", { seat = play.seat })
  end },
  do_name_color = function(game, d) game:declare { color = game:ask_color(d.seat) } end,
  can_fit = { when = { symbol = "shuffle_hands" }, say = true },
}
