# Las palabras de Correo de Medianoche.

# ---- la tarjeta de reglas
rules-goal-1 = Cubre tu tablero con losetas, pon animales en sus casas y manda mensajes entre animales de la misma especie.
rules-turn-1 = Juega una de tus { $hand } cartas y toma una loseta: una de las { $offer } del mercado si la carta tiene figura, una de tres espacios si es especial, un dominó si juegas cualquiera boca abajo.
rules-turn-2 = Posiciona la loseta, girada y volteada como quieras: sobre el tablero, o entera sobre otras losetas { $flat ->
    [0] de cualquier nivel
   *[1] del mismo nivel
}, pero nunca sobre un animal. Cada casa recibe su animal; un comodín, el que elijas.
rules-turn-3 = Resuelve mensajes: mientras dos animales de una especie se vean en línea recta, uno camina hasta el otro y sale del tablero. Después roba una carta.
rules-turn-4 = Un cuadrante cubierto da un hechizo, que cambia o mueve un animal de la loseta nueva. Una fila o columna resaltada cubierta da un parche, que renueva el mercado o cubre una casilla.
rules-end-1 = La partida termina tras { $turns } turnos por jugador.
rules-scoring-1 = Cada casilla por la que pasa un mensaje{ $count-destination ->
    [0] , salvo la de quien lo recibe,
   *[1] { "" }
} puntúa su nivel; las que no tienen loseta, 0. { $combo } o más mensajes en un turno son un combo, que vale su número por el de colores distintos. Cada ficha sin usar vale { $token }.{ $advanced ->
    [0] { "" }
   *[1] { " " }Al final puntúan tres cartas de objetivo.
}

# ---- una primera partida
guide-take = Elige una carta y su loseta. ¿Qué casas tiene, y dónde verían sus animales a otros de su especie? Antes puedes renovar el mercado con un parche.
guide-place = Posiciona la loseta donde sus animales queden en línea con otros de su especie, con casillas de nivel alto en medio: cada casilla puntúa su nivel. Deja sitio para las próximas losetas.
guide-wild = Elige el animal del comodín: el que mande un mensaje ahora o en el próximo turno.
guide-resolve = Los mensajes se resuelven en el orden que quieras; cada uno puede abrir líneas nuevas. { $combo } o más en un turno son un combo, que vale más con más colores. Un hechizo aún puede cambiar un animal de la loseta nueva.

# ---- animales, cartas, lugares
animal-frog = rana
animal-cat = gato
animal-mouse = ratón
animal-crow = cuervo
animal-owl = búho
one-frog = una rana
one-cat = un gato
one-mouse = un ratón
one-crow = un cuervo
one-owl = un búho
house-frog = casa de rana
house-cat = casa de gato
house-mouse = casa de ratón
house-crow = casa de cuervo
house-owl = casa de búho
house-wild = comodín
way-north = norte
way-east = este
way-south = sur
way-west = oeste
area-row = fila { $number }
area-column = columna { $number }
quadrant-NW = cuadrante NO
quadrant-NE = cuadrante NE
quadrant-SW = cuadrante SO
quadrant-SE = cuadrante SE
objective-frogs = ranas
objective-cats = gatos
objective-mice = ratones
objective-crows = cuervos
objective-owls = búhos
objective-outer-rows = filas exteriores
objective-outer-columns = columnas exteriores
objective-inner-rows = filas interiores
objective-inner-columns = columnas interiores
objective-top-half = mitad superior
objective-bottom-half = mitad inferior
objective-left-half = mitad izquierda
objective-right-half = mitad derecha
objective-north-west-and-south-east-quadrants = cuadrantes noroeste y sureste
objective-north-east-and-south-west-quadrants = cuadrantes noreste y suroeste
special = especial
nothing = nada
wild-short = comodín
space = espacio { $number } de la loseta
some-animal = animal
wild-place = el comodín

