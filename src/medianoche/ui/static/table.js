/* A seat of a game: the board, the choices in words, the account, hints. All of it comes from the server as this seat
   may know it; the choices in the list are those that the board offers. */

import { button, complain, download, get, go, make, place, post, trying } from "./api.js";
import { graph } from "./graph.js";

export async function table(page) {
  const seat = new Seat(page);
  await seat.start();
  return () => seat.leave();
}

const STRIP_LINES = 12;

class Seat {
  constructor(page) {
    this.page = page;
    this.frame = null;
    this.within = [];        // the choice that is left, narrowed step by step
    this.chosen = -1;        // the row of the list that the keyboard is at
    this.thought = null;     // the last hint
    this.expected = [];      // [{key, value}, ...]: values of positions in hints so far
    this.heard = 0;          // lines of the account that were there when this seat chose last
    this.explained = new Map();
    this.left = false;
    this.build();
  }

  // ---- what is on the page

  build() {
    const part = (tag, className, attributes = {}) => make(tag, { className, ...attributes });
    this.board = part("div", "board", { id: "board", onclick: event => this.click(event) });
    medianocheMotion.look(this.board);
    this.status = part("p", "status", { id: "status", "aria-live": "polite" });
    this.seats = part("ul", "players", { "aria-label": "players" });
    this.strip = part("ol", "strip", { id: "strip", "aria-label": "since your last choice", "aria-live": "polite" });
    this.confirm = part("div", "confirm", { hidden: true });
    this.list = part("ol", "choices", { id: "choices", role: "listbox", "aria-label": "choices", tabIndex: 0 });
    this.about = part("p", "about", { "aria-live": "polite" });
    this.account = part("ol", "account", { id: "account", "aria-label": "what has happened" });
    this.tools = part("div", "tools");
    this.advice = part("p", "advice", { id: "advice", "aria-live": "polite" });
    this.curve = part("div", "curve");
    this.after = part("div", "after");
    this.page.replaceChildren(make("div", { className: "sitting" },
      make("div", { className: "left" }, this.seats, this.strip, this.board),
      make("aside", {}, this.status, this.after, this.tools, this.advice, this.confirm, this.list, this.about, this.curve,
        make("h2", { textContent: "What has happened" }), this.account)));
  }

  async start() {
    this.press = event => this.key(event);
    this.resize = () => { clearTimeout(this.late); this.late = setTimeout(() => this.refresh(true), 200); };
    document.addEventListener("keydown", this.press);
    addEventListener("resize", this.resize);
    await this.look(0);
    this.poll();
  }

  leave() {
    this.left = true;
    this.waiting?.abort();
    clearTimeout(this.soon);
    clearTimeout(this.late);
    document.removeEventListener("keydown", this.press);
    removeEventListener("resize", this.resize);
  }

  width() {
    const room = this.board.clientWidth || 360;
    return 360 * Math.min(Math.max(Math.floor((room + 110) / 360), 1), 3);
  }

  // ---- news from the server

  async look(wait, anew = false) {
    this.waiting = new AbortController();
    const known = anew || !this.frame ? "" : this.frame.key, view = this.view ?? "";
    const path = `/api/frame?known=${known}&wait=${wait}&width=${this.width()}&view=${view}`;
    const frame = await get(path, { signal: this.waiting.signal });
    if (!this.left && !frame.same) this.show(frame);
  }

  async poll() {
    while (!this.left) {
      try {
        await this.look(document.hidden ? 0 : 20);
        if (document.hidden) await new Promise(done => setTimeout(done, 4000));
        if (this.lost) { complain(""); this.lost = false; }
      } catch (error) {
        if (this.left || error.status === 401) { if (!this.left) complain(error); return; }
        if (error.name === "AbortError") { await this.asking; continue; }
        this.lost = true;
        complain(error);
        await new Promise(done => setTimeout(done, 2000));
      }
    }
  }

  async refresh(anew = false) {
    if (this.left || !this.frame) return;
    this.waiting.abort();
    this.asking = trying(() => this.look(0, anew))();
    await this.asking;
  }

  show(frame) {
    const fresh = frame.key !== this.frame?.key;
    this.frame = frame;
    if (fresh) { this.within = []; this.thought = null; this.explained.clear(); this.advice.textContent = ""; }
    document.title = `${frame.asked ? "● " : ""}${frame.title}`;
    document.getElementById("title").textContent = frame.title;
    this.showSeats();
    this.showBoard(frame.svg);
    this.showAccount();
    this.showTools();
    this.showEnd();
    if (fresh && frame.asked && this.auto) this.hint();
  }

