# Las palabras de Camino a Nocturna.

# text.py
card-nothing = nada
child = niño { $child }{ $title }
location = ubicación { $place }{ $title }
foe = pesadilla { $j }{ $title }
nightmare-number = pesadilla { $kind }
reward-number = recompensa { $kind }
pass = pasar
be = ser { $words }
play-event = jugar el evento { $kind_name }
discard = descartar { $kind_name }
place = jugar { $kind_name } boca abajo en la { $where }
use = usar { $reward_name }
use-family = usar { $reward_name } junto con { $mate }
offer = ofrecer { $reward_name } a { $to }
give-back = dar { $reward_name } a cambio
headline = Ronda { $number } de { $last }, Zona { $zone }
pending-event = Evento: { $kind_name }, { $event_cost ->
    [one] queda { $event_cost } carta por pagar
   *[other] quedan { $event_cost } cartas por pagar
}
pending-reward = Recompensa en uso: { $reward_name }
pending-offer = { $giver } ofrece { $reward_name } a { $taker }
pending-loot = Por repartir: { $reward_name } (provisión { $provision })
the-boss = el Jefe
boss = Jefe
pile-unseen = Pesadillas sin ver, { $sum } en el mazo
pile-nightmares = mazo de Pesadillas
pile-nightmare-discards = descartes de Pesadillas
pile-rewards = mazo de Recompensas
pile-reward-discards = descartes de Recompensas
pile-locations = mazo de Ubicaciones
pile-location-discards = descartes de Ubicaciones
pile-bosses = Jefes por salir
provision = { $reward_name } (provisión { $provision })
location-line = { $location_name } (recompensas { $reward }, pesadillas hasta { $nightmares })
rewards-line = recompensas: { $names }
nightmares-line = pesadillas { $count }{ $side } { $names }
children = Niños:
locations = Ubicaciones:

# ---- asientos, cartas de acción, fichas
master = el Maestro
seat-master = Maestro de Pesadillas
seat-child = niño { $number }
card-attack = Ataque
card-defence = Defensa
card-skill = Habilidad
card-hidden = una carta (?)
card-open = todavía no
token-insomnia = Insomnio
token-shield = Escudo
token-charge = Carga
token-stun = Aturdido
token-bottle = Embotellado
token-life = Vida
token-power = Potenciado
none = nada
for-all = a todos
code-hit = golpe
code-shield = escudo
code-restore = restaurar
code-stun = aturdir
code-bottle = embotellar
code-empower = potenciar
code-charge = carga
code-cover = cubrir
code-mark = marcar
code-draw = robar
code-discard = descartar
code-strip = quitar_escudo
code-snatch = quitar_recompensa
code-reveal = desvelar
code-revive = recuperar
code-attack_bonus = ataque_extra
code-defence_bonus = defensa_extra
code-opening_shield = escudo_inicial
code-opening_restore = restauración_inicial
code-steady = firme
code-hush = silencio
code-self = propio
code-enemy = enemigo
code-enemies = enemigos
code-ally = aliado
code-allies = aliados
code-lead = iniciativa
code-location = ubicación
code-children = niños
code-fallen = derrotado
code-child = niño

# ---- elecciones
play-card = jugar { $card }
gauge-insomnia = Insomnio más alto
gauge-life = Vida del Jefe
until-insomnia = hasta un Insomnio de al menos
until-life = hasta una Vida del Jefe de
place-card = jugar { $card }
at-place = boca abajo en la { $place }
to-place = jugar boca abajo en la { $place }
offer-reward = ofrecer { $reward }
to-child = a { $child }
pass-place = no jugar más Pesadillas
pass-use = no usar más Recompensas
pass-return = rechazar el Intercambio
pass-carry = dejar atrás al niño
pass-target = conservar la marca
pass-loot = dejar la Recompensa
pass-conclusion = terminar la Ronda
pass-resurrect = no recuperar a nadie

