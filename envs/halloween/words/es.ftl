# Las palabras de La noche de Halloween.

# ---- la tarjeta de reglas
rules-goal-1 = Lleva a los niños de la calle de puerta en puerta y reúne caramelos sin que se note cuál es el tuyo.
rules-turn-1 = Elige un niño que no se haya movido en esta ronda, tira el dado de { $die } caras y avanza justo esas casillas, en cualquier dirección, pero sin dar la vuelta.
rules-turn-2 = En la casa de otro jugador, su dueño dice truco o trato. Truco: tiras en secreto y anuncias el resultado que quieras; el dueño te cree y lo paga, no te cree, o duda y pregunta a un tercer jugador. Trato: los dos robáis una carta de trato y tiráis; el total más bajo paga la diferencia.
rules-turn-3 = En una casilla de robar carta puedes robar una carta de acción, como mucho { $hand } en la mano. Desde la ronda { $tear } puedes arrancar el disfraz de un niño que esté junto a una casilla neutra; sin defensa cuesta { $undefended } caramelos.
rules-end-1 = La partida termina tras { $rounds } rondas, o cuando { $lost } jugadores se quedan sin caramelos.
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
guide-accept = ¿Vale el consejo ese precio? Quien aconseja puede mentir, pero si se descubre se queda sin cobrar.
guide-advice = Ves el dado. Di si lo anunciado es verdad, o miente a favor de quien llama.
guide-verdict = Ya has oído el consejo. Decide: creer y pagar, o no creer.
guide-fee = Da a quien te aconsejó una de tus cartas: la que menos te sirva.
guide-treat = Cumple la condición de tu carta de trato para sumar su bonificación, o guarda tu secreto y tus caramelos.
guide-draw = Puedes robar una carta de acción. Con la mano llena, antes tienes que jugar o descartar una.
guide-keep = Quédate con una de las dos cartas; la otra va debajo del mazo.
guide-neighbour = Los caramelos van a un vecino: elige al que vaya por detrás.
guide-tear = Puedes arrancar un disfraz a tu lado: { $yours } puntos para ti, { $torn } para el jugador de ese niño. Que no sea el tuyo, y piensa qué deducirán los demás.
guide-defend = Defiende al niño si es el tuyo ({ $torn } puntos si le arrancan el disfraz), o para que al atacante le cueste más. Defender a otro despista.
guide-insist = Insiste y puja contra quienes defienden, o retírate y pierde lo apostado.
guide-bid = Puja en secreto: la puja más alta se paga y decide. Piensa lo que vale el disfraz: { $torn } para su jugador.

