# Las palabras de Medianokte.

seat-enemy = Enemigo
seat-crew = tripulante { $number }

# ---- lo que anotan las reglas
ended = { $seat-is ->
    [you] terminas el turno
   *[other] { $seat } termina el turno
}
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

# ---- la tarjeta de reglas
rules-goal-1 = Un jugador es el Enemigo, con un jefe final y un ejército de astralis; los demás son la tripulación de la nave. La tripulación gana si cae el jefe; el Enemigo, si cae un tripulante.
rules-turn-1 = El Enemigo juega una carta de acción del jefe, que termina el turno, o gasta energía: baja astralis, juega eventos, ataca con astralis enderezados. Las cartas de acción roban hasta { $hand } cartas y dejan descansar a los astralis.
rules-turn-2 = Un tripulante entrega cosas y usa objetos descartables libremente; luego hace una sola cosa: atacar con un arma enderezada, usar la asistencia, usar la acción final por { $final } contadores, o explorar. Explorar da una carta y descanso a sus cartas, a cambio de energía para el Enemigo.
rules-turn-3 = El ataque cuerpo a cuerpo va contra un astrali enderezado mientras lo haya; el de distancia, contra cualquiera; el de área, contra todos. Cada dado que alcanza la armadura hace un daño. Quien mata a un astrali gana un contador.
rules-end-1 = El jefe final tiene { $boss } de vida, y { $each } más por cada tripulante.
rules-scoring-1 = No hay puntos: la tripulación gana o pierde junta, contra el Enemigo.

# ---- una primera partida
guide-choose = Elige a quién llevas. Mira las armas o las cartas de acción: quién ataca a distancia, quién cura, quién aguanta.
guide-build = Elige una carta para tu mazo. Mezcla cartas baratas, que salen pronto, con algunas fuertes.
guide-enemy = Tu turno como Enemigo: una carta de acción del jefe termina el turno y rellena la mano; si no, gasta energía. Ataca a un tripulante con poca armadura, pero nunca dos veces seguidas al mismo.
guide-crew = Tu turno: primero entrega y usa cosas, luego una activación. Ataca mientras tus armas estén enderezadas; explora cuando estén cansadas, aunque dé energía al Enemigo.
guide-drawn = Has encontrado una carta. Quédatela, entrégala a quien mejor la use, o descártala: lo que se queda cuesta energía que recibe el Enemigo.
guide-stack = El arma encontrada se apila sobre una de tus armas básicas: tapa la que menos uses.
guide-target = Elige el objetivo de la carta: remata lo que está a punto de caer, o debilita lo peligroso.
guide-tire = Elige qué cartas se cansan: las que menos necesites en los próximos turnos.
guide-card = Elige la carta de acción que se cansa.
guide-option = Elige cuál de los dos efectos ocurre.
guide-revive = Elige el astrali que vuelve como arma: el de mejor ataque.
guide-summon = Elige el astrali que baja gratis: el más caro ahorra más energía.
guide-lose = Elige el objeto que se pierde: el que menos ayude.