# ---- posiciones
asked-sheet = { $name }: elegir una Hoja de Niño
asked-place = { $name }: jugar Pesadillas boca abajo
asked-pay = { $name }: pagar el Evento
asked-use = { $name }: usar { $max-offers ->
    [0] Recompensas
   *[other] e intercambiar Recompensas
}
asked-return = { $name }: responder a una oferta
asked-move = { $name }: moverse
asked-carry = { $name }: llevar a un niño derrotado
asked-master_card = { $name }: elegir en secreto una Carta de Acción
asked-child_card = { $name }: elegir una Carta de Acción
asked-actor = { $name }: elegir quién actúa
asked-target = { $name }: elegir un Objetivo
asked-loot = { $name }: repartir una Recompensa
asked-conclusion = { $name }: jugar Eventos de Conclusión
asked-resurrect = { $name }: recuperar a un niño
children-won = La partida ha terminado: los Niños han escapado
master-won = La partida ha terminado: gana el Maestro de Pesadillas
last-turn = turno anterior: Maestro { $master }, niño { $child }
this-turn = este turno: Maestro { $master }, niño { $child }
combat-title = Combate: { $place }, turno { $turn }
both-tire = ambos bandos se cansan
marked = Pesadillas marcadas
defeated = derrotado
covered = Cubierto
initiative = Iniciativa
at-location = en la ubicación { $place }
left-behind = dejado atrás
kept-hand = mano
kept-active = activas
hits-more = golpes +{ $count }
face-down = boca abajo
masters-hand = Mano del Maestro{ $you } ({ $count })

# explain.py
about-sheet = una Hoja de Niño. { $cards }
about-nightmare = Pesadilla, Vida { $life }. { $cards }. { $count } en el mazo
about-boss-card = Jefe, Vida { $each } por cada Niño{ $counted ->
    [standing] { "" } en pie
   *[all] { "" }
}. { $cards }
about-location = Ubicación: { $rewards ->
    [0] ninguna Recompensa
    [one] { $rewards } Recompensa
   *[other] { $rewards } Recompensas
}, { $nightmares ->
    [0] ninguna Pesadilla
    [one] hasta { $nightmares } Pesadilla
   *[other] hasta { $nightmares } Pesadillas
}
in-deck = { $words }; { $count } en el mazo
lying-there = Pesadillas allí: { $nightmares }, Recompensas: { $rewards }

