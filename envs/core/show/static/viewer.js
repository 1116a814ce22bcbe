"use strict";
/* Steps through an episode: medianocheViewer(root, episode, {seat, inside}) builds all of it in the element `root`.

   `episode` is what envs/core/show/episode.py makes (the format is described there); `seat` is the number of the seat
   whose view is shown first, or null for the one that sees everything; `inside` a page that has the title and the switch
   of the theme, the viewer leaves both out. Returns {go(frame), to(step), step(), look(seat),
   close()}. Each frame shown is an event "step" of `root`, whose detail is the number of the decision. */

/** @param {HTMLElement} root
    @param {any} episode
    @param {{seat?: number, step?: number, inside?: boolean}} options */
function medianocheViewer(root, episode, {seat, step: first, inside = false} = {}) {
  const make = (tag, attributes = {}, ...parts) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...parts);
    return made;
  };

  // ---- words: text, or a variant for the value of a variable

  const rules = new Intl.PluralRules(episode.lang);
  const say = (key, values = {}) => {
    let text = episode.words[key];
    if (typeof text === "object") text = text[values[text.by]] ?? text[rules.select(values[text.by])] ?? text.other;
    return text.replace(/\{([\w-]+)\}/g, (_, name) => values[name]);
  };

  // ---- pictures: an item is text, or an opening tag and what is in it

  const closing = tag => `</${/^<([\w:-]+)/.exec(tag)[1]}>`;
  const svg = number => {
    const item = episode.items[number];
    if (typeof item === "string") return item;
    const [tag, ...parts] = item;
    return episode.items[tag] + parts.map(svg).join("") + closing(episode.items[tag]);
  };

  // ---- what is on the page

  const button = (words, title, act) => make("button", {type: "button", textContent: words, title, onclick: act});
  const slider = make("input", {type: "range", min: 0, value: 0, ariaLabel: say("position")});
  const views = make("select", {ariaLabel: say("view")});
  const place = make("output", {className: "place"});
  const choice = make("p", {className: "choice"});
  const thought = make("p", {className: "thought", hidden: true});
  const board = make("div", {className: "board"});
  const account = make("ol", {className: "account", tabIndex: 0, ariaLabel: say("account")});
  const run = button("▶", say("play"), () => play(!timer));
  const bar = make("div", {className: "bar"},
    button("«", say("first"), () => show(0)), button("‹", say("back"), () => show(at - 1)), run,
    button("›", say("on"), () => show(at + 1)), button("»", say("last"), () => show(Infinity)),
    slider, place, views, ...tongues(), ...(inside ? [] : [button("◐", say("theme"), turn)]));
  const graph = make("figure", {hidden: !episode.values?.length});
  if (!graph.hidden) medianocheGraph(graph, episode, step => to(step), say("expected"));
  const facts = make("dl", {}, ...episode.facts.flatMap(([name, value]) =>
    [make("dt", {textContent: name}), make("dd", {textContent: value})]));
  const about = make("details", {}, make("summary", {textContent: say("about")}), facts);
  root.classList.add("medianoche-viewer");
  root.tabIndex = -1;
  root.replaceChildren(
    make("header", {}, ...(inside ? [] : [make("h1", {textContent: episode.title})]), make("p", {textContent: episode.seats.join(", ")})),
    ...episode.notes.map(line => make("p", {className: "note", textContent: line})), bar, graph, choice, thought,
    make("div", {className: "table"}, board, make("aside", {}, make("h2", {textContent: say("account")}), account,
      about)));
  medianocheMotion.look(board);
  episode.views.forEach((view, number) => views.append(make("option", {value: number, textContent: view.name})));

  // ---- where we are

  /* Pixels of a unit of a picture in which its letters have 11. */
  const LEGIBLE = 1.06;

  let view = Math.max(episode.views.findIndex(each => each.seat === (seat ?? null)), 0), at = 0, timer = 0, drawn = -1;
  const frames = () => episode.views[view].frames;

  function show(number) {
    const from = at;
    at = Math.min(Math.max(number, 0), frames().length - 1);
    const frame = frames()[at];
    slider.max = frames().length - 1;
    slider.value = at;
    place.textContent = say("place", {at, last: frames().length - 1});
    const before = frames()[at - 1], name = asked => (asked === episode.views[view].seat ? say("you") : episode.seats[asked]);
    const told = before?.choice ? `${name(before.asked)}: ${before.choice}` : frame.news.at(-1) ?? "";  // what led here
    choice.textContent = frame.asked < 0 ? [say("over"), told].join(" ") : told || say("asked", {who: name(frame.asked)});
    thought.hidden = !before?.thought;  // text of a program or a model: never HTML
    thought.textContent = before?.thought ? `${say("thought")}: ${before.thought}` : "";
    graph.querySelector(".at")?.setAttribute("x", `${100 * frame.step / Math.max(graph.length, 1) - 0.2}%`);
    draw(at > from);
    [...account.children].forEach((line, row) => line.classList.toggle("later", row > at));
    account.querySelector(".now")?.classList.remove("now");
    const now = account.children[at];
    now.classList.add("now");
    account.scrollTop = now.offsetTop - account.offsetTop - account.clientHeight / 2;
    if (at === frames().length - 1) play(false);
    root.dispatchEvent(new CustomEvent("step", {detail: frame.step}));
  }

  const to = step => show(Math.max(frames().findLastIndex(frame => frame.step <= step), 0));

  function draw(forward = false) {
    const room = board.clientWidth || 360;
    const wide = episode.widths.findLastIndex(width => width * LEGIBLE <= room);
    const picture = frames()[at].pictures[Math.max(wide, 0)];
    if (picture === drawn) return;
    const old = board.querySelector("svg.medianoche");
    board.insertAdjacentHTML("beforeend", svg(drawn = picture));
    const shown = board.lastElementChild;
    shown.style.setProperty("--legible", `${Math.ceil(shown.viewBox.baseVal.height * LEGIBLE)}px`);  // the window may be lower
    medianocheMotion.animate(old, shown, forward);
  }

  function look(number) {
    const step = frames()[at].step;
    view = number;
    views.value = number;
    account.replaceChildren(...frames().map(({news, step}, row) => {
      const line = make("li", {onclick: () => show(row)}, ...news.map(words => make("p", {textContent: words})));
      line.hidden = !news.length;
      return line;
    }));
    to(step);
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => show(at + 1), 900) : 0;
    run.textContent = on ? "❚❚" : "▶";
    if (on && at === frames().length - 1) show(0);
  }

  function turn() {
    const night = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = night ? "light" : "dark";
  }

  /* A switch of the language, if the page has several. */
  function tongues() {
    if (!episode.others?.length) return [];
    const codes = [episode, ...episode.others].map(each => each.lang).sort();
    const pick = make("select", {ariaLabel: codes.join(", "), onchange: () => {
      const step = frames()[at].step, of = episode.views[view].seat;
      close();
      medianocheViewer(root, medianocheSpeak(episode, [pick.value]), {seat: of, step, inside});
    }}, ...codes.map(code => make("option", {value: code, textContent: new Intl.DisplayNames([code], {type: "language"}).of(code)})));
    pick.value = episode.lang;
    return [pick];
  }

  // ---- keys, and the size of the window

  const keys = {ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0),
    End: () => show(Infinity), PageUp: () => show(at - 10), PageDown: () => show(at + 10), " ": () => play(!timer)};
  const press = event => {
    const act = keys[event.key], field = event.target.tagName;
    if (!act || event.ctrlKey || event.altKey || event.metaKey || field === "SELECT") return;
    if (event.key === " " && (field === "BUTTON" || field === "SUMMARY")) return;
    event.preventDefault();
    act();
  };
  const resized = () => draw();
  const close = () => { play(false); document.removeEventListener("keydown", press); removeEventListener("resize", resized); };
  slider.oninput = () => show(+slider.value);
  views.onchange = () => look(+views.value);
  document.addEventListener("keydown", press);
  addEventListener("resize", resized);
  look(view);
  if (first !== undefined) to(first);
  return {go: show, to, step: () => frames()[at].step, look: of => look(episode.views.findIndex(each => each.seat === of)), close};
}

