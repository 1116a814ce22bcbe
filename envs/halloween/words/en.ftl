# The words of La noche de Halloween.

# ---- the rules card
rules-goal-1 = Walk the children of the street from door to door and gather candies, without showing which child is yours.
rules-turn-1 = Choose a child that has not been moved in this lap, roll the die with { $die } faces and walk exactly that far, in any direction, but not straight back.
rules-turn-2 = At another player's house the owner says truco (trick) or trato (treat). Truco: you roll in secret and announce any result; the owner believes and pays for it, disbelieves, or consults a third player. Trato: both draw a treat card and roll; the lower total pays the difference.
rules-turn-3 = On a draw square you may draw an action card, at most { $hand } in a hand. From lap { $tear } on you may tear the costume of a child beside a grey square; undefended it costs { $undefended } candies.
rules-end-1 = The game ends after { $rounds } laps, or when { $lost } players have no candies left.
rules-scoring-1 = A candy counts 1 point, your own child { $stays } if it is still on the street and { $torn } if its costume is torn, each costume that you tore { $yours }. Players who are out have { $out }.

# ---- a first game
guide-colour = Choose the colour of your houses: whoever stops there has to deal with you.
guide-child = Choose the child to move. Any child will do, once a lap; moving only your own gives it away. Look at which houses it can reach.
guide-move = Choose where to go. A house of another player leads to trick or treat, a draw square to a card, a grey square to nothing or, later, to an attack.
guide-forward = Choose where the child goes on to.
guide-answer = A child is at your door. With truco the visitor may lie about the roll; with trato both roll openly. A card may send the visitor away.
guide-claim = Announce a result: high ones pay more and are believed less. Only you know the die.
guide-respond = Do you believe it? Believing costs what was announced; a liar who is caught pays, but a doubt about the truth costs you. A third player can look for you.
guide-demand = Name a price for your advice. You will see the die, and may lie about it.
guide-accept = Is the advice worth that price? The adviser may lie, but a lie that comes out costs the price.
guide-advice = You see the die. Say whether the claim is true, or lie for the visitor.
guide-verdict = You have heard the advice. Decide: believe and pay, or doubt.
guide-fee = Give the adviser one of your cards: the one that helps you least.
guide-treat = Meet the condition of your treat card for its bonus, or keep your secret and your candies.
guide-draw = You may draw an action card. If your hand is full, you have to play or discard a card first.
guide-keep = Keep one of the two cards; the other goes under the deck.
guide-neighbour = Candies go to a neighbour: choose the one who is behind.
guide-tear = You may tear a costume beside you: { $yours } points for you, { $torn } for the player of that child. Tear only a costume that is not your own; the others may guess from it which child is yours.
guide-defend = Defend the child if it is yours ({ $torn } points if its costume is torn), or to cost the attacker candies. Defending a child that is not yours misleads the others.
guide-insist = Insist and bid against the defenders, or withdraw and lose the stakes.
guide-bid = Bid in secret: the highest bid is paid and decides. Think of what the costume is worth: { $torn } for its player.

