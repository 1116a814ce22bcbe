# Las palabras de Medianokte.

seat-enemy = Enemigo
seat-crew = tripulante { $number }

# ---- la tarjeta de reglas
rules-goal-1 = Un jugador es el Enemigo, con un jefe final y un ejército de astralis; los demás son la tripulación de la nave. La tripulación gana si cae el jefe; el Enemigo, si cae un tripulante.
rules-turn-1 = El Enemigo { $combined ->
    [1] gasta energía: baja astralis, juega eventos, ataca con astralis enderezados; una carta de acción del jefe puede terminar el turno.
   *[0] juega una carta de acción del jefe, que termina el turno, o gasta energía: baja astralis, juega eventos, ataca con astralis enderezados.
} Las cartas de acción roban hasta { $hand } cartas y dejan descansar a los astralis.
rules-turn-2 = Un tripulante entrega cosas y usa objetos descartables libremente; luego hace una sola cosa: atacar con un arma enderezada, usar la asistencia, usar la acción final por { $final } contadores, o explorar. Explorar roba una carta y deja descansar las suyas; a cambio, el Enemigo recibe energía.
rules-turn-3 = El ataque cuerpo a cuerpo va contra un astrali enderezado mientras lo haya; el de distancia, contra cualquiera; el de área, contra todos. Cada dado que alcanza la armadura hace un daño. Quien mata a un astrali gana un contador.
rules-end-1 = El jefe final tiene { $boss } de vida, y { $each } más por cada tripulante. Tras { $max-rounds } rondas no gana nadie.
rules-scoring-1 = No hay puntos: la tripulación gana o pierde junta, contra el Enemigo.

# ---- una primera partida
guide-choose = Elige a quién llevas. Mira las armas o las cartas de acción: quién ataca a distancia, quién cura, quién aguanta.
guide-build = Elige una carta para tu mazo. Mezcla cartas baratas, que salen pronto, con algunas fuertes.
guide-enemy = Tu turno como Enemigo: { $combined ->
    [1] gasta energía primero, y luego una carta de acción del jefe termina el turno y rellena la mano.
   *[0] una carta de acción del jefe termina el turno y rellena la mano; si no, gasta energía.
} Ataca a un tripulante con poca armadura, pero no puedes atacar dos veces seguidas al mismo{ $repeat ->
    [turn] { "" } en un turno.
   *[game] .
}
guide-crew = Tu turno: primero entrega y usa cosas. Luego ataca, asiste, explora o juega la acción final, y el turno termina. Ataca mientras tus armas estén enderezadas; explora cuando estén cansadas, aunque dé energía al Enemigo.
guide-drawn = Has encontrado una carta. Quédatela, entrégala a quien mejor la use, o descártala. Si se queda en la tripulación, el Enemigo recibe su coste en energía.
guide-stack = El arma encontrada se apila sobre una de tus armas básicas: tapa la que menos uses.
guide-target = Elige el objetivo de la carta: remata lo que está a punto de caer, o debilita lo peligroso.
guide-tire = Elige qué cartas se cansan. Tú juegas la carta: elige las que más necesite el tripulante.
guide-card = Elige la carta de acción que se cansa: la que más daño te haría.
guide-option = Elige cuál de los dos efectos ocurre.
guide-revive = Elige el astrali que vuelve como arma: el de mejor ataque.
guide-summon = Elige el astrali que baja gratis: el más caro ahorra más energía.
guide-lose = Elige el objeto que pierde el tripulante: el que más le ayude.

