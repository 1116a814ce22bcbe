# Palabras que comparten todos los juegos.

you = tú
your = tu
nobody = nadie
owner = de { $name }
seat-player = jugador { $number }
in-sentence = el { $name }
seat-value = { $seat }: { $value }
all-of = { $first } y { $last }
choices = ({ $count ->
    [one] { $count } opción
   *[other] { $count } opciones
})
chance = { $percent } % de ganar
how-often = se elige el { $percent } % de las veces
draw-held = tu elección, que espera: { $action }
picture = { $title }: la posición
everything = sin nada oculto
points-of = { $seat }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
points = { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
utility = utilidad { $value }

# Tarjetas de reglas.
rules-goal-title = Objetivo
rules-turn-title = Un turno
rules-end-title = Final
rules-scoring-title = Puntuación

# Partidas que un asiento perdió porque su agente falló.
forfeit = { $seat } pierde la partida por un fallo: { $failure }.
forfeit-at = { $seat } pierde la partida por un fallo en la decisión { $decision }: { $failure }.
forfeit-utilities = Utilidades: { $utilities }.
failure-illegal-action = acción ilegal
failure-time-limit = límite de tiempo
failure-crash = el programa se interrumpió
failure-no-answer = ninguna respuesta
failure-unknown = motivo desconocido, porque la versión 0.4 no lo guardó

# Páginas de partidas guardadas.
replay-title = { $title }: una partida
replay-unpacking = La partida se está descomprimiendo; hace falta JavaScript.
replay-thinned = Se muestra una posición de cada { $every }, porque no caben todas en esta página. El relato está completo.
fact-game = juego
fact-players = { $game } v{ $version }, { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
fact-pack = contenido
fact-options = opciones
fact-none = ninguna
fact-seed = semilla
viewer-position = posición
viewer-view = punto de vista
viewer-account = Qué ha pasado
viewer-play = reproducir (espacio)
viewer-first = primera posición (Inicio)
viewer-back = una atrás (←)
viewer-on = una adelante (→)
viewer-last = última posición (Fin)
viewer-theme = claro u oscuro
viewer-about = sobre esta partida
viewer-place = { $at } de { $last }
viewer-you = tú
viewer-expected = el resultado que un agente esperaba para cada asiento
viewer-over = La partida ha terminado.
viewer-asked = le toca elegir: { $who }
viewer-thought = Pensamiento
