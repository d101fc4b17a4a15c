-- Ordinary playing cards with the base rules: two packs of 52 and four jokers make the 108 cards.
-- The mapping is ours (A4; the sheet that allows such cards gives none): suits are colors, the ace
-- is 1, the ten 0, the jack Skip, the queen Reverse, the king Draw Two; red jokers are Wild, black
-- ones Wild Draw Four. Cards are written rank first: `10h qs jokerr`.

local function rank(symbol, short, number, points, draws)
  return {
    symbol = symbol, short = short, color = "each", count = 2,
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
cards[#cards + 1] = { symbol = "wild", short = "jokerr", also = { "red joker" }, count = 2, points = 50 }
cards[#cards + 1] = {
  symbol = "draw4", short = "jokerb", also = { "black joker" }, count = 2,
  points = "draw_four.points", draws = 4,
}

return {
  name = "french",
  title = "the base game with two packs of ordinary cards and four jokers",
  like = "standard",
  deck = {
    suit_last = true,
    colors = {
      { name = "hearts", letter = "h" },
      { name = "diamonds", letter = "d" },
      { name = "clubs", letter = "c" },
      { name = "spades", letter = "s" },
    },
    cards = cards,
  },
}
