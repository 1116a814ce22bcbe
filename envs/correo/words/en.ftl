# What happens in Correo de Medianoche.

played-up = { $seat } played card { $card } face up and took { $tile }
played-down = { $seat } played { $card ->
    [unknown] a card
   *[other] card { $card }
} face down{ $took ->
    [nothing] , without a tile
   *[other] { "" } and took { $tile }
}
refilled = { $tile-of-pile } came to the market
renewed = { $seat } renewed the market with a patch: { $change ->
    [none] a tile like the one before came
   *[other] { $old-of-pile } went under its pile, { $look } came
}
laid = { $seat } laid { $look } on { $cells }, level { $level }
housed = { $left ->
    [none] no { $house } is left for space { $space } at { $cell }
    [wild] { $guest } came to the wild house { $cell }
   *[other] { $guest } came to { $cell }
}
covered = { $area } is covered up to level { $lowest }: { $token ->
    [spell] { $seat } got a spell
    [patch] { $seat } got a patch
    [no-spell] no spell is left
   *[other] no patch is left
}
recoloured = { $seat } used a spell: the { $old } on { $cell } became { $guest }
relocated = { $seat } used a spell: the { $animal } on { $cell } moved to { $goal }
patched = { $seat } laid a patch on { $cell }, level { $level }{ $animal ->
    [none] { "" }
   *[other] ; the { $animal } there went home
}
delivered = message: { $seat-of } { $animal } walked { $direction } from { $cell } to { $goal }: { $sum }{ $points } points
combo = { $seat } made a combo: { $messages } messages x { $colours } kinds of animals = { $combo-points } points
drew = { $seat } drew { $card ->
    [unknown] a card
   *[other] card { $card }
}
ended = { $seat } ended the turn
turn = turn { $lap } of { $laps } begins
objective = objective { $objective }: { $shares }
total = { $seat }: { $points } points ({ $parts })
game-over = the game is over; { $winners ->
    [none] the par is { $par }
   *[other] won by { $winners }
}

share = { $seat } { $houses } houses, { $points } points
parts = messages { $track }, combos { $combo }, spells { $spells }, patches { $patches }
parts-with-objectives = { parts }, objectives { $objectives }