# ---- cartas
aim-self = quien usa esta carta
aim-finder = quien lo encuentra
aim-attacker = quien ataca
aim-enemy = el Enemigo
aim-crew = un tripulante a elegir
aim-mate = otro tripulante
aim-each-crew = cada tripulante
aim-foe = un astrali o el jefe final
aim-melee = un astrali o el jefe final al alcance del cuerpo a cuerpo
aim-astrali = un astrali
aim-each-astrali = cada astrali
aim-each-foe = cada uno de los astralis y el jefe final
aim-boss = el jefe final
trait-strength = fuerza
trait-dexterity = destreza
trait-will = voluntad
short-strength = fue
short-dexterity = des
short-will = vol
dice = { $count ->
    [one] { $count } dado
   *[other] { $count } dados
}
counters = { $count ->
    [one] { $count } contador
   *[other] { $count } contadores
}
cards = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
rolls-under = tira bajo su { $trait }
if-failed = si falla, { $does }
in-any-case = en cualquier caso { $does }
times = { $does } ({ $count ->
    [2] dos
   *[other] { $count }
} veces)
one-of = o bien { $one } o bien { $two }
step-damage = recibe { $count } de daño
step-heal = se cura { $count }
step-bleed = empieza a desangrarse
step-bleed-less = deja de desangrarse
step-poison = recibe { $count } de veneno
step-poison-less = pierde hasta { $count } de veneno
step-euphoria = gana euforia
step-euphoria-less = pierde la euforia
step-tire = queda con { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
} { $tired ->
    [tapped] { $count ->
        [one] girada
       *[other] giradas
    }
   *[exhausted] { $count ->
        [one] agotada
       *[other] agotadas
    }
} a elección de { $user }
step-rest = deja descansar un paso todas sus cartas
step-rest-astrali = descansa un paso
step-rest-boss = deja descansar un paso todas sus cartas de acción
step-tire-astrali = queda { $tired ->
    [tapped] girado
   *[exhausted] agotado
}
step-tire-boss = queda con { action-cards } { $tired ->
    [tapped] { $count ->
        [one] girada
       *[other] giradas
    }
   *[exhausted] { $count ->
        [one] agotada
       *[other] agotadas
    }
} a elección de { $user }
step-tire-foe = { step-tire-astrali } (el jefe final: { action-cards } a elección de { $user })
action-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
} de acción
step-energy = recibe { $count } de energía
step-energy-less = pierde hasta { $count } de energía
step-charge = recibe { counters }
step-charge-less = pierde hasta { counters }
step-draw = roba { cards }
step-dice = recibe { dice } contra su armadura
step-magic = recibe { $count ->
    [one] { $count } dado mágico
   *[other] { $count } dados mágicos
}
step-revive = resucita del vacío como arma un astrali de coste { $count } o menos
step-summon = puede bajar gratis un astrali de coste { $count } o menos
step-lose = pierde un objeto o un arma encontrada a elección de { $user }
attack-magic = dado mágico
attack-special = especial
reach-melee = { $value } cuerpo a cuerpo
reach-distance = { $value } a distancia
reach-area = { $value } en área
against = { $attack } contra { $trait }
on-a-hit = { $attack }: si acierta, el objetivo { $does }
does-tap = se gira
does-exhaust = se agota
gives-life = vida
gives-armour = armadura
gives-strength = fuerza
gives-dexterity = destreza
gives-will = voluntad
gives-melee = { $count ->
    [one] dado
   *[other] dados
} cuerpo a cuerpo
gives-distance = { $count ->
    [one] dado
   *[other] dados
} a distancia
gives-discount = descuento al explorar
type-weapon = arma
type-permanent = permanente
type-single-use = descartable

# ---- nombres
the-enemy = el Enemigo
the-boss = el jefe final
with-you = { $name } (tú)
in-slot = { $name } (lugar { $slot })
revived = { $name }, resucitado (lugar { $place })
found-weapon = { $name } (arma { $number })
weapon-1 = arma 1
weapon-2 = arma 2
assist = asistencia
action-card = carta de acción { $number }
is-ready = enderezada
is-tapped = girada
is-exhausted = agotada
is-bleeding = desangramiento
is-euphoric = euforia
poison-is = veneno { $count }
struck-last = último atacado

# ---- elecciones
do-end-turn = terminar el turno
do-explore = explorar
do-assist = usar la asistencia
do-final = usar la acción final
do-decline = no bajar a nadie
do-summon = bajar a { $name }
do-event = jugar el evento { $name }
do-use = usar { $name }
do-revive = resucitar a { $name }
do-summon-free = bajar gratis a { $name }
do-character = llevar a { $name }
do-boss = llevar al jefe final { $name }
do-discard = descartar { $name }
do-resolve = resolver { $name }
do-option = { $name }: { $does }
do-card = jugar la carta de acción { $name }
do-pick = cansar la carta de acción { $name }
do-tire = cansar { $cards }
do-tire-of = cansar { $cards } de { $whom }
do-target = elegir a { $name }
do-lose = retirar { $name }
do-build = añadir { $name } al mazo
do-strike = atacar a { $whom } con { $what }
do-attack = atacar { $whom } con { $what }
do-give = entregar { $what } a { $whom }
do-give-weapon = { do-give }
do-take = { do-give }
do-stack = apilar { $what } sobre { $whom }
keep = quedarse con { $name }
first-strike = atacar con { $what }
first-attack = atacar con { $what }
first-give = entregar { $what }
first-give-weapon = entregar { $what }
then-strike = a { $whom }
then-attack = { $whom }
then-give = a { $whom }
then-give-weapon = a { $whom }
to-strike = atacar a { $whom }
to-attack = atacar { $whom }
to-give = entregar a { $whom }
to-give-weapon = { to-give }
to-tire = cansar { $whom }
whom-all = a todos los astralis y al jefe final
whom-melee = cuerpo a cuerpo a { $foe }
whom-distance = a distancia a { $foe }

