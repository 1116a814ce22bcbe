/* The cards of a long fight: they are large, and the page plays one of them again and again if the person wants that.

   It plays a card only where the same fight asks for a card, the card is on offer, and the condition of the person has
   not come. Any other question is left to the person. */

import { button, make } from "./api.js";
import { copied } from "./copies.js";
import { say } from "./words.js";

/* Milliseconds before a card is played again: time to read what happened and to stop. */
const PAUSE = 800;

export class Repetition {
  constructor(seat) {
    this.seat = seat;
    this.box = make("div", { className: "repeat", id: "repeat", hidden: true, role: "group", "aria-label": say("repeat") });
    this.wanted = false;     // whether the next card is to be repeated
    this.until = "asked";    // the condition that is chosen: "asked", "turns" or the name of a gauge
    this.limits = new Map(); // the number of each condition, as the person has set it
    this.running = null;     // {action, words, kind, count} while a card is repeated
    this.why = "";           // why the last repetition ended
  }

  get asked() { return this.seat.frame.repeats; }

  effect(action) { return this.seat.at === null ? this.asked?.effects[action] : undefined; }

  /* What a person can set, or what is being repeated. */
  show(fresh) {
    if (this.running && this.asked?.kind === this.running.kind) this.running.to = this.values();
    if (fresh) this.goOn();
    const { frame } = this.seat, cards = frame.asked && Object.keys(this.asked?.effects ?? {}).length > 0;
    this.box.hidden = !this.running && !cards;
    if (frame.asked && !this.asked) this.why = "";  // no fight any more
    if (this.box.hidden) return;
    if (this.running) {
      const { words, count } = this.running;
      this.box.replaceChildren(make("p", { textContent: [say("repeating", { action: words, count }), this.course()].filter(Boolean).join(" · "), "aria-live": "polite" }),
        button(say("repeat-stop"), () => this.stop("repeat-stopped"), { id: "repeat-stop", className: "main", title: "Esc" }));
      return;
    }
    if (!fresh && this.box.contains(document.activeElement)) return;  // what is being typed stays
    this.settings();
  }

  settings() {
    const { gauges } = this.asked, known = ["asked", "turns", ...gauges.map(gauge => gauge.name)];
    if (!known.includes(this.until)) this.until = "asked";
    const tick = make("input", { type: "checkbox", id: "repeat-card", checked: this.wanted, onchange: () => { this.wanted = tick.checked; tick.blur(); this.settings(); } });
    const conditions = [["asked", say("until-asked")], ["turns", say("until-turns")], ...gauges.map(({ name, words }) => [name, words])];
    const pick = make("select", { id: "repeat-until", hidden: !this.wanted, "aria-label": say("repeat-until"), onchange: () => { this.until = pick.value; pick.blur(); this.settings(); } },
      ...conditions.map(([value, textContent]) => make("option", { value, textContent })));
    pick.value = this.until;
    const limit = make("input", { type: "number", id: "repeat-limit", min: 1, max: 99, value: this.limit(), hidden: !this.wanted || this.until === "asked", "aria-label": say("repeat-limit"),
      oninput: () => this.limits.set(this.until, Math.max(Math.round(+limit.value) || 1, 1)) });
    this.box.replaceChildren(make("label", {}, tick, say("repeat")), pick, limit,
      make("p", { className: "soft", textContent: this.why, "aria-live": "polite" }));
  }

  limit() {
    return this.limits.get(this.until) ?? (this.until === "turns" ? 5 : this.asked?.gauges.find(({ name }) => name === this.until)?.start ?? 1);
  }

  /* A choice is made: by the person, or by this repetition. */
  played(action, words) {
    if (this.running && this.mine) { this.running.count += 1; return; }
    const card = this.effect(action) !== undefined;
    if (this.running) { if (card) this.stop("repeat-stopped"); return; }
    if (!this.wanted || !card) return;
    this.why = "";
    const values = this.values();
    this.running = { action, words, kind: this.asked.kind, count: 1, limit: this.limit(), until: this.until, from: values, to: values };
  }

  /* Each gauge's value, by what it is called. */
  values() { return new Map(this.asked.gauges.map(({ title, value }) => [title, value])); }

  /* What has become of the gauges since the first card: "boss's life 24 → 16". */
  course() {
    const { from, to } = this.running, told = [...to].filter(([title, value]) => from.has(title) && from.get(title) !== value);
    return told.map(([title, value]) => `${title} ${from.get(title)} → ${value}`).join(" · ");
  }

  /* The reason why a position ends the repetition; "" for none. */
  reason() {
    const { kind, action, until, limit, count } = this.running, { asked, seat } = this;
    if (seat.frame.over) return "repeat-over";
    if (!seat.frame.asked) return "";
    if (asked?.kind !== kind) return "repeat-over";
    if (asked.effects[action] === undefined) return until === "asked" ? "repeat-asked" : "";
    if (!seat.choices.some(({ actions }) => actions.length === 1 && actions[0] === action)) return "repeat-illegal";
    const gauge = asked.gauges.find(({ name }) => name === until);
    const reached = gauge ? (gauge.rises ? gauge.value >= limit : gauge.value <= limit) : until === "turns" && count >= limit;
    return reached ? "repeat-reached" : "";
  }

  /* Another position has come: play the card again, or end. */
  goOn() {
    clearTimeout(this.soon);
    if (!this.running) return;
    const why = this.reason(), { action } = this.running, { position } = this.seat.frame;
    if (why) { this.stop(why); return; }
    if (!this.seat.frame.asked || this.effect(action) === undefined) return;  // others choose, or the person is asked something else
    this.soon = setTimeout(async () => {
      if (!this.running || this.seat.closed || this.seat.frame.position !== position) return;
      if (this.seat.at !== null) { this.stop("repeat-stopped"); return; }
      this.mine = true;
      const done = this.seat.act(action);
      this.mine = false;
      await done;
    }, PAUSE);
  }

  stop(why) {
    clearTimeout(this.soon);
    if (!this.running) return false;
    this.why = [say(why, { count: this.running.count }), this.course()].filter(Boolean).join(" ");
    this.running = null;
    this.wanted = false;
    this.show(false);
    return true;
  }

  /* The cards of the fight in the list of choices: large, each with its picture and its effect. */
  enlarge(list, choices) {
    const effects = choices.map(({ actions }) => (actions.length === 1 ? this.effect(actions[0]) : undefined));
    list.classList.toggle("fight", effects.some(effect => effect !== undefined));
    effects.forEach((effect, row) => {
      if (effect === undefined) return;
      list.children[row].classList.add("large");
      list.children[row].append(copied(choices[row].elements[0]), make("small", { textContent: effect }));
    });
  }
}