# ---- cards, children, houses
colour-red = red
colour-green = green
colour-yellow = yellow
colour-orange = orange
colour-blue = blue
# Letters of the colours, and of a card to draw.
letters = RGYOBD
candies = { $count ->
    [one] { $count } candy
   *[other] { $count } candies
}
either = { $first } or { $last }
card-text = card { $number } ({ $does })
named-card = { $name } (card { $number }: { $does })
action-any-child-treat-only = Any child, treat only
action-grounded = Grounded
action-two-candies-lost = Two candies lost
action-rosa-and-miguelin-go-home = Rosa and Miguelín go home
action-two-candies-found = Two candies found
action-one-candy-lost = One candy lost
action-half-a-die-lost = Half a die lost
action-half-a-die-for-a-neighbour = Half a die for a neighbour
action-the-door-stays-shut = The door stays shut
action-a-child-stays-put = A child stays put
action-toll = Toll
action-lucia-david-and-jorgito-go-home = Lucía, David and Jorgito go home
action-pass-by = Pass by
action-three-candies-from-the-pot = Three candies from the pot
action-roll-again = Roll again
action-no-choice-at-the-door = No choice at the door
action-eduardito-montse-and-simoncito-go-home = Eduardito, Montse and Simoncito go home
op-free-child = move any child, treat only
op-ground = a player pays { $arg } and sits out a turn
op-freeze = a child stays put for { $arg ->
    [one] { $arg } turn
   *[other] { $arg } turns
}, you do not move
op-force-die = instead of the question the owner pays half a die
op-send-home = send home { $children }
op-shut = do not open
op-toll = the caller pays you { $arg }
op-pass-by = the child goes on to the next square
op-pot-gain = take { $arg } from the pot
op-roll-again = the child rolls again and goes on
op-lose = pay { $arg }
op-gain = take { $arg } from the pot
op-lose-die = pay half a die
op-give-die = give half a die to a neighbour
use-free-child = in your turn, before you choose a child: you may also choose a child that was moved in this lap; at the door only treat can be chosen
use-ground = in your turn, before you choose a child, or to make room for a card that you draw: a player pays { $arg } to the pot and moves no child in the next turn; your turn goes on
use-freeze = instead of moving a child: you choose a child that may not be moved for { $arg } of your turns, even with card 1
use-force-die = while you choose where to go: at a door there is no question; the owner rolls and pays you half the die, rounded up
use-send-home = when one of these children knocks at your door ({ $children }): all of them go to their start squares; the turn ends
use-shut = when a child knocks at your door: no question, no payment, the turn ends
use-toll = when a child knocks at your door: the caller pays you { $arg }, and the turn ends
use-pass-by = when a child knocks at your door: it goes on to the next square, past the mover's own houses
use-pot-gain = when a child knocks at your door: you take up to { $arg } from the pot, and the turn ends
use-roll-again = when a child knocks at your door: the mover rolls again and the child goes on, not back
use-lose = played when drawn: you pay { $arg } to the pot
use-gain = played when drawn: you take up to { $arg } from the pot
use-lose-die = played when drawn: you roll and pay half the die, rounded up, to the pot
use-give-die = played when drawn: you roll and give half the die, rounded up, to the left or right neighbour
condition-free = no condition
condition-show-rival = show your child to the other player
condition-show-all = show your child to all players
condition-set = announce that yours is one of { $children }
condition-not-caller = announce that yours is not the caller
condition-caller = show that yours is the caller
condition-pay = pay { $arg }
condition-discard = discard an action card
price-0 = nothing
price-1 = 1 candy
price-2 = 2 candies
price-3 = an action card

# ---- actions
choose-colour = choose { $colour }
go-with = move { $child }
do-square = go to { $number }, { $place }
do-reroll = roll again
do-pass-turn = pass
play-card = play { $card }
keep-card = keep { $card }
give-card = give { $card }
discard-card = discard { $card }
ground = ground { $name } with a card
freeze = play a card so that { $child } stays put
do-trick = truco (trick)
do-treat = trato (treat)
do-pay-die = roll and pay half the die
do-claim = announce { $number }
do-believe = believe
do-disbelieve = disbelieve
consult = consult { $name }
ask-for = ask for { $price }
do-refuse = refuse the price
do-accept = accept the price
do-say-true = say the claim is true
do-say-false = say the claim is false
do-decline = do not meet the condition
do-meet = meet the condition
do-no-draw = do not draw
do-draw = draw
do-left = give to the left
do-right = give to the right
do-no-tear = leave all costumes alone
tear = tear the costume of { $child }
do-stand-aside = stand aside
do-defend = defend
do-withdraw = withdraw
do-insist = insist
do-bid = bid { $number }

