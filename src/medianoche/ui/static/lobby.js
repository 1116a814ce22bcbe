/* The owner's page: begin a game, list the games, open a replay from a file. */

import { button, complain, get, go, make, post, remove, trying } from "./api.js";

const OTHER = "…";

export async function lobby(page) {
  document.title = "medianoche";
  const catalog = await get("/api/catalog");
  const list = make("div", { className: "games", id: "games" });
  const chosen = make("div", { className: "setting" });
  page.append(
    make("section", { className: "new" }, make("h2", { textContent: "A new game" }), cards(catalog, chosen), chosen),
    make("section", { className: "kept" }, make("h2", { textContent: "Games" }), list, opener(page)),
  );
  const links = catalog.links;
  await refresh(list, links);
  const timer = setInterval(() => { if (!document.hidden) refresh(list, links).catch(complain); }, 4000);
  return () => clearInterval(timer);
}

// ---- a new game

function cards(catalog, chosen) {
  const row = make("div", { className: "cards", role: "group", "aria-label": "game" });
  for (const game of catalog.games) {
    const card = button("", trying(async () => {
      row.querySelectorAll("button").forEach(each => each.setAttribute("aria-pressed", each === card));
      setting(chosen, await get(`/api/catalog/${encodeURIComponent(game.name)}`), catalog);
    }), { className: "card", "data-game": game.name, "aria-pressed": "false" });
    card.append(make("strong", { textContent: game.title }), make("span", { textContent: game.summary }),
      make("em", { textContent: game.players ? `${game.players} players` : "" }));
    row.append(card);
  }
  return row;
}

function setting(chosen, game, catalog) {
  const seats = make("div", { className: "seats" });
  const players = make("select", { id: "players", onchange: () => seated(seats, game, +players.value) },
    ...game.players.map(count => make("option", { value: count, textContent: count })));
  const pack = make("input", { id: "pack", value: "standard", list: "packs", autocomplete: "off" });
  const seed = make("input", { id: "seed", inputMode: "numeric", placeholder: "by chance" });
  const hints = make("input", { id: "hints", value: game.hints.join(" ") });
  const options = Object.entries(game.options).map(([name, option]) => [name, field(name, option), option]);
  const start = button("Play", trying(async () => {
    start.disabled = true;
    start.textContent = "dealing … (a game is compiled when it is first played: about 30 seconds)";
    try {
      const made = await post("/api/tables", {
        game: game.name,
        seats: [...seats.querySelectorAll("[data-seat]")].map(seat => seat.value()),
        pack: pack.value.trim() || "standard",
        options: Object.fromEntries(options.map(([name, input]) => [name, input.value()])
          .filter(([, value]) => value !== undefined)),
        seed: seed.value.trim(),
        hints: hints.value.split(/[\s,]+/).filter(Boolean),
        pace: 0.4,
      });
      const mine = [...seats.querySelectorAll("[data-seat]")].findIndex(seat => seat.value() === "you");
      const token = made.tokens[mine] || made.tokens.at(-1);
      if (token) go(token);
      else await refresh(document.getElementById("games"), catalog.links);
    } finally {
      start.disabled = false;
      start.textContent = "Play";
    }
  }), { className: "main", id: "start" });
  seated(seats, game, game.players[0]);
  chosen.replaceChildren(
    make("p", { className: "soft", textContent: game.about }),
    label("players", players), seats, start,
    make("details", {}, make("summary", { textContent: "rules, pack, hints" }),
      make("div", { className: "fields" },
        label("pack", pack, "a name, a file.toml, or a number that makes one"),
        make("datalist", { id: "packs" }, ...game.packs.map(name => make("option", { value: name }))),
        label("seed", seed, "of the deal"),
        label("hints from", hints, "agents that may be asked; none: no hints"),
        ...options.map(([name, input, option]) => label(name.replaceAll("_", " "), input, option.description)))),
    make("details", {}, make("summary", { textContent: "who can play" }),
      make("dl", {}, ...catalog.agents.flatMap(agent =>
        [make("dt", { textContent: agent.usage }), make("dd", { textContent: agent.summary })]),
        make("dt", { textContent: "path/to/my_bot.py:MyBot" }), make("dd", { textContent: "a class of your own" }))),
  );
}

function seated(seats, game, count) {
  const before = [...seats.querySelectorAll("[data-seat]")].map(seat => seat.value());
  seats.replaceChildren(...game.seats[count].map((name, seat) => {
    const now = before[seat] ?? (seat ? "greedy" : "you");
    const known = ["you", "friend", ...game.agents];
    const other = make("input", { hidden: true, placeholder: "agent, or path/to/my_bot.py:MyBot", "aria-label": "agent" });
    const pick = make("select", { "aria-label": name, onchange: () => { other.hidden = pick.value !== OTHER; } },
      ...known.map(who => make("option", { value: who, textContent: { you: "you", friend: "a friend, by link" }[who] ?? who })),
      make("option", { value: OTHER, textContent: "another agent …" }));
    pick.value = known.includes(now) ? now : OTHER;
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
      make("option", { value: row, textContent: value === usual ? `${value} (usual)` : value })));
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

async function refresh(list, links) {
  const { tables } = await get("/api/tables");
  if (!list.isConnected && document.getElementById("games") !== list) return;
  const now = JSON.stringify(tables);
  if (list.dataset.now === now) return;
  list.dataset.now = now;
  list.replaceChildren(...tables.map(each => row(each, list, links)),
    ...(tables.length ? [] : [make("p", { className: "soft", textContent: "None yet." })]));
}

function row(each, list, links) {
  const state = each.over ? "over" : each.asked >= 0 ? `${each.seats[each.asked]} to choose` : "";
  const doors = each.seats.map((who, seat) => {
    const token = each.tokens[seat];
    if (!token) return make("span", { className: "who", textContent: who });
    if (who !== "a friend") return make("a", { className: "who", href: `#${token}`, textContent: "sit down" });
    const link = `${location.origin === links[0] || links.length === 1 ? links[0] : location.origin}/#${token}`;
    return button("link for a friend", async event => {
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      event.target.replaceWith(make("input", { className: "link", value: link, readOnly: true, "aria-label": "link",
        title: copied ? "copied" : "copy it" }));
    }, { className: "who", title: link });
  });
  const watch = each.tokens.at(-1);
  return make("div", { className: `game${each.over ? " over" : ""}` },
    make("strong", { textContent: each.game }), make("span", { className: "soft", textContent: state }),
    make("div", { className: "doors" }, ...doors,
      watch && make("a", { className: "who", href: `#${watch}`, textContent: each.seats[0] === "of the replay" ? "open" : "watch" }),
      button("✕", trying(async () => {
        if (!confirm("Remove this game?")) return;
        await remove(`/api/tables/${each.number}`);
        await refresh(list, links);
      }), { title: "remove", "aria-label": "remove this game", className: "remove" })));
}

function opener() {
  const open = trying(async file => {
    const made = await post("/api/replays", JSON.parse(await file.text()));
    go(made.tokens.at(-1), "replay");
  });
  const input = make("input", { type: "file", id: "replay", accept: ".json,application/json",
    onchange: () => input.files[0] && open(input.files[0]) });
  return make("label", { className: "opener",
    ondragover: event => event.preventDefault(),
    ondrop: event => { event.preventDefault(); if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); } },
    "Open a replay: ", input);
}
