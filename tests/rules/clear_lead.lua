-- A match is won only with a lead of fifty points (can_end_match).
return {
  name = "clear_lead",
  title = "a match is won with a lead of fifty",
  api = 1,
  can_end_match = function(game)
    local best, second = 0, 0
    for _, seat in ipairs(game:players()) do
      local score = game:total(seat)
      if score > best then
        best, second = score, best
      elseif score > second then
        second = score
      end
    end
    if best - second < 50 then return "the lead is less than fifty" end
  end,
}
