-- "Polish pigs" (R1.10) with one pack of ordinary playing cards, for up to four.

return {
  name = "polish_pigs_one",
  title = "the Latvian sheet with one pack of ordinary playing cards",
  like = "polish_pigs",
  seats = { 2, 4 },
  deck = "french_one",
}
