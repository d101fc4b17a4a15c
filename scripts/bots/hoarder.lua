-- A bot in Lua: keeps black cards and draw cards back until somebody is close to going out, then
-- lays them. Shows what a bot may know; see docs/SIMULATOR.md.

-- Cards in the smallest hand of the others.
local function closest(view)
  local least = 99
  for seat = 1, view.seats do
    if seat ~= view.seat and view.playing[seat] and view.counts[seat] < least then
      least = view.counts[seat]
    end
  end
  return least
end

-- How gladly a card is laid: the higher, the sooner.
local function worth(view, card)
  local weapon = card.black or card.draws > 0
  if weapon then
    return closest(view) <= 2 and 100 + card.draws or -10
  end
  local same = 0
  for _, other in ipairs(view.hand) do
    if other.color == card.color then
      same = same + 1
    end
  end
  return same + card.points / 100
end

-- How many cards of a color are at hand.
local function held(view, color)
  local n = 0
  for _, card in ipairs(view.hand) do
    if card.color == color then
      n = n + 1
    end
  end
  return n
end

return {
  name = "hoarder",
  title = "keeps black and draw cards until somebody is close to going out",

  -- One of the actions, by its place in the list.
  choose = function(view, actions)
    local best, most = 1, -math.huge
    for at, action in ipairs(actions) do
      local score = -1000
      if action.kind == "play" then
        score = worth(view, action.card) + (action.call and 0.5 or 0)
      elseif action.kind == "answer" and view.asked == "color" then
        score = held(view, action.value)
      elseif action.kind == "answer" then
        -- One of them by lot.
        score = (view.lot + at * 7919) % #actions
      elseif action.kind == "catch" and view.exposed[action.seat] then
        score = 1000
      elseif action.kind == "draw" then
        score = -100
      elseif action.kind == "take" or action.kind == "pass" then
        score = -200
      end
      if score > most then
        best, most = at, score
      end
    end
    return best
  end,

  -- While another seat is due: the place of an action, or nothing.
  react = function(view, actions)
    for at, action in ipairs(actions) do
      if action.kind == "play" or action.kind == "catch" and view.exposed[action.seat] then
        return at
      end
    end
  end,
}