# ---- lo que hacen las cartas
does-hit-child = { $n } de Insomnio a { $whom }
does-hit-foe = { $n } de daño a { $whom }
does-restore-child = { $n } de Insomnio menos para { $whom }
does-restore-foe = { $n } de Vida recuperada para { $whom }
does-shield = { $n } de Escudo para { $whom }
does-stun = { $whom } { $who ->
    [many] pierden
   *[one] pierde
} { $n ->
    [one] { $n } turno
   *[other] { $n } turnos
}
does-bottle = { $whom } { $who ->
    [many] quedan en botellas, mientras queden,
   *[one] queda en una botella, si queda alguna,
} durante { $n ->
    [one] { $n } turno
   *[other] { $n } turnos
}
does-empower = { $who ->
    [self] sus golpes
   *[other] los golpes de { $whom }
} son { $n } más fuertes el resto del Combate
does-charge = { $n } de Carga, que el próximo Ataque suma a su daño
does-cover = { $whom } queda Cubierto: el próximo Ataque o Habilidad que le apunte da a quien lo cubre
does-mark = todas las Pesadillas quedan Marcadas; si ya lo están, puede hacer { $n } de daño a { $whom } en su lugar, y la marca desaparece
does-draw = el Maestro roba { $n ->
    [one] { $n } carta
   *[other] { $n } cartas
}
does-discard = el Maestro pierde al azar { $n ->
    [one] { $n } carta
   *[other] { $n } cartas
}
does-strip = { $whom } { $who ->
    [many] se quedan
   *[one] se queda
} sin Escudo
does-snatch = { $whom } { $who ->
    [many] pierden
   *[one] pierde
} al azar { $n ->
    [one] { $n } Recompensa
   *[other] { $n } Recompensas
} de la mano{ $who ->
    [many] { "" } cada uno
   *[one] { "" }
}
does-reveal = se desvelan las Pesadillas de { $whom }
does-revive = { $whom } vuelve con Insomnio { $n }
does-attack-bonus = los Ataques de su dueño hacen { $n } más de daño
does-defence-bonus = la Defensa de su dueño da { $n } más de Escudo
does-opening-shield = su dueño empieza cada Combate con { $n } más de Escudo
does-opening-restore = su dueño empieza cada Combate con { $n } menos de Insomnio
does-steady = su dueño nunca queda Aturdido ni Embotellado
does-hush = el Maestro roba { $n ->
    [one] { $n } carta
   *[other] { $n } cartas
} menos por las Recompensas tomadas donde está su dueño
whom-self = sí
whom-user = quien la usa
whom-same-child = el mismo Niño
whom-same-nightmare = la misma Pesadilla
whom-same-location = la misma Ubicación
whom-lead = el Niño con la Iniciativa
whom-location = una Ubicación
whom-children = todos los Niños en pie
whom-fallen = un Niño derrotado
whom-child = un Niño en pie
whom-foe = una Pesadilla
whom-foes = todas las Pesadillas del Combate
whom-other-child = otro Niño del Combate
whom-child-there = un Niño del Combate
whom-children-there = todos los Niños del Combate
whom-other-foe = otra Pesadilla del Combate
then = ; después{ " " }
no-effect = sin efecto
family-with = . Familia con { $mate }: además { $words }
about-reward = Recompensa, { $called }: { $words }{ $mate }. Provisión { $provision }: cartas que roba el Maestro si alguien la toma; { $count } en el mazo
called-instant = se usa al momento
called-after_combat = en la mesa hasta que terminen los Combates
called-permanent = en la mesa hasta derrotar al Jefe de la Zona
about-event = Evento de la Fase de { $phase }, { $cost ->
    [0] sin Coste
    [one] a cambio de { $cost } carta más de la mano
   *[other] a cambio de { $cost } cartas más de la mano
}: { $words }. { $count } en el mazo
label-preparation = Preparación
label-combat = Combate
label-conclusion = Conclusión
went-there = allí ha ido { $who }
acts-with = actúa con la carta de { $card }
back-with = vuelve con Insomnio { $new }

# ---- lo que hace una carta a su objetivo
sum-hit-child = { $taken ->
    [some] { $points } de Insomnio - { $shield } de Escudo = { $hurt }
   *[none] { $points } de Insomnio
}; { $end ->
    [defeated] Insomnio { $old }, derrotado
    [same] Insomnio { $old } como antes
   *[none] Insomnio { $old } → { $new }
}{ $taken ->
    [some] , Escudo { $shield } → { $left }
   *[none] { "" }
}
sum-hit-foe = { $taken ->
    [some] { $points } de daño - { $shield } de Escudo = { $hurt }
   *[none] { $points } de daño
}; { $end ->
    [defeated] Vida { $old }, derrotada
    [same] Vida { $old } como antes
   *[none] Vida { $old } → { $new }
}{ $taken ->
    [some] , Escudo { $shield } → { $left }
   *[none] { "" }
}
sum-shield = Escudo { $shield } → { $left }
sum-strip = Escudo { $shield } → { $left }
sum-restore-child = Insomnio { $old } → { $new }
sum-restore-foe = Vida { $old } → { $new }
brief-child = Insomnio { $old } → { $new }
brief-foe = Vida { $old } → { $new }
brief-shield = Escudo { $old } → { $new }
brief-defeated-child = derrotado
brief-defeated-foe = derrotada
brief-same = nada cambia
sum-of = { $name }: { $words }

