# The sentences of the page, which `say(key, values)` in static/words.js finds by their keys.

# ---- everywhere
one-moment = One moment …
light-or-dark = light or dark
sounds = sounds
language = language
games-link = games
open-the-address = Open the address that the server printed, or a link to a seat: the token is a part of it.

# ---- the list of games
new-game = A new game
games = Games
game = game
about-correo = lay tiles with animals on a board of your own and send messages in chains
about-misty = draft cards into a window, then move them to score
about-halloween = trick or treat: lies, witnesses, sealed bids and secret children
about-nocturna = children against the Nightmare Master: secret cards, simultaneous combat, three bosses
about-medianokte = one Enemy who runs the ship against a crew that explores it
none-yet = None yet.
open-a-replay = Open a replay or a saved game:
save-game = save this game, to go on with it on another page
players = players
play = Play
more-settings = More settings
pack = pack
pack-about = a name, a file.toml, or a number from which one is made
seed = seed
seed-about = the number that decides the deal
by-chance = by chance
hints-from = hints from
hints-about = agents that may be asked; with none there are no hints
usual = { $value } (usual)
who-can-play = who can play
own-class = a class of your own
you = you
friend-by-link = a friend, by link
another-agent = another agent …
agent = agent
agent-or-path = agent, or path/to/my_bot.py:MyBot
over = over
you-won = you won
you-lost = you lost
drawn = a draw
to-choose = { $who } to choose
yours-to-choose = your turn
keep-playing = go on playing
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
die = die: { $number }
choices = choices
what-has-happened = What has happened
latest-events = the latest events
awaited = is awaited
away = away
friend-awaited = Waiting for { $name }: send the link
friend-awaited-here = Waiting for { $name }
link-here-alone = This link opens on this computer only. To invite others, start the server with --host 0.0.0.0.
copy-link = Copy link
link-as-code = QR code of the link
person-chooses = { $name } is choosing …
is-choosing = { $name } is choosing …
game-to-look-at = A game to look at.
your-turn = Your turn
your-choice-waits = Your choice waits: { $action }.
end-of-turn = end of the turn
board = the board
tools = tools
more-tools = more tools
choose-again = Choose again
game-over = The game is over.
game-over-draw = The game is over: a draw.
game-over-you = The game is over: you have won!
game-over-lost = The game is over: you have lost.
game-over-one = The game is over: { $name } has won.
game-over-several = The game is over: { $names } have won.
and = and
another-choice = another choice
lines-before = { $count ->
    [one] { $count } line before
   *[other] { $count } lines before
}
who-hints = who is asked for hints
hint = Hint
hint-fell = You followed the hint when it said { $before }%: the fall is no mistake of yours. The estimate is rough, and what has happened since counts, too.
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
nothing-hidden = nothing hidden
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
repeat = repeat the card
repeat-until = until when
repeat-limit = the number at which it stops
until-asked = until another question
until-turns = for so many turns
repeating = { $count ->
    [one] { $action }: once so far
   *[other] { $action }: { $count } times so far
}
repeat-stop = Stop
repeat-stopped = { $count ->
    [one] Played once, then stopped.
   *[other] Played { $count } times, then stopped.
}
repeat-over = { $count ->
    [one] Played once; the fight is over.
   *[other] Played { $count } times; the fight is over.
}
repeat-asked = { $count ->
    [one] Played once; now something else is asked.
   *[other] Played { $count } times; now something else is asked.
}
repeat-illegal = { $count ->
    [one] Played once; the card cannot be played now.
   *[other] Played { $count } times; the card cannot be played now.
}
repeat-reached = { $count ->
    [one] Played once; what you waited for has come.
   *[other] Played { $count } times; what you waited for has come.
}
advice-quick = quick advice
advice-deep = deep advice
thinks = { $agent } thinks …
expected-utility = your chance to win
find = find
close = close
rules = Rules
learn = Explain each choice

# ---- what takes long
working-compile = Getting the game ready: it is being compiled, about { $left } s left.
working-agent = Getting the other players ready: about { $left } s left.
working-judge = Getting the evaluation ready: about { $left } s left.
working-longer = Getting the game ready: it has been compiling for { $seconds } s, a little longer than expected.
working-draw = Drawing the game: { $done } of { $whole } positions.
working-evaluate = Evaluating the game: { $done } of { $whole } choices.
dealing-now = Dealing the cards …
looking-at-it = Evaluating the game …
drawing = Drawing the game …
no-answer = the server does not answer; is it still running?
no-json = the answer is not JSON ({ $status })
your-tables = Your tables

# ---- who plays
level-beginner = beginner
level-easy = easy
level-medium = medium
level-strong = strong
level-strongest = strongest
thinks-about = thinks about { $count } s
your-name = your name
no-name = none
players-range = { $least } to { $most } players
clock = clock
clock-about = time of each person for the whole game; when it runs out, an agent plays on for that person
no-clock = none
minutes = { $count } min
chat = Chat
chat-unread = { $count ->
    [one] Chat: { $count } new message
   *[other] Chat: { $count } new messages
}
chat-about = persons at the table can write to each other
filter = which games
all-games = all games
to-play = going on
remove-over = Remove those that are over
remove-over-ask = Remove all games that are over?
remove-all = Remove all
remove-all-ask = Remove all games?
choice-number = { $count ->
    [one] { $count } choice
   *[other] { $count } choices
}

