-- "Polish pigs" (R1.10): the Latvian sheet with ordinary playing cards, two packs and four jokers.
-- There is no Swap Hands card among them, so that the 7 may take its place: load seven_swap (R21.1).

return {
  name = "polish_pigs",
  title = "the Latvian sheet with ordinary playing cards",
  like = "latvian",
  without = { "swap_hands" },
  deck = "french",
}
