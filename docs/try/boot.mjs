// Begins the page without a server: shows what is loaded, starts the worker that answers its requests, then the page of `medianoche ui` itself.
const TABS = "medianoche-games", PARAMETERS = ["game", "lang", "seed"];
const FIRST = "misty";  // the game that is shown meanwhile: its board is understood at a glance
const page = document.getElementById("page"), trouble = document.getElementById("trouble");
const about = await (await fetch("about.json", { cache: "no-cache" })).json();
const wished = new URLSearchParams(location.search);

/** What is wrong with the address, in a line; "" if nothing is. */
function mistaken() {
  const accepted = { game: Object.keys(about.games), lang: Object.keys(about.words) };
  for (const [name, value] of wished) {
    if (!PARAMETERS.includes(name)) return say("address-name", { name, accepted: PARAMETERS.join(", ") });
    if (name in accepted && !accepted[name].includes(value)) return say("address-value", { name, value, accepted: accepted[name].join(", ") });
    if (name === "seed" && !/^\d{1,19}$/.test(value)) return say("address-value", { name, value, accepted: say("address-seed") });
  }
  return "";
}

const languages = [wished.get("lang"), localStorage.getItem("lang"), ...navigator.languages.map(each => each.slice(0, 2))];
const lang = languages.find(each => Object.hasOwn(about.words, each ?? "")) ?? "en";
const say = (key, values = {}) => about.words[lang][key].replace(/\{([\w-]+)\}/g, (_, name) => String(values[name]).slice(0, 80));
const element = (tag, values = {}) => Object.assign(document.createElement(tag), values);

const dark = (localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")) === "dark";
document.documentElement.dataset.theme = dark ? "dark" : "light";

/** What this is, a game's board, a bar and what is loaded: {tell, bar}. The board is stored in light colours. */
function waiting() {
  const game = Object.hasOwn(about.games, wished.get("game") ?? "") ? wished.get("game") : FIRST;
  const picture = element("div", { className: "opening" });
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", about.games[game]);
  fetch(`static/${game}.board.svg`).then(answer => answer.text()).then(svg => {
    picture.innerHTML = dark ? svg.replace(/#[0-9a-f]{6}/g, colour => about.dark[colour] ?? colour) : svg;
  }, () => {});  // the page goes on without it
  const line = element("p", { textContent: say("loading") }), bar = element("progress", { max: 1, value: 0 });
  line.setAttribute("role", "status");
  bar.setAttribute("aria-label", say("loading"));
  const loaded = element("p", { className: "soft", id: "loaded", textContent: say("later") });
  const box = element("div", { className: "waiting begin" });
  box.append(element("p", { id: "what", textContent: say("what") }), picture, line, bar, loaded);
  page.replaceChildren(box);
  return { bar, tell: (words, below) => { if (line.textContent !== words) line.textContent = words; loaded.textContent = below; } };
}

/** Bytes in millions, as the language writes them. */
const millions = bytes => (bytes / 1e6).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Wait until the service worker keeps what is loaded; the page does without it where there is none. */
function watched() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return null;
  return new Promise(done => {
    if (serviceWorker.controller) done();
    serviceWorker.oncontrollerchange = done;
    serviceWorker.register("offline.js").catch(done);
    setTimeout(done, 1500);
  });
}

/** Wait until no other tab has these games open: two would write over each other. */
function alone() {
  if (!navigator.locks) return null;
  return new Promise(done => navigator.locks.request(TABS, { ifAvailable: true }, lock => {
    if (lock) { done(); return new Promise(() => {}); }
    page.replaceChildren(element("p", { textContent: say("other-tab"), id: "other-tab", role: "status" }));
    navigator.locks.request(TABS, () => { done(); return new Promise(() => {}); });
    return null;
  }));
}

/** Start the worker; returns the owner's token. From then on requests to api/ are answered by it. */
function started({ tell, bar }) {
  const worker = new Worker("worker.mjs", { type: "module" }), asked = new Map(), elsewhere = window.fetch.bind(window);
  const whole = Object.values(about.bytes).reduce((sum, size) => sum + size, 0), steps = 4;
  let last = 0;
  window.fetch = (path, options = {}) => {
    if (typeof path !== "string" || !path.startsWith("api/")) return elsewhere(path, options);
    return new Promise((done, failed) => {
      const id = ++last;
      asked.set(id, done);
      options.signal?.addEventListener("abort", () => failed(new DOMException("left", "AbortError")));
      worker.postMessage({ id, method: options.method ?? "GET", path, headers: Object.entries(options.headers ?? {}), body: options.body ?? "" });
    });
  };
  return new Promise((done, failed) => {
    worker.onerror = event => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) {
        const loaded = Math.min(data.loaded, whole);
        bar.value = 0.7 * loaded / whole;
        tell(say("loading"), `${say("loaded", { loaded: millions(loaded), whole: millions(whole) })} ${say("later")}`);
      } else if (data.step) { bar.value = 0.7 + 0.3 * data.step / steps; tell(say("starting"), say("later")); }
      else if (data.failed) failed(new Error(data.failed));
      else if (data.token) done(data);
      else {
        asked.get(data.id)(new Response(data.text, { status: data.status, headers: { "content-type": "application/json" } }));
        asked.delete(data.id);
      }
    };
    worker.postMessage({ begin: about });
  });
}

/** Begin the game that the address names, if it names one; returns the token of the person's seat. */
async function asked(token) {
  const game = wished.get("game");
  if (!game || mistaken()) return "";
  const headers = { authorization: `Bearer ${token}`, "accept-language": lang }, json = async (path, options) => (await fetch(path, { headers, ...options })).json();
  const { players, levels, usual, hints } = await json(`api/catalog/${game}`);
  const seats = ["you", ...Array(players[0] - 1).fill((levels.find(each => each.name === "easy") ?? { agent: usual }).agent)];
  const { tokens } = await json("api/tables", { method: "POST", body: JSON.stringify({ game, seats, hints, seed: wished.get("seed") ?? "", pace: 1.2 }) });
  return tokens?.[0] ?? "";
}

/** Load the engines of all games, one after the other, when the browser has nothing else to do: then the service worker keeps them. */
function keepEngines() {
  if (!navigator.serviceWorker?.controller || navigator.connection?.saveData) return;
  const later = self.requestIdleCallback ?? setTimeout, [...left] = about.engines;
  const next = async () => {
    const answer = left.length && await fetch(left.shift(), { priority: "low" }).catch(() => null);  // null: no connection any more
    if (answer) later(next);
  };
  later(next);
}

function failed(error) {
  page.replaceChildren();
  trouble.hidden = false;
  trouble.textContent = say("failed", { why: error.message });
}

document.documentElement.lang = lang;
if (wished.get("lang") === lang) localStorage.setItem("lang", lang);
document.getElementById("licences").textContent = say("licences");
const wrong = mistaken();
if (wrong) trouble.after(element("p", { textContent: wrong, id: "mistake", role: "alert" }));  // the page itself clears the other line
try {
  const shown = waiting();
  await watched();
  await alone();
  const starting = started(document.getElementById("other-tab") ? waiting() : shown);
  import("./static/table.js").catch(() => {});  // meanwhile: main.js needs it, and what it needs itself
  const { token, marks } = await starting;
  performance.mark("started", { detail: marks });
  sessionStorage.setItem("owner", token);
  const seat = location.hash ? "" : await asked(token);
  if (!location.hash) history.replaceState(null, "", `#${seat || token}`);
  await import("./static/main.js");
  keepEngines();
} catch (error) {
  failed(error);
}