# ---- cartas, niños, casas
colour-red = rojo
colour-green = verde
colour-yellow = amarillo
colour-orange = naranja
colour-blue = azul
# Letras de los colores, y de una carta para robar.
letters = RVANZC
candies = { $count ->
    [one] { $count } caramelo
   *[other] { $count } caramelos
}
either = { $first } o { $last }
card-text = carta { $number } ({ $does })
named-card = carta «{ $name }» ({ $number }: { $does })
action-any-child-treat-only = Cualquier niño, solo trato
action-grounded = Castigo
action-two-candies-lost = Dos caramelos perdidos
action-rosa-and-miguelin-go-home = Rosa y Miguelín a casa
action-two-candies-found = Dos caramelos encontrados
action-one-candy-lost = Un caramelo perdido
action-half-a-die-lost = Medio dado perdido
action-half-a-die-for-a-neighbour = Medio dado para un vecino
action-the-door-stays-shut = La puerta no se abre
action-a-child-stays-put = Un niño no se mueve
action-toll = Peaje
action-lucia-david-and-jorgito-go-home = Lucía, David y Jorgito a casa
action-pass-by = Pasar de largo
action-three-candies-from-the-pot = Tres caramelos del fondo
action-roll-again = Otra tirada
action-no-choice-at-the-door = Sin pregunta en la puerta
action-eduardito-montse-and-simoncito-go-home = Eduardito, Montse y Simoncito a casa
op-free-child = mueve a cualquier niño, solo trato
op-ground = un jugador paga { $arg } y no mueve en un turno
op-freeze = un niño no se mueve durante { $arg ->
    [one] { $arg } turno
   *[other] { $arg } turnos
}, tú no mueves
op-force-die = en vez de la pregunta, el dueño paga medio dado
op-send-home = manda a casa a { $children }
op-shut = no abras la puerta
op-toll = quien llama te paga { $arg }
op-pass-by = el niño pasa de largo a la casilla siguiente
op-pot-gain = coge { $arg } del fondo común
op-roll-again = se vuelve a tirar y el niño sigue
op-lose = paga { $arg }
op-gain = coge { $arg } del fondo común
op-lose-die = paga medio dado
op-give-die = da medio dado a un vecino
use-free-child = en tu turno, antes de elegir niño: vale también uno ya movido en esta ronda; en la puerta solo se puede elegir trato
use-ground = en tu turno, antes de elegir niño (o para hacer sitio a una carta): un jugador paga { $arg } al fondo común y no mueve a ningún niño en su próximo turno; tu turno sigue
use-freeze = en vez de mover a un niño: elige uno que no se podrá mover durante { $arg ->
    [one] { $arg } turno tuyo
   *[other] { $arg } turnos tuyos
}, ni con la carta 1
use-force-die = mientras eliges adónde ir: en la puerta no hay pregunta, el dueño tira y te paga la mitad del dado, redondeada hacia arriba
use-send-home = cuando llama a tu puerta uno de estos niños ({ $children }): todos ellos vuelven a sus casillas de salida; termina el turno
use-shut = cuando un niño llama a tu puerta: no hay pregunta ni pago, y termina el turno
use-toll = cuando un niño llama a tu puerta: quien lo mueve te paga { $arg }, y termina el turno
use-pass-by = cuando un niño llama a tu puerta: pasa a la casilla siguiente, saltando las casas de quien lo mueve
use-pot-gain = cuando un niño llama a tu puerta: coges hasta { $arg } del fondo común, y termina el turno
use-roll-again = cuando un niño llama a tu puerta: quien lo mueve tira otra vez y el niño sigue, sin volver atrás
use-lose = se juega al robarla: pagas { $arg } al fondo común
use-gain = se juega al robarla: coges hasta { $arg } del fondo común
use-lose-die = se juega al robarla: tiras y pagas al fondo común la mitad del dado, redondeada hacia arriba
use-give-die = se juega al robarla: tiras y das la mitad del dado, redondeada hacia arriba, al vecino de la izquierda o de la derecha
condition-free = sin condición
condition-show-rival = enseña tu niño al otro jugador
condition-show-all = enseña tu niño a todos
condition-set = anuncia que el tuyo es uno de { $children }
condition-not-caller = anuncia que el tuyo no es quien llama
condition-caller = demuestra que el tuyo es quien llama
condition-pay = paga { $arg }
condition-discard = descarta una carta de acción
price-0 = nada
price-1 = 1 caramelo
price-2 = 2 caramelos
price-3 = una carta de acción

# ---- elecciones
choose-colour = elegir el { $colour }
go-with = mover a { $child }
do-square = ir a la { $number }, { $place }
do-reroll = volver a tirar
do-pass-turn = pasar
play-card = jugar la { $card }
keep-card = quedarse con la { $card }
give-card = dar la { $card }
discard-card = descartar la { $card }
ground = dejar sin mover a { $name } con una carta
freeze = jugar una carta para que { $child } no se mueva
do-trick = truco
do-treat = trato
do-pay-die = tirar y pagar la mitad del dado
do-claim = anunciar { $number }
do-believe = creer
do-disbelieve = no creer
consult = preguntar a { $name }
ask-for = pedir { $price }
do-refuse = rechazar el precio
do-accept = aceptar el precio
do-say-true = decir que es verdad
do-say-false = decir que es mentira
do-decline = no cumplir la condición
do-meet = cumplir la condición
do-no-draw = no robar carta
do-draw = robar una carta
do-left = dar al de la izquierda
do-right = dar al de la derecha
do-no-tear = dejar en paz los disfraces
tear = arrancar el disfraz de { $child }
do-stand-aside = no defender
do-defend = defender
do-withdraw = retirarse
do-insist = insistir
do-bid = pujar { $number }