# ---- posiciones
stage = ronda { $number } de { $last }
headline = Medianokte, { stage }
turn-of = turno de { $name }
result-0 = gana el Enemigo
result-1 = gana la tripulación
result-2 = no gana ningún bando
asked-choose = elegir un jefe final o un personaje
asked-build = elegir una carta para el mazo
asked-enemy = { $combined ->
    [1] bajar astralis, jugar eventos y atacar, y al final una carta de acción
   *[0] una carta de acción, o bajar astralis, jugar eventos y atacar
}
asked-crew = entrega y usa cosas; luego ataca, asiste, explora o juega la acción final
asked-drawn = quedarse con lo encontrado, entregarlo, resolverlo o descartarlo
asked-stack = ¿sobre qué arma se apila?
asked-target = ¿para quién?
asked-tire = ¿qué cartas se cansan?
asked-card = ¿qué carta de acción se cansa?
asked-option = ¿qué efecto?
asked-revive = ¿qué astrali resucita?
asked-summon = ¿qué astrali baja gratis?
asked-lose = ¿qué se retira?
damage-now = daño: el tripulante más cerca de caer { $crew } %, el jefe final { $boss } %
utilities = utilidad: { $names }
enemy-head = EL ENEMIGO{ $own ->
    [0] { "" }
   *[1] { "" } (tú)
}   energía { $energy }
crew-head = LA TRIPULACIÓN
army-head = ejército:
life-of = vida { $left }/{ $limit }
armour-is = armadura { $value }
attack-is = ataque { $attack }
counters-are = contadores { $count }/{ $limit }
assist-line = asistencia { $name } ({ $tired }): { $does }
final-line = acción final { $name }: { $does }
objects-line = objetos: { $names }
pile-hand = mano ({ $count })
pile-deck = mazo ({ $count })
pile-unseen = sin ver, en el mazo o en la mano
pile-known = conocidas por la tripulación
pile-discard = descarte
pile-void = vacío
pile-exploration = mazo de exploración ({ $count })
cards-unknown = { $count } sin conocer
card-now = carta: { $card }
on-target = { $card } para { $target-is ->
    [you] ti
   *[other] { $target }
}

