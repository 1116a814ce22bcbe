# Las frases de la página; `say(key, values)` en static/words.js las encuentra por su clave.

# ---- en todas partes
one-moment = Un momento …
needs-javascript = La página necesita JavaScript.
light-or-dark = claro u oscuro
language = idioma
games-link = partidas
open-the-address = Abre la dirección que mostró el servidor, o el enlace de un asiento: la clave forma parte de ella.

# ---- la lista de partidas
new-game = Nueva partida
games = Partidas
game = juego
about-correo = pon losetas con animales en tu propio tablero y manda mensajes en cadena
about-misty = elige cartas para tu ventana y luego muévelas para puntuar
about-halloween = truco o trato: mentiras, testigos, pujas en secreto y niños que no se dan a conocer
about-nocturna = niños contra el Maestro de Pesadillas: cartas en secreto, combate simultáneo, tres jefes
about-medianokte = un Enemigo que dirige la nave contra una tripulación que la explora
none-yet = Todavía no hay ninguna.
open-a-replay = Abrir una partida guardada:
players-count = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
players = jugadores
play = Jugar
dealing = repartiendo … (un juego se compila la primera vez que se juega: unos { $seconds } segundos)
more-settings = reglas, contenido, pistas
pack = contenido
pack-about = un nombre, un archivo.toml o un número que lo genera
seed = semilla
seed-about = del reparto
by-chance = al azar
hints-from = pistas de
hints-about = agentes a los que se puede preguntar; ninguno: sin pistas
usual = { $value } (lo habitual)
who-can-play = quién puede jugar
own-class = una clase tuya
you = tú
friend-by-link = un amigo, por enlace
another-agent = otro agente …
agent = agente
agent-or-path = agente, o ruta/a/mi_bot.py:MiBot
over = terminada
to-choose = elige { $who }
sit-down = sentarse
link-for-a-friend = enlace para un amigo
link = enlace
copied = copiado
copy-it = cópialo
open = abrir
watch = mirar
remove = quitar
remove-this-game = quitar esta partida
remove-ask = ¿Quitar esta partida?

# ---- un asiento
a-person = una persona
a-friend = un amigo
of-the-replay = de la grabación
since-your-choice = desde tu última elección
choices = opciones
what-has-happened = Qué ha pasado
is-choosing = { $name } ({ $who }) está eligiendo …
game-to-look-at = Una partida para mirar.
your-turn = Te toca
game-over = La partida ha terminado.
game-over-draw = La partida ha terminado: empate.
game-over-you = La partida ha terminado: ¡has ganado!
game-over-one = La partida ha terminado: ha ganado { $name }.
game-over-several = La partida ha terminado: han ganado { $names }.
and = y
another-choice = otra opción
lines-before = { $count ->
    [one] { $count } línea anterior
   *[other] { $count } líneas anteriores
}
choice-count = { $count ->
    [one] { $count } opción
   *[other] { $count } opciones
}
who-hints = a quién se piden pistas
hint = Pista
always = siempre
take-back = Deshacer
what-is-what = Qué es qué
agents-speed = velocidad de los agentes
at-once = al instante
quick = rápido
seconds = { $count } s
agents-pace = agentes: { $pace }
pause = pausa
go-on = seguir
one-choice = una elección
whose-view = qué vista
everything = todo
as-seat = como el asiento { $seat }
step-through = Repasarla paso a paso
save-replay = Guardar la partida
player = jugador
score = puntos
result = resultado
won = gana
draw = empate
lost = pierde
play-it = Jugarla
not-this = Esta no
thinks = { $agent } está pensando … (una búsqueda se compila la primera vez que se usa)
expected-utility = tu utilidad esperada
find = buscar
close = cerrar
rules = Reglas
learn = Explicar cada elección

# ---- lo que tarda
working-compile = Preparando el juego: se compila, quedan unos { $left } s.
working-longer = Preparando el juego: se compila, ya van { $seconds } s, algo más de lo previsto.
working-draw = Se dibuja la partida: { $done } de { $whole } posiciones.
working-evaluate = Se analiza la partida: { $done } de { $whole } elecciones.
dealing-now = Se reparten las cartas …
looking-at-it = Se analiza la partida …
drawing = Se dibuja la partida …
no-answer = el servidor no responde; ¿sigue en marcha?
no-json = una respuesta que no es JSON ({ $status })
your-tables = Tus mesas

# ---- quién juega
level-beginner = principiante
level-easy = fácil
level-medium = intermedio
level-strong = fuerte
level-strongest = el más fuerte
thinks-about = piensa unos { $count } s
your-name = tu nombre
no-name = ninguno
players-range = de { $least } a { $most } jugadores
clock = reloj
clock-about = tiempo de cada persona para toda la partida; si se agota, sigue un agente
no-clock = ninguno
minutes = { $count } min
chat = chat
chat-about = las personas de la mesa pueden escribirse
filter = qué partidas
all-games = todas las partidas
to-play = en curso
remove-over = Quitar las terminadas
remove-over-ask = ¿Quitar todas las partidas terminadas?
remove-all = Quitar todas
remove-all-ask = ¿Quitar todas las partidas?
choice-number = { $count ->
    [one] { $count } elección
   *[other] { $count } elecciones
}

# ---- una mesa
removed = Esta partida se ha quitado.
look-back = lo anterior
step-back = una posición atrás
step-on = una posición adelante
now = ahora
looking-back = Mirando atrás
board-in-words = El tablero en palabras
calm = con calma
chance = probabilidad de ganar: { $percent } %
enough = No explicar más
name-ask = ¿Con qué nombre te verán los demás?
take-seat = Sentarse
write = escribe a la mesa
send = Enviar

# ---- el final
rematch = Revancha, asientos rotados
rematch-join = A la revancha
save-page = Guardar como página
where-it-turned = Dónde cambió
had-then = { $name }: { $had }, luego { $then }
you-played = jugado: { $action }
better-was = { $agent } habría hecho: { $action }
look-there = Verlo
nothing-cost = Ninguna elección costó mucho.
replay = repetición
who-evaluates = quién analiza
evaluation = Análisis
no-values = { $agent } no da valores de posiciones
table = Mesa
expected-of-all = resultado esperado de cada asiento

# ---- de qué se compone la puntuación
fact-track = mensajes
fact-combo = combos
fact-tokens = fichas
fact-objective_points = objetivos
fact-last_points = última ronda
fact-points_total = puntos en total
fact-candies = caramelos
fact-torn = disfraces rotos
fact-alive = en juego
fact-defeated_children = niños dormidos
fact-standing_children = niños despiertos
