-- A deck without a number card: nothing in it may start where only a number may (E8).
return {
  name = "no_numbers",
  title = "action cards only",
  like = "latvian",
  seats = { 2, 2 },
  deck = {
    cards = {
      { symbol = "0", color = "each", count = 0 }, { symbol = "1", color = "each", count = 0 },
      { symbol = "2", color = "each", count = 0 }, { symbol = "3", color = "each", count = 0 },
      { symbol = "4", color = "each", count = 0 }, { symbol = "5", color = "each", count = 0 },
      { symbol = "6", color = "each", count = 0 }, { symbol = "7", color = "each", count = 0 },
      { symbol = "8", color = "each", count = 0 }, { symbol = "9", color = "each", count = 0 },
    },
  },
}