# ---- explicaciones
name-energy = energía
about-energy = la reserva del Enemigo; paga astralis, eventos y ataques, y crece cuando descansan cartas de la tripulación o esta se queda con lo que encuentra
name-action-card = carta de acción
about-action-card = una de las { $action-cards } cartas del jefe final, que se juega { $combined ->
    [1] también después de comprar
   *[0] en vez de comprar nada
}. Hace su efecto, luego el Enemigo roba hasta llenar la mano y sus astralis descansan un paso. Las cartas de acción descansan cuando no queda ninguna enderezada
name-army = ejército
about-army = los astralis en juego, de izquierda a derecha según entraron; mientras haya uno enderezado, los ataques cuerpo a cuerpo van contra los enderezados
name-void = vacío
about-void = donde quedan los astralis derrotados; algunas cartas los resucitan como armas de la tripulación
name-discard = descarte
about-discard = eventos jugados. Cuando se acaba el mazo del Enemigo, el descarte pasa a ser el mazo, y la tripulación conoce entonces su mano
name-hand = mano
about-hand = las cartas del Enemigo; la tripulación solo ve las que conoce con seguridad
name-exploration = mazo de exploración
about-exploration = { $crew-deck } cartas de cada tripulante, { $crew-objects } de ellas objetos y las demás eventos positivos. Todos saben qué cartas hay, pero no en qué orden
name-enemy-deck = mazo del Enemigo
about-enemy-deck = { $enemy-deck } cartas, { $enemy-astralis } de ellas astralis y las demás eventos
name-ready = enderezada
about-ready = una carta que se puede usar
name-tapped = girada
about-tapped = una carta cansada: necesita un paso de descanso para enderezarse
name-exhausted = agotada
about-exhausted = una carta muy cansada: necesita dos pasos de descanso para enderezarse
name-counter = contador
about-counter = se pone sobre la acción final; el tripulante que derrota a un astrali recibe { $kill-counters }
name-bleeding = desangramiento
about-bleeding = al final del turno de quien lo tiene se tira un dado de { $bleeding-die } caras: de 1 a { $bleeds-up-to }, { $bleeding-damage } de daño; con { $bleeding-die } se le quita
name-poison = veneno
about-poison = cada ficha de veneno quita uno de armadura
name-euphoria = euforia
about-euphoria = un dado más en cada ataque básico
name-armour = armadura
about-armour = un dado de { $die } caras tiene que alcanzarla para hacer un daño; los objetos le suman, el veneno le resta
name-life = vida
about-life = el daño que se aguanta; la partida termina cuando un tripulante o el jefe final se queda sin vida{ $more ->
    [0] { "" }
   *[other] ; cada tripulante tiene { $more } más de lo que dice su carta
}
name-strength = fuerza
about-strength = una característica, para pruebas y contra ataques especiales
name-dexterity = destreza
about-dexterity = una característica, para pruebas y contra ataques especiales
name-will = voluntad
about-will = una característica, para pruebas y contra ataques especiales
name-melee = cuerpo a cuerpo
about-melee = un rango: mientras haya un astrali enderezado, solo se puede atacar a los enderezados
name-distance = distancia
about-distance = un rango: cualquier astrali o el jefe final
name-area = área
about-area = un rango: todos los astralis y el jefe final, con los mismos dados
name-basic = ataque básico
about-basic = dados de { $die } caras; cada uno que alcanza la armadura hace un daño
name-revived = astrali resucitado
about-revived = un arma adicional a distancia de un tripulante; se gira y descansa, y no se puede entregar ni perder
name-end-turn = terminar el turno
about-end-turn = no se hace nada más; se tira por el desangramiento
name-summon = bajar un astrali
about-summon = un astrali de tu mano entra en el ejército, enderezado, por su coste
name-event = evento
about-event = un evento negativo de la mano del Enemigo hace su efecto por su coste y va al descarte; como mucho { $events-a-turn } eventos por turno
name-strike = ataque de un astrali
about-strike = un astrali enderezado ataca a un tripulante por { $strike-cost } de energía y se gira; nunca dos veces seguidas al mismo tripulante{ $repeat ->
    [turn] { "" } en un turno
   *[game] { "" }
}
name-explore = explorar
about-explore = todas tus cartas cansadas descansan un paso, y el Enemigo recibe 1 de energía por cada una. Después robas una carta. Termina el turno
name-attack = atacar
about-attack = atacas con un arma enderezada a un astrali o al jefe final, si los alcanza su rango. Termina el turno
name-assist = asistencia
about-assist = la tercera carta de un personaje, que se usa en vez de atacar. Termina el turno
name-final = acción final
about-final = la carta más fuerte de un personaje. Cuesta contadores y nunca se cansa. Termina el turno
name-use = usar
about-use = un objeto descartable hace su efecto y sale del juego; el turno sigue
name-give = entregar
about-give = un objeto o arma encontrada pasa a otro tripulante; el turno sigue
name-take = quedarse
about-take = te quedas con el objeto encontrado o lo entregas; el Enemigo recibe su coste en energía
name-discard-found = descartar lo encontrado
about-discard-found = sale del juego, sin coste
name-resolve = resolver
about-resolve = el evento encontrado hace su efecto sobre quien lo robó; el Enemigo recibe su coste en energía
name-stack = apilar
about-stack = un arma encontrada cubre una de las dos armas; la que hubiera encima sale del juego
name-target = objetivo
about-target = el tripulante, el astrali o el jefe final sobre el que actúa una carta
name-tire = cansar
about-tire = quien juega la carta elige qué cartas se giran o se agotan; si es un astrali, se gira o se agota él mismo
name-option = opción
about-option = uno de los dos efectos de una carta, a elección de quien la juega
name-revive = resucitar
about-revive = un astrali derrotado pasa a ser un arma adicional
name-summon-free = bajar gratis
about-summon-free = un astrali entra en el ejército sin pagar su coste
name-lose = retirar
about-lose = un objeto o arma encontrada de un tripulante sale del juego, a elección del Enemigo
name-special = ataque especial
about-special = se tira un solo dado de { $die } caras. Si sale { $who ->
    [target] por encima de la característica del objetivo
    [attacker] por encima de la característica de quien ataca
   *[attacker_under] por debajo de la característica de quien ataca ({ ties })
}, ocurre el efecto de la carta
ties = { $ties ->
    [0] igualarla no basta
   *[1] basta con igualarla
}
name-magic = dado mágico
about-magic = un dado con las caras { $faces }: hace el daño que muestra, sea cual sea la armadura
name-test = prueba
about-test = el objetivo tiene que sacar menos que una característica con un dado de { $die } caras ({ ties }); si no, ocurre el efecto
kind-character = personaje
kind-weapon = arma
kind-assist = asistencia
kind-final = acción final
kind-boss = jefe final
kind-action = carta de acción
kind-astrali = astrali
kind-event = evento
kind-object = objeto
about-a-character = personaje: { $words }
about-a-weapon = arma de { $owner }: { $words }
about-a-assist = asistencia de { $owner }: { $words }
about-a-final = acción final de { $owner }, por { $cost }: { $words }
about-a-boss = jefe final: { $words }
about-a-action = carta de acción de { $owner }: { $words }
about-a-astrali = astrali: { $words }
about-a-event = evento: coste { $cost }, { $words }
about-a-object = { $words }; coste { $cost }
traits = armadura { $armour }, fuerza { $strength }, destreza { $dexterity }, voluntad { $will }
character-words = vida { $life }, { $traits }; cartas: { $cards }
boss-words = { $traits }; cartas de acción: { $cards }
astrali-words = coste { $cost }, vida { $life }, { $traits }; ataque: { $attack }
strike-costs = cuesta { $cost } de energía, y el astrali se gira: { $attack }
can-rest = { $count ->
    [one] puede descansar { cards }
   *[other] pueden descansar { cards }
}: 1 de energía para el Enemigo por cada una, menos descuentos

