# The words of Medianokte.

seat-enemy = enemy
seat-crew = crew { $number }

# ---- the rules card
rules-goal-1 = One player is the Enemy with a boss and an army of astralis; all others are the crew of the ship. The crew wins when the boss is down, the Enemy when a crew member is down.
rules-turn-1 = The Enemy { $combined ->
    [1] spends energy: summons astralis, plays events, strikes with ready astralis; an action card of the boss may end the turn.
   *[0] plays one action card of the boss, which ends the turn, or spends energy: summons astralis, plays events, strikes with ready astralis.
} Action cards draw up to { $hand } cards and let the astralis rest.
rules-turn-2 = A crew member first gives things away and uses single-use objects freely, then does one thing: attacks with a ready weapon, uses the assist, uses the final action for { $final } counters, or explores. Exploring draws a card and lets the member's cards rest; the Enemy gets energy for it.
rules-turn-3 = A melee attack must target a ready astrali while there is one; a distance attack may target any astrali or the boss; an area attack hits all. Each die that reaches the armour does one damage. A crew member who kills an astrali gets a counter.
rules-end-1 = The boss has { $boss } life, and { $each } more for each crew member. After { $max-rounds } rounds nobody wins.
rules-scoring-1 = There are no points: the crew wins or loses as one, against the Enemy.

# ---- a first game
guide-choose = Choose whom you play. Look at the weapons or action cards: who hits from afar, who heals, who is hard to hurt.
guide-build = Choose a card for your deck. Mix cheap cards, which come early, with a few strong ones.
guide-enemy = Your turn as the Enemy: { $combined ->
    [1] spend energy first, then let an action card of the boss end the turn and refill your hand.
   *[0] an action card of the boss ends the turn and refills your hand; otherwise spend energy.
} Strike a crew member whose armour is low, but you may not strike the same one twice in a row{ $repeat ->
    [turn] { "" } in a turn.
   *[game] .
}
guide-crew = Your turn: give and use things first. Then attack, assist, explore or play the final action, which ends the turn. Attack while your weapons are ready; explore when they are tired, though it gives energy to the Enemy.
guide-drawn = You found a card. Keep it, give it to the member who uses it best, or discard it. If it is kept, the Enemy gets its cost as energy.
guide-stack = The found weapon covers one of your basic weapons: cover the one that you use less.
guide-target = Choose the target of the card: finish what is nearly down, or weaken what is dangerous.
guide-tire = Choose which cards tire. You are the player of the card: take those that the crew member needs most.
guide-card = Choose the action card that tires: the one that would hurt you most.
guide-option = Choose which of the two effects happens.
guide-revive = Choose the astrali that comes back as a weapon: the one with the best attack.
guide-summon = Choose the astrali that enters for free: the most expensive one saves most energy.
guide-lose = Choose the object that the crew member loses: the one that helps most.

# ---- cards
aim-self = the user
aim-finder = the finder
aim-attacker = the attacker
aim-enemy = the Enemy
aim-crew = a crew member of choice
aim-mate = another crew member
aim-each-crew = each crew member
aim-foe = an astrali or the boss
aim-melee = an astrali or the boss within the reach of melee
aim-astrali = an astrali
aim-each-astrali = each astrali
aim-each-foe = each of the astralis and the boss
aim-boss = the boss
trait-strength = strength
trait-dexterity = dexterity
trait-will = will
short-strength = str
short-dexterity = dex
short-will = will
dice = { $count ->
    [one] { $count } die
   *[other] { $count } dice
}
counters = { $count ->
    [one] { $count } counter
   *[other] { $count } counters
}
cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
rolls-under = rolls under { $trait }
if-failed = if that fails, { $does }
in-any-case = in any case { $does }
times = { $does } ({ $count ->
    [2] twice
   *[other] { $count } times
})
one-of = either { $one } or { $two }
step-damage = takes { $count } damage
step-heal = heals { $count }
step-bleed = starts to bleed
step-bleed-less = stops bleeding
step-poison = gets { $count } poison
step-poison-less = loses up to { $count } poison
step-euphoria = becomes euphoric
step-euphoria-less = is no longer euphoric
step-tire = has { cards } { $tired }, chosen by { $user }
step-tire-astrali = is { $tired }
step-tire-boss = has { action-cards } { $tired }, chosen by { $user }
step-tire-foe = is { $tired } (the boss: { action-cards }, chosen by { $user })
action-cards = { $count ->
    [one] { $count } action card
   *[other] { $count } action cards
}
step-rest = has all cards rest one step
step-rest-astrali = rests one step
step-rest-boss = has all action cards rest one step
step-energy = gets { $count } energy
step-energy-less = loses up to { $count } energy
step-charge = gets { counters }
step-charge-less = loses up to { counters }
step-draw = draws { cards }
step-dice = is hit by { dice } against armour
step-magic = is hit by { $count ->
    [one] { $count } magic die
   *[other] { $count } magic dice
}
step-revive = revives an astrali of cost { $count } or less from the void as a weapon
step-summon = may summon an astrali of cost { $count } or less for free
step-lose = loses an object or a found weapon, chosen by { $user }
attack-magic = magic die
attack-special = special
reach-melee = { $value } melee
reach-distance = { $value } distance
reach-area = { $value } at every astrali and the boss
against = { $attack } against { $trait }
on-a-hit = { $attack }: on a hit, the target { $does }
does-tap = taps
does-exhaust = exhausts
gives-life = life
gives-armour = armour
gives-strength = strength
gives-dexterity = dexterity
gives-will = will
gives-melee = { $count ->
    [one] melee die
   *[other] melee dice
}
gives-distance = { $count ->
    [one] distance die
   *[other] distance dice
}
gives-discount = discount on exploring
type-weapon = weapon
type-permanent = permanent
type-single-use = single use

