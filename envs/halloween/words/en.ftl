# What happens in La noche de Halloween, where the rules note it; these events are told with others, see `tell.py`.

# ---- the rules card
rules-goal-1 = Walk the children of the street from door to door and gather candies, without showing which child is yours.
rules-turn-1 = Choose a child that has not been moved in this lap, roll the die with { $die } faces and walk exactly that far, in any direction, but not straight back.
rules-turn-2 = At another player's house the owner says truco (trick) or trato (treat). Truco: you roll in secret and announce any result; the owner believes and pays for it, disbelieves, or consults a third player. Trato: both draw a treat card and roll; the lower total pays the difference.
rules-turn-3 = On a draw square you may draw an action card, at most { $hand } in a hand. From lap { $tear } on you may tear the costume of a child beside a grey square; undefended it costs { $undefended } candies.
rules-end-1 = After { $rounds } laps, or when { $lost } players have no candies left.
rules-scoring-1 = A candy counts 1 point, your own child { $stays } if it is still on the street and { $torn } if its costume is torn, each costume that you tore { $yours }. Players who are out have { $out }.

# ---- a first game
guide-colour = Choose the colour of your houses: whoever stops there has to deal with you.
guide-child = Choose the child to move. Any child will do, once a lap; moving only your own gives it away. Look which houses it can reach.
guide-move = Choose where to go. A house of another player leads to truco o trato, a draw square to a card, a grey square to nothing or, later, to an attack.
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
guide-draw = You may draw an action card. With a full hand one has to go first.
guide-keep = Keep one of the two cards; the other goes under the deck.
guide-neighbour = Candies go to a neighbour: choose the one who is behind.
guide-tear = You may tear a costume beside you: { $yours } points for you, { $torn } for the player of that child. Tear those that cannot be yours; others may guess from it.
guide-defend = Defend the child if it may be yours, or to cost the attacker candies. Defending a child that is not yours misleads the others.
guide-insist = Insist and bid against the defenders, or withdraw and lose the stakes.
guide-bid = Bid in secret: the highest bid is paid and decides. Think of what the costume is worth: { $torn } for its player.
