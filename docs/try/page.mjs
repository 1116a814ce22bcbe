// The page: a person in seat 0 against the agents of the suite. Each game draws its table in a file of its own, such as misty.mjs.
import { catalogue, escaped } from "./words.mjs";

const GAMES = ["misty", "correo", "halloween", "nocturna", "medianokte"];
const PLAYERS = ["greedy", "net", "net:64"];
const UI = {
  en: { players: "players", against: "against", begin: "New game", thinks: "thinks", yours: "Your turn", over: "The game is over", load: "loading", missing: "This game cannot be loaded; is there a connection?", won: "You have won", lost: "You have lost", even: "A draw", player: "player", you: "you", picks: "Yellow: a click plays it. Dashed: a click picks it, and it turns blue; then click where it goes.", frames: "Pink frame: a click chooses it. Black frame: your houses. Purple: the child that moves or is attacked. Pale: already moved in this lap." },
  es: { players: "jugadores", against: "contra", begin: "Partida nueva", thinks: "piensa", yours: "Te toca", over: "La partida ha terminado", load: "cargando", missing: "No se puede cargar el juego; ¿hay conexión?", won: "Has ganado", lost: "Has perdido", even: "Empate", player: "jugador", you: "tú", picks: "Amarillo: un clic lo juega. Con línea discontinua: un clic lo escoge y queda azul; después, un clic en su destino.", frames: "Marco rosa: un clic la elige. Marco negro: tus casas. Morado: el niño que se mueve o al que atacan. Pálido: ya se ha movido en esta ronda." },
};
const wished = new URLSearchParams(location.search), $ = id => document.getElementById(id);
const lang = UI[wished.get("lang")] ? wished.get("lang") : navigator.language.startsWith("es") ? "es" : "en", ui = UI[lang];
const game = GAMES.includes(wished.get("game")) ? wished.get("game") : "misty";
const waiting = new Map();
let worker, asked = 0, about, words, table, now, played = 0;

/** Wait until the service worker keeps what is loaded; the page does without it where there is none. */
function watched() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return null;
  return new Promise(done => {
    if (serviceWorker.controller) done();
    serviceWorker.oncontrollerchange = done;
    serviceWorker.register("offline.js").catch(done);
    setTimeout(done, 3000);
  });
}

function ask(what, more = {}) {
  return new Promise((done, failed) => {
    waiting.set(++asked, answer => (answer.error ? failed(new Error(answer.error)) : done(answer)));
    worker.postMessage({ id: asked, ask: what, ...more });
  });
}

/** An action in words: the game's own, or its kind and places where they depend on the position. */
function said(action) {
  const own = table.said?.(action, now.fields, words);
  if (own || about.action_words[lang][action]) return own || about.action_words[lang][action];
  const [name, block] = Object.entries(about.actions.blocks).filter(([, each]) => each.at <= action).pop();
  const places = [];
  for (let rest = action - block.at, k = block.shape.length - 1; k >= 0; k--) {
    places.unshift(rest % block.shape[k] + 1);
    rest = Math.floor(rest / block.shape[k]);
  }
  return `${name.replaceAll("_", " ")} ${places.join(", ")}`;
}

function show(line) {
  $("line").textContent = line;
  $("table").innerHTML = table.drawn(now.fields, { about, words, legal: now.legal, ui });
  $("choices").innerHTML = now.legal.map(action => `<button data-action="${action}">${escaped(said(action))}</button>`).join("");
  for (const each of document.querySelectorAll("[data-action]")) each.onclick = () => play(Number(each.dataset.action));
  for (const each of document.querySelectorAll("[data-turn]")) each.onclick = () => { table.turn(Number(each.dataset.turn)); show(line); };
}

async function play(action) {
  const mine = played;
  if (!now.legal.includes(action)) return;
  now.legal = [];
  show($("line").textContent);
  now = await ask("step", { action });
  if (mine === played) await go();
}

/** Ask the other players until the person has a choice, or the game is over. */
async function go() {
  const mine = played;
  while (!now.fields.done && now.fields.to_move !== 0) {
    show(`${ui.player} ${now.fields.to_move + 1} ${ui.thinks} …`);
    const { action } = await ask("choose", { player: $("agent").value, seed: Math.floor(Math.random() * 2 ** 48) });
    if (mine !== played) return;
    now = await ask("step", { action });
  }
  const result = now.fields.utility[0];
  show(now.fields.done ? `${ui.over}. ${result > 0 ? ui.won : result < 0 ? ui.lost : ui.even}.` : ui.yours);
  document.body.dataset.over = now.fields.done;
}

async function begin() {
  played++;
  const preset = Number($("players").value), seed = wished.get("seed") ?? Math.floor(Math.random() * 2 ** 48);
  now = await ask("new", { preset, seed: Number(seed) });
  await go();
}

async function start() {
  words = catalogue(about.words[lang]);
  table = await import(`./${game}.mjs`);
  document.title = $("title").textContent = about.title;
  choice("agent", PLAYERS.map(name => [name, name]));
  $("agent").value = "net";
  choice("players", about.presets.map((each, k) => [k, each]).filter(([, each]) => JSON.stringify(each.options) === JSON.stringify(about.presets[0].options)).map(([k, each]) => [k, `${each.players} ${ui.players}`]));
  $("begin").onclick = begin;
  await begin();
}

function choice(id, items) {
  $(id).innerHTML = items.map(([value, text]) => `<option value="${value}">${escaped(text)}</option>`).join("");
}

document.documentElement.lang = lang;
$("line").textContent = ui.load;
$("begin").textContent = ui.begin;
$("against").textContent = ui.against;
const to = (name, value) => { wished.set(name, value); location.search = wished; };
choice("game", GAMES.map(name => [name, name]));
choice("lang", [["en", "English"], ["es", "español"]]);
for (const [name, value] of [["game", game], ["lang", lang]]) { $(name).value = value; $(name).onchange = () => to(name, $(name).value); }
await watched();
worker = new Worker("worker.mjs", { type: "module" });
worker.onmessage = ({ data }) => { waiting.get(data.id)(data); waiting.delete(data.id); };
try {
  ({ about } = await ask("load", { game }));
} catch (error) {
  $("line").textContent = `${ui.missing} (${error.message})`;
}
if (about) await start();