# ---- posiciones
stage = ronda { $lap } de { $rounds }
headline = La noche de Halloween, { stage }, { $deck ->
    [one] { $deck } carta
   *[other] { $deck } cartas
} en el mazo, { $pot } en el fondo común
over = la partida ha terminado
none-asked = no elige nadie
plays = { $name-is ->
    [you] juegas tú
   *[other] juega { $name }
}
asked-colour = { plays }: elegir un color
asked-child = { plays }: elegir un niño
asked-move = { plays }: elegir adónde ir
asked-forward = { plays }: elegir por dónde seguir
asked-answer = { plays }: ¿truco o trato?
asked-claim = { plays }: anunciar la tirada secreta
asked-respond = { plays }: creer o no
asked-demand = { plays }: poner precio al consejo
asked-accept = { plays }: aceptar el precio o no
asked-advice = { plays }: decir si es verdad lo anunciado
asked-verdict = { plays }: decidir
asked-fee = { plays }: dar una carta
asked-treat = { plays }: cumplir o no la condición de la carta de trato
asked-draw = { plays }: robar o no una carta de acción
asked-keep = { plays }: quedarse con una de dos cartas
asked-neighbour = { plays }: dar caramelos a un vecino
asked-tear = { plays }: arrancar un disfraz o no
asked-defend = { plays }: defender o no
asked-insist = { plays }: insistir o retirarse
asked-bid = { plays }: pujar en secreto
legend = casas R rojo, V verde, A amarillo, N naranja, Z azul (en minúscula: de nadie); . neutra; C carta para robar; niños por sus dos primeras letras
also-joined = unidas también: { $streets }
not-joined = no unidas: { $streets }
no-colour = aún sin color
candies-seen = { $count ->
    [one] { $count } caramelo
   *[other] { $count } caramelos
}
eliminated = eliminado
child-is = niño { $child }
cards-are = cartas { $cards }
score = puntos { $points }, utilidad { $utility }
torn-by = disfraces arrancados { $count }
child-known = conocen su niño: { $whom }
all = todos
grounded-next = sin mover el próximo turno
stake = apuesta { $count }
bid-is = puja { $bid }
is-aside = no defiende
is-defends = defiende
record-of-claims = { $lies ->
    [one] { $lies } mentira
   *[other] { $lies } mentiras
} en { $checked } de { $claims ->
    [one] { $claims } anuncio comprobado
   *[other] { $claims } anuncios comprobados
}
record-of-advice = { $wrong } de { $answers ->
    [one] { $answers } consejo falso
   *[other] { $answers } consejos falsos
}
moved-children = movidos en esta ronda: { $children }
frozen-children = no se mueven: { $children }
guarded-children = protegidos: { $children }
turn-of = { $name }, con { $child }{ $die ->
    [0] { "" }
   *[other] , dado { $die }
}
now-grounded = sin mover
now-treat-only = solo trato
now-no-question = sin pregunta
under-attack = atacado: { $child }
trick-now = truco: el dado muestra { $die }{ $claim ->
    [0] { "" }
   *[other] , anunciado { $claim }
}
consulted-now = consejo de { $name } por { $price }{ $advice ->
    [true] : dice que es verdad
    [false] : dice que es mentira
   *[none] { "" }
}
treat-of-child = carta de trato del niño: { $words } ({ $met })
treat-of-owner = carta de trato del dueño: { $words } ({ $met })
met-open = por decidir
met-not = no cumplida
met-yes = cumplida
in-hand = en la mano: { $card }
looked-at = vista: { $card }
mixed = no se sabe qué carta está dónde: { $mix }
mix = cartas { $cards }, { $hands }
count-in-hand = { $count } en { $who-is ->
    [you] tu mano
   *[other] la mano de { $who }
}
deck-known = mazo, de arriba abajo: { $cards }
unseen = sin ver: { $cards }
cards-used = cartas usadas: { $cards }
house-of = { $who-is ->
    [you] tu casa
   *[other] la casa de { $who }
}
house-in-colour = { $who-is ->
    [you] tu casa ({ $colour })
   *[other] la casa de { $who } ({ $colour })
}
unowned-house = una casa sin dueño ({ $colour })
a-grey-square = una casilla neutra
a-draw-square = una casilla de robar carta
start-of = la casilla de salida de { $child }
grey = neutra