# ---- names
the-enemy = the Enemy
the-boss = the boss
with-you = { $name } (you)
in-slot = { $name } (slot { $slot })
revived = revived { $name } (place { $place })
found-weapon = { $name } (weapon { $number })
weapon-1 = weapon 1
weapon-2 = weapon 2
assist = assist
action-card = action card { $number }
is-ready = ready
is-tapped = tapped
is-exhausted = exhausted
is-bleeding = bleeding
is-euphoric = euphoric
poison-is = poison { $count }
struck-last = struck last

# ---- actions
do-end-turn = end the turn
do-explore = explore
do-assist = use the assist
do-final = use the final action
do-decline = summon nobody
do-summon = summon { $name }
do-event = play event { $name }
do-use = use { $name }
do-revive = revive { $name }
do-summon-free = summon { $name } for free
do-character = play { $name }
do-boss = play { $name }
do-discard = discard { $name }
do-resolve = resolve { $name }
do-option = { $name }: { $does }
do-card = play action card { $name }
do-pick = tire action card { $name }
do-tire = tire { $cards }
do-tire-of = tire { $cards } of { $whom }
do-target = choose { $name }
do-lose = remove { $name }
do-build = add { $name } to the deck
do-strike = strike { $whom } with { $what }
do-attack = attack { $whom } with { $what }
do-give = give { $what } to { $whom }
do-give-weapon = { do-give }
do-take = { do-give }
do-stack = lay { $what } over { $whom }
keep = keep { $name }
first-strike = strike with { $what }
first-attack = attack with { $what }
first-give = give { $what }
first-give-weapon = give { $what }
then-strike = { $whom }
then-attack = { $whom }
then-give = to { $whom }
then-give-weapon = to { $whom }
to-strike = strike { $whom }
to-attack = attack { $whom }
to-give = give to { $whom }
to-give-weapon = { to-give }
to-tire = tire { $whom }
whom-all = every astrali and the boss
whom-melee = { $foe } in melee
whom-distance = { $foe } from a distance

# ---- positions
stage = round { $number } of { $last }
headline = Medianokte, { stage }
turn-of = turn of { $name }
result-0 = the Enemy wins
result-1 = the crew wins
result-2 = neither side wins
asked-choose = choose a boss or a character
asked-build = pick a card for the deck
asked-enemy = { $combined ->
    [1] summon, play events and strike, and an action card at the end
   *[0] an action card, or summon, play events and strike
}
asked-crew = give and use things; then attack, assist, explore or play the final action
asked-drawn = keep, give, resolve or discard what was found
asked-stack = which weapon does it cover?
asked-target = for whom?
asked-tire = which cards tire?
asked-card = which action card tires?
asked-option = which effect?
asked-revive = which astrali comes back?
asked-summon = which astrali enters for free?
asked-lose = what is removed?
damage-now = damage: the crew member nearest to falling { $crew }%, the boss { $boss }%
utilities = utility: { $names }
enemy-head = THE ENEMY{ $own ->
    [0] { "" }
   *[1] { "" } (you)
}   energy { $energy }
crew-head = THE CREW
army-head = army:
life-of = life { $left }/{ $limit }
armour-is = armour { $value }
attack-is = attack { $attack }
counters-are = counters { $count }/{ $limit }
assist-line = assist { $name } ({ $tired }): { $does }
final-line = final action { $name }: { $does }
objects-line = objects: { $names }
pile-hand = hand ({ $count })
pile-deck = deck ({ $count })
pile-unseen = not seen, in the deck or the hand
pile-known = known to the crew
pile-discard = discard
pile-void = void
pile-exploration = exploration deck ({ $count })
cards-unknown = { $count } unknown
card-now = card: { $card }
on-target = { $card } on { $target }

