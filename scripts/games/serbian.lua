-- The Serbian sheet (SR): close to the old sheet of 108 cards. A Wild Draw Four that was laid
-- against the rule is taken back and replaced (R12.4).

return {
  name = "serbian",
  title = "the Serbian sheet",
  like = "standard",
  with = { "challenge_take_back" },
  options = {
    ["last_card_call.duty"] = "own_play", -- R13.1: while playing the last card but one
    ["last_card_call.self_call"] = "with_play", -- R13.1: at the latest when it touches the pile
    ["last_card_call.catch_until"] = "next_play", -- R13.4: until the next one plays a card
    ["hints.penalty"] = 4, -- R19.1
  },
}
