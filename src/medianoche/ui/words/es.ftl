# Las frases de la página; `say(key, values)` en static/words.js las encuentra por su clave.

# ---- en todas partes
one-moment = Un momento …
light-or-dark = claro u oscuro
sounds = sonidos
language = idioma
games-link = partidas
open-the-address = Abre la dirección que mostró el servidor, o un enlace a un asiento: la clave forma parte de ella.

# ---- la lista de partidas
new-game = Nueva partida
games = Partidas
game = juego
about-correo = pon losetas con animales en tu propio tablero y manda mensajes en cadena
about-misty = elige cartas para tu ventana y luego muévelas para puntuar
about-halloween = truco o trato: mentiras, testigos, pujas secretas y niños de identidad oculta
about-nocturna = niños contra el Maestro de Pesadillas: cartas secretas, combates simultáneos, tres jefes
about-medianokte = un Enemigo que dirige la nave contra una tripulación que la explora
none-yet = Todavía no hay ninguna.
open-a-replay = Abrir una partida guardada o su repetición:
save-game = guardar esta partida para seguirla en otra página
players = jugadores
play = Jugar
more-settings = Más ajustes
pack = contenido
pack-about = un nombre, un archivo.toml o un número que lo genera
seed = semilla
seed-about = el número que decide el reparto
by-chance = al azar
hints-from = pistas de
hints-about = agentes a los que se puede preguntar; sin ninguno no hay pistas
usual = { $value } (lo habitual)
who-can-play = quién puede jugar
own-class = una clase propia
you = tú
friend-by-link = un amigo, por enlace
another-agent = otro agente …
agent = agente
agent-or-path = agente, o ruta/a/mi_bot.py:MiBot
over = terminada
you-won = has ganado
you-lost = has perdido
drawn = empate
to-choose = le toca elegir: { $who }
yours-to-choose = te toca
keep-playing = seguir jugando
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
of-the-replay = de la repetición
since-your-choice = desde tu última elección
die = dado: { $number }
choices = opciones
what-has-happened = Qué ha pasado
latest-events = lo último que ha pasado
awaited = aún no ha llegado
away = se ha ido
friend-awaited = Falta { $name }: manda el enlace
friend-awaited-here = Falta { $name }
link-here-alone = Este enlace solo se abre en este ordenador. Para invitar a otros, arranca el servidor con --host 0.0.0.0.
copy-link = Copiar el enlace
link-as-code = Código QR del enlace
person-chooses = { $name } está eligiendo …
is-choosing = { $name } está eligiendo …
game-to-look-at = Una partida para mirar.
your-turn = Te toca
your-choice-waits = Tu elección espera: { $action }.
end-of-turn = fin del turno
board = el tablero
tools = herramientas
more-tools = más herramientas
choose-again = Elegir otra vez
game-over = La partida ha terminado.
game-over-draw = La partida ha terminado: empate.
game-over-you = La partida ha terminado: ¡has ganado!
game-over-lost = La partida ha terminado: has perdido.
game-over-one = La partida ha terminado: ha ganado { $name }.
game-over-several = La partida ha terminado: han ganado { $names }.
and = y
another-choice = otra opción
lines-before = { $count ->
    [one] { $count } línea anterior
   *[other] { $count } líneas anteriores
}
who-hints = a quién se piden pistas
hint = Pista
hint-fell = Seguiste la pista cuando decía { $before } %: que baje no es un error tuyo. La estimación es aproximada, y también cuenta lo que ha pasado desde entonces.
always = siempre
take-back = Deshacer
what-is-what = Qué es cada cosa
agents-speed = velocidad de los agentes
at-once = al instante
quick = rápido
seconds = { $count } s
agents-pace = agentes: { $pace }
pause = pausa
go-on = seguir
one-choice = una elección
whose-view = punto de vista
nothing-hidden = sin nada oculto
as-seat = como el asiento { $seat }
step-through = Repasarla paso a paso
save-replay = Guardar la repetición
player = jugador
score = puntos
result = resultado
won = gana
draw = empata
lost = pierde
play-it = Jugarla
not-this = Esta no
repeat = repetir la carta
repeat-until = hasta cuándo
repeat-limit = el número en que se detiene
until-asked = hasta otra pregunta
until-turns = durante tantos turnos
repeating = { $count ->
    [one] { $action }: una vez hasta ahora
   *[other] { $action }: { $count } veces hasta ahora
}
repeat-stop = Parar
repeat-stopped = { $count ->
    [one] Jugada una vez; se ha parado.
   *[other] Jugada { $count } veces; se ha parado.
}
repeat-over = { $count ->
    [one] Jugada una vez; el combate ha terminado.
   *[other] Jugada { $count } veces; el combate ha terminado.
}
repeat-asked = { $count ->
    [one] Jugada una vez; ahora se pregunta otra cosa.
   *[other] Jugada { $count } veces; ahora se pregunta otra cosa.
}
repeat-illegal = { $count ->
    [one] Jugada una vez; ahora no se puede jugar la carta.
   *[other] Jugada { $count } veces; ahora no se puede jugar la carta.
}
repeat-reached = { $count ->
    [one] Jugada una vez; ya ha llegado lo que esperabas.
   *[other] Jugada { $count } veces; ya ha llegado lo que esperabas.
}
advice-quick = consejo rápido
advice-deep = consejo a fondo
thinks = { $agent } está pensando …
expected-utility = tu probabilidad de ganar
find = buscar
close = cerrar
rules = Reglas
learn = Explicar cada elección

