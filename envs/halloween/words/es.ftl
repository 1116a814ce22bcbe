# Las palabras de La noche de Halloween.

# ---- la tarjeta de reglas
rules-goal-1 = Lleva a los niños de la calle de puerta en puerta y reúne caramelos sin que se note cuál es el tuyo.
rules-turn-1 = Elige un niño que no se haya movido en esta ronda, tira el dado de { $die } caras y avanza justo esas casillas, en cualquier dirección, pero sin dar la vuelta.
rules-turn-2 = En la casa de otro jugador, su dueño dice truco o trato. Truco: tiras en secreto y anuncias el resultado que quieras; el dueño te cree y lo paga, no te cree, o duda y pregunta a un tercer jugador. Trato: los dos robáis una carta de trato y tiráis; el total más bajo paga la diferencia.
rules-turn-3 = En una casilla de robar carta puedes robar una carta de acción, como mucho { $hand } en la mano. Desde la ronda { $tear } puedes arrancar el disfraz de un niño que esté junto a una casilla neutra; sin defensa cuesta { $undefended } caramelos.
rules-end-1 = Tras { $rounds } rondas, o cuando { $lost } jugadores se quedan sin caramelos.
rules-scoring-1 = Un caramelo vale 1 punto; tu propio niño { $stays } si sigue en la calle y { $torn } si le han arrancado el disfraz; cada disfraz que hayas arrancado { $yours }. Los eliminados tienen { $out }.

# ---- una primera partida
guide-colour = Elige el color de tus casas: quien se pare en ellas tendrá que vérselas contigo.
guide-child = Elige el niño que se mueve. Vale cualquiera, una vez por ronda; mover solo al tuyo lo delata. Mira a qué casas puede llegar.
guide-move = Elige adónde ir. La casa de otro jugador lleva a truco o trato, una casilla de robar a una carta, una neutra a nada o, más adelante, a un ataque.
guide-forward = Elige por dónde sigue el niño.
guide-answer = Hay un niño en tu puerta. Con truco quien llama puede mentir sobre el dado; con trato tiráis los dos a la vista. Una carta puede echarlo.
guide-claim = Anuncia un resultado: los altos pagan más y se creen menos. Solo tú conoces el dado.
guide-respond = ¿Te lo crees? Creer cuesta lo anunciado; quien miente y es descubierto paga, pero dudar de la verdad te cuesta a ti. Un tercero puede mirar por ti.
guide-demand = Pon precio a tu consejo. Verás el dado, y puedes mentir.
guide-accept = ¿Vale el consejo ese precio? Quien aconseja puede mentir, pero si se descubre se queda sin él.
guide-advice = Ves el dado. Di si lo anunciado es verdad, o miente a favor de quien llama.
guide-verdict = Ya has oído el consejo. Decide: creer y pagar, o no creer.
guide-fee = Da a quien te aconsejó una de tus cartas: la que menos te sirva.
guide-treat = Cumple la condición de tu carta de trato para sumar su bonificación, o guarda tu secreto y tus caramelos.
guide-draw = Puedes robar una carta de acción. Con la mano llena hay que soltar una antes.
guide-keep = Quédate con una de las dos cartas; la otra va debajo del mazo.
guide-neighbour = Los caramelos van a un vecino: elige al que vaya por detrás.
guide-tear = Puedes arrancar un disfraz a tu lado: { $yours } puntos para ti, { $torn } para el jugador de ese niño. Que no sea el tuyo; y piensa qué deducirán los demás.
guide-defend = Defiende al niño si puede ser el tuyo, o para que al atacante le cueste más. Defender a otro despista.
guide-insist = Insiste y puja contra quienes defienden, o retírate y pierde lo apostado.
guide-bid = Puja en secreto: la puja más alta se paga y decide. Piensa lo que vale el disfraz: { $torn } para su jugador.