# ---- explanations
name-energy = energy
about-energy = the Enemy's reserve; it pays for astralis, events and strikes, and grows when the crew's cards rest or the crew keeps what it finds
name-action-card = action card
about-action-card = one of the { $action-cards } cards of the boss, played { $combined ->
    [1] also after buying things
   *[0] instead of buying anything
}. It takes effect, then the Enemy draws up to his hand size and his astralis rest one step. The action cards rest when none of them is ready
name-army = army
about-army = the astralis in play, from the left in order of entry; while one is ready, melee attacks must target ready ones
name-void = void
about-void = where fallen astralis lie; some cards revive them as weapons of the crew
name-discard = discard
about-discard = events that were played. When the Enemy's deck is empty, the discard becomes the deck, and the crew then knows his hand
name-hand = hand
about-hand = the Enemy's cards; the crew sees only those that it knows for certain
name-exploration = exploration deck
about-exploration = { $crew-deck } cards of each crew member, { $crew-objects } of them objects, the others positive events. All know which cards it holds, but not in which order
name-enemy-deck = Enemy's deck
about-enemy-deck = { $enemy-deck } cards, { $enemy-astralis } of them astralis, the others events
name-ready = ready
about-ready = a card that can be used
name-tapped = tapped
about-tapped = a tired card: it needs one step of rest to be ready
name-exhausted = exhausted
about-exhausted = a very tired card: it needs two steps of rest to be ready
name-counter = counter
about-counter = lies on a final action; a crew member whose card or attack brings an astrali down gets { $kill-counters }
name-bleeding = bleeding
about-bleeding = at the end of the owner's turn a die with { $bleeding-die } faces is rolled: 1 to { $bleeds-up-to } is { $bleeding-damage } damage, { $bleeding-die } ends the bleeding
name-poison = poison
about-poison = each poison token takes away one armour
name-euphoria = euphoria
about-euphoria = one die more in each basic attack
name-armour = armour
about-armour = a die with { $die } faces must reach it to do one damage; objects add to it, poison takes from it
name-life = life
about-life = how much damage can be taken; the game ends when a crew member or the boss has none left{ $more ->
    [0] { "" }
   *[other] ; each crew member has { $more } more than its card says
}
name-strength = strength
about-strength = a characteristic, for tests and against special attacks
name-dexterity = dexterity
about-dexterity = a characteristic, for tests and against special attacks
name-will = will
about-will = a characteristic, for tests and against special attacks
name-melee = melee
about-melee = a range: while an astrali is ready, only ready astralis can be attacked
name-distance = distance
about-distance = a range: any astrali or the boss
name-area = area
about-area = a range: every astrali and the boss, with the same dice
name-basic = basic attack
about-basic = dice with { $die } faces; each that reaches the armour is one damage
name-revived = revived astrali
about-revived = an extra weapon of a crew member, for distance; it taps and rests, and cannot be given or lost
name-end-turn = end the turn
about-end-turn = nothing more is done; bleeding is rolled for
name-summon = summon
about-summon = an astrali of your hand enters the army, ready, for its cost
name-event = event
about-event = a negative event of the Enemy's hand takes effect for its cost and is discarded; at most { $events-a-turn } events a turn
name-strike = strike
about-strike = a ready astrali attacks a crew member for { $strike-cost } energy and taps; never the same crew member twice in a row{ $repeat ->
    [turn] { "" } in a turn
   *[game] { "" }
}
name-explore = explore
about-explore = all your tired cards rest one step, and the Enemy gets 1 energy for each of them. Then you draw a card. This ends the turn
name-attack = attack
about-attack = you attack an astrali or the boss with a ready weapon, as its range allows. This ends the turn
name-assist = assist
about-assist = the third card of a character, used instead of attacking. This ends the turn
name-final = final action
about-final = a character's strongest card. It costs counters and never tires. This ends the turn
name-use = use
about-use = a single-use object takes effect and leaves the game; the turn goes on
name-give = give
about-give = an object or found weapon goes to another crew member; the turn goes on
name-take = take
about-take = a found object is kept or given; the Enemy gets its cost as energy
name-discard-found = discard what was found
about-discard-found = it leaves the game, for free
name-resolve = resolve
about-resolve = a found event takes effect on its finder; the Enemy gets its cost as energy
name-stack = stack
about-stack = a found weapon covers one of the two weapons; one that lay there leaves the game
name-target = target
about-target = the crew member, the astrali or the boss on which a card takes effect
name-tire = tire
about-tire = the player of the card chooses which cards are tapped or exhausted; an astrali is tapped or exhausted itself
name-option = option
about-option = one of two effects of a card; the player of the card chooses
name-revive = revive
about-revive = a fallen astrali becomes an extra weapon
name-summon-free = summon for free
about-summon-free = an astrali enters the army without its cost
name-lose = lose
about-lose = an object or found weapon of a crew member leaves the game; the Enemy chooses which
name-special = special attack
about-special = one die with { $die } faces is rolled. If it is { $who ->
    [target] above the characteristic of the target
    [attacker] above the attacker's own characteristic
   *[attacker_under] under the attacker's own characteristic ({ ties })
}, the effect of the card follows
ties = { $ties ->
    [0] an equal roll fails
   *[1] an equal roll is enough
}
name-magic = magic die
about-magic = a die with the faces { $faces }: it does as much damage as it shows, whatever the armour
name-test = test
about-test = the target rolls a die with { $die } faces under a characteristic ({ ties }), or the effect follows
kind-character = character
kind-weapon = weapon
kind-assist = assist
kind-final = final action
kind-boss = boss
kind-action = action card
kind-astrali = astrali
kind-event = event
kind-object = object
about-a-character = character: { $words }
about-a-weapon = weapon of { $owner }: { $words }
about-a-assist = assist of { $owner }: { $words }
about-a-final = final action of { $owner }, for { $cost }: { $words }
about-a-boss = boss: { $words }
about-a-action = action card of { $owner }: { $words }
about-a-astrali = astrali: { $words }
about-a-event = event: cost { $cost }, { $words }
about-a-object = { $words }; cost { $cost }
traits = armour { $armour }, strength { $strength }, dexterity { $dexterity }, will { $will }
character-words = life { $life }, { $traits }; cards: { $cards }
boss-words = { $traits }; action cards: { $cards }
astrali-words = cost { $cost }, life { $life }, { $traits }; attack: { $attack }
strike-costs = costs { $cost } energy, and the astrali taps: { $attack }
can-rest = { cards } can rest: 1 energy to the Enemy for each, less discounts