# ---- elecciones
take-up = carta { $shape } boca arriba: { take }
take-special = carta especial boca arriba: tomar { $shape } { $tile }
down-without = carta { $card } boca abajo, sin loseta
down-domino = carta { $card } boca abajo: dominó { $tile }
renew-tile = parche: renovar la { renew-slot }
card-up = carta { $card } boca arriba
take = tomar la de la { $side ->
    [left] izquierda
   *[right] derecha
} { $tile }
renew = parche: renovar una loseta del mercado
renew-slot = { $shape } de la { $side ->
    [left] izquierda
   *[right] derecha
} { $tile }
lay = { lay-tile }, primer espacio en { $cell }
lay-corner = { lay-tile }, esquina en { $cell }
lay-tile = posicionar la loseta{ $turned }
turned = { $flipped ->
    [1] { " " }volteada{ $degrees ->
        [0] { "" }
       *[other] , girada { $degrees }°
    }
   *[0] { $degrees ->
        [0] { "" }
       *[other] { " " }girada { $degrees }°
    }
}
first-space = en { $cell }, nivel { $level }
send = mensaje: { $whom } camina al { $way }
message-of = mensaje: { $whom }
walks = camina al { $way }
walker = { $animal } en { $cell }
end-turn = terminar el turno
patch-on = parche: ponerlo en { $cell }
lay-patch = parche: ponerlo
on-cell = en { $cell }
wild = comodín: { $animal } en { $cell }
spell-becomes = hechizo: el animal en { $cell } se convierte en { $animal }
spell-moves = hechizo: el animal en { $cell } se mueve a { $goal }

