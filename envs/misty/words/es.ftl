# Las palabras de Misty. Los espacios de una ventana se numeran 4 x fila + columna.

# ---- cartas y espacios
kind-still = { $drawing ->
    [casa] casa
   *[other] carta quieta
}
kind-flower = flor
kind-smile = sonrisa
kind-monster = monstruo
kind-arrow = { $drawing ->
    [cohete] cohete
    [camion] camión
    [hoja] hoja
    [tractor] tractor
   *[other] flecha
} { way }
way = { $direction ->
    [N] ↑
    [NE] ↗
    [E] →
    [SE] ↘
    [S] ↓
    [SW] ↙
    [W] ←
   *[other] ↖
}
counted-still = { $count } { $drawing ->
    [casa] { $count ->
        [one] casa
       *[other] casas
    }
   *[other] { $count ->
        [one] carta quieta
       *[other] cartas quietas
    }
}
counted-flower = { $count ->
    [one] { $count } flor
   *[other] { $count } flores
}
counted-smile = { $count ->
    [one] { $count } sonrisa
   *[other] { $count } sonrisas
}
counted-monster = { $count ->
    [one] { $count } monstruo
   *[other] { $count } monstruos
}
counted-arrow = { $count } { $drawing ->
    [cohete] { $count ->
        [one] cohete
       *[other] cohetes
    }
    [camion] { $count ->
        [one] camión
       *[other] camiones
    }
    [hoja] { $count ->
        [one] hoja
       *[other] hojas
    }
    [tractor] { $count ->
        [one] tractor
       *[other] tractores
    }
   *[other] { $count ->
        [one] flecha
       *[other] flechas
    }
} { way }
new-row = una fila nueva arriba, columna { $col }
new-column = una columna nueva a la izquierda, fila { $row }
new-corner = una esquina nueva, arriba a la izquierda
card-there = { $card }
some-card = la carta

# ---- elecciones
pick = elegir { $card }
place-at = poner en { $place }
activate = activar { $card } en { $place }

