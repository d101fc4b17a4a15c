-- One pack of ordinary playing cards with two jokers, for two to four players; the mapping is that
-- of `french` (A4).

local function rank(symbol, short, number, points, draws)
  return {
    symbol = symbol, short = short, color = "each", count = 1,
    number = number, points = points, draws = draws or 0,
  }
end

local cards = { rank("0", "10", 0, 0), rank("1", "a", 1, 1) }
for n = 2, 9 do
  cards[#cards + 1] = rank(tostring(n), tostring(n), n, n)
end
cards[#cards + 1] = rank("skip", "j", nil, 20)
cards[#cards + 1] = rank("reverse", "q", nil, 20)
cards[#cards + 1] = rank("draw2", "k", nil, 20, 2)
cards[#cards + 1] = { symbol = "wild", short = "jokerr", also = { "red joker" }, points = 50 }
cards[#cards + 1] = {
  symbol = "draw4", short = "jokerb", also = { "black joker" },
  points = "draw_four.points", draws = 4,
}

return {
  name = "french_one",
  title = "the base game with one pack of ordinary cards and two jokers",
  like = "french",
  seats = { 2, 4 },
  deck = { cards = cards },
}
