-- The base game: 108 cards (R1.6), points as the sheets print them (R16).

-- One number card of each color: the 0 once, the others twice.
local function number(n)
  local symbol = tostring(n)
  return {
    symbol = symbol, short = symbol, color = "each", count = n == 0 and 1 or 2,
    number = n, points = n,
  }
end

local cards = {}
for n = 0, 9 do
  cards[#cards + 1] = number(n)
end
for _, card in ipairs {
  { symbol = "skip", short = "s", color = "each", count = 2, points = 20 },
  { symbol = "reverse", short = "r", color = "each", count = 2, points = 20 },
  { symbol = "draw2", short = "+2", also = { "draw two" }, color = "each", count = 2, points = 20, draws = 2 },
  { symbol = "wild", short = "w", count = 4, points = 50 },
  { symbol = "draw4", short = "w4", also = { "+4", "wild draw four" }, count = 4, points = "draw_four.points", draws = 4 },
} do
  cards[#cards + 1] = card
end

return {
  name = "standard",
  title = "the base game",
  seats = { 2, 15 },
  deck = {
    colors = {
      { name = "red", letter = "r" },
      { name = "yellow", letter = "y" },
      { name = "green", letter = "g" },
      { name = "blue", letter = "b" },
    },
    cards = cards,
  },
  rules = {
    "deal", "drawing", "match_color", "match_symbol", "skip", "reverse", "draw_two", "wild",
    "draw_four", "challenge", "last_card_call", "going_out", "hints", "scoring",
  },
}