# ---- posiciones
legend = (x) ya movida, [n] n superpuestas, . vacío
stage = ronda { $lap }, se gana con { $wins ->
    [one] { $wins } ronda
   *[other] { $wins } rondas
}
headline = Misty, { stage }
headline-deal = Misty, { stage }, reparto { $deal } de { $deals }, paso { $step }, las manos van a la { $way ->
    [right] derecha
   *[left] izquierda
}
headline-end = Misty, { stage }, terminada
next = { $name-is ->
    [you] te toca
   *[other] juega { $name }
}
asked-pick = { next }: elegir una carta
asked-place = { next }: poner la carta
asked-act = { next }: activar una flecha
rounds-won = rondas ganadas { $count }
last-round = última ronda { $count }
last-round-points = última ronda { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
this-round = esta ronda { $count }
worth-now = ahora vale { $points }
stack = pila
stack-of = pila: { $count }
stack-cards = pila de { $count } cartas
gone = eliminadas { $count }
hidden-card = una carta (?)
has-picked = carta elegida: { $card }
places = por poner: { $card }
placed-at = en { $place }
placed-somewhere = en algún lugar (?)
hand = mano: { $cards }
hand-unknown = mano: { $count ->
    [one] { $count } desconocida
   *[other] { $count } desconocidas
}
hand-cards = mano
hand-with-picked = mano, con la carta elegida
with-picked = { $cards } (con la carta elegida)
picked-card = elegida
to-lay = por poner
laid-at = puesta en { $place }
laid-somewhere = puesta en algún lugar
no-card-yet = todavía no hay cartas
in-no-hand = en ninguna mano
not-seen = sin ver

# ---- sucesos
picked = { $seat-is ->
    [you] eliges
   *[other] { $seat } elige
} { $card ->
    [unknown] una carta
   *[other] { $card }
}
chose = { $seat-is ->
    [you] decides ponerla en
   *[other] { $seat } decide ponerla en
} { $place ->
    [unknown] algún lugar
   *[other] { $place }
}
revealed = se revelan todas las cartas elegidas: { $picks }
placed = { $seat-is ->
    [you] pones
   *[other] { $seat } pone
} { $card } en { $spot }
moved = { $seat-is ->
    [you] en tu ventana
   *[other] en la ventana de { $seat }
}, { passage }
passage = { $card } en { $cell } { $target ->
    [-1] sale de la ventana
   *[other] se mueve a { $goal }{ onto }
}
onto = { $there ->
    [nothing] { "" }
    [stack] , sobre cartas superpuestas
   *[other] , sobre { $there }
}
ate = { $seat-is ->
    [you] tu monstruo
   *[other] el monstruo de { $seat }
} en { $monster } se come la flor en { $flower }
scored = { $seat-is ->
    [you] tu ventana
   *[other] la ventana de { $seat }
} vale { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}: { $why }
round-over = termina la ronda { $lap }: { $points-of-all }; victoria: { $winners }
match-over = termina la partida; victoria: { $champions }
passed = las manos pasan a la { $odd ->
    [1] derecha
   *[other] izquierda
}
dealt = ronda { $lap }, reparto { $deal }: { $cards } cartas para cada uno
got = { $seat-is ->
    [you] recibes
   *[other] { $seat } recibe
} { $hand }
seat-points = { $seat }: { $value ->
    [one] { $value } punto
   *[other] { $value } puntos
}
solved = activada lo mejor posible
nothing-left = no queda nada
part = { $count } { $name ->
    [flower] { $count ->
        [one] flor
       *[other] flores
    }
    [smile] { $count ->
        [one] sonrisa
       *[other] sonrisas
    }
    [monster] { $count ->
        [one] monstruo
       *[other] monstruos
    }
    [arrow] { $count ->
        [one] flecha
       *[other] flechas
    }
    [pair] { $count ->
        [one] par de sonrisas
       *[other] pares de sonrisas
    }
   *[still] { $count ->
        [one] otra carta
       *[other] otras cartas
    }
} { $points }

# ---- explicaciones
about-still = no se mueve; vale { $still }
about-flower = vale { $flower }, salvo que se la coma un monstruo o la cubra una carta
about-smile = vale { $smile }, y { $pair } más por cada par de sonrisas una al lado de otra ({ $disjoint ->
    [1] cada sonrisa cuenta en un solo par
   *[0] los pares se solapan: tres seguidas son dos pares
})
about-monster = vale { $monster }. Cuando todas las flechas se han movido, se come una flor que no esté cubierta y ocupa su espacio, salvo que el propio monstruo esté cubierto
about-arrow = al activar la carta, se mueve un espacio { $direction ->
    [N] hacia arriba
    [NE] en diagonal, arriba a la derecha
    [E] a la derecha
    [SE] en diagonal, abajo a la derecha
    [S] hacia abajo
    [SW] en diagonal, abajo a la izquierda
    [W] a la izquierda
   *[other] en diagonal, arriba a la izquierda
}: cubre lo que hay allí o sale de la ventana. Vale { $arrow } si al final la carta está sola. Hay que activarla, salvo que la cubran antes
in-the-deck = { $words }; { $count } en el mazo
drawing-name = { $drawing ->
    [corazon] corazón
   *[other] { $title }
}
drawing-of = cuenta como { $kind }: { $words }
name-stack = cartas superpuestas
about-stack = dos o más cartas en un espacio: no valen nada, y una carta cubierta ya no hace nada
name-empty = espacio vacío
about-empty = no vale nada
name-window = ventana
about-window = { $cards } cartas dentro del marco permitido, cada una junto a otra; el número junto a su jugador es lo que vale la ventana si se activa tal como está
name-hand = mano
about-hand = eliges una de estas cartas; las demás se pasan
name-pick = elegir
about-pick = elige en secreto una carta de tu mano; todas se revelan a la vez
name-place = poner
about-place = pon la carta revelada junto a otra de tu ventana, también en diagonal; se queda ahí hasta la activación
name-activate = activar
about-activate = { $activation ->
    [solve] las ventanas se activan solas, con los máximos puntos
   *[play] mueve una flecha; solo se te pregunta cuando el orden importa
}
effect-place = { $card } queda ahí; { $count ->
    [one] se pasa { $count } carta de la mano
   *[other] se pasan { $count } cartas de la mano
}

# ---- la tarjeta de reglas
rules-goal-1 = Construye una ventana de { $variant ->
    [introductory] { $short-window }
   *[standard] { $window }
} cartas y luego pon en marcha sus dibujos. La mejor ventana gana la ronda; gana la partida quien gana primero { $rounds-to-win ->
    [one] { $rounds-to-win } ronda
   *[other] { $rounds-to-win } rondas
}.
rules-turn-1 = Todos eligen en secreto una carta de su mano. Las cartas se revelan a la vez.
rules-turn-2 = Cada uno pone la suya en su ventana, junto a otra carta, también en diagonal. La ventana mide { $variant ->
    [introductory] { $short-frame }
   *[standard] { $frame } o { $turned }
}.
rules-turn-3 = El resto de la mano pasa al vecino: a la izquierda en los repartos impares, a la derecha en los pares. Hay { $variant ->
    [introductory] { $short-deals } repartos de { $short-hand } cartas
   *[standard] { $deals } repartos de { $hand } cartas (introducción: { $short-deals } de { $short-hand }, para una ventana { $short-frame })
}.
rules-end-1 = Con la ventana completa, { $activation ->
    [solve] las cartas se activan solas, con los máximos puntos
   *[play] activas las cartas en el orden que quieras
}. Una flecha se mueve un espacio; lo que pisa queda cubierto, y si sale de la ventana queda eliminada.
rules-end-2 = Cuando todas las flechas se han movido, cada monstruo sin cubrir se come una flor y ocupa su espacio.
rules-scoring-1 = Una flor vale { $flower }, una sonrisa { $smile }, y cada par de sonrisas una al lado de otra { $pair } más{ $smile-pairs ->
    [disjoint] , cada sonrisa en un solo par
   *[overlapping] { "" }
}.
rules-scoring-2 = Las demás cartas valen { $still }: quietas, flechas y monstruos. Los espacios vacíos y las cartas superpuestas no valen nada.

# ---- una primera partida
guide-pick = Elige una carta para tu ventana: nadie la ve hasta que todos hayan elegido. Piensa dónde estará después de mover las flechas y qué le dejas al vecino que recibe tu mano. Las flores valen { $flower }; las sonrisas valen más si están juntas; un monstruo se come una flor.
guide-place = Pon la carta. Tiene que tocar otra carta de tu ventana, y la ventana debe caber en { $variant ->
    [introductory] { $short-frame }
   *[standard] { $frame } o { $turned }
}. Haz que las flechas apunten hacia fuera o hacia cartas que quieras cubrir, como un monstruo; deja flores y sonrisas fuera de su camino.
guide-act = Elige la flecha que se mueve ahora. Una flecha cubierta antes de moverse se queda donde está. Aleja las flechas unas de otras y cubre a los monstruos antes de que se coman las flores.
