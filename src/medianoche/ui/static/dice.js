/* Dice that an event tells, as faces with pips. */

import { say } from "./words.js";

/* Where pairs of pips are, [x, y], in the order in which they come with 2, 4, 6 and 8; 10 has two columns beside a pair. */
const PAIRS = [[], [[7, 5], [17, 19]], [[17, 5], [7, 19]], [[7, 12], [17, 12]], [[12, 5], [12, 19]]], TEN = [[12, 8.5], [12, 15.5]];
const COLUMN = [4.5, 9.5, 14.5, 19.5].flatMap(y => [[6, y], [18, y]]);

const pips = number => (number === 10 ? [...COLUMN, ...TEN] : [...PAIRS.slice(0, 1 + (number >> 1)).flat(), ...(number % 2 ? [[12, 12]] : [])]);

function face(number) {
  const box = document.createElement("span");
  box.className = "die";
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", say("die", { number }));
  box.dataset.die = number;
  box.innerHTML = `<svg viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="4"/>${
    pips(number).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2"/>`).join("")}</svg>`;
  return box;
}

/* A face for each die of an event whose number this seat knows. */
export const dice = event => (event?.dice ?? [event?.die]).filter(number => number >= 1 && number <= 10).map(face);
