-- C42: an answered draw counts twice.
return { name = "revenge", adjust_owe = { when = { how = "answer" }, run = function(game, debt) return { times = 2 } end } }