# ---- positions
stage = lap { $lap } of { $rounds }
headline = La noche de Halloween, { stage }, { $deck ->
    [one] { $deck } card
   *[other] { $deck } cards
} in the deck, { $pot } in the pot
over = the game is over
none-asked = nobody is asked
plays = { $name-is ->
    [you] your turn
   *[other] turn of { $name }
}
asked-colour = { plays }: choose a colour
asked-child = { plays }: choose a child
asked-move = { plays }: choose where to go
asked-forward = { plays }: choose where to go on to
asked-answer = { plays }: answer: trick or treat?
asked-claim = { plays }: announce the result of the secret roll
asked-respond = { plays }: believe or not
asked-demand = { plays }: name a price for advice
asked-accept = { plays }: accept the price or not
asked-advice = { plays }: say whether the claim is true
asked-verdict = { plays }: decide
asked-fee = { plays }: give a card
asked-treat = { plays }: meet the condition of a treat card or not
asked-draw = { plays }: draw an action card or not
asked-keep = { plays }: keep one of two cards
asked-neighbour = { plays }: give candies to a neighbour
asked-tear = { plays }: tear a costume or not
asked-defend = { plays }: defend or not
asked-insist = { plays }: insist or withdraw
asked-bid = { plays }: bid in secret
legend = R G Y O B houses (small letters: nobody's), . grey, D a card to draw; children by their first two letters
also-joined = also joined: { $streets }
not-joined = not joined: { $streets }
no-colour = no colour yet
candies-seen = { $count ->
    [one] { $count } candy
   *[other] { $count } candies
}
eliminated = out
child-is = child { $child }
cards-are = cards { $cards }
score = score { $points }, utility { $utility }
torn-by = torn { $count }
child-known = child known to { $whom }
all = all
grounded-next = grounded next turn
stake = stake { $count }
bid-is = bid { $bid }
is-aside = stands aside
is-defends = defends
record-of-claims = { $lies ->
    [one] { $lies } lie
   *[other] { $lies } lies
} in { $checked } of { $claims ->
    [one] { $claims } claim
   *[other] { $claims } claims
} shown
record-of-advice = { $wrong } of { $answers ->
    [one] { $answers } answer
   *[other] { $answers } answers
} false
moved-children = moved in this lap: { $children }
frozen-children = stay put: { $children }
guarded-children = may not be attacked: { $children }
turn-of = { $name }, with { $child }{ $die ->
    [0] { "" }
   *[other] , die { $die }
}
now-grounded = grounded
now-treat-only = treat only
now-no-question = no question
under-attack = under attack: { $child }
trick-now = trick: the die shows { $die }{ $claim ->
    [0] { "" }
   *[other] , announced { $claim }
}
consulted-now = consulted: { $name } for { $price }{ $advice ->
    [true] , says it is true
    [false] , says it is false
   *[none] { "" }
}
treat-of-child = treat card of the child: { $words } ({ $met })
treat-of-owner = treat card of the owner: { $words } ({ $met })
met-open = open
met-not = not met
met-yes = met
in-hand = in hand: { $card }
looked-at = looked at: { $card }
mixed = it is not known which card is where: { $mix }
mix = cards { $cards }, { $hands }
count-in-hand = { $count } in { $who-is ->
    [you] your
   *[other] { $who }'s
} hand
deck-known = deck, its top first: { $cards }
unseen = not seen: { $cards }
cards-used = used cards: { $cards }
house-of = { $who-is ->
    [you] your
   *[other] { $who }'s
} house
house-in-colour = { $who-is ->
    [you] your house ({ $colour })
   *[other] { $who }'s house ({ $colour })
}
unowned-house = a house without an owner ({ $colour })
a-grey-square = a grey square
a-draw-square = a draw square
start-of = { $child }'s start square
grey = grey

# ---- explanations
walk-normal = walks exactly the roll
walk-double = walks the roll or twice the roll, as you like
walk-half = walks half the roll, rounded up
walk-reroll = you may roll a second time, and must then walk the second roll
walk-nearest = from a grey square at the end of the walk it may go to the nearest house of another player instead
look-two = draws two cards on a draw square
look-look = on a draw square you look at two cards and keep one; the other goes under the deck
look-home = draws a card on its own start square, if it walks there
look-home-look = on its own start square, if it walks there, you look at two cards and keep one
name-card = card { $number }
about-card = { $does }; one card, used once
name-treat-card = treat card { $number }
about-treat-card = { $name }: { $condition }; it then adds { $mover } to the die of the player who moves the child, { $owner } to that of the owner of the house
about-child = { $words }; its start square is { $start }
name-house = { $colour } house
about-house = a child that lands there knocks at the owner's door, unless the owner moved it. The house is grey if no player in the game has its colour. Squares { $squares }
name-grey-square = grey square
about-grey-square = has no owner, so nothing is asked. From lap { $tear } on, a child there may tear a costume on a neighbouring square
name-draw-square = draw square
about-draw-square = a grey square on which you may draw an action card; squares { $draws }
name-start-square = start square
about-start-square = a grey square where a child begins; some cards send the child back to it
name-knock = knock
about-knock = a child on another player's house asks: trick or treat? The owner answers, or plays a card
name-trick = trick
about-trick = truco: the mover rolls in secret and announces any result; the owner believes, disbelieves or consults a third player
name-treat = treat
about-treat = trato: both players draw a treat card and roll. A player who meets the condition of the card adds its bonus. The lower total pays the difference
name-candy-table = candy table
about-candy-table = candies for each result of a die: { $worth }
name-announce = announce
about-announce = say any result from 1 to { $die }; if the die shows another one, it is a lie
name-believe = believe
about-believe = pay the candies of the announced result; the die stays hidden unless a third was consulted
name-disbelieve = disbelieve
about-disbelieve = you see the die. If the claim was a lie, the mover pays the difference of two dice, at least { $fine }; if it was true, you roll and pay by the candy table
name-consult = consult
about-consult = a third player names a price, looks at the die, and says whether the claim is true; the answer may be a lie. An honest adviser gets the price (if it was in candies and you disbelieve: { $honest }). A liar gets nothing and pays { $liar } to the pot
name-price = price
about-price = what the adviser may ask for: nothing; 1 to { $top } if the claim is worth { $from } or more; an action card if you have one
name-refuse = refuse
about-refuse = the third player does not look, and you decide alone
name-meet = meet the condition
about-meet = do what your treat card asks for, and add its bonus to your die
name-decline = decline the condition
about-decline = you keep your secret or your candies; your treat card adds nothing
name-pass = pass
about-pass = no child can be moved: the turn ends
name-reroll = reroll
about-reroll = { $rerolls } may roll a second time, once a turn, and must then walk the second roll
name-tear = tear
about-tear = possible from lap { $tear } on, if you have { $undefended } candies or more and the child that you moved stands beside the other one, on a grey square or at your own house. You lay down { $attack }. If nobody defends, you pay { $undefended } in all, the child is out for good, and you score { $yours } points{ $tear-cooldown ->
    [0] { "" }
   *[other] . { $tear-cooldown } of your turns must pass before the next attempt
}
name-defend = defend
about-defend = to save the costume, lay down { $defence }, or one more than the last player who defended
name-aside = stand aside
about-aside = do not defend; it costs no candies
name-withdraw = withdraw
about-withdraw = leave the costume alone: all stakes go to the pot, and the turn ends
name-insist = insist
about-insist = the attacker and all defenders bid in secret
name-bid = bid
about-bid = the highest bid wins and is paid to the pot. If it is the attacker's, the costume is torn; if it is a defender's, the costume is saved. If both sides bid the same, nobody pays a bid and nothing happens. The stakes go to the pot in any case
name-guard = guard
about-guard = after an attempt nobody may attack that child until the attacker's next turn
name-child-card = child card
about-child-card = your secret child: { $stays } points if it is on the street at the end, { $torn } if its costume is torn
name-action-card = action card
about-action-card = { $hand } in a hand at most; used cards do not come back
name-candy = candy
about-candy = 1 point at the end; a player without candies is out with { $out } points{ $counts ->
    [secret] ; only you see how many you have
   *[recall] { "" }
}
name-pot = pot
about-pot = the candies that no player has; { $total } are in the game
name-lap = lap
about-lap = one turn of each player; { $rounds } laps are played, fewer if { $lost } players are out
name-turn-card = turn card
about-turn-card = goes to the next player each lap: that player begins the lap, and all children may be moved again
name-moved = moved
about-moved = a child can be chosen once a lap, by any player
name-record = claims and answers
about-record = the line of each player counts them. A claim is true or a lie if its die was shown to all, and unseen if
    nobody checked it. The answers are those that the player gave as the third who looked at the die
name-colour = colour
about-colour = the houses of your colour are yours; the colour is { $colours ->
    [random] dealt by chance
   *[choose] chosen once
}, at the beginning
there = there: { $children }
own-house = your own house{ $tear ->
    [0] { "" }
   *[1] , from where you must tear a costume
}
door-of = the house of { $who }: { $rule ->
    [rolls] the owner rolls and pays half the die
    [treat] only treat
   *[question] trick or treat?
}
lands-on-draw = a draw square: you may draw an action card
lands-on-grey = grey: no question
near = next to it: { $children }, whose costume might be torn
card-for-condition = discarded to meet the condition
card-for-room = discarded to make room; then you draw
card-for-helper = given to the player who helped you
card-kept = kept; the other card goes under the deck
if-believed = if believed, you get { $candies }{ $die ->
    [0] { "" }
   *[other] ; the die shows { $die }
}
claim-costs = the announced { $claim } costs { $candies }
pay-half = you roll one die and pay half of it, rounded up, to the player whose child knocks
your-child = { $child } is your child: { $torn } points for you if its costume is torn
your-stake = your stake is { $candies }
costs-you = costs you { $candies }

# ---- events
coloured = { $seat } chose { $colour }
played = { $seat } played { $card }
discarded = { $seat } discarded { $card }
chose = { $child ->
    [none] with that roll this child has nowhere to go, another one must
   *[other] { $seat } chose { $child }
}
grounded = { $seat } will sit out the next turn
frozen = { $child } stays put for { $turns } of { $seat-of } turns
rolled = { $seat } rolled { $die }{ $stride }
may-walk = : { $child } may walk { $roll } or { $twice }
walks-half = : { $child } walks half of it, { $half }
threw = { $seat } rolled { $die }
put-aside = { $seat } put the { $die } aside to roll again
went = { $child } went from square { $start } to square { $square }, { $place }
sent-home = { $child } is on square { $square }, its start square
knocked = { $child } knocked: trick or treat, { $seat }?
rolled-to-pay = { $seat } rolled to pay half the die
rolled-in-secret = { $owner } chose truco (trick); { $seat } rolled in secret{ $die ->
    [unknown] { "" }
   *[other] : { $die }
}
claimed = { $seat } announced { $claim }, worth { $worth }
consulted = { $seat } consulted { $third }
demanded = { $seat } asked for { $price }
refused = { $seat } refused the price
accepted = { $seat } accepted the price
saw = { $seat } looked: the die shows { $die }
advised = { $seat } said that the claim is { $advice ->
    [true] true
   *[false] false
}
verdict = { $seat } { $believes ->
    [0] did not believe
   *[1] believed
} { $mover }
die-shown = the die is shown: { $die }; { $seat } { $honest ->
    [0] lied
   *[1] told the truth
}
advice-checked = { $seat } { $honest ->
    [0] lied
   *[1] told the truth
} about it
gave = { $seat } gave { $third } { $card ->
    [unknown] an action card
   *[other] { $card }
}
chose-treat = { $seat } chose trato (treat)
treats-shuffled = the treat cards were shuffled again
drew-treat = { $seat } drew a treat card: { $treat-card }
condition = { $seat } got { $met ->
    [0] no bonus
   *[1] the bonus { $bonus }
}
showed = { $seat } showed { $to } { $seat-is ->
    [you] your
   *[other] the
} child card{ $child ->
    [unknown] { "" }
   *[other] : { $child }
}
announced = { $seat-of } child is { $children }
all-but = not { $child }
just-one = { $children }
one-of = one of { $children }
drew = { $seat } drew { $card ->
    [unknown] an action card
   *[other] { $card }
}
opened = { $seat } drew { $card }
looked = { $seat } looked at { $cards ->
    [unknown] two cards
   *[other] { $cards }
}
put-back = { $seat } put { $card ->
    [unknown] one of them
   *[other] { $card }
} under the deck
declined = { $seat } did not draw
owes = { $seat } owes { $amount } to a neighbour
paid = { $candies ->
    [0] nobody paid
   *[other] { $payer-is ->
        [nobody] { $payee } took { $amount } from the pot
       *[other] { $payer } paid { $amount } to { $payee-is ->
            [nobody] the pot
           *[other] { $payee }
        }
    }
}{ $reason }
for-claim = for the claim
for-advice = for the advice
for-lie = for the lie, by the difference of two dice
for-doubt = for the doubt, by a new die
for-totals = by the difference of the totals
for-condition = for the condition
for-undefended = as no player defends
for-bid = for the highest bid
attacked = { $seat } attacked the costume of { $child }: stake { $amount }
left-alone = { $seat } left all costumes alone
stood = { $seat } { $stand ->
    [aside] stood aside
   *[defends] defended: stake { $amount }
}
insisted = { $seat } { $insists ->
    [0] withdrew
   *[1] insisted
}
bid = { $seat } bid { $candies ->
    [unknown] in secret
   *[other] { $candies }
}
bids-opened = the bids are opened: { $bids }{ $outcome }
bids-equal = ; they are equal, and neither side pays its bid
saved-by = ; { $child } is saved by { $names }
torn = { $child }'s costume is torn, and the child goes home: it was { $holder-is ->
    [nobody] nobody's
   *[other] { $holder-of }
} child
stake-lost = { $seat-of } stake goes to the pot: { $amount }
out = { $seat } lost the last candy and went out; { $seat-of } houses are grey now
lap = lap { $lap } of { $laps } begins with { $seat }
turn = { $alive ->
    [0] no turn for { $seat }: out
   *[1] it is { $seat-of } turn{ $grounded ->
        [0] { "" }
       *[1] , grounded: no child may be moved
    }
}
total = { $seat }: { $points ->
    [one] { $points } point
   *[other] { $points } points
} ({ $parts })
for-costumes = { $points } for costumes
own-child-stays = own child on the street { $bonus }
own-child-torn = own child torn { $bonus }
game-over = the game is over; won by { $winners }

# ---- pictures
draw-tear = ; costumes from lap { $tear }
draw-turn = this turn
draw-secret = secret
draw-met = met ✓
draw-own-child = you are { $child }
draw-child = secret child
draw-starts = has the turn card
draw-known = known to { $whom }
draw-claims = claims: { $counts }
draw-claims-true = { $count } true
draw-claims-lie = { $count ->
    [one] { $count } lie
   *[other] { $count } lies
}
draw-claims-unseen = { $count } unseen
draw-advice = answers: { $counts }
draw-advice-true = { $count } true
draw-advice-false = { $count } false
draw-pot = pot
draw-deck = action cards
draw-used = used cards
draw-treat = treat cards
draw-torn = torn
draw-suspicion = who has which child?
suspect-known = { $name }: { $child }
suspect-only = { $name }: only { $child } is left
suspect-some = { $name }: { $children }
suspect-not = not: { $children }