  showSeats() {
    this.seats.replaceChildren(...this.frame.seats.map(({ name, who, asked, score, utility }) =>
      make("li", { className: asked ? "asked" : "" }, make("strong", { textContent: name }),
        who === "a person" && name === "you" ? "" : ` ${who}`,
        score === undefined ? "" : make("em", { textContent: ` ${score} (${utility > 0 ? "+" : ""}${utility})` }))));
    const { asked, over, ended, problem, seats } = this.frame;
    const next = seats.find(seat => seat.asked);
    const waits = next ? `${next.name} (${next.who}) is choosing …` : "";
    this.status.textContent = problem || (ended ? this.result() : over ? "A game to look at." : asked ? "Your turn" : waits);
    this.status.classList.toggle("asked", asked);
  }

  result() {
    const best = Math.max(...this.frame.seats.map(seat => seat.utility));
    const won = this.frame.seats.filter(seat => seat.utility === best).map(seat => seat.name);
    if (won.length === this.frame.seats.length) return this.frame.seats.length === 1 ? "The game is over." : "The game is over: a draw.";
    return won.includes("you") && won.length === 1 ? "The game is over: you have won!"
      : `The game is over: ${won.join(" and ")} ${won.length > 1 || won[0] === "you" ? "have" : "has"} won.`;
  }

  showBoard(svg) {
    const old = this.board.querySelector("svg.medianoche");
    this.board.insertAdjacentHTML("beforeend", svg);
    medianocheMotion.animate(old, this.board.querySelector(":scope > svg.medianoche:last-of-type"));
    this.board.dataset.drawn = 1 + Number(this.board.dataset.drawn ?? 0);
    const found = new Map();
    for (const element of this.board.querySelectorAll("[data-action]")) {
      const numbers = element.dataset.action, words = element.querySelector("title")?.textContent ?? numbers;
      if (!found.has(numbers)) found.set(numbers, { words, elements: [], actions: numbers.split(" ").map(Number) });
      found.get(numbers).elements.push(element);
    }
    this.choices = [...found.values()];
    this.showChoices();
  }

  showChoices() {
    this.chosen = -1;
    this.unconfirm();
    this.about.textContent = "";
    const weights = this.thought?.weights;
    const rows = this.choices.map((choice, row) => {
      const share = weights ? choice.actions.reduce((sum, action) => sum + (weights[action] ?? 0), 0) : 0;
      const line = make("li", { role: "option", id: `choice-${row}`, "aria-selected": "false", "data-row": row,
        onclick: () => this.tap(choice), onmouseenter: () => this.point(row), onmouseleave: () => this.point(-1) },
        make("kbd", { textContent: row < 9 ? row + 1 : "" }), make("span", { textContent: choice.words }),
        choice.actions.length > 1 ? make("b", { textContent: "›" }) : "");
      if (weights) line.style.setProperty("--share", `${Math.round(100 * share)}%`);
      return line;
    });
    const back = this.within.length ? make("li", { className: "out", onclick: () => this.widen() },
      make("kbd", { textContent: "Esc" }), make("span", { textContent: "another choice" })) : "";
    this.list.replaceChildren(...rows, back);
    this.list.hidden = !rows.length;
  }

  showAccount() {
    const { account, earlier } = this.frame;
    const more = earlier ? make("li", {}, button(`${earlier} lines before`, trying(async () => {
      const all = (await get(`/api/account?view=${this.view ?? ""}`)).account;
      this.account.replaceChildren(...all.map(words => make("li", { textContent: words })));
    }))) : "";
    const all = earlier + account.length;
    this.heard = Math.min(this.heard, all);
    this.account.replaceChildren(more, ...account.map((words, row) =>
      make("li", { textContent: words, className: earlier + row >= this.heard ? "new" : "" })));
    this.account.scrollTop = this.account.scrollHeight;
    this.showStrip();
  }

  /* What has happened since this seat's last choice, in a place of fixed height above the board. */
  showStrip() {
    const { account, earlier } = this.frame;
    const fresh = account.slice(Math.max(this.heard - earlier, 0)).slice(-STRIP_LINES);
    this.strip.replaceChildren(...fresh.map(words => make("li", { textContent: words })));
    this.strip.scrollTop = this.strip.scrollHeight;
  }

  showTools() {
    const { frame } = this, tools = [];
    if (frame.asked && frame.hints.length) {
      const who = make("select", { id: "adviser", "aria-label": "who is asked for hints", onchange: () => { this.adviser = who.value; who.blur(); } },
        ...frame.hints.map(name => make("option", { value: name, textContent: name })));
      who.value = this.adviser ??= frame.hints[0];
      const auto = make("input", { type: "checkbox", checked: !!this.auto, onchange: () => { this.auto = auto.checked; if (auto.checked) this.hint(); } });
      tools.push(button("Hint", () => this.hint(), { id: "hint", title: "h" }), who, make("label", {}, auto, "always"));
    }
    if (frame.back) tools.push(button("Take back", () => this.back(), { id: "back", title: "u" }));
    tools.push(button("What is what", () => this.glossary(), { id: "glossary", title: "?" }));
    if (frame.paced) tools.push(this.pace());
    if (frame.watched && !frame.over) tools.push(...this.controls());
    if (frame.watched) tools.push(this.viewer());
    this.tools.replaceChildren(...tools);
  }