# ---- explicaciones
walk-normal = avanza justo lo que saque el dado
walk-double = avanza la tirada o el doble, como quieras
walk-half = avanza la mitad de la tirada, redondeada hacia arriba
walk-reroll = puedes volver a tirar, y entonces tienes que avanzar la segunda tirada
walk-nearest = si termina en una casilla neutra, puede ir a la casa de otro jugador que esté más cerca
look-two = roba dos cartas en una casilla de robar carta
look-look = en una casilla de robar carta miras dos y te quedas con una; la otra va debajo del mazo
look-home = roba una carta si llega andando a su casilla de salida
look-home-look = si llega andando a su casilla de salida, miras dos cartas y te quedas con una
name-card = carta { $number }
about-card = { $does }; una sola carta, de un solo uso
name-treat-card = carta de trato { $number }
about-treat-card = { $name }: { $condition }; entonces suma { $mover } al dado de quien mueve al niño, { $owner } al del dueño de la casa
about-child = { $words }; su casilla de salida es la { $start }
name-house = casa de color { $colour }
about-house = el niño que cae en ella llama a la puerta de su dueño, salvo que lo mueva el propio dueño. La casa es neutra si ningún jugador de la partida tiene su color. Casillas { $squares }
name-grey-square = casilla neutra
about-grey-square = no tiene dueño, así que no se pregunta nada. Desde la ronda { $tear }, un niño que esté en ella puede arrancar un disfraz en una casilla vecina
name-draw-square = casilla de robar carta
about-draw-square = una casilla neutra en la que puedes robar una carta de acción; casillas { $draws }
name-start-square = casilla de salida
about-start-square = una casilla neutra donde empieza un niño; algunas cartas lo devuelven a ella
name-knock = llamar a la puerta
about-knock = un niño en la casa de otro jugador pregunta: ¿truco o trato? El dueño contesta, o juega una carta
name-trick = truco
about-trick = quien mueve tira en secreto y anuncia el resultado que quiera; el dueño cree, no cree o pregunta a un tercer jugador
name-treat = trato
about-treat = los dos jugadores roban una carta de trato y tiran. Quien cumple la condición de su carta suma su bonificación. El total más bajo paga la diferencia
name-candy-table = tabla de caramelos
about-candy-table = caramelos por cada resultado del dado: { $worth }
name-announce = anunciar
about-announce = di cualquier resultado del 1 al { $die }; si no es el del dado, es mentira
name-believe = creer
about-believe = paga los caramelos del resultado anunciado; el dado no se enseña, salvo que se haya preguntado a un tercero
name-disbelieve = no creer
about-disbelieve = ves el dado. Si era mentira, quien mueve paga la diferencia de dos dados, al menos { $fine }; si era verdad, tiras y pagas según la tabla de caramelos
name-consult = preguntar
about-consult = un tercer jugador pone precio, mira el dado y dice si lo anunciado es verdad; puede mentir. Si es sincero, cobra el precio (si era en caramelos y no crees: { $honest }). Si miente, no cobra y paga { $liar } al fondo común
name-price = precio
about-price = lo que se puede pedir por el consejo: nada; de 1 a { $top } si lo anunciado vale { $from } o más; una carta de acción si tienes
name-refuse = rechazar
about-refuse = el tercer jugador no mira, y decides por tu cuenta
name-meet = cumplir la condición
about-meet = haz lo que pide tu carta de trato y suma su bonificación al dado
name-decline = no cumplir la condición
about-decline = guardas tu secreto o tus caramelos; tu carta de trato no suma nada
name-pass = pasar
about-pass = no se puede mover a ningún niño: termina el turno
name-reroll = volver a tirar
about-reroll = { $rerolls } puede tirar otra vez, una por turno, y entonces tiene que avanzar la segunda tirada
name-tear = arrancar el disfraz
about-tear = se puede desde la ronda { $tear }, si tienes { $undefended } caramelos o más y el niño que has movido está junto al otro, en una casilla neutra o en una casa tuya. Pones { $attack }. Si nadie lo defiende, pagas { $undefended } en total, el niño se va del juego y sumas { $yours } puntos{ $tear-cooldown ->
    [0] { "" }
    [one] . { $tear-cooldown } de tus turnos tiene que pasar hasta el siguiente intento
   *[other] . { $tear-cooldown } de tus turnos tienen que pasar hasta el siguiente intento
}
name-defend = defender
about-defend = para salvar el disfraz, pon { $defence }, o uno más que el último que lo defendió
name-aside = no defender
about-aside = no haces nada; no cuesta caramelos
name-withdraw = retirarse
about-withdraw = dejas el disfraz en paz: todo lo apostado va al fondo común, y termina el turno
name-insist = insistir
about-insist = quien ataca y quienes defienden pujan en secreto
name-bid = pujar
about-bid = la puja más alta gana y se paga al fondo común. Si es la de quien ataca, el disfraz se arranca; si es la de quien defiende, se salva. Si los dos bandos empatan, nadie paga su puja y no pasa nada. Lo apostado va al fondo común en todo caso
name-guard = protegido
about-guard = tras un intento nadie puede atacar a ese niño hasta el próximo turno de quien atacó
name-child-card = carta de niño
about-child-card = tu niño secreto: { $stays } puntos si al final sigue en la calle, { $torn } si le han arrancado el disfraz
name-action-card = carta de acción
about-action-card = { $hand } en la mano como mucho; las usadas no vuelven
name-candy = caramelo
about-candy = 1 punto al final; quien se queda sin caramelos queda eliminado con { $out } puntos{ $counts ->
    [secret] ; cuántos tienes solo lo ves tú
   *[recall] { "" }
}
name-pot = fondo común
about-pot = los caramelos que no tiene ningún jugador; hay { $total } en el juego
name-lap = ronda
about-lap = un turno de cada jugador; se juegan { $rounds } rondas, menos si { $lost } jugadores quedan eliminados
name-turn-card = carta de turno
about-turn-card = pasa cada ronda al siguiente jugador: ese jugador empieza la ronda, y todos los niños se pueden mover otra vez
name-moved = movido
about-moved = un niño solo se puede elegir una vez por ronda, lo mueva quien lo mueva
name-record = anuncios y consejos
about-record = la línea de cada jugador los cuenta. Un anuncio es cierto o falso si su dado se enseñó a todos, y queda sin
    ver si nadie lo comprobó. Los consejos son los que dio el jugador como tercero que miró el dado