# ---- odds

decimal = { $whole }.{ $tenth }
odds-dice = { $count ->
    [one] 1 die hits
   *[other] { $count } dice, each hits
} on { $face } or more ({ $percent }%)
odds-none = no die reaches armour { $armour }
odds-magic = the magic die does { $least } to { $most } damage, armour does not help
odds-over = 1 die hits on { $face } or more ({ $percent }%): { $trait } { $value }
odds-under = 1 die hits on { $face } or less ({ $percent }%): { $trait } { $value }
odds-never = no die hits: { $trait } { $value }
odds-test = { $trait } { $value }: the test fails with { $percent }%
odds-falls = kills with { $percent }% (life { $left })
odds-span = { $least } to { $most }
odds-left = leaves { $span } of { $limit } life
odds-mean = { $damage } damage on average
odds-on = { $name }: { $words }
brief-kills = kills { $percent }%
brief-falls = kills { $percent }%, { $damage } damage
brief-damage = { $damage } damage
brief-hits = works { $percent }%
brief-all = { $damage } damage in all

# ---- events
cast = { $chooser } chose { $choice }{ $chose ->
    [boss] { "" } as the boss
   *[character] { "" }
}
built = { $seat } added { $built } to the deck
dealt = { $enemy } began with { $energy } energy
ended = { $seat } ended the turn
acted = { $enemy } played the action card { $card }: { $effect-of-card }
happened = { $enemy } played { $event } for { $cost-of-event } energy: { $effect-of-event }
summoned = { $enemy } summoned { $astrali } for { $cost-of-astrali } energy
summoned-free = { $seat } summoned { $astrali } for free
summoned-none = { $seat } summoned no astrali
struck = { $enemy-of } { $striker } struck { $victim } for { $strike-cost } energy ({ $attack })
against-armour = { $attack } against armour { $armour }
fell = { $astrali } fell and went to the void
explored = { $seat } explored: { $rested ->
    [one] { $rested } card
   *[other] { $rested } cards
} rested; { $found }
found-none = the exploration deck is empty
found-object = found { $name } (cost { $cost }; { $words })
found-event = found the event { $name } (cost { $cost }; { $words })
discarded = { $seat } discarded { $card }
kept = { $seat } { $own ->
    [0] gave { $card } to { $to }
   *[1] kept { $card }
} for { $cost-of-card } energy to { $enemy }
stacked = { $seat } laid { $card } over { $covered }
attacked = { $seat } attacked { $whom } with { $weapon } ({ $attack })
attacked-all = { $seat } attacked every astrali and the boss with { $weapon } ({ $attack })
used = { $seat } { $use ->
    [assist] used the assist { $card }: { $effect-of-card }
    [final] used the final action { $card } for { $cap ->
        [one] { $cap } counter
       *[other] { $cap } counters
    }: { $effect-of-card }
    [positive] resolved { $card } for { $cost-of-card } energy: { $effect-of-card }
   *[object] used { $card }: { $effect-of-card }
}
gave = { $seat } gave { $object } to { $to }
aimed = { $self-is ->
    [self] { $seat-is ->
        [you] you chose yourself
       *[other] { $seat } chose { $seat }
    }
   *[other] { $seat } chose { $whom }
} for { $card }
chose-effect = { $seat } chose an effect of { $card }
no-effect = { $card } has no effect
threw = rolled { $dice }
magic-die = the magic die shows { $face }
rolled-for-bleeding = { $whom } rolled { $die } for the bleeding
passed = { $whom } rolled under { $trait }
wounded = { $whom } took { $count } damage: { $left } of { $limit } life left
unhurt = { $whom } { $whom-is ->
    [you] are
   *[other] is
} not hurt
healed = { $whom } healed { $count }: { $left } of { $limit } life left
bled = { $whom-is ->
    [you] you bleed
   *[other] { $whom } bleeds
}
bleeding = { $whom } { $bleeds ->
    [0] stopped bleeding
   *[1] started to bleed
}
poison = { $whom } { $way ->
    [more] got
   *[less] lost
} { $amount } poison: armour is { $armour-now }
euphoria = { $seat } { $euphoric ->
    [0] stopped being euphoric
   *[1] became euphoric
}
got-counters = { $seat } { $way ->
    [more] got
   *[less] lost
} { $amount ->
    [one] { $amount } counter
   *[other] { $amount } counters
}: { $new } of { $cap }
rested = { $count ->
    [one] { $count } card
   *[other] { $count } cards
} of { $seat } rested one step
card-is = { $seat-of } { $place } is { $tired }
astrali-is = { $whom } is { $tired }
action-card-is = action card { $card } is { $tired }
action-cards-rest = action cards rest
brought-back = { $seat } revived { $astrali } from the void as a weapon
lost = { $seat } lost { $object }
energy = { $enemy } { $gained ->
    [more] got
   *[less] lost
} { $gain } energy: { $energy } now
spent = { $enemy } spent { $count } energy: { $energy } now
reshuffled = the discard became the deck; what the Enemy held then is known to the crew
drew-card = { $card ->
    [unknown] { "" }
   *[other] { $enemy } drew { $card }
}
drew = { $enemy-is ->
    [you] { "" }
   *[other] { $enemy } drew { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
}
crew-fell = { $seat } fell
turn-begins = { $seat-of } turn
enemy-turn = round { $number }: { $enemy-of } turn
game-over = { $winner ->
    [0] the Enemy has won
    [1] the boss is down: the crew has won
   *[2] the last round is over: neither side has won
}

# ---- pictures
draw-hand = hand: { $count }
draw-enemy-hand = hand of the Enemy
draw-enemy-hand-short = hand
draw-aim-crew = crew against { $boss }
draw-aim-enemy = Enemy against { $name }
draw-no-army = no astrali has been summoned
draw-exploration = exploration
draw-deck = Enemy deck
draw-discard = discard
draw-void = void
draw-found = found: { $card }
draw-stack = to lay over a weapon: { $card }

# ---- why the game ended
outcome-fell = { $name } fell, so the whole crew has lost; the boss had { $life } life
outcome-0 = the crew has lost; the boss had { $life } life
outcome-1 = the boss is down; the crew had { $lives } life
outcome-2 = the last round is over: the boss had { $life } life, the crew { $lives }
