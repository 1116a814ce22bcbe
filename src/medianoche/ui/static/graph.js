/* An agent's values of the positions as a graph: one line for each seat, its chance to win from 0 to 100 %. */

import { say } from "./words.js";

const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 4", "12 4"];
const WIDE = 600, TALL = 90, LEFT = 50;

/* values: [[place, seat, value], ...]; length: how many decisions there are; go(place) is called on a click; fair: the
   value of a seat that wins as often as chance lets it, at which a line is drawn; colours: of each seat, by name. */
export function graph(values, length, names, go, fair, colours) {
  const x = place => LEFT + (WIDE - LEFT - 4) * place / Math.max(length, 1), y = value => TALL / 2 - value * (TALL / 2 - 6);
  const seats = [...new Set(values.map(([, seat]) => seat))].sort();
  const lines = seats.map(seat => {
    const own = values.filter(each => each[1] === seat);
    const points = own.map(([place, , value]) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const style = `fill:none;stroke:var(--${colours[seat]});stroke-width:2;stroke-dasharray:${DASHES[seat % 6]}`;
    return `<polyline points="${points}" style="${style}"/>`;
  });
  const box = document.createElement("figure");
  box.className = "graph";
  box.innerHTML = `<svg viewBox="0 0 ${WIDE} ${TALL}" role="img" aria-label="${say("expected-of-all")}">
    <path d="M${LEFT} ${y(fair).toFixed(1)}H${WIDE}" class="fair"><title>${say("fair-share")}</title></path>
    <text x="4" y="20">100%</text><text x="4" y="${TALL - 6}">0%</text>
    ${lines.join("")}<path class="at" d="M0 0V${TALL}"/></svg>`;
  const caption = document.createElement("figcaption");
  seats.forEach(seat => {
    const key = document.createElement("span");
    key.innerHTML = `<svg viewBox="0 0 30 8" width="30" height="8"><path d="M0 4H30" style="stroke:var(--${colours[seat]});stroke-width:3;stroke-dasharray:${DASHES[seat % 6]}"/></svg> `;
    key.append(names[seat]);
    caption.append(key);
  });
  box.append(caption);
  const at = box.querySelector(".at"), picture = box.querySelector("svg");
  picture.onclick = event => {
    const bounds = picture.getBoundingClientRect();
    const along = (WIDE * (event.clientX - bounds.left) / bounds.width - LEFT) / (WIDE - LEFT - 4);
    go(Math.round(length * Math.min(Math.max(along, 0), 1)));
  };
  const show = place => { at.setAttribute("transform", `translate(${x(place).toFixed(1)} 0)`); };
  show(0);
  return Object.assign(box, { show });
}
