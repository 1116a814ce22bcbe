/* A seat of a game: the board, the choices in words, the account, hints. All of it comes from the server as this seat
   may know it; the choices in the list are those that the board offers. */

import { button, complain, get, go, keep, make, place, post, trying, unanswered } from "./api.js";
import { ChatBadge } from "./badge.js";
import { Bar } from "./bar.js";
import { face } from "./copies.js";
import { dice } from "./dice.js";
import { icon } from "./emblems.js";
import { resultOf, showBanner, showEnd, winners } from "./ending.js";
import { graph } from "./graph.js";
import { explain, explains, glossaryPanel, guide, showRules } from "./learning.js";
import { known, mentioned, named, playerWords } from "./lobby.js";
import { answerOf, puzzleStatus, quiet, showAnswer } from "./puzzle.js";
import { Repetition } from "./repeat.js";
import { play } from "./sounds.js";
import { Turning } from "./turning.js";
import { awaited, chatPanel, invite, welcome } from "./together.js";
import { waiting } from "./waiting.js";
import { advised, say, short, unbroken } from "./words.js";

export async function table(page, left) {
  const seat = new Seat(page);
  left.addEventListener("abort", () => seat.leave());
  await seat.start();
}

/* NARROW: the choices are below the board, UPRIGHT, or on a phone that lies on its side beside it. */
const UPRIGHT = matchMedia("(max-width: 800px)"), NARROW = matchMedia("(max-width: 800px), (max-height: 500px)");
/* Lines of the account that stand in place of the choices while others choose. */
const RECENT = 12;
/* Milliseconds for which the end of a round lies over the board. */
const SHOWN = 3000;
/* Milliseconds without an answer after which the status says that a choice is on its way. */
const LATE = 300;
/* Points of a hint's figure that it may fall without a word about it. */
const FALL = 5;
const TOUCH = matchMedia("(pointer: coarse)");
/* Milliseconds after which a finger that was lifted has clicked, and for which a new position waits for it at most. */
const CLICKED = 50, FINGER = 3000;
const TOUCHES = ["touchstart", "touchend", "touchcancel"];
/* Pixels in which the letters of a wide picture have 11. */
const WIDE = 764;
/* ROOMY: the players have room in the bar of the page. */
const ROOMY = matchMedia("(min-width: 1100px) and (min-height: 501px)");

/* The sentences of a line of the news; where each has a line of its own, the marks between them are not shown. */
const sentences = parts => parts.map((words, row) => make("span", { className: "part" }, unbroken(words), row < parts.length - 1 ? make("i", {}, "; ") : ""));

/* A hint's chance to win by an action, in percent; null if the agent gives none. */
const chance = ({ figures, values }, action) => (action in values ? figures[action] ?? null : null);

/* A button with a sign before its words. */
const signed = (sign, words, onclick, attributes) => {
  const made = button(words, onclick, attributes);
  made.prepend(icon(sign));
  return made;
};

class Seat {
  constructor(page) {
    this.page = page;
    this.frame = null;
    this.within = [];        // the choice that is left, narrowed step by step
    this.chosen = -1;        // the row of the list that the keyboard is at
    this.thought = null;     // the last hint
    this.followed = null;    // the figure of the last hint, if its advice was played
    this.expected = [];      // [{position, value}, ...]: values of positions in hints so far
    this.heard = 0;          // lines of the account that were there when this seat chose last
    this.at = null;          // the earlier position that is looked at, or null
    this.explained = new Map();
    this.closed = false;
    this.fingers = 0;        // on the screen
    this.pending = false;    // whether a choice is on its way
    this.build();
  }

  // ---- what is on the page

  build() {
    const part = (tag, className, attributes = {}) => make(tag, { className, ...attributes });
    this.board = part("div", "board", { id: "board", onclick: event => this.click(event) });
    medianocheMotion.look(this.board);
    this.turning = new Turning(this.board, actions => this.turn(actions));
    this.status = part("p", "status", { id: "status", "aria-live": "polite" });
    this.seats = part("ul", "players", { "aria-label": say("players"), tabIndex: 0 });
    this.strip = part("ol", "strip", { id: "strip", "aria-label": say("since-your-choice"), tabIndex: 0 });
    this.steps = part("div", "steps", { role: "group", "aria-label": say("look-back") });
    this.news = part("div", "news");
    this.banner = part("div", "banner", { id: "banner", hidden: true });
    this.unfold = button("", () => this.unfoldNews(!this.news.classList.contains("whole")), { id: "unfold-news", className: "unfold-news", hidden: true });
    this.latest = make("div", { className: "told" }, this.strip, this.unfold);
    this.news.append(this.banner, this.latest, this.steps);
    this.voice = part("p", "unseen", { id: "voice", role: "log", "aria-live": "polite", "aria-label": say("what-has-happened") });
    this.confirm = part("div", "confirm", { id: "confirm", hidden: true });
    this.invited = part("div", "invited", { id: "invited", hidden: true });
    this.ends = part("div", "ends", { role: "group", "aria-label": say("end-of-turn") });
    this.list = part("ol", "choices", { id: "choices", role: "listbox", "aria-label": say("choices"), tabIndex: 0 });
    this.repetition = new Repetition(this);
    this.about = part("p", "about", { id: "about", "aria-live": "polite" });
    this.lesson = part("div", "lesson");
    this.account = part("ol", "account", { id: "account", "aria-label": say("what-has-happened"), tabIndex: 0 });
    this.happened = make("h2", { textContent: say("what-has-happened") });
    this.recent = part("ol", "account recent", { id: "recent", "aria-label": say("latest-events"), tabIndex: 0, hidden: true });
    this.tools = part("div", "tools", { role: "group", "aria-label": say("tools") });
    this.busy = part("div", "busy");
    this.advice = part("div", "advice", { id: "advice", "aria-live": "polite" });
    this.curve = part("div", "curve");
    this.after = part("div", "after");
    this.riddle = part("div", "riddle", { id: "riddle", tabIndex: -1, hidden: true });
    this.standing = new Bar(this.seats);
    this.talk = part("div", "talk");
    this.main = part("div", "left");
    this.dock = part("aside", "dock", { "aria-label": say("choices") });
    this.more = part("div", "more");
    this.names = glossaryPanel(() => this.view ?? "");
    this.words = make("details", { id: "words", ontoggle: () => this.readBoard() }, make("summary", { textContent: say("board-in-words") }), make("pre", { tabIndex: 0 }));
    this.kept = part("p", "kept-choice", { id: "kept-choice", "aria-live": "polite", hidden: true });
    this.ahead = part("div", "ahead");
    this.badge = new ChatBadge(this.talk);
    this.ahead.append(this.status, this.badge.box);
    this.main.append(this.seats, this.board);
    this.board.append(this.standing.box);
    this.over = part("p", "round-over", { id: "over", role: "status", hidden: true });
    this.board.append(this.over);
    this.dock.append(this.ahead, this.busy, this.invited, this.after, this.riddle, this.confirm, this.ends, this.recent, this.list, this.repetition.box, make("div", { className: "explaining" }, this.about), this.tools, this.advice);
    this.more.append(this.lesson, this.curve, this.names, this.talk, this.happened, this.account, this.words);
    this.page.replaceChildren(make("div", { className: "sitting loading" }, this.main, this.dock, this.more, this.voice));
    this.ahead.after(this.kept);
    this.fit();
  }