  pace() {
    const speeds = [[0, "at once"], [0.4, "quick"], [1, "1 s"], [3, "3 s"], [8, "8 s"]];
    if (!speeds.some(([value]) => value === this.frame.pace)) speeds.push([this.frame.pace, `${this.frame.pace} s`]);
    const pick = make("select", { id: "pace", "aria-label": "speed of the agents", title: "speed of the agents",
      onchange: trying(() => { pick.blur(); return post("/api/pace", { pace: +pick.value }); }) },
      ...speeds.map(([value, words]) => make("option", { value, textContent: `agents: ${words}` })));
    pick.value = this.frame.pace;
    return pick;
  }

  controls() {
    const { paused } = this.frame;
    return [
      button(paused ? "▶ go on" : "⏸ pause", trying(() => post("/api/pace", { paused: !paused })), { id: "pause", title: "space" }),
      paused ? button("▶▏ one choice", trying(() => post("/api/pace", { one: true })), { id: "one", title: "→" }) : "",
    ];
  }

  viewer() {
    const pick = make("select", { id: "view", "aria-label": "whose view", onchange: () => { this.view = pick.value; pick.blur(); this.refresh(true); } },
      make("option", { value: "", textContent: "everything" }),
      ...this.frame.seats.map(({ name }, seat) => make("option", { value: seat, textContent: `as seat ${seat + 1}` })));
    pick.value = this.view ?? "";
    return pick;
  }

  showEnd() {
    const { frame } = this;
    const open = frame.over || frame.watched;
    this.after.replaceChildren(...(frame.ended ? [this.scores()] : []), ...(open ? [
      button("Step through it", () => go(place().token, "replay"), { id: "through" }),
      button("Save the replay", trying(async () =>
        download(`${frame.game}.replay.json`, JSON.stringify(await get("/api/replay")))), { id: "save" }),
    ] : []));
  }

  /* Scores and results, the best first. */
  scores() {
    const best = Math.max(...this.frame.seats.map(seat => seat.utility));
    const rows = [...this.frame.seats].sort((one, other) => other.utility - one.utility || other.score - one.score);
    const result = utility => utility === best && rows.some(seat => seat.utility < best) ? "won"
      : rows.every(seat => seat.utility === best) ? "draw" : "lost";
    return make("table", { className: "scores", id: "scores" },
      make("thead", {}, make("tr", {}, ...["player", "score", "result"].map(name => make("th", { scope: "col", textContent: name })))),
      make("tbody", {}, ...rows.map(({ name, who, score, utility }) =>
        make("tr", { className: result(utility) }, make("th", { scope: "row", textContent: name === "you" ? name : `${name} (${who})` }),
          make("td", { textContent: score }), make("td", { textContent: result(utility) })))));
  }

  // ---- choosing

  click(event) {
    const element = event.target.closest("[data-action]");
    const choice = element && this.choices.find(each => each.elements.includes(element));
    if (choice) this.tap(choice);
  }

  /* A click with a mouse plays a choice; a touch shows what it does, and asks to confirm it. */
  tap(choice) {
    if (choice.actions.length > 1 || !matchMedia("(pointer: coarse)").matches) return this.take(choice);
    this.point(this.choices.indexOf(choice));
    this.confirm.replaceChildren(make("strong", { textContent: choice.words }),
      button("Play it", () => this.take(choice), { id: "play", className: "main" }),
      button("Not this", () => { this.point(-1); this.unconfirm(); }, { id: "leave" }));
    this.confirm.hidden = false;
    return this.confirm.scrollIntoView({ block: "nearest" });
  }

  unconfirm() { this.confirm.hidden = true; this.confirm.replaceChildren(); }

  take(choice) {
    return choice.actions.length > 1 ? this.narrow(choice.actions) : this.act(choice.actions[0]);
  }

  async draw(actions) {
    const { key } = this.frame;
    const found = await post("/api/narrow", { key, actions, width: this.width(), judged: !!this.thought });
    if (found.key === this.frame.key) this.showBoard(found.svg);
  }

  narrow = trying(async actions => {
    this.within.push(actions);
    await this.draw(actions);
    if (matchMedia("(max-width: 800px)").matches) this.status.scrollIntoView({ block: "nearest" });
  });