/* The episode in the first of some languages that it has. */
function medianocheSpeak(episode, wished) {
  const all = [episode, ...(episode.others ?? [])], codes = wished.map(code => code.slice(0, 2));
  const found = codes.map(code => all.find(each => each.lang === code)).find(Boolean) ?? episode;
  const {items, widths, format, values, others, ...own} = episode;
  return found === episode ? episode : {...episode, ...found, others: [own, ...others.filter(each => each !== found)]};
}

/* Draws what an agent expected of each seat, from -1 below to 1 above; a click goes to the decision. */
function medianocheGraph(box, {values, seats, colours}, go, about) {
  const paint = seat => `var(--${colours[seat]})`, length = Math.max(...values.map(each => each[0]));
  const line = seat => values.filter(each => each[1] === seat).map(([step, , value]) => `${(600 * step / Math.max(length, 1)).toFixed(1)},${(30 - 28 * value).toFixed(1)}`);
  box.className = "expected";
  box.length = length;
  box.innerHTML = `<svg viewBox="0 0 600 60" preserveAspectRatio="none" role="img" aria-label="${about}">${seats.map((_, seat) => `<polyline points="${line(seat).join(" ")}" style="stroke: ${paint(seat)}"/>`).join("")}<rect class="at" width="2" height="60"/></svg>`;
  const key = document.createElement("figcaption");
  seats.forEach((name, seat) => { const word = document.createElement("span"); const mark = document.createElement("i"); mark.style.background = paint(seat); word.append(mark, name); key.append(word); });
  box.append(key);
  box.firstChild.onclick = event => go(Math.round(length * event.offsetX / Math.max(box.firstChild.clientWidth, 1)));
}

/* The episode in a page: JSON, deflated, in base64. Raises where the browser cannot inflate (they can since 2023). */
async function medianocheUnpack(text) {
  if (!globalThis.DecompressionStream) throw Error("this browser is too old to open the page; one from 2023 on can");
  const bytes = Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
