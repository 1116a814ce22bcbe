/* The bar of a watched game: how its sides stand, by the network's value of the position. */

import { get, make } from "./api.js";
import { named } from "./lobby.js";
import { say } from "./words.js";

const LEGIBLE = 0.1;  // a smaller part has no number on it

export class Bar {
  /* `box`: where the bar stands; `chips`: the list of the players, who get the colour of their side. */
  constructor(chips) {
    this.chips = chips;
    this.box = make("div", { className: "standing", id: "standing", role: "img", hidden: true });
    this.sides = [];
    this.asking = false;
  }

  /* Show the bar of this frame, and ask how the game stands now; `view` is whose view the page shows. */
  show(frame, view) {
    this.frame = frame;
    this.view = view;
    this.box.hidden = !frame.watched || new Set(frame.seats.map(seat => seat.name)).size < 2;
    this.draw();
    if (!this.box.hidden) this.ask();
  }

  /* One question at a time; the last one is about the last frame. */
  async ask() {
    if (this.asking) { this.again = true; return; }
    this.asking = true;
    try {
      const { sides } = await get(`api/standing?view=${this.view}`);
      this.sides = sides;
      this.box.hidden = sides.length < 2;
      this.draw();
    } catch { /* the page itself says that the server is gone; the bar stays as it was */ } finally { this.asking = false; }
    if (this.again && this.box.isConnected) { this.again = false; this.ask(); }
  }

  draw() {
    const { seats } = this.frame, told = [];
    if (this.parts?.length !== this.sides.length) {
      this.parts = this.sides.map(() => make("span"));
      this.box.replaceChildren(...this.parts);
    }
    const percents = this.sides.slice(1).map(({ share }) => Math.round(100 * share));
    percents.unshift(100 - percents.reduce((sum, percent) => sum + percent, 0));  // together they are 100
    this.sides.forEach(({ seats: of, share }, row) => {
      const percent = percents[row], part = this.parts[row], side = `var(--${seats[of[0]].colour})`;
      part.style.setProperty("--side", side);
      told.push(say("standing-side", { name: of.map(seat => named(seats[seat])).join(", "), percent }));
      part.style.flexGrow = String(Math.max(share, 0.004));
      part.textContent = share < LEGIBLE ? "" : `${percent}`;
      of.forEach(seat => this.chips.children[seat]?.style.setProperty("--side", side));
    });
    const words = say("standing", { sides: told.join(" · ") });
    this.box.title = words;
    this.box.setAttribute("aria-label", words);
  }
}
