/* The owner's page: begin a game, list the games, open a replay from a file. */

import { button, complain, download, get, go, make, myName, place, post, postText, remove, trying } from "./api.js";
import { boardOf, emblem, pictureOf } from "./emblems.js";
import { rulesOf } from "./learning.js";
import { daily, placeholder } from "./puzzle.js";
import { waiting } from "./waiting.js";
import { say } from "./words.js";

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;  // there the link has the address that other machines reach
const NARROW = matchMedia("(max-width: 800px), (max-height: 500px)");
/* Milliseconds of waiting for a new game after which its rules are shown. */
const LONG = 1000;
const OTHER = "…", LEVELS = ["beginner", "easy", "medium", "strong", "strongest"];

/* A player in words: a level, a person, or the agent's own string and the level that it is about as strong as. */
export const playerWords = (who, strength) => {
  const level = LEVELS.find(name => who === `level:${name}`);
  const known = { you: "you", friend: "friend-by-link", "a person": "a-person", "a friend": "a-friend", "of the replay": "of-the-replay" };
  return level ? say(`level-${level}`) : known[who] ? say(known[who]) : strength ? `${who}, ${say(`level-${strength}`)}`
    : who.replace(/(^|[: ])\/[^: ]*\//, "$1");  // a file without its folders
};

/* What a seat is called on its page: the person's name, or the name of its place or role. */
export const named = seat => (seat.you ? seat.called || say("you") : seat.name);

/* The same within a sentence: in Spanish "el jugador 1" for "jugador 1". */
export const mentioned = seat => (seat.you ? named(seat) : seat.mention);

/* What a game is about, in the page's language; a game of one's own in the words of `otherwise`. */
export const known = (key, otherwise) => { const words = say(key); return words === key ? otherwise : words; };
const about = (name, otherwise) => known(`about-${name}`, otherwise);
const optioned = (game, key) => `option-${game}-${key.replaceAll("_", "-")}`;

export async function lobby(page, left) {
  document.title = "medianoche";
  const wait = waiting();
  page.append(wait.box);
  let catalog;
  try { catalog = await get("api/catalog", { signal: left }); } finally { wait.stop(); }
  const list = make("div", { className: "games", id: "games" }), chosen = make("div", { className: "setting" });
  const asking = { signal: left, token: place().token };  // an answer may come when another page has another token
  const shown = { list, links: catalog.links, filter: "", tables: [], boards: new Map(), asking };
  const puzzles = placeholder(catalog.games.filter(({ name }) => boardOf(name)));
  page.append(
    puzzles,
    make("section", { className: "new" }, make("h2", { textContent: say("new-game") }), cards(catalog, chosen), chosen),
    make("section", { className: "kept" }, make("h2", { textContent: say("games") }), filters(shown, catalog), list, opener()),
  );
  await refresh(shown);
  puzzles.replaceWith(await daily(asking));
  if (left.aborted) return;
  let lost = false;
  const timer = setInterval(() => {
    if (!document.hidden) refresh(shown).then(() => { if (lost) complain(""); lost = false; }, error => { lost = !left.aborted; if (lost) complain(error); });
  }, 4000);
  left.addEventListener("abort", () => clearInterval(timer));
}

// ---- a new game

function cards(catalog, chosen) {
  const row = make("div", { className: "cards", role: "group", "aria-label": say("game") });
  for (const game of catalog.games) {
    const card = button("", trying(async () => {
      row.querySelectorAll("button").forEach(each => each.setAttribute("aria-pressed", each === card));
      const wait = waiting();
      chosen.replaceChildren(wait.box);
      chosen.scrollIntoView({ block: "nearest" });
      try {
        const found = await get(`api/catalog/${encodeURIComponent(game.name)}`);
        if (card.getAttribute("aria-pressed") === "true") setting(chosen, found, catalog);  // else another card was pressed since
        if (NARROW.matches) chosen.scrollIntoView({ block: "start" });
      } finally { wait.stop(); }
    }), { className: "card", "data-game": game.name, "aria-pressed": "false" });
    const [least, most] = [game.players?.split("-")[0], game.players?.split("-").at(-1)];
    card.append(emblem(game.name), make("strong", { textContent: game.title }), make("span", { className: "summary", textContent: about(game.name, game.summary) }),
      make("em", { textContent: game.players ? say("players-range", { least, most }) : "" }),
      boardOf(game.name) && pictureOf(boardOf(game.name), catalog.dark, "seen", "xMidYMin slice"));
    row.append(card);
  }
  return row;
}

function setting(chosen, game, catalog) {
  const title = catalog.games.find(({ name }) => name === game.name)?.title ?? game.name;
  const seats = make("div", { className: "seats" });
  const players = make("select", { id: "players", onchange: () => seated(seats, game, +players.value, catalog) },
    ...game.players.map(count => make("option", { value: count, textContent: count })));
  const pack = make("input", { id: "pack", value: "standard", list: "packs", autocomplete: "off" });
  const seed = make("input", { id: "seed", inputMode: "numeric", placeholder: say("by-chance") });
  const hints = make("input", { id: "hints", value: game.hints.join(" ") });
  const name = make("input", { id: "name", maxLength: 30, value: myName(), placeholder: say("no-name"), autocomplete: "nickname" });
  const clock = make("select", { id: "clock" }, ...[0, 5, 10, 20, 40].map(minutes =>
    make("option", { value: 60 * minutes, textContent: minutes ? say("minutes", { count: minutes }) : say("no-clock") })));
  const talks = make("input", { type: "checkbox", id: "talks", checked: true });
  const options = Object.entries(game.options).map(([key, option]) => [key, field(key, option), option]);
  const each = () => [...seats.querySelectorAll("[data-seat]")];
  const start = button(say("play"), trying(async () => {
    localStorage.setItem("name", name.value.trim());
    const wait = waiting(`api/progress?game=${encodeURIComponent(game.name)}`, say("dealing-now"));
    const reading = meanwhile(game, title);
    start.disabled = true;
    start.after(wait.box, reading);
    wait.box.scrollIntoView({ block: "nearest" });
    const long = setTimeout(() => { reading.hidden = false; wait.box.scrollIntoView({ block: "start" }); }, LONG);
    try {
      const made = await post("api/tables", {
        game: game.name,
        seats: each().map(seat => seat.value()),
        pack: pack.value.trim() || "standard",
        options: Object.fromEntries(options.map(([key, input]) => [key, input.value()]).filter(([, value]) => value !== undefined)),
        seed: seed.value.trim(),
        hints: hints.value.split(/[\s,]+/).filter(Boolean),
        pace: 1.2, name: name.value.trim(), clock: +clock.value, talks: talks.checked,
      });
      const mine = each().findIndex(seat => seat.value() === "you");
      go(made.tokens[mine] || made.tokens.at(-1));
    } finally {
      clearTimeout(long);
      reading.remove();
      start.disabled = false;
      wait.stop();
    }
  }), { className: "main", id: "start" });
  seated(seats, game, game.players[0], catalog);
  chosen.replaceChildren(
    make("h3", { className: "chosen-game" }, emblem(game.name), title), make("p", { className: "soft", textContent: about(game.name, game.about) }), rulesOf(game),
    label(say("your-name"), name), label(say("players"), players), seats, start,
    make("details", {}, make("summary", { textContent: say("more-settings") }),
      make("div", { className: "fields" },
        label(say("clock"), clock, say("clock-about")), catalog.friends && label(say("chat"), talks, say("chat-about")),
        label(say("pack"), pack, say("pack-about")),
        make("datalist", { id: "packs" }, ...game.packs.map(each => make("option", { value: each }))),
        label(say("seed"), seed, say("seed-about")), label(say("hints-from"), hints, say("hints-about")),
        ...options.map(([key, input, option]) => label(
          known(optioned(game.name, key), key.replaceAll("_", " ")), input, known(`${optioned(game.name, key)}-about`, option.description))))),
    make("details", {}, make("summary", { textContent: say("who-can-play") }),
      make("dl", {}, ...catalog.agents.flatMap(agent =>
        [make("dt", { textContent: agent.usage }), make("dd", { textContent: known(`agent-is-${agent.usage.split(/[:[]/)[0]}`, agent.summary) })]),
        ...(catalog.own ? [make("dt", { textContent: "path/to/my_bot.py:MyBot" }), make("dd", { textContent: say("own-class") })] : []))),
  );
}

/* What a person reads while a first game is compiled: what the game is about, and its rules. */
function meanwhile(game, title) {
  const rules = rulesOf(game);
  if (rules) rules.open = true;
  return make("div", { className: "meanwhile", hidden: true }, make("p", {}, make("strong", { textContent: title }), `: ${about(game.name, game.about)}`), rules);
}

function seated(seats, game, count, { level: proposed, friends, own }) {
  const before = [...seats.querySelectorAll("[data-seat]")].map(seat => seat.value());
  const usual = (game.levels.find(level => level.name === proposed) ?? { agent: game.usual }).agent;
  seats.replaceChildren(...game.seats[count].map((name, seat) => {
    const now = before[seat] ?? (seat ? usual : "you");
    const levels = game.levels.map(({ name: level, agent, milliseconds }) => [agent, say(`level-${level}`)
      + (milliseconds >= 100 ? ` (${say("thinks-about", { count: Math.max(Math.round(milliseconds / 100) / 10, 0.1) })})` : "")]);
    const others = game.agents.filter(agent => !levels.some(([known]) => known === agent)).map(agent => [agent, playerWords(agent, game.strengths[agent])]);
    const known = [["you", say("you")], ...(friends ? [["friend", say("friend-by-link")]] : []), ...levels, ...others];
    const other = make("input", { hidden: true, placeholder: say("agent-or-path"), "aria-label": say("agent") });
    const pick = make("select", { "aria-label": name, onchange: () => { other.hidden = pick.value !== OTHER; } },
      ...known.map(([value, textContent]) => make("option", { value, textContent })),
      own && make("option", { value: OTHER, textContent: say("another-agent") }));
    pick.value = known.some(([value]) => value === now) ? now : OTHER;
    if (pick.value === OTHER) [other.value, other.hidden] = [now, false];
    const row = make("div", { className: "seat", "data-seat": seat }, make("span", { textContent: name }), pick, other);
    row.value = () => (pick.value === OTHER ? other.value.trim() : pick.value);
    return row;
  }));
}

function field(name, option) {
  const kinds = option.anyOf ?? [option], accepted = kinds.flatMap(kind => kind.enum ?? ("const" in kind ? [kind.const] : []));
  const usual = option.default;
  if (option.type === "boolean" || accepted.length) {
    const values = option.type === "boolean" ? [true, false] : accepted;
    const input = make("select", { id: `option-${name}` }, ...values.map((value, row) =>
      make("option", { value: row, textContent: value === usual ? say("usual", { value }) : value })));
    input.selectedIndex = Math.max(values.indexOf(usual), 0);
    const box = make("span", {}, input);
    box.value = () => (values[input.selectedIndex] === usual ? undefined : values[input.selectedIndex]);
    return box;
  }
  const input = make("input", { id: `option-${name}`, placeholder: usual ?? "", value: "" });
  const box = make("span", {}, input);
  box.value = () => {
    const text = input.value.trim();
    if (!text) return undefined;
    try { return JSON.parse(text); } catch { return text; }
  };
  return box;
}

const label = (words, input, about = "") =>
  make("label", { title: about }, make("span", { textContent: words }), input, about && make("small", { textContent: about }));

// ---- games that are there

function filters(shown, catalog) {
  const pick = make("select", { id: "filter", "aria-label": say("filter"), onchange: () => { shown.filter = pick.value; fill(shown); } },
    make("option", { value: "", textContent: say("all-games") }), make("option", { value: "mine", textContent: say("to-play") }),
    make("option", { value: "over", textContent: say("over") }),
    ...catalog.games.map(game => make("option", { value: `game ${game.name}`, textContent: game.title })));
  const clear = (path, question) => trying(async () => {
    if (!confirm(say(question))) return;
    await remove(path);
    await refresh(shown);
    pick.focus({ preventScroll: true });  // the button may have gone
  });
  shown.removers = {
    over: button(say("remove-over"), clear("api/tables?over=1", "remove-over-ask"), { id: "remove-over", hidden: true }),
    all: button(say("remove-all"), clear("api/tables", "remove-all-ask"), { id: "remove-all", hidden: true }),
  };
  return make("div", { className: "bar" }, pick, shown.removers.over, shown.removers.all);
}

async function refresh(shown) {
  const { tables } = await get("api/tables", shown.asking);
  if (shown.asking.signal.aborted) return;
  shown.tables = tables;
  const now = JSON.stringify(tables);
  if (shown.now !== now) fill(shown);
  shown.now = now;
}

function fill(shown) {
  const { list, tables, filter, removers } = shown, focus = focused(list);
  removers.over.hidden = !tables.some(each => each.over);
  removers.all.hidden = !tables.length;
  const wanted = tables.filter(each => !filter || (filter === "over" ? each.over : filter === "mine" ? !each.over
    : each.game === filter.slice(5)));
  list.replaceChildren(...wanted.map(each => row(each, shown)),
    ...(wanted.length ? [] : [make("p", { className: "soft", textContent: say("none-yet") })]));
  focus();
}

const DOORS = "a, button, input";

/* A function that gives the focus back to what has it in the list now; if its game has gone, to that in its place. */
function focused(list) {
  const from = [...list.children].findIndex(each => each.contains(document.activeElement));
  if (from < 0) return () => {};
  const { number } = list.children[from].dataset, door = [...list.children[from].querySelectorAll(DOORS)].indexOf(document.activeElement);
  return () => {
    const now = [...list.children].find(each => each.dataset.number === number) ?? list.children[Math.min(from, list.children.length - 1)];
    const doors = [...now.querySelectorAll(DOORS)];
    (doors[door] ?? doors.at(-1) ?? document.getElementById("filter"))?.focus({ preventScroll: true });
  };
}

function age(made) {
  const minutes = Math.max(Math.round((Date.now() / 1000 - made) / 60), 0), relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return minutes < 60 ? relative.format(-minutes, "minute") : minutes < 1440 ? relative.format(-Math.round(minutes / 60), "hour")
    : relative.format(-Math.round(minutes / 1440), "day");
}

function row(each, shown) {
  const names = each.seats.map((who, seat) => each.names[seat] || playerWords(who));
  const own = each.seats.filter(who => who === "a person").length;
  const waits = each.seats[each.asked] === "a person" && own === 1 ? say("yours-to-choose") : say("to-choose", { who: names[each.asked] });
  const state = each.over ? ended(each) : each.asked >= 0 ? waits : "";
  const doors = each.seats.map((who, seat) => {
    const token = each.tokens[seat], score = each.scores.length ? ` ${each.scores[seat]}` : "";
    if (who === "a person") return make("a", { className: "who", href: `#${token}`, textContent: goOn(each, seat, own) });
    if (!token) return make("span", { className: "who", textContent: names[seat] + score });
    if (who !== "a friend" || each.over) return make("a", { className: "who", href: `#${token}`, textContent: `${say("open")}: ${names[seat]}${score}` });
    const link = linkTo(token, shown.links);
    return button(`${say("link-for-a-friend")}${each.names[seat] ? `: ${each.names[seat]}` : ""}${score}`, async event => {
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      event.target.replaceWith(make("input", { className: "link", value: link, readOnly: true, "aria-label": say("link"),
        title: say(copied ? "copied" : "copy-it") }));
    }, { className: "who", title: link });
  });
  const watch = each.tokens.at(-1), entered = each.over && doors.some(door => door.matches("a"));  // a game that is over is the same for all
  return make("div", { className: `game${each.over ? " over" : ""}`, "data-number": each.number }, board(each, shown),
    make("div", { className: "facts" }, make("strong", { textContent: each.title }),
      make("span", { className: "soft", textContent: [state, each.stage, each.choices ? say("choice-number", { count: each.choices }) : "", age(each.made)].filter(Boolean).join(" · ") })),
    make("div", { className: "doors" }, ...doors,
      watch && !entered && make("a", { className: "who", href: `#${watch}`, textContent: say(each.over || each.seats[0] === "of the replay" ? "open" : "watch") })),
    make("div", { className: "files" },
      each.seats[0] !== "of the replay" && button("⤓", trying(async () =>
        download(`${each.game}.saved.json`, await get(`api/tables/${each.number}/game`, { ...shown.asking, raw: true }))),
      { title: say("save-game"), "aria-label": say("save-game"), className: "remove" }),
      button("✕", trying(async () => {
        if (!confirm(say("remove-ask"))) return;
        await remove(`api/tables/${each.number}`);
        await refresh(shown);
      }), { title: say("remove"), "aria-label": say("remove-this-game"), className: "remove" })));
}

/* How a game ended for the one person who played it; "over" for several and for none. */
function ended({ seats, won }) {
  const own = seats.flatMap((who, seat) => (who === "a person" ? [seat] : []));
  if (own.length !== 1 || seats.length === 1 || !won.length) return say("over");
  if (won.length === seats.length) return say("drawn");
  return say(won.includes(own[0]) ? "you-won" : "you-lost");
}

/* The words of the link to a seat of one's own: its name, or which one it is where one has several, and how the game stands. */
function goOn({ names, over, scores, seats }, seat, own) {
  const which = names[seat] || (own > 1 ? `${say("player")} ${seat + 1}` : "");
  const stands = scores.length === 2 && seats.length === 2 ? say("by-points", { best: scores[seat], next: scores[1 - seat] }) : scores[seat];
  return [say(over ? "open" : "keep-playing"), which, stands].filter(words => words !== "" && words !== undefined && words !== null).join(" · ");
}

/* The address of a seat, for another machine. */
export const linkTo = (token, links) =>
  `${LOCAL.test(location.hostname) && location.pathname === "/" ? `${links[0]}/` : location.href.split("#")[0]}#${token}`;

/* The board of an open game as all players know it, else the game's emblem. */
function board(each, shown) {
  const box = make("div", { className: "thumb", inert: true, "aria-hidden": "true" }, emblem(each.game)), known = shown.boards.get(each.number);
  const put = svg => {
    if (!svg) return;
    box.innerHTML = svg;
    const picture = /** @type {SVGSVGElement} */ (box.firstElementChild), { width, height } = picture.viewBox.baseVal;
    picture.setAttribute("preserveAspectRatio", `xMidY${height > 1.3 * width ? "Min" : "Mid"} slice`);  // of a high board the upper part
  };
  if (known?.choices === each.choices) put(known.svg);
  else if (each.open) get(`api/tables/${each.number}`, shown.asking).then(({ svg }) => {
    shown.boards.set(each.number, { choices: each.choices, svg });
    put(svg);
  }, () => {});
  return box;
}

function opener() {
  const open = trying(async file => {
    const made = await postText("api/replays", await file.text());
    go(made.tokens.find(token => token), made.replayed ? "replay" : "");
  });
  const input = make("input", { type: "file", id: "replay", accept: ".json,application/json",
    onchange: () => input.files[0] && open(input.files[0]) });
  return make("label", { className: "opener",
    ondragover: event => event.preventDefault(),
    ondrop: event => { event.preventDefault(); if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); } },
    `${say("open-a-replay")} `, input);
}
