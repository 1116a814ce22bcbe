# Las palabras de Correo de Medianoche.

# ---- la tarjeta de reglas
rules-goal-1 = Cubre tu tablero con losetas, pon animales en sus casas y manda mensajes entre animales de la misma especie.
rules-turn-1 = Juega una de tus dos cartas y toma una loseta: una de las dos del mercado si la carta tiene figura, una de tres espacios si es especial, un dominó si juegas cualquiera boca-abajo.
rules-turn-2 = Posiciona la loseta, girada y volteada como quieras: sobre el tablero, o entera sobre otras losetas del mismo nivel, nunca sobre un animal. Cada casa recibe su animal; un comodín, el que elijas.
rules-turn-3 = Resuelve mensajes: mientras dos animales de una especie se vean en línea recta, uno camina hasta el otro y sale del tablero. Después roba una carta.
rules-turn-4 = Un cuadrante cubierto da un hechizo (un animal de la loseta nueva cambia o se mueve); una fila o columna resaltada da un parche (renueva el mercado o cubre una casilla).
rules-end-1 = La partida termina tras { $turns } turnos por jugador.
rules-scoring-1 = Cada casilla por la que pasa un mensaje puntúa su nivel; las descubiertas, 0. Dos o más mensajes en un turno son un combo: su número por el de colores distintos. Cada ficha sin usar vale 1.

# ---- una primera partida
guide-take = Elige una carta y su loseta. ¿Qué casas tiene, y dónde verían sus animales a otros de su especie? Un parche puede renovar antes el mercado.
guide-place = Posiciona la loseta donde sus animales queden en línea con otros de su especie, con casillas de nivel alto en medio: cada casilla puntúa su nivel. Deja sitio para las próximas losetas.
guide-wild = Elige el animal del comodín: el que mande un mensaje ahora o en el próximo turno.
guide-resolve = Los mensajes se resuelven en el orden que quieras; cada uno puede abrir líneas nuevas. Dos o más en un turno son un combo, que vale más con más colores. Un hechizo aún puede cambiar un animal de la loseta nueva.