# ---- explicaciones
actor-picked = el Niño o la Pesadilla que elija su jugador
actor-leads = el Niño o la Pesadilla con la Iniciativa
name-attack = Ataque
about-attack = Carta de Acción: gana a Habilidad, pierde con Defensa; la juega { $who }
name-defence = Defensa
about-defence = Carta de Acción: gana a Ataque, pierde con Habilidad; la juega { $who }
name-skill = Habilidad
about-skill = Carta de Acción: gana a Defensa, pierde con Ataque; la juega { $who }
name-action-card = Carta de Acción
about-action-card = cada bando elige una en secreto. La que pierde no hace nada. Si son iguales se resuelven las dos, primero la del Niño, y entonces solo pueden apuntar al Niño o la Pesadilla con la Iniciativa
name-initiative = Iniciativa
about-initiative = la tienen un Niño y una Pesadilla, y los dos marcadores avanzan después de cada turno; un Jefe cuenta como Pesadilla
name-insomnia = Insomnio
about-insomnia = sube con cada golpe; por encima de { $insomnia } un Niño queda derrotado
name-defeated = derrotado
about-defeated = ese Niño ya no combate y { $carry ->
    [optional] se le puede llevar o dejar atrás
   *[compulsory] hay que llevarlo
}. El Maestro roba una carta por él antes de un Combate allí. Una Recompensa, o la derrota de un Jefe, puede recuperarlo
name-shield = Escudo
about-shield = recibe el daño primero; como mucho { $shield }. Los Niños pierden el suyo después del Combate
name-charge = Carga
about-charge = se suma al daño del próximo Ataque del Niño que se resuelva, como mucho { $charge }
name-stun = Aturdido
about-stun = turnos que pierde un Niño cuando tiene la Iniciativa. La carta del Maestro se resuelve entonces sola. De dos aturdimientos solo cuenta el más largo, y durante un turno perdido no se añade ninguno
name-bottle = Embotellado
about-bottle = como Aturdido; hay { $bottles } botellas
name-covered = Cubierto
about-covered = el próximo Ataque o Habilidad que apunte a este Niño da a William; solo un Niño a la vez
name-marked = Marcado
about-marked = cada Pesadilla que derrotan los golpes de Mayla le cuesta al Maestro una carta al azar
name-power = Potenciado
about-power = se suma a cada golpe de los Ataques y Habilidades de esta Pesadilla, como mucho { $power }
name-provision = Provisión
about-provision = el Maestro roba tantas cartas como sumen las Recompensas tomadas, hasta { $hand } en mano
name-family = Familia
about-family = una Recompensa hace más si su pareja está en la mesa del mismo Niño, o se usa junto con ella
name-fatigue = cansancio
about-fatigue = después del turno { $fatigue } de un Combate, ni los Escudos ni restaurar hacen nada. En cada turno, el Niño con la Iniciativa recibe entonces 1 de Insomnio y la Pesadilla con la Iniciativa pierde 1 de Vida
name-boss = Jefe
about-boss = en las Rondas { $variant ->
    [quick] { $first } y { $second }
   *[standard] { $first }, { $second } y { $third }
} lo combaten todos los Niños en pie. Después, un Niño derrotado puede volver con Insomnio { $revived }
name-round = Ronda
about-round = se reparten, se llenan y se visitan Ubicaciones. Hay { $rounds } Rondas; los Niños ganan si sobreviven al último Jefe
name-face-down = Pesadillas boca abajo
about-face-down = el Maestro las conoce; los Niños solo ven cuántas hay. Se desvelan cuando llegan los Niños
name-place = jugar una Pesadilla
about-place = el Maestro deja una Pesadilla boca abajo en una Ubicación, empezando por la izquierda, hasta el número de la Ubicación
name-event = jugar el Evento
about-event-term = el Maestro juega un Evento de esta Fase y paga su Coste con cartas que él elige
name-discard = descartar
about-discard = el Maestro paga un Evento con una carta de la mano
name-use = usar
about-use = un Niño juega una Recompensa inmediata, o pone otra en la mesa
name-offer = ofrecer
about-offer = { $max-offers ->
    [0] en esta partida no hay Intercambios
    [one] ofreces una Recompensa por otra, que elige quien la recibe; puede negarse. { $max-offers } oferta por Ronda
   *[other] ofreces una Recompensa por otra, que elige quien la recibe; puede negarse. { $max-offers } ofertas por Ronda
}
name-move = Movimiento
about-move = cada Niño en pie va a una Ubicación, como mucho { $crowd } a cada una; sin Pesadillas no hay Combate{ $unguarded-rewards ->
    [1] , y se pueden tomar las Recompensas
   *[0] { "" }
}
name-carry = llevar
about-carry = { $carry ->
    [optional] se puede llevar a un Niño derrotado a una Ubicación donde hay otro en pie, o dejarlo atrás
   *[compulsory] se lleva a un Niño derrotado a una Ubicación donde hay otro en pie
}
name-target = Objetivo
about-target = a quién o a qué apunta la carta en juego
name-loot = reparto
about-loot = Recompensas de una Ubicación con las Pesadillas derrotadas{ $unguarded-rewards ->
    [1] { "" }, o sin Pesadillas,
   *[0] ,
} para los Niños que siguen en pie allí
name-pass = pasar
about-pass = terminas con lo que se te pregunta, o lo rechazas