name-colour = color
about-colour = las casas de tu color son tuyas; el color { $colours ->
    [random] se reparte al azar
   *[choose] se elige una vez
}, al empezar
there = allí: { $children }
own-house = una casa tuya{ $tear ->
    [0] { "" }
   *[1] , desde la que hay que arrancar un disfraz
}
door-of = la casa de { $who }: { $rule ->
    [rolls] el dueño tira y paga la mitad del dado
    [treat] solo trato
   *[question] ¿truco o trato?
}
lands-on-draw = una casilla de robar carta: puedes robar una carta de acción
lands-on-grey = neutra: no hay pregunta
near = al lado: { $children }; se les podría arrancar el disfraz
card-for-condition = se descarta para cumplir la condición
card-for-room = se descarta para hacer sitio; luego robas
card-for-helper = para el jugador que te ha ayudado
card-kept = te quedas con ella; la otra va debajo del mazo
if-believed = si te creen, recibes { $candies }{ $die ->
    [0] { "" }
   *[other] ; el dado muestra { $die }
}
claim-costs = el { $claim } anunciado cuesta { $candies }
pay-half = tiras un dado y pagas la mitad, redondeada hacia arriba, al jugador cuyo niño llama
your-child = { $child } es tu niño: { $torn } puntos para ti si le arrancan el disfraz
your-stake = apuestas { $candies }
costs-you = te cuesta { $candies }