# ---- posiciones
# Letras de las casas: ninguna, rana, gato, ratón, cuervo, búho, comodín.
letters = .rgmcb*
legend = casilla: nivel, casa (r rana, g gato, m ratón, c cuervo, b búho, * comodín), animal en mayúscula; # parche; las líneas separan losetas; las filas y columnas con > y v están resaltadas
supply = reserva: { $animals }, { $spells ->
    [one] { $spells } hechizo
   *[other] { $spells } hechizos
}, { $patches ->
    [one] { $patches } parche
   *[other] { $patches } parches
}
stage = turno { $number } de { $turns }
headline = Correo de Medianoche: { stage }, { $asked }
headline-end = Correo de Medianoche: la partida ha terminado ({ $result })
plays = { $name-is ->
    [you] juegas tú
   *[other] juega { $name }
}
asked-take = { plays }: tomar una loseta
asked-place = { plays }: posicionarla
asked-wild = { plays }: elegir un animal
asked-resolve = { plays }: resolver mensajes
tile-now = loseta de este turno: { $shape } { $tile }
turn-head = { $flipped ->
    [1] vol. { $degrees }
   *[0] { $degrees }
}
messages-now = mensajes de este turno: { $count }, { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
objectives = objetivos: { $names }
made-of = mensajes { $track }, combos { $combo }, objetivos { $objectives }
tokens = hechizos { $spells }, parches { $patches }
hand-deck = mano { $cards }, mazo { $count }
pile-up = boca arriba { $cards }
pile-down = boca abajo { $cards }

# ---- explicaciones
shape-0 = cuatro espacios en fila
shape-1 = un cuadrado de cuatro espacios
shape-2 = tres espacios en fila y uno junto al del medio
shape-3 = dos pares de espacios, desplazados un espacio
shape-4 = tres espacios en fila y uno junto al extremo
shape-5 = tres espacios en fila
shape-6 = tres espacios en esquina
shape-7 = dos espacios
no-house = sin casas
about-shape = una loseta de { $shape }: { $houses }; { $count } en el juego
takes-special = una de las losetas de tres espacios del mercado
takes-shape = una de las losetas { $shape } del mercado
name-card = carta { $card }
about-card = jugada boca arriba, toma { $takes }; boca abajo, como cualquier carta, toma un dominó
about-animal = camina en línea recta hasta el siguiente animal de su especie ({ $animal }) si no hay otro en medio, y sale del tablero
about-house = al posicionar su loseta recibe { $animal } de la reserva, si queda
about-wild-house = al posicionar su loseta recibe el animal que elijas
spell-token = hechizo
patch-token = parche
about-area = da un { $token } cada vez que se cubre por completo en un nivel más alto
name-objective = objetivo { $name }
in-rows = { " " }en las filas { $cells }
in-cols = { " " }en las columnas { $cells }
in-quadrants = { " " }({ $cells })
houses-of = casas de { $house } (no comodines)
all-houses = casas de cualquier color{ $place }
about-objective = { $advanced ->
    [0] en la variante avanzada: { "" }
   *[1] { "" }
}al final { $first }, { $second } y { $third } puntos para quienes tengan más { $what } sin loseta, parche ni animal encima. Quienes empatan reciben los mismos puntos
name-level = nivel
about-level = cuántas piezas hay en una casilla, y los puntos que da cada paso sobre ella
name-tile = loseta
about-tile = se posiciona girada y volteada como quieras, { $flat ->
    [0] con todos sus espacios en el tablero o todos sobre piezas
   *[1] con todos sus espacios en un mismo nivel
}. Nunca va sobre un animal ni exactamente sobre una loseta de su figura
name-message = mensaje
about-message = un animal camina hasta otro de su especie; cada casilla por la que pasa puntúa su nivel, { $last ->
    [0] sin contar la del que lo recibe
   *[1] también la del que lo recibe
}
name-combo = combo
about-combo = { $combo } o más mensajes en un turno dan puntos adicionales: el número de mensajes por el de especies de animales que han caminado
name-spell = hechizo
about-spell = se usa justo después de posicionar una loseta: uno de sus animales se convierte en otro, o pasa a otro de sus espacios. Puedes usar un hechizo por turno, pero no en el turno en que lo consigues. Empiezas con { $start }; cada uno sin usar vale { $token } al final
name-patch = parche
about-patch = antes de jugar tu carta, renueva una loseta del mercado. O se pone en cualquier casilla: la casilla sube un nivel, y el animal que hubiera vuelve a la reserva. Puedes usar un parche por turno, pero no en el turno en que lo consigues. Empiezas con { $start }; cada uno sin usar vale { $token } al final
name-market = mercado
about-market = { $offer } losetas de cada figura de cuatro espacios, y la primera de cada una de las otras pilas
name-reserve = reserva
about-reserve = { $count } animales de cada especie al empezar; los que han caminado o quedan cubiertos vuelven a ella
name-end-turn = terminar el turno
about-end-turn = posible cuando ya no se ven dos animales de la misma especie. Recibes los puntos de un combo y una carta nueva; después juega el siguiente
combo-now = puntos de combo: { $points }
result = resultado: { $lines }
tiles-left = { $count ->
    [one] queda { $count } loseta en la pila
   *[other] quedan { $count } losetas en la pila
}

# ---- sucesos
refilled = { $tile-of-pile } llega al mercado
renewed = { $seat-is ->
    [you] renuevas
   *[other] { $seat } renueva
} el mercado con un parche: { $change ->
    [none] llega una loseta igual que la anterior
   *[other] { $old-of-pile } va debajo de su pila y llega { $look }
}
laid = { $seat-is ->
    [you] posicionas
   *[other] { $seat } posiciona
} la loseta { $look } en { $cells }, nivel { $level }
housed = { $left ->
    [none] no quedan fichas de { $house } para el espacio { $space } en { $cell }
    [wild] { $guest } llega al comodín { $cell }
   *[other] { $guest } llega a { $cell }
}
covered = { $area }: todo cubierto hasta el nivel { $lowest }: { $token ->
    [spell] hechizo para { $seat-is ->
        [you] ti
       *[other] { $seat }
    }
    [patch] parche para { $seat-is ->
        [you] ti
       *[other] { $seat }
    }
    [no-spell] no quedan hechizos
   *[other] no quedan parches
}
recoloured = { $seat-is ->
    [you] usas
   *[other] { $seat } usa
} un hechizo: { $old ->
    [rana] la rana
   *[other] el { $old }
} en { $cell } se convierte en { $guest }
relocated = { $seat-is ->
    [you] usas
   *[other] { $seat } usa
} un hechizo: { $animal ->
    [rana] la rana
   *[other] el { $animal }
} en { $cell } se mueve a { $goal }
patched = { $seat-is ->
    [you] pones
   *[other] { $seat } pone
} un parche en { $cell }, nivel { $level }{ $animal ->
    [none] { "" }
    [rana] ; la rana que había vuelve a la reserva
   *[other] ; el { $animal } que había vuelve a la reserva
}
delivered = mensaje: { $seat-is ->
    [you] tu { $animal }
   *[other] { $animal ->
        [rana] la rana
       *[other] el { $animal }
    } de { $seat }
} camina al { $direction } de { $cell } a { $goal }: { $sum }{ $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
combo = { $seat-is ->
    [you] haces
   *[other] { $seat } hace
} un combo: { $messages ->
    [one] { $messages } mensaje
   *[other] { $messages } mensajes
} x { $colours ->
    [one] { $colours } especie
   *[other] { $colours } especies
} = { $combo-points ->
    [one] { $combo-points } punto
   *[other] { $combo-points } puntos
}
drew = { $seat-is ->
    [you] robas
   *[other] { $seat } roba
} { $card ->
    [unknown] una carta
   *[other] la carta { $card }
}
ended = { $seat-is ->
    [you] terminas
   *[other] { $seat } termina
} el turno
turn = empieza el turno { $lap } de { $laps }
objective = objetivo { $objective }: { $shares }
total = { $seat }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
} ({ $parts })
game-over = la partida ha terminado; { $winners ->
    [none] el par es { $par }
   *[other] victoria: { $winners }
}
share = { $seat }: { $houses ->
    [one] { $houses } casa
   *[other] { $houses } casas
}, { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
parts = mensajes { $track }, combos { $combo }, hechizos { $spells }, parches { $patches }
parts-with-objectives = { parts }, objetivos { $objectives }
played-up = { $seat-is ->
    [you] juegas
   *[other] { $seat } juega
} la carta { $card } boca arriba y { $seat-is ->
    [you] tomas
   *[other] toma
} { $tile }
played-down = { $seat-is ->
    [you] juegas
   *[other] { $seat } juega
} { $card ->
    [unknown] una carta
   *[other] la carta { $card }
} boca abajo{ $took ->
    [nothing] , sin loseta
   *[other] { "" } y { $seat-is ->
        [you] tomas
       *[other] toma
    } { $tile }
}

# ---- pictures
draw-points = puntos
draw-messages = mensajes
draw-combos = combos
draw-objectives = objetivos
draw-tile = loseta de este turno
draw-turn-keys = la tecla R o la rueda la gira
draw-more = { $count } más
draw-market = mercado
draw-reserve = reserva
draw-hand = mano
draw-deck = mazo
draw-up = jugadas boca arriba
draw-down = jugadas boca abajo
draw-turned = posicionar la loseta { $flipped ->
    [1] volteada{ $degrees ->
        [0] { "" }
       *[other] , girada { $degrees }°
    }
   *[0] { $degrees ->
        [0] sin girar
       *[other] girada { $degrees }°
    }
}
draw-spell-on = hechizo: { $animal } en { $cell }
draw-first = posicionar la loseta, primer espacio en { $cell }
draw-renew = renovar una loseta
draw-face-down = boca abajo, por un dominó
draw-spells = hechizos
draw-patches = parches