# ---- lo que tarda
working-compile = Preparando el juego: se está compilando, quedan unos { $left } s.
working-agent = Preparando a los demás jugadores: quedan unos { $left } s.
working-judge = Preparando el análisis: quedan unos { $left } s.
working-longer = Preparando el juego: lleva { $seconds } s compilándose, algo más de lo previsto.
working-draw = Dibujando la partida: { $done } de { $whole } posiciones.
working-evaluate = Analizando la partida: { $done } de { $whole } elecciones.
dealing-now = Repartiendo las cartas …
looking-at-it = Analizando la partida …
drawing = Dibujando la partida …
no-answer = el servidor no responde; ¿sigue en marcha?
no-json = la respuesta no es JSON ({ $status })
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
clock-about = tiempo de cada persona para toda la partida; si se agota, un agente sigue por ella
no-clock = ninguno
minutes = { $count } min
chat = Chat
chat-unread = { $count ->
    [one] Chat: { $count } mensaje nuevo
   *[other] Chat: { $count } mensajes nuevos
}
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
look-back = posiciones anteriores
step-back = una posición atrás
step-on = una posición adelante
now = ahora
looking-back = Posición anterior
board-in-words = El tablero en palabras
calm = con calma
more = más
enough = No explicar más
name-ask = ¿Con qué nombre te verán los demás?
take-seat = Sentarse
write = escribe a la mesa
send = Enviar

# ---- el final
by-points = { $best } a { $next }
points-each = { $best } cada uno
share-picture = Imagen para compartir
keep-it = Guardar …
at-the-end = al final
rematch = Revancha con los asientos rotados
play-again = Jugar otra vez
watch-again = Ver otra partida igual
rematch-join = A la revancha
save-page = Guardar como página
where-it-turned = Momentos decisivos
had-then = { $name }: { $had } → { $then } de ganar
you-played = jugado: { $action }
better-was = mejor habría sido: { $action }
look-there = Verlo
nothing-cost = Ninguna elección costó mucho.
luck-cost = Suerte: dados y cartas le quitaron a { $name } un { $share }
luck-gave = Suerte: dados y cartas le dieron a { $name } un { $share }
luck-cost-you = Suerte: dados y cartas te quitaron un { $share }
luck-gave-you = Suerte: dados y cartas te dieron un { $share }
luck-worst = lo que más (un { $share } menos): { $words }
luck-best = lo que más (un { $share } más): { $words }
replay = repetición
who-evaluates = quién analiza
evaluation = Análisis
no-values = { $agent } no valora posiciones
table = Mesa
fair-share = lo que el azar da a cada asiento
expected-of-all = probabilidad de ganar de cada asiento

# ---- puzles
puzzle-of-the-day = El puzle del día
puzzle-task = Juegas como { $seat }. Tienes { $choices } opciones y una es mucho mejor que las demás.
puzzle-solve = Resolverlo
puzzle-look = Ver la respuesta
puzzle-others = los puzles de días anteriores
puzzle-found = acertado
puzzle-missed = respondido
puzzle-asked = Puzle: ¿qué harías tú?
puzzle-right = ¡La has encontrado!
puzzle-wrong = Hay una opción mejor.
puzzle-best = Lo mejor: { $action }
puzzle-yours = Has elegido: { $action }
puzzle-choices = todas las opciones, con la probabilidad de ganar
puzzle-about = Así lo valora la red más fuerte tras una búsqueda larga. No sabe más que tú.
puzzle-does = Qué hace
puzzle-then = Tras la mejor elección
puzzle-play-on = Seguir jugando desde aquí
puzzle-more = Más puzles