  /* What happened stands above the board, on a phone with the choices, where stepping back is beside the status. The
     players are in the bar of the page where it is wide enough, else above the board. */
  fit() {
    if (NARROW.matches) this.names.after(this.talk);
    else this.advice.after(this.talk);  // in sight while others choose
    if (ROOMY.matches) document.getElementById("title").after(this.seats);
    else this.main.prepend(this.seats);
    if (NARROW.matches) {
      this.ahead.append(this.steps);
      this.kept.after(this.news);
      return;
    }
    this.board.before(this.news);
    this.news.append(this.steps);
  }

  async start() {
    this.press = event => this.key(event);
    this.resize = () => { clearTimeout(this.late); this.fit(); this.late = setTimeout(() => this.refresh(true), 200); };
    document.addEventListener("keydown", this.press);
    addEventListener("resize", this.resize);
    addEventListener("scroll", this.lower, { passive: true });
    for (const kind of TOUCHES) document.addEventListener(kind, this.touch, { passive: true });
    this.ticking = setInterval(() => this.tick(), 1000);
    const wait = waiting();
    this.board.append(wait.box);
    try { await this.look(0); } finally { wait.stop(); }
    if (this.closed) return;
    welcome(this.frame);
    this.poll();
  }

  leave() {
    this.closed = true;
    this.repetition.stop("repeat-stopped");
    this.waiting?.abort();
    this.preparing?.stop();
    clearTimeout(this.soon);
    clearTimeout(this.late);
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.press);
    removeEventListener("resize", this.resize);
    removeEventListener("scroll", this.lower);
    for (const kind of TOUCHES) document.removeEventListener(kind, this.touch);
    this.seats.remove();
    this.badge.close();
    document.querySelectorAll("dialog").forEach(box => box.close());
  }

  /* The units of the picture that the board has room for. */
  width() {
    return this.board.clientWidth < WIDE ? 360 : 720;
  }

  // ---- news from the server

  async look(wait, anew = false) {
    const asking = this.waiting = new AbortController();
    const known = anew || !this.frame ? "" : this.frame.key, view = this.view ?? "";
    const path = `api/frame?known=${known}&wait=${wait}&width=${this.width()}&view=${view}`;
    const frame = await get(path, { signal: asking.signal });
    if (frame.same) return;
    await this.lifted();
    if (!this.closed && !asking.signal.aborted) this.show(frame, anew);
  }

  touch = event => { this.fingers = event.touches.length; };

  /* Nothing moves or goes under a finger: another position waits until the finger is lifted and has clicked. */
  async lifted() {
    if (!this.fingers) return;
    const begun = Date.now(), pause = () => new Promise(done => setTimeout(done, CLICKED));
    while (this.fingers && Date.now() < begun + FINGER) await pause();
    await pause();
    this.fingers = 0;  // a finger on a part that went is not heard of again
  }

  async poll() {
    while (!this.closed) {
      try {
        await this.look(document.hidden || this.lost || unanswered() ? 0 : 20);  // after trouble the answer comes at once
        if (document.hidden) await new Promise(done => setTimeout(done, 4000));
        if (this.lost || unanswered()) { complain(""); this.lost = false; }
      } catch (error) {
        if (this.closed) return;
        if (error.status === 401) { this.gone(error); return; }
        if (error.name === "AbortError") { await this.asking; continue; }
        this.lost = true;
        complain(error);
        await new Promise(done => setTimeout(done, 2000));
      }
    }
  }

  /* The game has been removed: nothing is left to choose. */
  gone(error) {
    complain(error);
    keep(place().token);
    this.status.textContent = say("removed");
    this.status.classList.remove("asked");
    for (const part of [this.list, this.tools, this.confirm, this.after, this.about]) part.replaceChildren();
    this.confirm.hidden = true;
    document.title = say("removed");
  }

  async refresh(anew = false) {
    if (this.closed || !this.frame) return;
    this.waiting.abort();
    this.asking = trying(() => this.look(0, anew))();
    await this.asking;
  }

  /* Only another position ends a choice that is half made, a hint and looking back; `anew` draws the present one again. */
  show(frame, anew) {
    const fresh = frame.position !== this.frame?.position || frame.held !== this.frame.held, begun = this.frame === null;
    const called = seats => JSON.stringify(seats?.map(seat => seat.name));
    anew ||= !fresh && called(frame.seats) !== called(this.frame?.seats);  // the board has names
    this.frame = frame;
    this.came = Date.now();
    if (fresh) { this.within = []; this.thought = null; this.explained.clear(); this.advice.textContent = ""; this.at = null; }
    document.title = `${frame.asked ? "● " : ""}${frame.title}`;
    document.getElementById("title").textContent = frame.title;
    if (begun) keep(place().token, `${frame.title}: ${frame.seats.map(seat => this.name(seat)).join(", ")}`);
    this.showSeats();
    this.board.classList.toggle("watched", frame.watched);
    if (fresh) this.standing.show(frame, this.view ?? "");
    if (this.at === null && (fresh || (anew && !this.within.length && !this.thought))) this.showBoard(frame.svg);
    else if (this.at === null && anew) this.redraw();
    this.showAccount();
    this.showSteps();
    this.showTools();
    this.repetition.show(fresh);
    this.showLesson();
    this.showBusy();
    if (frame.ended) this.curve.replaceChildren();  // the graph of the whole game takes its place
    showEnd(this);
    showAnswer(this);
    const picture = this.board.querySelector(":scope > svg.medianoche");
    if (frame.ended && picture) this.fitBoard(picture);  // the banner above it is higher than the lines that it replaces
    chatPanel(this.talk, frame);
    this.badge.show(frame);
    if (this.words.open) this.readBoard();
    this.page.firstElementChild.classList.remove("loading");
    invite(this.invited, frame);
    if (fresh) this.reveal();
    this.showOver();
    if (fresh && !begun) this.sound();
    if (fresh && frame.asked && this.auto) this.hint();
  }

  /* What has come is heard: the end, dice, my turn. */
  sound() {
    const { frame } = this;
    if (frame.ended) play(winners(frame.seats).some(seat => seat.you) ? "won" : "over");
    else if (frame.strip.some(line => line.dice.length)) play("dice");
    else if (frame.asked) play("turn");
    else play("move");
  }

  /* The panel that the game names; else the first one with at least half as many things to choose from as any other
     has; while others choose, the one with the choice that waits, or the first one that has changed. */
  panelOfInterest() {
    const named = this.frame.asked && this.board.querySelector("svg.medianoche:last-of-type [data-asked]");
    if (named) return named;
    const panels = [...this.board.querySelectorAll("svg.medianoche:last-of-type [data-panel]")];
    const wanted = this.frame.asked ? "[data-action]" : this.frame.held ? ".held" : ".new";
    const count = panel => panel.querySelectorAll(wanted).length + (panel.closest(wanted) ? 1 : 0);
    const most = Math.max(...panels.map(count));
    return most > 0 ? panels.find(panel => count(panel) >= most / 2) : this.frame.asked && panels[0];
  }

  /* On a phone: scroll to the panel of interest, below the names of the players, and show who is to choose. Where all of
     the panel is in sight, the page stays where it is. */
  reveal() {
    if (!NARROW.matches) return;
    const chip = this.seats.querySelector(".asked");
    if (chip) this.seats.scrollTo({ left: chip.offsetLeft - (this.seats.clientWidth - chip.offsetWidth) / 2 });
    this.lower();
    const panel = this.panelOfInterest();
    if (!panel || (!this.frame.asked && this.isRead())) return;
    const head = UPRIGHT.matches ? this.seats.offsetHeight + this.standing.box.offsetHeight : 0;
    const foot = UPRIGHT.matches ? this.dock.getBoundingClientRect().top : innerHeight;
    const { top, bottom } = panel.getBoundingClientRect();
    if (scrollY > 0 && top >= head && bottom <= foot) return;
    scrollTo({ top: scrollY + top - head - 4, behavior: "instant" });
  }

  /* Whether the reader has scrolled to what is below the dock. */
  isRead() { return this.more.getBoundingClientRect().top < innerHeight - 1; }

  /* On an upright phone the dock is as high as it needs to be while there is nothing to choose, or one choice to confirm. */
  lower = () => {
    const { asked, held, over, problem, seat } = this.frame ?? {};
    const waits = !asked && !held && !over && !problem && Number.isInteger(seat) && this.at === null && !answerOf(this.frame);
    const shown = waits ? [this.ahead, this.news, this.strip, this.invited] : this.confirm.hidden ? [] : [this.confirm];
    const lowered = UPRIGHT.matches && shown.length > 0 && !this.isRead();
    this.dock.classList.toggle("lowered", lowered);
    if (!lowered) return;
    const used = Math.max(...shown.map(part => part.getBoundingClientRect().bottom)) - this.dock.getBoundingClientRect().top + 12;
    this.dock.style.setProperty("--used", `${Math.round(used)}px`);
  };

  /* An agent is to choose: what the server compiles for it. */
  showBusy() {
    const wanted = !this.frame.over && this.frame.seats.some(seat => seat.asked && !seat.person);
    if (wanted === !!this.preparing) return;
    this.preparing?.stop();
    this.preparing = wanted ? waiting("api/progress", say("one-moment"), true) : null;
    if (!wanted) return;
    this.busy.append(this.preparing.box);
    if (this.frame.played < 2 && this.frame.rules) this.preparing.box.append(...this.reading());
  }

  /* What is read before a first choice, while a game is compiled. */
  reading() {
    const { game, title } = this.frame;
    return [make("p", { textContent: `${title}: ${known(`about-${game}`, "")}` }), button(say("rules"), showRules)];
  }

  /* The name of a seat, and who plays it. */
  name(seat) {
    const about = this.plays(seat);
    return about ? `${named(seat)} (${about})` : named(seat);
  }

  /* Who plays a seat: you, an agent's level, a person whose name is awaited, or nothing beside a person's name. Of your
     own seat without a name: what the others call it. */
  plays({ called, who, you, strength, public: place }) {
    return you ? (called ? say("you") : place) : called ? "" : playerWords(who, strength);
  }

  showSeats() {
    const { asked, over, ended, problem, seats } = this.frame;
    this.seats.replaceChildren(...seats.map((seat, row) => make("li", { className: seat.asked ? "asked" : "", "data-seat": row, title: this.name(seat) },
      make("strong", { textContent: named(seat) }), make("span", { className: "clock" }), make("small", { className: awaited(seat) && !over ? "awaited" : "", textContent: awaited(seat) && !over ? say("awaited") : seat.away ? say("away") : this.plays(seat) }),
      make("em", { className: "points", textContent: seat.score, hidden: seat.score === "", title: this.frame.points ? say("score") : "" }))));
    const next = seats.find(seat => seat.asked);
    const waits = next ? (next.person && next.called ? say("person-chooses", { name: named(next) })
      : say("is-choosing", { name: mentioned(next) })) : "";
    const kept = this.frame.held && say("your-choice-waits", { action: this.frame.held });  // on a phone in a line of its own, as it has no room here
    this.status.textContent = this.at !== null ? say("looking-back") : problem || (kept && !NARROW.matches ? `${kept} ${waits}` : kept ? waits : ended ? resultOf(seats) : over ? say("game-to-look-at") : puzzleStatus(this.frame) || (asked ? say("your-turn") : waits));
    this.status.title = this.status.textContent;  // a long line is cut
    this.kept.hidden = !kept || !NARROW.matches || this.at !== null;
    this.kept.textContent = kept;
    this.status.classList.toggle("asked", asked && this.at === null);
    this.status.parentElement?.classList.toggle("ended", ended);
    this.tick();
  }

  /* Clocks: how long the player to move has been thinking, and what is left of a clock. They stand until all persons have come. */
  tick() {
    if (!this.frame || !this.came) return;
    const { thinking, left, seats, over, begun } = this.frame, since = begun ? (Date.now() - this.came) / 1000 : 0, time = Math.floor(thinking + since);
    const minutes = count => `${Math.floor(count / 60)}:${String(Math.floor(count % 60)).padStart(2, "0")}`;
    seats.forEach((seat, row) => {
      const clock = this.seats.children[row]?.querySelector(".clock");
      if (!clock) return;
      const rest = left[row] === undefined || left[row] === null ? null : Math.max(left[row] - (seat.asked && !over ? since : 0), 0);
      clock.classList.toggle("untimed", rest === null);
      clock.textContent = rest !== null ? minutes(rest) : seat.asked && !over && time >= 2 ? minutes(time) : "";
    });
  }

  /* The panels of the board, which stay where they are, fit the window if that leaves their letters large enough. */
  fitBoard(picture) {
    const { top, bottom, width } = picture.getBoundingClientRect(), panels = [...picture.querySelectorAll("[data-panel]")];
    const low = panels.length ? Math.max(...panels.map(panel => panel.getBoundingClientRect().bottom)) : bottom;
    const room = innerHeight - this.board.getBoundingClientRect().top - scrollY;
    this.board.style.setProperty("--fits", `${Math.floor(width * room / (low - top + 12))}px`);
  }

  showBoard(svg, forward = true) {
    const old = this.board.querySelector("svg.medianoche");
    this.board.insertAdjacentHTML("beforeend", svg);
    const picture = this.board.querySelector(":scope > svg.medianoche:last-of-type");
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", say("board"));
    quiet(picture, this.frame);
    this.fitBoard(picture);
    const ended = this.frame.ended && this.at === null;
    const stays = this.drawnWide === this.board.clientWidth && !ended;  // what is below the board stays where it is
    this.tall = stays ? Math.max(this.tall, picture.clientHeight) : 0;
    this.drawnWide = this.board.clientWidth;
    this.board.style.minHeight = this.tall ? `${this.tall}px` : ended ? "0" : "";
    medianocheMotion.animate(old, picture, forward);
    this.board.dataset.drawn = 1 + Number(this.board.dataset.drawn ?? 0);
    const found = new Map();
    for (const element of this.board.querySelectorAll("[data-action]")) {
      const numbers = element.dataset.action, words = element.querySelector("title")?.textContent ?? numbers;
      if (!found.has(numbers)) found.set(numbers, { words, elements: [], actions: numbers.split(" ").map(Number) });
      found.get(numbers).elements.push(element);
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", words);
      element.setAttribute("tabindex", "-1");
    }
    for (const part of this.board.querySelectorAll("[data-shows]")) found.get(part.dataset.shows)?.elements.push(part);  // seen while a choice is pointed at
    this.choices = [...found.values()];
    this.turning.look(!this.within.length);
    if (!this.within.length) this.endings = this.choices.filter(({ actions }) => actions.length === 1 && this.frame.ends.includes(actions[0]));
    this.choices = this.choices.filter(choice => !this.endings.includes(choice));
    this.shown()[0]?.elements[0].setAttribute("tabindex", "0");
    this.showChoices();
  }

  /* The choices that the board shows; the list has the others, too. */
  shown() { return this.choices.filter(({ elements }) => !elements[0].closest(".listed")); }

  /* While a choice is on its way its rows stay, dimmed, and nothing can be chosen. */
  pend(on) {
    const told = this.status.textContent === say("one-moment");
    clearTimeout(this.slow);
    this.pending = on;
    this.dock.classList.toggle("pending", on);
    this.list.setAttribute("aria-busy", String(on));
    if (on) this.slow = setTimeout(() => { this.status.textContent = say("one-moment"); }, LATE);
    else if (told) this.showSeats();
  }

  showChoices() {
    if (!this.acting && this.pending) this.pend(false);
    this.chosen = -1;
    this.unconfirm();
    this.about.textContent = "";
    this.list.removeAttribute("aria-activedescendant");
    const figures = this.thought?.figures;
    const rows = this.choices.map((choice, row) => {
      const figure = figures && Math.max(...choice.actions.map(action => figures[action] ?? -1));
      const brief = choice.actions.length === 1 ? this.frame.briefs[choice.actions[0]] : undefined;
      const line = make("li", { role: "option", id: `choice-${row}`, className: choice.actions.includes(this.thought?.best) ? "best" : figure < 0 ? "faint" : "", "aria-selected": "false", "data-row": row,
        onclick: () => this.tap(choice), onmouseenter: () => this.point(row), onmouseleave: () => { if (this.confirm.hidden) this.point(-1); } },
        make("kbd", { textContent: row < 9 ? row + 1 : "" }), make("span", { textContent: choice.words }), face(choice),
        brief ? make("small", { className: "brief", textContent: brief }) : "",
        choice.actions.length > 1 ? make("b", { textContent: "›" }) : "");
      if (figure >= 0) line.style.setProperty("--figure", `${figure}%`);
      return line;
    });
    const back = this.within.length ? make("li", { className: "out", role: "option", "aria-selected": "false", onclick: () => this.widen() },
      make("kbd", { textContent: "Esc" }), make("span", { textContent: say("another-choice") })) : "";
    this.list.replaceChildren(...rows, back);
    this.repetition.enlarge(this.list, this.choices);
    this.showEndings();
    this.showWaiting();
    const best = this.list.querySelector(".best");
    this.list.scrollTop = best ? best.getBoundingClientRect().top - this.list.firstChild.getBoundingClientRect().top : 0;
  }

  /* Where there is nothing to choose, the place of the list holds what has happened: for a player the last lines, for
     somebody who looks on the whole account. On a phone the account stays below. */
  showWaiting() {
    const { asked, named, over } = this.frame, ended = over || answerOf(this.frame) !== null;
    const looksOn = named === null && !ended && !NARROW.matches;
    const waits = !looksOn && !ended && !NARROW.matches && (!asked || this.at !== null);
    this.list.hidden = ended || looksOn || waits;
    this.about.hidden = ended || looksOn;
    this.recent.hidden = !waits;
    if (looksOn !== this.dock.contains(this.account)) (looksOn ? this.list : this.words).before(this.happened, this.account);
    this.recent.replaceChildren(...(waits ? this.lines(this.frame.account.slice(-RECENT), this.frame.events) : []));
    this.recent.scrollTop = this.recent.scrollHeight;
  }

  /* What ends or declines something stands in one place, above all other choices. */
  showEndings() {
    const shown = this.at === null ? this.endings : [];
    this.ends.classList.toggle("kept", this.frame.closes && !this.frame.over);
    this.ends.replaceChildren(...shown.map((choice, row) => make("button", { type: "button", className: "end", onclick: () => this.tap(choice),
      onmouseenter: () => this.explain(choice) }, make("kbd", { textContent: row ? "" : "0" }), make("span", { textContent: choice.words }))));
  }

  showAccount() {
    const { account, earlier } = this.frame;
    const more = earlier ? make("li", {}, button(say("lines-before", { count: earlier }), trying(async () => {
      const all = (await get(`api/account?view=${this.view ?? ""}`)).account;
      this.account.replaceChildren(...all.map(words => make("li", { textContent: words })));
    }))) : "";
    const all = earlier + account.length;
    this.heard = Math.min(this.heard, all);
    const rows = this.lines(account, this.frame.events);
    rows.slice(Math.max(this.heard - earlier, 0)).forEach(row => row.classList.add("new"));
    this.account.replaceChildren(more, ...rows);
    this.showWaiting();
    this.account.scrollTop = this.account.scrollHeight;
    const spoken = account.slice(Math.max((this.spoken ?? all) - earlier, 0));
    if (spoken.length) this.voice.textContent = spoken.join(". ");
    this.spoken = all;
    if (this.at === null) this.showStrip(this.frame.strip);
  }

  /* Lines of the account, with the dice of `events`, the last of which are told by the last lines. */
  lines(account, events) {
    const told = events.filter(event => event.words), first = told.length - account.length;
    return account.map((words, row) => make("li", {}, unbroken(words), ...dice(told[first + row])));
  }

  /* What has happened since this seat's last choice: the end of a round comes first. Its place has a fixed height, on an
     upright phone that of what it told first at this position. */
  showStrip(lines) {
    this.dock.classList.toggle("untold", this.frame.played < 2);
    this.unfoldNews(false);
    const { position } = this.frame, fresh = position !== this.toldAt;
    if (fresh) this.strip.style.removeProperty("--told");
    this.strip.replaceChildren(...lines.map(line => make("li", { className: line.kind, title: line.words }, ...dice(line), ...sentences(line.parts))));
    this.strip.scrollTop = 0;
    this.strip.classList.add("apart");  // one sentence a line, where all of them have room
    this.strip.classList.toggle("apart", this.strip.scrollHeight <= this.strip.clientHeight + 2);
    if (fresh) this.strip.style.setProperty("--told", `${this.strip.getBoundingClientRect().height}px`);
    this.toldAt = position;
    showBanner(this);
    this.offerNews();
  }

  /* A button shows that there is more than has room. */
  offerNews() {
    this.unfold.hidden = this.strip.scrollHeight <= this.strip.clientHeight + 2;
  }

  /* All that has happened lies over what is below it, which stays where it is. */
  unfoldNews(whole) {
    this.latest.style.minHeight = whole ? `${this.latest.getBoundingClientRect().height}px` : "";
    this.news.classList.toggle("whole", whole);
    this.unfold.textContent = whole ? "▴" : `… ${say("more")}`;
    this.unfold.setAttribute("aria-expanded", `${whole}`);
    this.unfold.setAttribute("aria-controls", "strip");
    this.strip.scrollTop = 0;
    this.lower();
  }

  /* The end of a round lies over the board for some seconds, or until the next click. */
  showOver() {
    const head = this.frame.strip.find(line => line.kind === "head")?.words ?? "", told = this.ended ?? "";
    this.ended = head;
    if (!head || head === told || this.frame.ended || this.at !== null) return;
    this.over.textContent = unbroken(head);
    this.over.hidden = false;
    const hide = () => { this.over.hidden = true; clearTimeout(this.hiding); document.removeEventListener("pointerdown", hide); };
    clearTimeout(this.hiding);
    this.hiding = setTimeout(hide, SHOWN);
    document.addEventListener("pointerdown", hide);
  }

  async readBoard() {
    if (this.words.open) this.words.querySelector("pre").textContent = (await get(`api/text?view=${this.view ?? ""}`)).text;
  }

  // ---- stepping back

  showSteps() {
    const last = this.frame.played - 1, at = this.at ?? last;
    this.steps.replaceChildren(
      button("‹", () => this.step(at - 1), { id: "earlier", disabled: at <= 0, title: "←", "aria-label": say("step-back") }),
      make("span", { textContent: this.at === null ? "" : `${at} / ${last}` }),
      button("›", () => this.step(at + 1), { id: "later", disabled: this.at === null, title: "→", "aria-label": say("step-on") }),
      button(say("now"), () => this.step(last), { id: "now", disabled: this.at === null }));
  }

  step = trying(async number => {
    const last = this.frame.played - 1;
    if (number < 0) return;
    if (number >= last) {
      this.at = null;
      this.showSeats();
      this.showBoard(this.frame.svg);
      this.showAccount();
    } else {
      const { position } = this.frame;
      const found = await get(`api/past?step=${number}&width=${this.width()}&view=${this.view ?? ""}`);
      if (position !== this.frame.position) return;
      const forward = this.at !== null && number > this.at;
      this.at = number;
      this.within = [];
      this.showBoard(found.svg, forward);
      this.showStrip(found.strip);
      this.status.textContent = say("looking-back");
      this.kept.hidden = true;
      this.status.classList.remove("asked");
    }
    this.showSteps();
  });

  // ---- tools

  showTools() {
    const { frame } = this, tools = [], idle = !frame.asked || this.at !== null;
    if (frame.named !== null && !frame.over && frame.hints.length) {
      const who = make("select", { id: "adviser", className: "rare", "aria-label": say("who-hints"), onchange: () => { this.adviser = who.value; who.blur(); } },
        ...frame.hints.map(name => make("option", { value: name, textContent: advised(name), title: short(name) })));
      who.value = this.adviser ??= frame.hints[0];
      const auto = make("input", { type: "checkbox", id: "always", checked: !!this.auto, onchange: () => { this.auto = auto.checked; auto.blur(); if (auto.checked) this.hint(); } });
      tools.push(button(say("hint"), () => this.hint(), { id: "hint", title: "h", disabled: idle }), who, make("label", { className: "rare" }, auto, say("always")));
    }
    if ((frame.alone || frame.held) && frame.named !== null && !frame.puzzle) tools.push(button(say(frame.held ? "choose-again" : "take-back"), () => this.back(), { id: "back", title: "u", disabled: !frame.back }));
    if (frame.rules) tools.push(button(say("rules"), showRules, { id: "rules", title: "r" }));
    if (frame.guide !== undefined && !frame.over && frame.seat !== null && !explains(frame.game))
      tools.push(button(say("learn"), () => { explain(frame.game, true); this.showTools(); this.showLesson(); }, { id: "learn" }));
    if (frame.failed && !frame.spectator) tools.push(button(say("ask-again", { agent: frame.failed }), trying(() => post("api/retry")), { id: "retry" }));
    if (frame.paced) tools.push(this.pace());
    if (frame.watched && !frame.over) tools.push(...this.controls());
    if (frame.watched) tools.push(this.viewer());
    if (tools.some(tool => tool.className === "rare")) {
      const more = button("…", () => more.setAttribute("aria-expanded", this.tools.classList.toggle("open")), { id: "more-tools", "aria-label": say("more-tools"), "aria-expanded": `${this.tools.classList.contains("open")}` });
      tools.splice(tools.findLastIndex(tool => tool.className !== "rare") + 1, 0, more);
    }
    this.renew(tools.filter(Boolean));
  }

  /* A tool that shows the same stays as it is: a menu that is open stays open. */
  renew(tools) {
    const before = [...this.tools.children], focused = this.tools.querySelector(":focus");
    const stays = focused?.matches("select, input, #pause, #one");  // after other buttons Enter plays the choice that is pointed at
    const alike = tools.length === before.length && tools.every((tool, row) => tool.id === before[row].id);
    if (!alike) this.tools.replaceChildren(...tools);
    else tools.forEach((tool, row) => this.renewed(before[row], tool));
    if (focused && !stays) focused.blur();
    else if (focused && !this.tools.contains(focused)) this.tools.querySelector(`#${focused.id}`)?.focus();
  }

  /* Put a tool in the place of an earlier one, unless it is the same; then only what is chosen in it is changed. */
  renewed(old, tool) {
    if (old.outerHTML !== tool.outerHTML) old.replaceWith(tool);
    else if (old.tagName === "SELECT" && old !== document.activeElement) old.value = tool.value;
  }

  /* The first game of a kind explains each choice; while others choose, the place of the explanation stays. */
  showLesson() {
    const { frame } = this, wanted = !frame.over && frame.named !== null && explains(frame.game);
    if (frame.guide || !wanted) this.told = frame.guide;  // the last one stays while others choose
    this.lesson.replaceChildren(...(wanted && this.told ? [guide(this.told, () => { explain(frame.game, false); this.showLesson(); this.showTools(); })] : []));
    this.lesson.classList.toggle("kept", !!wanted);
    this.lesson.classList.toggle("idle", !frame.guide);
    if (NARROW.matches) this.list.before(this.lesson);
    else this.more.prepend(this.lesson);
  }

  pace() {
    const speeds = [[0, say("at-once")], [0.4, say("quick")], [1.2, say("calm")], [3, say("seconds", { count: 3 })], [8, say("seconds", { count: 8 })]];
    if (!speeds.some(([value]) => value === this.frame.pace)) speeds.push([this.frame.pace, say("seconds", { count: this.frame.pace })]);
    const pick = make("select", { id: "pace", className: "rare", "aria-label": say("agents-speed"), title: say("agents-speed"),
      onchange: trying(() => { pick.blur(); return post("api/pace", { pace: +pick.value }); }) },
      ...speeds.map(([value, pace]) => make("option", { value, textContent: say("agents-pace", { pace }) })));
    pick.value = this.frame.pace;
    return pick;
  }

  controls() {
    const { paused } = this.frame;
    return [
      signed(paused ? "run" : "pause", say(paused ? "go-on" : "pause"), trying(() => post("api/pace", { paused: !paused })), { id: "pause", title: "space" }),
      paused ? signed("one", say("one-choice"), trying(() => post("api/pace", { one: true })), { id: "one", title: "→" }) : "",
    ];
  }

  viewer() {
    const pick = make("select", { id: "view", "aria-label": say("whose-view"), onchange: () => { this.view = pick.value; this.at = null; pick.blur(); this.refresh(true); } },
      make("option", { value: "", textContent: say("nothing-hidden") }),
      ...this.frame.seats.map(({ public: name }, seat) => make("option", { value: seat, textContent: say("as-seat", { seat: name }) })));
    pick.value = this.view ?? "";
    return pick;
  }

  // ---- choosing

  click(event) {
    const element = event.target.closest("[data-action]");
    const choice = element && [...this.choices, ...this.endings].find(each => each.elements.includes(element));
    if (choice) this.tap(choice);
  }

  /* A click with a mouse plays a choice; a touch shows what it does, and asks to confirm it. */
  tap(choice) {
    if (this.pending) return undefined;
    if (choice.actions.length > 1 || !TOUCH.matches) return this.take(choice);
    this.point(this.choices.indexOf(choice));
    const effect = make("p", { id: "effect" });
    this.confirm.replaceChildren(make("strong", { textContent: choice.words }), effect,
      button(say("play-it"), () => this.take(choice), { id: "play", className: "main" }),
      button(say("not-this"), () => { this.point(-1); this.unconfirm(); }, { id: "leave" }));
    this.confirm.hidden = false;
    this.dock.classList.add("confirming");
    this.dock.scrollTop = 0;
    this.lower();
    clearTimeout(this.soon);
    this.explain(choice).then(() => {
      effect.textContent = this.about.textContent;
      this.lower();
    });
    return undefined;
  }

  unconfirm() { this.confirm.hidden = true; this.confirm.replaceChildren(); this.dock.classList.remove("confirming"); this.lower(); }

  take(choice) {
    if (this.pending) return undefined;
    return choice.actions.length > 1 ? this.narrow(choice.actions) : this.act(choice.actions[0]);
  }

  async draw(actions) {
    const found = await post("api/narrow", { key: this.frame.position, actions, width: this.width(), judged: !!this.thought });
    await this.lifted();
    if (found.key !== this.frame.position) return;
    const focused = this.board.querySelector("[data-action]:focus-visible");
    this.showBoard(found.svg);
    if (focused) this.shown()[0]?.elements[0].focus({ preventScroll: true });  // the keyboard goes on where it was
    if (actions.length) this.reveal();
  }

  redraw = trying(() => this.draw(this.within.at(-1) ?? []));

  narrow = trying(async actions => {
    if (`${this.within.at(-1)}` === `${actions}`) return;  // the second click of a double click
    const before = [...this.within];
    this.within.push(actions);
    try { await this.draw(actions); } catch (error) {
      if (this.within.at(-1) === actions) this.within = before;  // not shown: the same click asks again
      throw error;
    }
  });

  /* The tile turned in another way: one step back leads to all ways. */
  turn = trying(async actions => {
    this.within = [actions];
    await this.draw(actions);
  });

  widen = trying(async () => {
    this.within.pop();
    await this.draw(this.within.at(-1) ?? []);
  });

  act = trying(async action => {
    if (this.acting) return;
    this.acting = true;
    this.followed = this.thought?.best === action ? chance(this.thought, action) : null;
    this.repetition.played(action, this.choices.find(({ actions }) => actions.length === 1 && actions[0] === action)?.words);
    clearTimeout(this.soon);  // what was pointed at is no choice any more
    this.heard = this.frame.earlier + this.frame.account.length;
    this.unconfirm();
    this.point(-1);
    this.pend(true);
    let done = false;
    try { await post("api/act", { key: this.frame.position, action }); done = true; } finally {
      this.acting = false;
      if (!done) { this.repetition.stop("repeat-stopped"); this.showChoices(); }  // nothing was played: the choices are still there
      await this.refresh(!done);
      if (!this.acting && this.pending) this.pend(false);
    }
  });

  back = trying(async () => {
    this.repetition.stop("repeat-stopped");
    await post("api/back");
    this.expected = [];
    this.followed = null;
    await this.refresh();
  });

  // ---- hints

  hint = trying(async () => {
    const { position } = this.frame;
    if (this.at !== null) { this.at = null; this.showSeats(); this.showAccount(); this.showSteps(); }  // a hint is about the present position
    const wait = waiting("api/progress", say("thinks", { agent: advised(this.adviser ??= this.frame.hints[0]) }));
    this.advice.replaceChildren(wait.box);
    try {
      const found = await post("api/hint", { key: position, agent: this.adviser });
      if (found.key !== this.frame.position) return;
      this.thought = found;
      this.advice.replaceChildren(unbroken(`★ ${advised(found.agent)}: ${found.words}; ${found.figure}`), this.apology(found));
      await this.draw(this.within.at(-1) ?? []);
      if (found.value !== null) this.showCurve(found.value);
    } catch (error) {
      this.advice.textContent = "";
      if (position === this.frame.position) throw error;
    } finally { wait.stop(); }
  });

  /* A figure that falls after its own advice is no mistake of the player. */
  apology(found) {
    const before = this.followed, now = chance(found, found.best);
    if (before === null || now === null || before - now < FALL) return "";
    return make("small", { className: "rough", textContent: say("hint-fell", { before }) });
  }

  showCurve(value) {
    const last = this.expected.at(-1);
    if (last?.position === this.frame.position) last.value = value;
    else this.expected.push({ position: this.frame.position, value });
    if (this.expected.length < 2) return;
    const values = this.expected.map((each, row) => [row, 0, each.value]);
    this.curve.replaceChildren(graph(values, values.length - 1, [say("expected-utility")], () => {}, this.frame.fair, ["blue"]));
  }

  // ---- what things do

  point(row) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.board.querySelectorAll(".chosen").forEach(element => element.classList.remove("chosen"));
    clearTimeout(this.soon);
    this.chosen = row;
    this.list.removeAttribute("aria-activedescendant");
    const choice = this.choices[row];
    if (!choice || this.pending) return;
    const line = this.list.children[row];
    line.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", line.id);
    choice.elements.forEach(element => element.classList.add("chosen"));
    this.soon = setTimeout(() => this.explain(choice), 250);
  }

  explain = trying(async choice => {
    const { position } = this.frame, action = choice.actions[0];
    if (choice.actions.length > 1) { this.about.textContent = unbroken(choice.words); return; }
    const words = this.explained.get(action) ?? (await post("api/explain", { key: position, what: action })).words;
    if (position !== this.frame.position) return;
    this.explained.set(action, words);
    // the row says the choice already
    this.about.textContent = unbroken(words.startsWith(choice.words) ? words.slice(choice.words.length).replace(/^\. /, "") : words);
  });

  glossary() {
    this.names.open = !this.names.open;
    if (this.names.open) this.names.querySelector("input").focus();
  }

  // ---- the keyboard

  key(event) {
    const field = event.target.tagName, typing = field === "INPUT" && event.target.type !== "checkbox";
    if (event.key === "Escape" && typing) { event.target.blur(); return; }
    if (!this.frame || event.ctrlKey || event.altKey || event.metaKey || typing || document.querySelector("dialog[open]")) return;
    if (field === "SELECT" && (event.key === " " || event.key === "Enter" || event.key.startsWith("Arrow"))) return;
    if (field === "INPUT" && event.key === " ") return;  // a checkbox
    const step = by => {
      const rows = this.choices.length;
      if (!rows) return false;  // the key scrolls the page
      this.point(this.chosen < 0 ? (by > 0 ? 0 : rows - 1) : (this.chosen + by + rows) % rows);
      this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
      return true;
    };
    const part = event.target.closest?.("[data-action]"), own = part && [...this.choices, ...this.endings].find(each => each.elements.includes(part));
    const roam = by => {
      const all = this.shown(), next = all[(all.indexOf(own) + by + all.length) % all.length];
      next.elements[0].focus();
      this.point(this.choices.indexOf(next));
    };
    const digit = /^[1-9]$/.test(event.key) ? this.choices[event.key - 1] : event.key === "0" || event.key === "e" ? this.endings?.[0] : null;
    const last = this.frame ? this.frame.played - 1 : 0;
    const keys = {
      ArrowDown: () => (own ? roam(1) : step(1)), ArrowUp: () => (own ? roam(-1) : step(-1)), j: () => step(1), k: () => step(-1),
      Enter: () => (own ? this.take(own) : field !== "BUTTON" && field !== "A" && field !== "SUMMARY" && this.choices[this.chosen] && this.take(this.choices[this.chosen])),
      Escape: () => this.repetition.stop("repeat-stopped") || (this.within.length && this.widen()), h: () => this.frame.asked && this.frame.hints.length && this.hint(),
      u: () => this.frame.back && this.back(), "?": () => this.glossary(), r: () => this.turning.by(1) || (this.frame.rules && showRules()), R: () => this.turning.by(-1),
      " ": () => (own ? this.take(own) : field !== "BUTTON" && field !== "SUMMARY" && this.tools.querySelector("#pause")?.click()),
      ArrowLeft: () => this.step((this.at ?? last) - 1),
      ArrowRight: () => (this.at !== null ? this.step(this.at + 1) : this.tools.querySelector("#one")?.click()),
    };
    const act = digit ? () => this.take(digit) : keys[event.key];
    if (!act || act() === false) return;
    event.preventDefault();
  }

  // ---- after the game

  go(token, room) { go(token, room); }
}
