-- The Serbian sheet (SR): close to the old sheet of 108 cards. A Wild Draw Four that was laid
-- against the rule is taken back and replaced (R12.4). Its other ways to play a match are below.

-- Two pairs at one table; a pair plays four rounds before the partners change (R18.2, R18.3).
local pairs_of_four = {
  ["scoring.partners"] = "opposite",
  ["scoring.rounds"] = 4,
  ["scoring.target"] = 1000000, -- the evening counts, not a total
}

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
  matches = {
    lowest = {
      title = "each is charged his own cards; at 500 the lowest wins (R17.3)",
      options = { ["scoring.format"] = "own_hand" },
    },
    elimination = {
      title = "who reaches 500 drops out, until one is left (R17.4)",
      options = { ["scoring.format"] = "own_hand", ["scoring.at_target"] = "drop" },
    },
    elimination_two = {
      title = "who reaches 500 drops out, until two are left (R17.4)",
      seats = { 3, 15 },
      options = {
        ["scoring.format"] = "own_hand", ["scoring.at_target"] = "drop", ["scoring.left"] = 2,
      },
    },
    partners = {
      title = "two pairs, partners opposite; a pair at 500 wins (R18.1, R18.4)",
      seats = { 4, 4 },
      options = { ["scoring.partners"] = "opposite" },
    },
    rotation = {
      title = "four players, each four rounds with every other as partner (R18.2)",
      seats = { 4, 4 },
      options = pairs_of_four,
      schedule = { { "ABCD" }, { "ACBD" }, { "ABDC" } },
    },
    evening = {
      title = "eight players at two tables, each four rounds with every other (R18.3)",
      seats = { 4, 4 },
      options = pairs_of_four,
      -- R18.5: partners sit opposite; each pair meets as opponents twice.
      schedule = {
        { "HBAD", "CEGF" }, { "HCBE", "DFAG" }, { "HDCF", "EGBA" }, { "HEDG", "FACB" },
        { "HFEA", "GBDC" }, { "HGFB", "ACED" }, { "HAGC", "BDFE" },
      },
    },
  },
}
