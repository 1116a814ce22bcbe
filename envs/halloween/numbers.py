"""Numbers of the rules of La noche de Halloween that are in no pack; rules, explanations and the page take them from
here."""

DIE = 8  # faces of the die
OWN_CHILD_STAYS = 5  # points at the end for the secret child if it is on the street (R57)
OWN_CHILD_TORN = -10  # points for it if its costume is torn
TORN_BY_YOU = 2  # points for each costume torn by oneself
OUT = -10  # points of a player who is out
LOST_PLAYERS = 3  # players without candies that end the game
ATTACK_STAKE = 1  # candies that an attacker lays down
DEFENCE_STAKE = 2  # candies that the first defender lays down; each further one lays down one more (R51)
CANDIES_FOR_A_PRICE = 3  # smallest claim, in candies, at which the third may demand candies (R35)
TOP_PRICE = 2  # most candies that the third may demand
FOR_THE_HONEST = 2  # candies that the owner pays an honest third if the claim was disbelieved (R40)
FROM_THE_LIAR = 1  # candies that a third who lied pays to the pot (R38)
FINE_OF_A_LIAR = 1  # candies that a mover who lied pays at the least (R40)