# ---- cómo va una partida que se mira
standing = Cómo va la partida: { $sides }
standing-side = { $name } { $percent } %

# ---- lo que no se acepta; los detalles en `why` están en inglés
cause-agent = el agente no se acepta: { $why }
cause-option = una opción no se acepta: { $why }
cause-pack = el contenido no se acepta: { $why }
cause-replay = la repetición no se acepta: { $why }
cause-game = no se acepta: { $why }
cause-other = no se acepta: { $why }
error-agent-failed = { $agent } ha fallado; la terminal del servidor dice por qué
error-changed = la posición ha cambiado; mira otra vez
error-cut-off = el mensaje llegó cortado
error-defect = { $kind } inesperado; la terminal del servidor dice más
error-explanation = no se puede explicar ({ $kind } inesperado); la partida sigue, y la terminal del servidor dice más
error-hidden = la repetición estará disponible cuando termine la partida, porque muestra lo oculto
error-illegal = la acción { $action } no es legal; nada ha cambiado
error-large = el mensaje es demasiado grande; se aceptan hasta { $bytes } bytes
error-late = el mensaje no llegó en { $seconds } segundos
error-many = hay { $count } partidas; quita algunas
error-name-taken = en esta mesa ya hay alguien que se llama { $name }; elige otro nombre
error-no-chat = esta mesa no tiene chat
error-no-file = no existe ese archivo
error-no-game = no existe esa partida
error-no-puzzle = no existe ese puzle, o aún no se ha respondido
error-no-position = no existe la posición { $number }; se aceptan de 0 a { $last }
error-no-rematch = los jugadores no han empezado otra partida
error-no-seat = esta clave no abre ninguna partida; quizá se ha quitado
error-no-token = hace falta una clave: abre la dirección que mostró el servidor, o un enlace a un asiento
error-not-alone = no se puede deshacer una elección en una partida con otras personas
error-not-asked = ahora no te toca
error-not-here = aquí no se puede preguntar a { $agent }; se aceptan: { $accepted }
error-not-over = la partida no ha terminado
error-not-owner = esta clave no abre la lista de partidas
error-not-stored = no se puede escribir en la carpeta de partidas ({ $why }); nada ha cambiado
error-nothing-back = no hay nada que puedas deshacer
error-nothing-said = en esta línea no hay nada que leer
error-options = en esta página nadie juega con estas opciones; en la de medianoche ui sí
error-number = { $name } no se acepta; se aceptan de { $least } a { $most }
error-opens-nothing = esta clave no abre nada; abre la dirección que mostró el servidor, o un enlace
error-pace = la velocidad no se puede cambiar en una partida de varias personas
error-persons = solo pueden hacerlo las personas de la mesa
error-removed = esta partida se ha quitado
error-stopping = el servidor se está cerrando
error-taken-back = la partida ha cambiado: se ha deshecho una elección
error-watched = solo se muestra cómo va una partida si en ella no juega ninguna persona
ask-again = Preguntar otra vez a { $agent }

# ---- de qué se compone la puntuación
fact-track = mensajes
fact-combo = combos
fact-tokens = hechizos y parches
fact-objective_points = objetivos
fact-last_points = puntos de la última ronda
fact-points_total = puntos de todas las rondas
fact-candies = caramelos
fact-costumes = disfraces ×2
fact-own_child = niño propio
fact-eliminated = fuera del juego
fact-defeated_children = niños derrotados
fact-standing_children = niños en pie
score-misty = rondas ganadas
standing-nocturna = insomnio, niños derrotados
standing-medianokte = vida