# ---- probabilidades

decimal = { $whole },{ $tenth }
odds-dice = { $count ->
    [one] 1 dado acierta
   *[other] { $count } dados, cada uno acierta
} con { $face } o más ({ $percent } %)
odds-none = ningún dado alcanza la armadura { $armour }
odds-magic = el dado mágico hace de { $least } a { $most } de daño, la armadura no sirve
odds-over = 1 dado acierta con { $face } o más ({ $percent } %): { $trait } { $value }
odds-under = 1 dado acierta con { $face } o menos ({ $percent } %): { $trait } { $value }
odds-never = ningún dado acierta: { $trait } { $value }
odds-test = { $trait } { $value }: la prueba falla el { $percent } % de las veces
odds-falls = mata el { $percent } % de las veces (vida { $left })
odds-span = de { $least } a { $most }
odds-left = deja { $span } de { $limit } de vida
odds-mean = { $damage } de daño de media
odds-on = { $name }: { $words }
brief-kills = mata { $percent } %
brief-falls = mata { $percent } %, { $damage } de daño
brief-damage = { $damage } de daño
brief-hits = acierta { $percent } %
brief-all = { $damage } de daño en total

# ---- sucesos
cast = { $chooser-is ->
    [you] eliges
   *[other] { $chooser } elige
}{ $chose ->
    [boss] { "" } como jefe final
   *[character] { "" }
} a { $choice }
built = { $seat-is ->
    [you] añades
   *[other] { $seat } añade
} { $built } al mazo
dealt = { $enemy-is ->
    [you] empiezas
   *[other] { $enemy } empieza
} con { $energy } de energía
ended = { $seat-is ->
    [you] terminas
   *[other] { $seat } termina
} el turno
acted = { $enemy-is ->
    [you] juegas
   *[other] { $enemy } juega
} la carta de acción { $card }: { $effect-of-card }
happened = { $enemy-is ->
    [you] juegas
   *[other] { $enemy } juega
} { $event } por { $cost-of-event } de energía: { $effect-of-event }
summoned = { $enemy-is ->
    [you] bajas
   *[other] { $enemy } baja
} a { $astrali } por { $cost-of-astrali } de energía
summoned-free = { $seat-is ->
    [you] bajas gratis
   *[other] { $seat } baja gratis
} a { $astrali }
summoned-none = { $seat-is ->
    [you] no bajas
   *[other] { $seat } no baja
} ningún astrali
struck = { $striker }{ $enemy-is ->
    [you] , tuyo,
   *[other] { "" } del Enemigo
} { $victim-is ->
    [you] te ataca
   *[other] ataca a { $victim }
} por { $strike-cost } de energía ({ $attack })
against-armour = { $attack } contra armadura { $armour }
fell = { $astrali } cae y va al vacío
explored = { $seat-is ->
    [you] exploras
   *[other] { $seat } explora
}: { $rested ->
    [one] descansa { $rested } carta
   *[other] descansan { $rested } cartas
}; { $found }
found-none = el mazo de exploración está vacío
found-object = se encuentra { $name } (coste { $cost }; { $words })
found-event = se encuentra el evento { $name } (coste { $cost }; { $words })
discarded = { $seat-is ->
    [you] descartas
   *[other] { $seat } descarta
} { $card }
kept = { $own ->
    [0] { $to-is ->
        [you] { $seat } te entrega { $card }
       *[other] { $seat-is ->
            [you] entregas
           *[other] { $seat } entrega
        } { $card } a { $to }
    }
   *[1] { $seat-is ->
        [you] te quedas
       *[other] { $seat } se queda
    } { $card }
}, por { $cost-of-card } de energía para { $enemy-is ->
    [you] ti
   *[other] { $enemy }
}
stacked = { $seat-is ->
    [you] apilas
   *[other] { $seat } apila
} { $card } sobre { $covered }
attacked = { $seat-is ->
    [you] atacas
   *[other] { $seat } ataca
} a { $whom } con { $weapon } ({ $attack })
attacked-all = { $seat-is ->
    [you] atacas
   *[other] { $seat } ataca
} a todos los astralis y al jefe final con { $weapon } ({ $attack })
used = { $use ->
    [positive] { $seat-is ->
        [you] resuelves
       *[other] { $seat } resuelve
    } { $card } por { $cost-of-card } de energía: { $effect-of-card }
   *[other] { $seat-is ->
        [you] usas
       *[other] { $seat } usa
    } { $use ->
        [assist] la asistencia { $card }
        [final] la acción final { $card } por { $cap ->
            [one] { $cap } contador
           *[other] { $cap } contadores
        }
       *[object] { $card }
    }: { $effect-of-card }
}
gave = { $to-is ->
    [you] { $seat } te entrega { $object }
   *[other] { $seat-is ->
        [you] entregas { $object } a { $to }
       *[other] { $seat } entrega { $object } a { $to }
    }
}
aimed = { $self-is ->
    [self] { $seat-is ->
        [you] te eliges
       *[other] { $seat } se elige
    }
   *[other] { $whom-is ->
        [you] { $seat } te elige
       *[other] { $seat-is ->
            [you] eliges a { $whom }
           *[other] { $seat } elige a { $whom }
        }
    }
} para { $card }
chose-effect = { $seat-is ->
    [you] eliges
   *[other] { $seat } elige
} un efecto de { $card }
no-effect = { $card } no tiene efecto
threw = tirada: { $dice }
magic-die = el dado mágico muestra { $face }
rolled-for-bleeding = { $whom-is ->
    [you] sacas
   *[other] { $whom } saca
} un { $die } por el desangramiento
passed = { $whom-is ->
    [you] sacas menos que tu
   *[other] { $whom } saca menos que su
} { $trait }
wounded = { $whom-is ->
    [you] recibes
   *[other] { $whom } recibe
} { $count } de daño: { $left ->
    [one] queda { $left }
   *[other] quedan { $left }
} de { $limit } de vida
unhurt = { $whom-is ->
    [you] no recibes
   *[other] { $whom } no recibe
} daño
healed = { $whom-is ->
    [you] te curas
   *[other] { $whom } se cura
} { $count } ({ $left ->
    [one] queda { $left }
   *[other] quedan { $left }
} de { $limit } de vida)
bled = { $whom-is ->
    [you] te desangras
   *[other] { $whom } se desangra
}
bleeding = { $bleeds ->
    [0] { $whom-is ->
        [you] dejas
       *[other] { $whom } deja
    } de desangrarse
   *[1] { $whom-is ->
        [you] empiezas
       *[other] { $whom } empieza
    } a desangrarse
}
poison = { $way ->
    [more] { $whom-is ->
        [you] recibes
       *[other] { $whom } recibe
    }
   *[less] { $whom-is ->
        [you] pierdes
       *[other] { $whom } pierde
    }
} { $amount } de veneno: armadura { $armour-now }
euphoria = { $euphoric ->
    [0] { $seat-is ->
        [you] pierdes la
       *[other] { $seat } pierde la
    }
   *[1] { $seat-is ->
        [you] ganas
       *[other] { $seat } gana
    }
} euforia
got-counters = { $way ->
    [more] { $seat-is ->
        [you] recibes
       *[other] { $seat } recibe
    }
   *[less] { $seat-is ->
        [you] pierdes
       *[other] { $seat } pierde
    }
} { $amount ->
    [one] { $amount } contador
   *[other] { $amount } contadores
}: { $new } de { $cap }
rested = { $count ->
    [one] descansa un paso { $count } carta
   *[other] descansan un paso { $count } cartas
} { $seat-is ->
    [you] { $count ->
        [one] tuya
       *[other] tuyas
    }
   *[other] de { $seat }
}
card-is = { $seat-is ->
    [you] tu carta { $place }
   *[other] la carta { $place } de { $seat }
} queda { $tired }
astrali-is = { $whom } queda { $tired ->
    [enderezada] enderezado
    [girada] girado
   *[agotada] agotado
}
action-card-is = la carta de acción { $card } queda { $tired }
action-cards-rest = las cartas de acción descansan
brought-back = { $seat-is ->
    [you] resucitas
   *[other] { $seat } resucita
} a { $astrali } del vacío como arma
lost = { $seat-is ->
    [you] pierdes
   *[other] { $seat } pierde
} { $object }
energy = { $gained ->
    [more] { $enemy-is ->
        [you] recibes
       *[other] { $enemy } recibe
    }
   *[less] { $enemy-is ->
        [you] pierdes
       *[other] { $enemy } pierde
    }
} { $gain } de energía: ahora { $energy }
spent = { $enemy-is ->
    [you] gastas
   *[other] { $enemy } gasta
} { $count } de energía: ahora { $energy }
reshuffled = el descarte pasa a ser el mazo; la tripulación conoce lo que el Enemigo tiene en la mano
drew-card = { $card ->
    [unknown] { "" }
   *[other] { $enemy-is ->
        [you] robas
       *[other] { $enemy } roba
    } { $card }
}
drew = { $enemy-is ->
    [you] { "" }
   *[other] { $enemy } roba { $count ->
        [one] { $count } carta
       *[other] { $count } cartas
    }
}
crew-fell = { $seat-is ->
    [you] caes
   *[other] { $seat } cae
}
turn-begins = { $seat-is ->
    [you] tu turno
   *[other] turno de { $seat }
}
enemy-turn = ronda { $number }: { $enemy-is ->
    [you] tu turno
   *[other] turno del Enemigo
}
game-over = { $winner ->
    [0] gana el Enemigo
    [1] cae el jefe final: gana la tripulación
   *[2] ha terminado la última ronda: no gana ningún bando
}

# ---- dibujos
draw-hand = mano: { $count }
draw-enemy-hand = mano del Enemigo
draw-enemy-hand-short = mano
draw-aim-crew = tripulación contra { $boss }
draw-aim-enemy = Enemigo contra { $name }
draw-no-army = todavía no hay astralis
draw-exploration = exploración
draw-deck = Enemigo
draw-discard = descarte
draw-void = vacío
draw-found = encontrada: { $card }
draw-stack = para apilar sobre un arma: { $card }

# ---- por qué ha terminado la partida
outcome-fell = cayó { $name }, así que pierde toda la tripulación; vida del jefe: { $life }
outcome-0 = ha perdido la tripulación; vida del jefe: { $life }
outcome-1 = el jefe ha caído; vida de la tripulación: { $lives }
outcome-2 = ha terminado la última ronda; vida del jefe: { $life }; de la tripulación: { $lives }
