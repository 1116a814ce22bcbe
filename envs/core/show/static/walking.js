"use strict";
/* Films of what has happened: medianocheWalking.play(oldSvg, newSvg) plays the films of the new picture (film.py says
   what they are) and returns whether it plays any. Steps that the old picture has begun to show are not played again. */

const medianocheWalking = (() => {
  const STEP = 250, POINTS = 1300, HIGH = 16, EASY = "cubic-bezier(.4,0,.3,1)";

  /* The number of steps that the film in the picture before has shown; one that nobody played was only opened. */
  function seen(film, old) {
    const before = old?.querySelector(`.film[data-film="${film.dataset.film}"]`);
    if (!before) return 0;
    const steps = before.dataset.steps.split(" "), now = film.dataset.steps.split(" ");
    return steps.every((step, place) => now[place] === step) ? Number(before.dataset.played ?? steps.length) : 0;
  }

  /* How a part moves while a step is played, or null. */
  function motion({ by, mood }) {
    if (mood === "rises") {
      const up = `translateY(-${HIGH}px)`;
      return [[{ opacity: 0 }, { opacity: 1, offset: .2 }, { opacity: 1, transform: up, offset: .8 }, { opacity: 0, transform: up }], POINTS];
    }
    if (!by) return null;
    const [x, y] = by.split(" "), there = `translate(${x}px, ${y}px)`;
    return [[{ transform: "none" }, { transform: there, opacity: mood === "leaves" ? 0 : 1 }], STEP];
  }

  async function show(film, first) {
    const parts = [...film.children], last = film.dataset.steps.split(" ").length;
    film.removeAttribute("display");
    for (let step = first; step < last && film.isConnected; step++) {
      film.dataset.played = step + 1;
      const moves = [];
      for (const part of parts) {
        const [from, end] = part.dataset.during.split(" "), there = from <= step && step < end, how = motion(part.dataset);
        part.style.display = there ? "" : "none";
        if (there && how) moves.push(part.animate(how[0], { duration: how[1], easing: EASY, fill: "forwards" }).finished);
      }
      await Promise.all(moves).catch(() => {});
    }
    film.setAttribute("display", "none");
  }

  function play(oldSvg, newSvg) {
    const fresh = [...newSvg.querySelectorAll(".film")].map(film => [film, seen(film, oldSvg)])
      .filter(([film, first]) => first < film.dataset.steps.split(" ").length);
    fresh.forEach(([film, first]) => show(film, first));
    return fresh.length > 0;
  }

  return { play };
})();
