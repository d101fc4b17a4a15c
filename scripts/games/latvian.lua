-- The Latvian sheet (LV): house rules with six cards, the Swap Hands card and jump-in. What the
-- sheet leaves to agreement (R21) is a rule to load or an option to set:
--   the 7                    load seven_swap (and unload swap_hands: a set without that card)
--   challenge of a +4        option challenge.enabled true
--   +4 on +4, figures add    load stacking
--   a 0 moves all hands      load zero_rotation
--   a 0 is slapped           load zero_slap
--   no black finish          load no_black_finish

return {
  name = "latvian",
  title = "the Latvian sheet",
  like = "standard",
  with = { "swap_hands", "jump_in" },
  options = {
    ["deal.cards"] = 6, -- R4.2
    ["deal.starter"] = "lot", -- R3.3: the first player by lot, no dealer
    ["deal.upcard"] = "numbers_only", -- R5.6
    ["draw_four.wd4"] = "free", -- R11.4: at any time
    ["draw_four.points"] = 70, -- R16.4
    ["swap_hands.points"] = 50, -- R16.5
    ["challenge.enabled"] = false, -- R21.3: by agreement
    ["challenge.guilty_if"] = "any_playable", -- R21.3, A25b
    ["last_card_call.duty"] = "any_cause", -- R13.1: whoever is left with one card
    ["last_card_call.self_call"] = "race", -- R13.2: the word, said first by him or another
    ["last_card_call.catch_until"] = "while_one", -- R13.4: no closing time
    ["scoring.format"] = "own_hand", -- R17.5
    ["scoring.over"] = "exceeds", -- R17.5, A31: 501 loses, 500 does not
    ["hints.penalty"] = 0, -- no word of hints
  },
  matches = {
    going_on = {
      title = "who is over 500 drops out, until one is left (R17.5)",
      options = { ["scoring.at_target"] = "drop" },
    },
    places = {
      title = "no points: the round goes on until one has cards (R22)",
      options = { ["scoring.format"] = "places", ["scoring.rounds"] = 1 },
    },
    agreed = {
      title = "challenge against any playable card, +4 on +4, figures adding up (R21.3, R21.4)",
      with = { "stacking" },
      options = { ["challenge.enabled"] = true },
    },
    sevens = {
      title = "the 7 swaps hands, in a set without Swap Hands cards (R21.1)",
      with = { "seven_swap" },
      without = { "swap_hands" },
    },
  },
}