# ---- a table
removed = This game has been removed.
look-back = earlier positions
step-back = one position back
step-on = one position forward
now = now
looking-back = Looking back
board-in-words = The board in words
calm = calm
more = more
enough = No more explanations
name-ask = What name shall the others see?
take-seat = Sit down
write = write to the table
send = Send

# ---- the end
by-points = { $best } to { $next }
points-each = { $best } each
share-picture = Picture to share
keep-it = Save …
at-the-end = at the end
rematch = Rematch with the seats turned
play-again = Play again
watch-again = Watch another game like it
rematch-join = To the rematch
save-page = Save as a page
where-it-turned = Turning points
had-then = { $name }: { $had } → { $then } to win
you-played = played: { $action }
better-was = better was: { $action }
look-there = Look there
nothing-cost = No choice cost much.
luck-cost = Luck: dice and cards cost { $name } about { $share }
luck-gave = Luck: dice and cards gave { $name } about { $share }
luck-cost-you = Luck: dice and cards cost you about { $share }
luck-gave-you = Luck: dice and cards gave you about { $share }
luck-worst = most of all ({ $share } less): { $words }
luck-best = most of all ({ $share } more): { $words }
replay = replay
who-evaluates = who evaluates
evaluation = Evaluation
no-values = { $agent } does not evaluate positions
table = Table
fair-share = what chance gives each seat
expected-of-all = each seat's chance to win

# ---- puzzles
puzzle-of-the-day = The puzzle of the day
puzzle-task = You are { $seat }. You have { $choices } choices, and one is much better than all others.
puzzle-solve = Solve it
puzzle-look = Look at the answer
puzzle-others = the puzzles of earlier days
puzzle-found = found
puzzle-missed = answered
puzzle-asked = Puzzle: what would you do?
puzzle-right = You have found it!
puzzle-wrong = There is a better choice.
puzzle-best = Best: { $action }
puzzle-yours = You chose: { $action }
puzzle-choices = all choices, with the chances to win
puzzle-about = This is what the strongest network thinks after a long search. It knows no more than you.
puzzle-does = What it does
puzzle-then = After the best choice
puzzle-play-on = Play on from here
puzzle-more = More puzzles

# ---- how a watched game stands
standing = How the game stands: { $sides }
standing-side = { $name } { $percent }%

# ---- what is refused; the details in `why` are in English
cause-agent = { $why }
cause-option = { $why }
cause-pack = { $why }
cause-replay = { $why }
cause-game = { $why }
cause-other = { $why }
error-agent-failed = { $agent } has failed; the terminal of the server says why
error-changed = the position has changed since; look again
error-cut-off = the message was cut off
error-defect = unexpected { $kind }; the terminal of the server says more
error-explanation = this cannot be explained (unexpected { $kind }); the game goes on, and the terminal of the server says more
error-hidden = the replay will be there when the game is over, because it shows what is hidden
error-illegal = action { $action } is not legal; nothing has changed
error-large = the message is too large; accepted: up to { $bytes } bytes
error-late = the message did not arrive within { $seconds } seconds
error-many = there are { $count } games; remove some
error-name-taken = another player at this table is called { $name }; choose another name
error-no-chat = this table has no chat
error-no-file = there is no such file
error-no-game = there is no such game
error-no-puzzle = there is no such puzzle, or it is not answered yet
error-no-position = there is no position { $number }; accepted: 0 to { $last }
error-no-rematch = the players have not begun another game
error-no-seat = this token opens no game; it may have been removed
error-no-token = a token is needed: open the address that the server printed, or a link to a seat
error-not-alone = a choice cannot be taken back in a game with other persons
error-not-asked = you are not asked now
error-not-here = { $agent } cannot be asked here; accepted: { $accepted }
error-not-over = the game is not over
error-not-owner = this token does not open the list of games
error-not-stored = the folder of games cannot be written ({ $why }); nothing has changed
error-nothing-back = there is nothing that you can take back
error-nothing-said = there is nothing to read in this line
error-options = no agent plays with these options on this page; one of medianoche ui does
error-number = { $name } is not accepted; accepted: { $least } to { $most }
error-opens-nothing = this token opens nothing; open the address that the server printed, or a link
error-pace = the pace cannot be changed in a game of several persons
error-persons = only the persons at the table can do that
error-removed = this game has been removed
error-stopping = the server is stopping
error-taken-back = the game has changed: a choice was taken back
error-watched = how a game stands is shown only if no person plays in it
ask-again = Ask { $agent } again

# ---- what scores are made of
fact-track = messages
fact-combo = combos
fact-tokens = spells and patches
fact-objective_points = objectives
fact-last_points = points of the last round
fact-points_total = points of all rounds
fact-candies = candies
fact-costumes = costumes ×2
fact-own_child = own child
fact-eliminated = out of the game
fact-defeated_children = children defeated
fact-standing_children = children standing
score-misty = rounds won
standing-nocturna = insomnia, children defeated
standing-medianokte = life