# ---- opciones de los juegos y agentes; en inglés las dicen el juego y la lista de agentes
option-correo-advanced = avanzada
option-correo-advanced-about = tres cartas de objetivo puntúan al final
option-correo-start-player = quién empieza
option-correo-start-player-about = un asiento, contado desde 0, o random: al azar
option-correo-flat = losetas planas
option-correo-flat-about = todos los espacios de una loseta deben estar al mismo nivel (R11)
option-correo-count-destination = contar el destino
option-correo-count-destination-about = un mensaje puntúa también la casilla de quien lo recibe (R30)
option-misty-variant = variante
option-misty-variant-about = introductory: repartos más cortos y una ventana más pequeña
option-misty-activation = activación
option-misty-activation-about = solve: las ventanas se activan solas, con los máximos puntos
option-misty-rounds-to-win = rondas para ganar
option-misty-rounds-to-win-about = las rondas que ganan la partida
option-misty-smile-pairs = pares de sonrisas
option-misty-smile-pairs-about = tres sonrisas seguidas son dos pares; disjoint: uno
option-misty-obs-memory = memoria
option-misty-obs-memory-about = no: lo que observan los agentes no incluye las manos anteriores
option-halloween-colours = colores
option-halloween-colours-about = si los jugadores eligen su color por orden o lo reciben al azar
option-halloween-counts = cuentas
option-halloween-counts-about = si se ven los caramelos de los demás; quien lleva la cuenta los sabe
option-halloween-tear-cooldown = pausa tras arrancar
option-halloween-tear-cooldown-about = turnos propios sin arrancar disfraces después de un intento
option-medianokte-decks = mazos
option-medianokte-decks-about = los del contenido, sacados al azar de todas las copias, o hechos carta a carta
option-medianokte-characters = personajes
option-medianokte-characters-about = jefe y personajes al azar, o elegidos uno tras otro
option-medianokte-combined = turnos combinados
option-medianokte-combined-about = si una carta de acción puede cerrar un turno con compras
option-medianokte-test = prueba
option-medianokte-test-about = qué tiene que sacar un ataque especial: más que la característica del objetivo, más que la de quien ataca, o menos que esta
option-medianokte-ties = empates
option-medianokte-ties-about = si igualar la característica cuenta como sacar menos
option-medianokte-repeat = repetición
option-medianokte-repeat-about = durante cuánto tiempo no se puede atacar otra vez al último tripulante atacado
option-medianokte-max-rounds = máximo de rondas
option-medianokte-max-rounds-about = rondas después de las que la partida acaba sin ganador
option-nocturna-variant = variante
option-nocturna-variant-about = standard: tres jefes; quick: dos y menos rondas
option-nocturna-sheets = hojas de niño
option-nocturna-sheets-about = los niños eligen su hoja por orden, la sacan al azar o tienen la hoja c
option-nocturna-actor = quién actúa
option-nocturna-actor-about = con una carta ganadora: quien tiene la iniciativa, o quien su jugador elija
option-nocturna-carry = llevar
option-nocturna-carry-about = si hay que llevar a los niños derrotados
option-nocturna-unguarded-rewards = recompensas sin guardia
option-nocturna-unguarded-rewards-about = se pueden tomar las recompensas de una ubicación sin pesadillas
option-nocturna-boss-life = vida de los jefes
option-nocturna-boss-life-about = qué niños cuentan para la vida de un jefe
option-nocturna-max-offers = ofertas
option-nocturna-max-offers-about = intercambios que cada niño puede ofrecer en una ronda
option-nocturna-fatigue = cansancio
option-nocturna-fatigue-about = turnos de un combate antes de que ambos bandos se cansen
agent-is-random = cualquier acción legal, con la misma probabilidad
agent-is-greedy = la política del juego escrita a mano
agent-is-flat = partidas al azar después de cada acción
agent-is-ismcts = búsqueda en árbol de conjuntos de información
agent-is-net = una red compilada, sola o guiando una búsqueda: la que viene con el juego, o un archivo
agent-is-mmd = una red compilada, cuya política mejora en cada decisión con un paso de descenso de espejo magnético
agent-is-nash = equilibrios de valores aprendidos en las elecciones simultáneas, y una red en las demás
agent-is-matrix = una red compilada, que saca las elecciones simultáneas del equilibrio de una matriz de valores
agent-is-mixture = una de varias redes, sorteada para cada partida: la política media de un entrenamiento
agent-is-ppo = una red entrenada con stable-baselines3: la que viene con el juego, o un archivo
agent-is-level = un nivel en palabras: beginner, easy, medium, strong, strongest
agent-is-exec = un programa en cualquier lenguaje que habla líneas JSON
