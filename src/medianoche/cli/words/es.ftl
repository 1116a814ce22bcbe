# Lo que muestran `medianoche play` y `medianoche rules`; los nombres de órdenes, opciones y errores están en inglés.

help = ? explica (? 2, ? PALABRA), h da una pista, t muestra toda la mesa, q guarda y sale
help-learning = ? explica (? 2, ? PALABRA), h da una pista, t muestra toda la mesa, l termina las lecciones, q guarda y sale
accepted = de 1 a { $count }
goes-back = b vuelve atrás
prompt = { $accepted }, { $help }:
what-has-happened = qué ha pasado
earlier = ({ $count ->
    [one] { $count } línea
   *[other] { $count } líneas
} antes de estas)
more-lines = (y { $count ->
    [one] { $count } línea
   *[other] { $count } líneas
} más: t muestra toda la mesa)
your-turn = { $name }: te toca
choices = ({ $count ->
    [one] { $count } opción
   *[other] { $count } opciones
})
empty-line = una línea vacía
not-accepted = { $what } no vale; vale: { $accepted }, ?, h, t, q
hint = pista: { $words } { $number ->
    [0] (no está entre estas: b vuelve atrás)
   *[other] (aquí es { $number })
}
thinking = pensando una pista (la primera compila la búsqueda: unos { $seconds } segundos)
is-thinking = { $who } está pensando
compiling = { $game }: compilando por primera vez
no-help = esta ayuda falla, y la partida sigue: { $why }
no-names = este juego no tiene nombres que explicar; ? y el número de una opción explica la opción
nothing-called = aquí nada se llama { $what }; { $close ->
    [none] ? sin nada más muestra todos los nombres
   *[other] hay { $close }
}
names = ? y un nombre, o parte de él, explica uno de estos: { $names }
lessons-over = No hay más lecciones; --learn vuelve a empezarlas.
you = tú
seat-of = { $name }: { $who }
opening = { $title }. { $others }. ? explica lo que hay en la mesa.
level = { $level ->
    [beginner] principiante: sabe las reglas y poco más
    [easy] fácil: descarta las peores jugadas
    [medium] intermedio: ve lo bueno, pero se le escapa lo mejor
    [strong] fuerte: juega lo que prefiere la red entrenada, o casi
   *[strongest] el más fuerte: la red entrenada, con una búsqueda que anticipa jugadas
}; { $seconds ->
    [0] decide al momento
   *[other] piensa unos { $seconds } s por decisión
}
going-on = sigue la partida de { $file }, tras { $count ->
    [one] { $count } decisión
   *[other] { $count } decisiones
} (--new empieza otra)
result = { $name } ({ $who }): puntuación { $score }, utilidad { $utility }
left = has salido; { $kept }
begins-again = la misma orden vuelve a empezar desde ahí
kept = la partida está en { $file }, y la misma orden la continúa
kept-new = la partida está en { $file }, y la misma orden sin --new la continúa
input-ended = la entrada terminó antes que la partida; { $kept }
saved = guardada: medianoche replay { $file }
no-rules = { $game } no tiene tarjeta de reglas
