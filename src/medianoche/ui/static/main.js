/* Chooses the page to show: the owner's list of games, a seat of a game, or a replay. */

import { complain, get, keep, kept, make, place } from "./api.js";
import { lobby } from "./lobby.js";
import { play, sounding } from "./sounds.js";
import { table } from "./table.js";
import { replay } from "./replay.js";
import { chosen, learn, say } from "./words.js";

const page = document.getElementById("page");
const home = /** @type {HTMLAnchorElement} */ (document.getElementById("home"));
const title = document.getElementById("title"), theme = document.getElementById("theme"), sounds = document.getElementById("sounds");
const language = /** @type {HTMLSelectElement} */ (document.getElementById("language"));
let visit = new AbortController();

/* Each page gets a signal that it is left; it may be left while it is still loading. */
async function show() {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  complain("");
  const { token, room } = place();
  const mine = sessionStorage.getItem("owner");
  if (!token) {
    home.hidden = true;
    page.replaceChildren(make("p", { className: "soft", textContent: say("open-the-address") }));
    await rejoin(signal);
    return;
  }
  try {
    const { who } = await get("api/who", { signal });
    if (who === "owner") sessionStorage.setItem("owner", token);
    home.hidden = who === "owner" || !mine;
    home.href = `#${mine ?? ""}`;
    title.textContent = who === "owner" ? "☾ medianoche" : "";
    page.replaceChildren();
    await (who === "owner" ? lobby : room === "replay" ? replay : table)(page, signal);
  } catch (error) {
    if (signal.aborted) return;  // another page is shown meanwhile
    visit.abort();
    complain(error);
    visit = new AbortController();
    page.replaceChildren();
    await rejoin(visit.signal);
  }
}

/* Links to the tables at which this browser has sat, without those that have been removed. */
async function rejoin(signal) {
  await Promise.all(kept().map(({ token }) => get("api/who", { signal, token }).catch(error => { if (error.status === 401) keep(token); })));
  if (signal.aborted) return;
  const rows = kept().map(({ token, title: name }) => make("li", {}, make("a", { href: `#${token}`, textContent: name })));
  if (rows.length) page.append(make("section", {}, make("h2", { textContent: say("your-tables") }), make("ul", { id: "rejoin" }, ...rows)));
}

// ---- language, light and dark

async function speak() {
  const answer = await get(`api/words?lang=${encodeURIComponent(chosen())}`);
  learn(answer);
  language.replaceChildren(...Object.entries(answer.languages).map(([code, name]) => make("option", { value: code, textContent: name })));
  language.value = answer.lang;
  language.setAttribute("aria-label", say("language"));
  home.textContent = `☾ ${say("games-link")}`;
  theme.title = say("light-or-dark");
  theme.setAttribute("aria-label", say("light-or-dark"));
  sounds.title = say("sounds");
  sounds.setAttribute("aria-label", say("sounds"));
}

function paint(chosen) {
  document.documentElement.dataset.theme = chosen;
  document.querySelectorAll(".medianoche-viewer").forEach(viewer => { viewer.setAttribute("data-theme", chosen); });
}

language.onchange = async () => {
  localStorage.setItem("lang", language.value);
  await speak();
  language.blur();
  show();
};
theme.onclick = () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  paint(localStorage.getItem("theme"));
};
sounds.onclick = () => {
  localStorage.setItem("sounds", sounding() ? "off" : "on");
  sounds.setAttribute("aria-pressed", String(sounding()));
  play("turn");
};
sounds.setAttribute("aria-pressed", String(sounding()));
paint(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
addEventListener("hashchange", show);
speak().then(show, complain);
