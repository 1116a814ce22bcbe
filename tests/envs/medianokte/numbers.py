"""Numbers of phases, characters and bosses of the default pack, as the tests name them."""

CHOOSE, BUILD, ENEMY, CREW, DRAWN, STACK, TARGET, TIRE, CARD, OPTION, REVIVE, SUMMON, LOSE, END = range(14)
KAZADOR, NIGROMANTE, KAPITANA, KURADORA, MEKANIKO, AKROBATA = range(6)
UMBRAL, KOLMENA, ORAKULO = range(3)
