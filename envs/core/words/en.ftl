# Words that all games share.

you = you
your = your
nobody = nobody
owner = { $name }'s
seat-player = player { $number }
in-sentence = { $name }
seat-value = { $seat } { $value }
all-of = { $first } and { $last }
choices = ({ $count ->
    [one] { $count } choice
   *[other] { $count } choices
})
chance = { $percent }% to win
how-often = chosen { $percent }% of the time
draw-held = your choice, which waits: { $action }
picture = { $title }: the position
everything = nothing hidden
points-of = { $seat }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
utility = utility { $value }

# Rules cards.
rules-goal-title = Goal
rules-turn-title = A turn
rules-end-title = The end
rules-scoring-title = Scoring

# Games that a seat lost because its agent failed.
forfeit = { $seat } forfeited the game: { $failure }.
forfeit-at = { $seat } forfeited the game at decision { $decision }: { $failure }.
forfeit-utilities = Utilities: { $utilities }.
failure-illegal-action = illegal action
failure-time-limit = time limit
failure-crash = crash
failure-no-answer = no answer
failure-unknown = reason unknown, as version 0.4 did not store it

# Pages of replays.
replay-title = { $title }: a game
replay-unpacking = The game is being unpacked; this needs JavaScript.
replay-thinned = One position in { $every } is shown, because not all of them fit in this page. The account is complete.
fact-game = game
fact-players = { $game } v{ $version }, { $count ->
    [one] { $count } player
   *[other] { $count } players
}
fact-pack = pack
fact-options = options
fact-none = none
fact-seed = seed
viewer-position = position
viewer-view = whose view
viewer-account = What has happened
viewer-play = play (space)
viewer-first = first position (Home)
viewer-back = one back (←)
viewer-on = one forward (→)
viewer-last = last position (End)
viewer-theme = light or dark
viewer-about = about this game
viewer-place = { $at } of { $last }
viewer-you = you
viewer-expected = the result that an agent expected for each seat
viewer-over = The game is over.
viewer-asked = { $who } to choose
viewer-thought = Thought