# ---- la tarjeta de reglas
rules-goal-1 = Hasta cuatro Niños atraviesan en sueños el reino de Nocturna; el Maestro de Pesadillas quiere desvelarlos. Los Niños ganan juntos si aguantan { $variant ->
    [quick] { $quick } Rondas
   *[standard] { $rounds } Rondas (variante rápida: { $quick })
} y vencen al Jefe de la última; el Maestro gana cuando todos están derrotados.
rules-turn-1 = Se reparten Ubicaciones con Recompensas. El Maestro pone Pesadillas boca abajo. Los Niños usan { $max-offers ->
    [0] Recompensas
   *[other] e intercambian Recompensas
} y cada uno va a una Ubicación, como mucho { $crowd } a cada una.
rules-turn-2 = Donde hay Niños y Pesadillas hay Combate. Cada turno, el Maestro y el Niño con la Iniciativa eligen en secreto Ataque, Defensa o Habilidad: Ataque gana a Habilidad, Habilidad a Defensa y Defensa a Ataque. Si son iguales, se resuelven las dos.{ $actor ->
    [free] { " " }El bando que gana elige quién actúa.
   *[initiative] { "" }
}
rules-turn-3 = Los golpes suben el Insomnio; por encima de { $insomnia } un Niño queda derrotado{ $carry ->
    [optional] , y se le puede llevar o dejar atrás
   *[compulsory] , y hay que llevarlo
}. Los Niños que ganan{ $unguarded-rewards ->
    [1] { " " }o no encuentran Pesadillas
   *[0] { "" }
} reparten las Recompensas. El Maestro, que empieza con { $start } cartas, roba por lo que toman, hasta { $hand } en mano.
rules-end-1 = En las Rondas { $variant ->
    [quick] { $first } y { $second }
   *[standard] { $first }, { $second } y { $third }
} todos combaten a un Jefe con { $boss } de Vida por cada Niño{ $boss-life ->
    [standing] { "" } en pie
   *[all] { "" }
}. Después un Niño derrotado puede volver con Insomnio { $revived }.
rules-scoring-1 = No hay puntos: los Niños ganan o pierden en equipo, y el Maestro solo.

# ---- una primera partida
guide-sheet = Elige al Niño que llevas. Cada Hoja tiene otro Ataque, otra Defensa y otra Habilidad: quién pega fuerte, quién protege, quién ayuda a los demás.
guide-place = Pon Pesadillas boca abajo donde esperes a los Niños: las Ubicaciones ricas los tientan. Las cartas que guardes pagan los Eventos.
guide-pay = Paga el Evento con cartas de tu mano: da las que menos vayas a echar de menos.
guide-use = Usa Recompensas antes de salir. Baja el Insomnio y pon en la mesa las que duran{ $max-offers ->
    [0] .
   *[other] ; intercambia con quien las necesite más.
}
guide-return = Otro Niño te ofrece una Recompensa por una tuya. Da una a cambio, o recházala.
guide-move = Elige una Ubicación. Las Recompensas dan cartas al Maestro y las Pesadillas esperan boca abajo. Dos Niños combaten mejor que uno; sin Pesadillas no hay Combate{ $unguarded-rewards ->
    [1] , y las Recompensas son gratis.
   *[0] .
}
guide-carry = { $carry ->
    [optional] Un Niño derrotado se puede llevar a una Ubicación donde haya otro en pie, o dejar atrás.
   *[compulsory] Un Niño derrotado se lleva a una Ubicación donde haya otro en pie.
} Llévalo a un sitio seguro.
guide-master-card = Elige tu carta en secreto: Ataque gana a Habilidad, Habilidad a Defensa y Defensa a Ataque. Adivina qué quiere el Niño: con poco Insomnio ataca, con mucho se defiende.
guide-child-card = Elige tu carta: Ataque gana a Habilidad, Habilidad a Defensa y Defensa a Ataque. El Maestro ya ha elegido; piensa cuál de sus cartas te haría más daño.
guide-actor = Elige quién actúa con la carta elegida: aquel cuya carta haga más ahora.
guide-target = Elige el Objetivo. Remata lo que está casi derrotado antes de herir lo que está fuerte.
guide-loot = Reparte la Recompensa: dásela al Niño que la necesite. Por cada una el Maestro roba tantas cartas como su Provisión; puedes dejarla.
guide-conclusion = La Ronda termina. Ahora puedes jugar Eventos de Conclusión.
guide-resurrect = El Jefe está derrotado: un Niño derrotado puede volver con Insomnio { $revived }.

