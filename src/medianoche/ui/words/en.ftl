# The sentences of the page, which `say(key, values)` in static/words.js finds by their keys.

# ---- everywhere
one-moment = One moment …
needs-javascript = The page needs JavaScript.
light-or-dark = light or dark
language = language
games-link = games
open-the-address = Open the address that the server printed, or a link to a seat: the token is a part of it.

# ---- the list of games
new-game = A new game
games = Games
game = game
none-yet = None yet.
open-a-replay = Open a replay:
players-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
players = players
play = Play
dealing = dealing … (a game is compiled when it is first played: about { $seconds } seconds)
more-settings = rules, pack, hints
pack = pack
pack-about = a name, a file.toml, or a number that makes one
seed = seed
seed-about = of the deal
by-chance = by chance
hints-from = hints from
hints-about = agents that may be asked; none: no hints
usual = { $value } (usual)
who-can-play = who can play
own-class = a class of your own
you = you
friend-by-link = a friend, by link
another-agent = another agent …
agent = agent
agent-or-path = agent, or path/to/my_bot.py:MyBot
over = over
to-choose = { $who } to choose
sit-down = sit down
link-for-a-friend = link for a friend
link = link
copied = copied
copy-it = copy it
open = open
watch = watch
remove = remove
remove-this-game = remove this game
remove-ask = Remove this game?

# ---- a seat
a-person = a person
a-friend = a friend
of-the-replay = of the replay
since-your-choice = since your last choice
choices = choices
what-has-happened = What has happened
is-choosing = { $name } ({ $who }) is choosing …
game-to-look-at = A game to look at.
your-turn = Your turn
game-over = The game is over.
game-over-draw = The game is over: a draw.
game-over-you = The game is over: you have won!
game-over-one = The game is over: { $name } has won.
game-over-several = The game is over: { $names } have won.
and = and
another-choice = another choice
lines-before = { $count ->
    [one] { $count } line before
   *[other] { $count } lines before
}
choice-count = { $count ->
    [one] { $count } choice
   *[other] { $count } choices
}
who-hints = who is asked for hints
hint = Hint
always = always
take-back = Take back
what-is-what = What is what
agents-speed = speed of the agents
at-once = at once
quick = quick
seconds = { $count } s
agents-pace = agents: { $pace }
pause = pause
go-on = go on
one-choice = one choice
whose-view = whose view
everything = everything
as-seat = as seat { $seat }
step-through = Step through it
save-replay = Save the replay
player = player
score = score
result = result
won = won
draw = draw
lost = lost
play-it = Play it
not-this = Not this
thinks = { $agent } thinks … (a search is compiled when it is first used)
expected-utility = your expected utility
find = find
close = close
rules = Rules
learn = Explain each choice