  widen = trying(async () => {
    this.within.pop();
    await this.draw(this.within.at(-1) ?? []);
  });

  act = trying(async action => {
    if (this.acting) return;
    this.acting = true;
    clearTimeout(this.soon);  // what was pointed at is no choice any more
    this.heard = this.frame.earlier + this.frame.account.length;
    this.list.replaceChildren();
    try { await post("/api/act", { key: this.frame.key, action }); } finally {
      this.acting = false;
      await this.refresh();
    }
  });

  back = trying(async () => {
    await post("/api/back");
    this.expected = [];
    await this.refresh();
  });

  // ---- hints

  hint = trying(async () => {
    const { key } = this.frame;
    this.advice.textContent = `${this.adviser} thinks … (a search is compiled when it is first used)`;
    try {
      const found = await post("/api/hint", { key, agent: this.adviser ??= this.frame.hints[0] });
      if (found.key !== this.frame.key) return;
      this.thought = found;
      const value = found.value === null ? "" : `; expected utility ${found.value >= 0 ? "+" : ""}${found.value.toFixed(2)}`;
      this.advice.textContent = `★ ${found.agent}: ${found.words}${value}`;
      await this.draw(this.within.at(-1) ?? []);
      if (found.value !== null) this.showCurve(found.value);
    } catch (error) {
      this.advice.textContent = "";
      if (key === this.frame.key) throw error;
    }
  });

  showCurve(value) {
    const last = this.expected.at(-1);
    if (last?.key === this.frame.key) last.value = value;
    else this.expected.push({ key: this.frame.key, value });
    if (this.expected.length < 2) return;
    const values = this.expected.map((each, row) => [row, 0, each.value]);
    this.curve.replaceChildren(graph(values, values.length - 1, ["your expected utility"], () => {}));
  }

  // ---- what things do

  point(row) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.board.querySelectorAll(".chosen").forEach(element => element.classList.remove("chosen"));
    clearTimeout(this.soon);
    this.chosen = row;
    const choice = this.choices[row];
    if (!choice) return;
    const line = this.list.children[row];
    line.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", line.id);
    choice.elements.forEach(element => element.classList.add("chosen"));
    this.soon = setTimeout(() => this.explain(choice), 250);
  }

  explain = trying(async choice => {
    const { key } = this.frame, action = choice.actions[0];
    if (choice.actions.length > 1) { this.about.textContent = choice.words; return; }
    const words = this.explained.get(action) ?? (await post("/api/explain", { key, what: action })).words;
    if (key !== this.frame.key) return;
    this.explained.set(action, words);
    this.about.textContent = words;
  });

  glossary = trying(async () => {
    const { glossary } = await get(`/api/glossary?view=${this.view ?? ""}`);
    const rows = Object.entries(glossary).map(([name, words]) =>
      [make("dt", { textContent: name }), make("dd", { textContent: words })]);
    const dialog = make("dialog", { className: "glossary", onclose: () => dialog.remove() },
      make("form", { method: "dialog" },
        make("input", { type: "search", placeholder: "find", "aria-label": "find", oninput: event => {
          const part = event.target.value.toLowerCase();
          rows.forEach(pair => pair.forEach(each => { each.hidden = !pair.some(one => one.textContent.toLowerCase().includes(part)); }));
        } }), make("button", { textContent: "close" })),
      make("dl", {}, ...rows.flat()));
    document.body.append(dialog);
    dialog.showModal();
  });

  // ---- the keyboard

  key(event) {
    const field = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || ["INPUT", "SELECT", "DIALOG"].includes(field)) return;
    if (document.querySelector("dialog[open]")) return;
    const step = by => {
      const rows = this.choices.length;
      if (!rows) return;
      this.point(this.chosen < 0 ? (by > 0 ? 0 : rows - 1) : (this.chosen + by + rows) % rows);
      this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
    };
    const digit = /^[1-9]$/.test(event.key) ? this.choices[event.key - 1] : null;
    const keys = {
      ArrowDown: () => step(1), ArrowUp: () => step(-1), j: () => step(1), k: () => step(-1),
      Enter: () => field !== "BUTTON" && field !== "A" && this.choices[this.chosen] && this.take(this.choices[this.chosen]),
      Escape: () => this.within.length && this.widen(), h: () => this.frame.asked && this.frame.hints.length && this.hint(),
      u: () => this.frame.back && this.back(), "?": () => this.glossary(),
      " ": () => field !== "BUTTON" && this.tools.querySelector("#pause")?.click(),
      ArrowRight: () => this.tools.querySelector("#one")?.click(),
    };
    const act = digit ? () => this.take(digit) : keys[event.key];
    if (!act || act() === false) return;
    event.preventDefault();
  }
}