# ---- sucesos
coloured = { $seat-is ->
    [you] eliges
   *[other] { $seat } elige
} el { $colour }
played = { $seat-is ->
    [you] juegas
   *[other] { $seat } juega
} la { $card }
discarded = { $seat-is ->
    [you] descartas
   *[other] { $seat } descarta
} la { $card }
chose = { $child ->
    [none] con esa tirada este niño no puede ir a ninguna parte; se mueve otro
   *[other] { $seat-is ->
        [you] eliges a { $child }
       *[other] { $seat } elige a { $child }
    }
}
grounded = { $seat-is ->
    [you] no moverás a ningún niño en tu próximo turno
   *[other] { $seat } no moverá a ningún niño en su próximo turno
}
frozen = { $child } no se mueve durante { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
} { $seat-is ->
    [you] { $turns ->
        [one] tuyo
       *[other] tuyos
    }
   *[other] de { $seat }
}
rolled = { $seat-is ->
    [you] sacas
   *[other] { $seat } saca
} un { $die }{ $stride }
may-walk = : { $child } puede avanzar { $roll } o { $twice }
walks-half = : { $child } avanza la mitad, { $half }
threw = { $seat-is ->
    [you] sacas
   *[other] { $seat } saca
} un { $die }
put-aside = { $seat-is ->
    [you] dejas
   *[other] { $seat } deja
} el { $die } para volver a tirar
went = { $child } va de la casilla { $start } a la casilla { $square }, { $place }
sent-home = { $child } está en la casilla { $square }, su casilla de salida
knocked = { $child } llama { $seat-is ->
    [you] a tu puerta
   *[other] a la puerta de { $seat }
} y pregunta: ¿truco o trato?
rolled-to-pay = { $seat-is ->
    [you] tiras
   *[other] { $seat } tira
} para pagar la mitad del dado
rolled-in-secret = { $owner-is ->
    [you] eliges
   *[other] { $owner } elige
} truco; { $seat-is ->
    [you] tiras
   *[other] { $seat } tira
} en secreto{ $die ->
    [unknown] { "" }
   *[other] : { $die }
}
claimed = { $seat-is ->
    [you] anuncias
   *[other] { $seat } anuncia
} un { $claim }, que vale { $worth }
consulted = { $third-is ->
    [you] { $seat } te pregunta
   *[other] { $seat-is ->
        [you] preguntas a { $third }
       *[other] { $seat } pregunta a { $third }
    }
}
demanded = { $seat-is ->
    [you] { $price ->
        [nada] no pides
       *[other] pides
    }
   *[other] { $seat } { $price ->
        [nada] no pide
       *[other] pide
    }
} { $price }
refused = { $seat-is ->
    [you] rechazas
   *[other] { $seat } rechaza
} el precio
accepted = { $seat-is ->
    [you] aceptas
   *[other] { $seat } acepta
} el precio
saw = { $seat-is ->
    [you] miras
   *[other] { $seat } mira
}: el dado muestra { $die }
advised = { $seat-is ->
    [you] dices
   *[other] { $seat } dice
} que es { $advice ->
    [true] verdad
   *[false] mentira
}
verdict = { $mover-is ->
    [you] { $seat } { $believes ->
        [0] no te cree
       *[1] te cree
    }
   *[other] { $seat-is ->
        [you] { $believes ->
            [0] no crees
           *[1] crees
        }
       *[other] { $seat } { $believes ->
            [0] no cree
           *[1] cree
        }
    } a { $mover }
}
die-shown = se enseña el dado: { $die }; { $seat-is ->
    [you] { $honest ->
        [0] mentías
       *[1] decías la verdad
    }
   *[other] { $seat } { $honest ->
        [0] mentía
       *[1] decía la verdad
    }
}
advice-checked = { $seat-is ->
    [you] tu consejo
   *[other] el consejo de { $seat }
} era { $honest ->
    [0] mentira
   *[1] verdad
}
gave = { $third-is ->
    [you] { $seat } te da
   *[other] { $seat-is ->
        [you] das a { $third }
       *[other] { $seat } da a { $third }
    }
}: { $card ->
    [unknown] una carta de acción
   *[other] { $card }
}
chose-treat = { $seat-is ->
    [you] eliges
   *[other] { $seat } elige
} trato
treats-shuffled = se barajan otra vez las cartas de trato
drew-treat = { $seat-is ->
    [you] robas
   *[other] { $seat } roba
} una carta de trato: { $treat-card }
condition = { $seat-is ->
    [you] { $met ->
        [0] no sumas bonificación
       *[1] sumas la bonificación { $bonus }
    }
   *[other] { $seat } { $met ->
        [0] no suma bonificación
       *[1] suma la bonificación { $bonus }
    }
}
showed = { $to-is ->
    [you] { $seat } te enseña su
   *[other] { $seat-is ->
        [you] enseñas a { $to } tu
       *[other] { $seat } enseña a { $to } su
    }
} carta de niño{ $child ->
    [unknown] { "" }
   *[other] : { $child }
}
announced = { $seat-is ->
    [you] tu niño
   *[other] el niño de { $seat }
} { $children }
all-but = no es { $child }
just-one = es { $children }
one-of = es uno de { $children }
drew = { $seat-is ->
    [you] robas
   *[other] { $seat } roba
}: { $card ->
    [unknown] una carta de acción
   *[other] { $card }
}
opened = { $seat-is ->
    [you] robas
   *[other] { $seat } roba
}: { $card }
looked = { $seat-is ->
    [you] miras
   *[other] { $seat } mira
}: { $cards ->
    [unknown] dos cartas
   *[other] { $cards }
}
put-back = { $seat-is ->
    [you] pones
   *[other] { $seat } pone
} { $card ->
    [unknown] una de ellas
   *[other] la { $card }
} debajo del mazo
declined = { $seat-is ->
    [you] no robas
   *[other] { $seat } no roba
} carta
owes = { $seat-is ->
    [you] debes
   *[other] { $seat } debe
} { $amount } a un vecino
paid = { $candies ->
    [0] nadie paga
   *[other] { $payer-is ->
        [nobody] { $payee-is ->
            [you] coges
           *[other] { $payee } coge
        } { $amount } del fondo común
       *[other] { $payee-is ->
            [you] { $payer } te paga { $amount }
            [nobody] { $payer-is ->
                [you] pagas
               *[other] { $payer } paga
            } { $amount } al fondo común
           *[other] { $payer-is ->
                [you] pagas
               *[other] { $payer } paga
            } { $amount } a { $payee }
        }
    }
}{ $reason }
for-claim = por lo anunciado
for-advice = por el consejo
for-lie = por la mentira, la diferencia de dos dados
for-doubt = por la duda, según un nuevo dado
for-totals = por la diferencia de los totales
for-condition = por la condición
for-undefended = porque nadie defiende
for-bid = por la puja más alta
attacked = { $seat-is ->
    [you] quieres
   *[other] { $seat } quiere
} arrancar el disfraz de { $child }: apuesta de { $amount }
left-alone = { $seat-is ->
    [you] dejas
   *[other] { $seat } deja
} en paz los disfraces
stood = { $seat-is ->
    [you] { $stand ->
        [aside] no defiendes
       *[defends] defiendes con una apuesta de { $amount }
    }
   *[other] { $seat } { $stand ->
        [aside] no defiende
       *[defends] defiende con una apuesta de { $amount }
    }
}
insisted = { $seat-is ->
    [you] { $insists ->
        [0] te retiras
       *[1] insistes
    }
   *[other] { $seat } { $insists ->
        [0] se retira
       *[1] insiste
    }
}
bid = { $seat-is ->
    [you] pujas
   *[other] { $seat } puja
} { $candies ->
    [unknown] en secreto
   *[other] { $candies }
}
bids-opened = se abren las manos: { $bids }{ $outcome }
bids-equal = ; empatan: nadie las paga
saved-by = ; { $child } se salva; vence la puja de { $names }
torn = { $child } se queda sin disfraz y se va a casa: { $holder-is ->
    [you] era tu niño
    [nobody] no era el niño de nadie
   *[other] era el niño de { $holder }
}
stake-lost = { $seat-is ->
    [you] tu apuesta
   *[other] la apuesta de { $seat }
} va al fondo común: { $amount }
out = { $seat-is ->
    [you] pierdes tu último caramelo y quedas fuera del juego; tus casas son neutras
   *[other] { $seat } pierde su último caramelo y queda fuera del juego; sus casas son neutras
}
lap = la ronda { $lap } de { $laps } empieza con { $seat-is ->
    [you] tu turno
   *[other] { $seat }
}
turn = { $alive ->
    [0] { $seat-is ->
        [you] no tienes
       *[other] { $seat } no tiene
    } turno: fuera del juego
   *[1] { $seat-is ->
        [you] es tu turno
       *[other] es el turno de { $seat }
    }{ $grounded ->
        [0] { "" }
       *[1] , sin mover a ningún niño
    }
}
total = { $seat }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
} ({ $parts })
for-costumes = { $points } por disfraces
own-child-stays = niño propio en la calle { $bonus }
own-child-torn = niño propio sin disfraz { $bonus }
game-over = la partida ha terminado; victoria: { $winners }

# ---- dibujos
draw-tear = ; disfraces desde { $tear }
draw-turn = este turno
draw-secret = secreto
draw-met = cumplida ✓
draw-own-child = eres { $child }
draw-child = niño secreto
draw-starts = tiene la carta de turno
draw-known = lo conocen: { $whom }
draw-claims = anuncios: { $counts }
draw-claims-true = { $count ->
    [one] { $count } cierto
   *[other] { $count } ciertos
}
draw-claims-lie = { $count ->
    [one] { $count } falso
   *[other] { $count } falsos
}
draw-claims-unseen = { $count } sin ver
draw-advice = consejos: { $counts }
draw-advice-true = { $count ->
    [one] { $count } cierto
   *[other] { $count } ciertos
}
draw-advice-false = { $count ->
    [one] { $count } falso
   *[other] { $count } falsos
}
draw-pot = fondo
draw-deck = acción
draw-used = usadas
draw-treat = trato
draw-torn = sin disfraz
draw-suspicion = ¿quién tiene a qué niño?
suspect-known = { $name }: { $child }
suspect-only = { $name }: solo queda { $child }
suspect-some = { $name }: { $children }
suspect-not = no: { $children }
