# What `medianoche play` and `medianoche rules` print; the names of commands, options and errors are English.

help = ? explains (? 2, ? WORD), h gives a hint, t shows the whole table, q saves and leaves
help-learning = ? explains (? 2, ? WORD), h gives a hint, t shows the whole table, l ends the lessons, q saves and leaves
accepted = 1 to { $count }
goes-back = b goes back
prompt = { $accepted }, { $help }:
what-has-happened = what has happened
earlier = ({ $count ->
    [one] { $count } line
   *[other] { $count } lines
} before these)
more-lines = (and { $count ->
    [one] { $count } line
   *[other] { $count } lines
}: t shows the whole table)
your-turn = { $name }: your turn
choices = ({ $count ->
    [one] { $count } choice
   *[other] { $count } choices
})
empty-line = an empty line
not-accepted = { $what } is not accepted; accepted: { $accepted }, ?, h, t, q
hint = hint: { $words } { $number ->
    [0] (not among these: b goes back)
   *[other] ({ $number } here)
}
thinking = thinking about a hint (the first one compiles the search: about { $seconds } seconds)
is-thinking = { $who } is thinking
compiling = { $game }: compiling for the first time
no-help = this help fails, and the game goes on: { $why }
no-names = this game has no names to explain; ? and the number of a choice explains the choice
nothing-called = nothing here is called { $what }; { $close ->
    [none] ? alone lists all names
   *[other] there is { $close }
}
names = ? and a name, or a part of it, explains one of: { $names }
lessons-over = No more lessons; --learn begins them again.
you = you
seat-of = { $name }: { $who }
opening = { $title }. { $others }. ? explains what is on the table.
level = { $level ->
    [beginner] beginner: knows the rules, and little more
    [easy] easy: leaves out the worst moves
    [medium] medium: sees what is good, and misses what is better
    [strong] strong: plays what the trained network likes best, or nearly
   *[strongest] strongest: the trained network, and a search that looks ahead with it
}; { $seconds ->
    [0] decides at once
   *[other] thinks about { $seconds } s a decision
}
going-on = going on with the game in { $file }, after { $count ->
    [one] { $count } decision
   *[other] { $count } decisions
} (--new begins anew)
result = { $name } ({ $who }): score { $score }, utility { $utility }
left = left; { $kept }
begins-again = the same command begins there again
kept = the game is in { $file }, and the same command goes on
kept-new = the game is in { $file }, and the same command without --new goes on
input-ended = the input ended before the game did; { $kept }
saved = saved: medianoche replay { $file }
no-rules = { $game } has no rules card