# ---- pictures
draw-shut = sin ubicación ahora
draw-stage = Combate
draw-sheets = Hojas de Niño
draw-this = este turno
draw-last = turno anterior
draw-against = Maestro contra Niño
draw-nightmares = Pesadillas
draw-rewards = Recompensas
draw-locations = Ubicaciones
draw-bosses = Jefes
draw-beats = cada una gana a la siguiente
draw-empty = ninguna carta
draw-hidden = oculta para los Niños
draw-cost = Coste
draw-provision = Provisión
draw-instant = se usa al momento
draw-after_combat = hasta que acaben los Combates
draw-permanent = hasta el Jefe

# ---- sucesos
sheet-taken = { $seat-is ->
    [you] tomas
   *[other] { $seat } toma
} la Hoja de Niño de { $sheet }
round = empieza la Ronda { $number }
location-dealt = { $place }: { $rewards ->
    [none] sin Recompensa
   *[other] { $rewards }
}
boss-round = Ronda { $number }: el Jefe { $kind } con { $life } de Vida
placed = { $seat-is ->
    [you] juegas
   *[other] { $seat } juega
} { $nightmare ->
    [unknown] una Pesadilla
   *[other] { $nightmare }
} boca abajo en la { $place }
placed-all = { $seat-is ->
    [you] no juegas
   *[other] { $seat } no juega
} más Pesadillas
announced = { $seat-is ->
    [you] juegas
   *[other] { $seat } juega
} el Evento { $nightmare }
paid = { $seat-is ->
    [you] pagas
   *[other] { $seat } paga
} con { $nightmare }
reward-used = { $use ->
    [table] { $seat-is ->
        [you] pones
       *[other] { $seat } pone
    } { $reward } en la mesa
    [pair] { $seat-is ->
        [you] usas
       *[other] { $seat } usa
    } { $reward }, { $mate }
   *[alone] { $seat-is ->
        [you] usas
       *[other] { $seat } usa
    } { $reward }
}
use-ended = { $seat-is ->
    [you] no usas
   *[other] { $seat } no usa
} más Recompensas
reward-offered = { $to-is ->
    [you] { $seat } te ofrece { $reward }
   *[other] { $seat-is ->
        [you] ofreces
       *[other] { $seat } ofrece
    } { $reward } a { $to }
}
exchanged = { $seat-is ->
    [you] das
   *[other] { $seat } da
} { $given } a cambio de { $reward }
refused = { $seat-is ->
    [you] rechazas
   *[other] { $seat } rechaza
} { $reward }
moved = { $carried ->
    [0] { $seat-is ->
        [you] te mueves
       *[other] { $seat } se mueve
    } a la { $place }
   *[1] { $place ->
        [behind] { $seat-is ->
            [you] te quedas
           *[other] { $seat } se queda
        } atrás
       *[other] { $seat-is ->
            [you] te llevan
           *[other] llevan a { $seat }
        } a la { $place }
    }
}
combat = Combate: { $place }
turned-up = se desvela en la { $place }: { $nightmares ->
    [none] ninguna Pesadilla
   *[other] { $nightmares }
}
leaders = turno { $turn }, con la Iniciativa: { $lead } y { $foe }
led = la Iniciativa de los Niños pasa a { $seat-is ->
    [you] ti
   *[other] { $seat }
}
chose = { $seat-is ->
    [you] eliges
   *[other] { $seat } elige
} { $card ->
    [unknown] una carta
   *[other] { $card }
} en secreto
revealed = se revelan las cartas: { $master } { $foe_card }{ $outcome ->
    [lost] ; { $lead-is ->
        [you] pierdes
       *[other] { $lead } pierde
    } el turno
    [equal] , { $lead } { $card }: cartas iguales, se resuelven las dos
   *[beats] , { $lead } { $card }: { $better } gana a { $worse }
}
child-chosen = { $seat-is ->
    [you] te toca actuar
   *[other] le toca actuar a { $seat }
}
foe-chosen = le toca actuar a { $foe }
child-acts = { $seat-is ->
    [you] tú
   *[other] { $seat }
}, { $card }: { $effect-of-child }
foe-acts = { $foe }, { $card }: { $effect-of-foe }
event-acts = { $nightmare }: { $effect-of-event }
reward-acts = { $reward }: { $effect-of-reward }
insomnia = { $seat }: { $end ->
    [back] vuelve con Insomnio { $new }
    [defeated] Insomnio de { $old } a { $new }, derrotado
   *[none] Insomnio de { $old } a { $new }
}
shield = { $seat }: Escudo de { $old } a { $new }
charge = { $seat }: Carga de { $old } a { $new }
stun = { $seat }: Aturdido de { $old } a { $new }
bottle = { $seat }: Embotellado de { $old } a { $new }
now-covered = { $seat }: Cubierto
uncovered = { $seat }: ya no está Cubierto
foe-life = { $foe }: Vida de { $old } a { $new }{ $new ->
    [0] ; queda fuera de combate
   *[other] { "" }
}
foe-shield = { $foe }: Escudo de { $old } a { $new }
foe-power = { $foe }: Potenciado de { $old } a { $new }
foes-marked = todas las Pesadillas están Marcadas
unmarked = la marca desaparece
tired = ambos bandos se cansan
drew-card = { $nightmare ->
    [unknown] { "" }
   *[other] { $seat-is ->
        [you] robas
       *[other] { $seat } roba
    } { $nightmare }
}
drew = { $seat-is ->
    [you] { "" }
   *[other] { $seat } roba { $count ->
        [one] { $count } carta
       *[other] { $count } cartas
    }
}
lost = { $seat-is ->
    [you] pierdes
   *[other] { $seat } pierde
} al azar { $nightmare }
snatched = { $seat-is ->
    [you] pierdes
   *[other] { $seat } pierde
} al azar { $reward }
nightmares-shuffled = el mazo de Pesadillas se rehace con sus descartes
rewards-shuffled = el mazo de Recompensas se rehace con sus descartes
locations-shuffled = el mazo de Ubicaciones se rehace con sus descartes
combat-ended = termina el Combate: { $place }
loot = por repartir: { $reward }, Provisión { $provision-of-reward }
took = { $seat-is ->
    [you] consigues
   *[other] { $seat } consigue
} { $reward }
left = nadie toma { $reward }
provision-taken = Provisión de las Recompensas tomadas: { $total }
left-table = { $reward } deja { $seat-is ->
    [you] tu mesa
   *[other] la mesa de { $seat }
}
conclusion = terminan los Combates; Fase de Conclusión
unmet = descartada boca abajo: { $nightmare }
round-over = termina la Ronda { $number }
game-over = la partida ha terminado: { $children_win ->
    [0] todos los Niños están derrotados, gana el Maestro de Pesadillas
   *[1] el último Jefe está derrotado, ganan los Niños
}

# ---- por qué ha terminado la partida
outcome-defeated = el último Niño cayó derrotado en la Ronda { $number } de { $last }
outcome-standing = el último Jefe ha caído en la Ronda { $number }; siguen en pie: { $names }
