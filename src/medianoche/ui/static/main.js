/* Chooses the page to show: the owner's list of games, a seat of a game, or a replay. */

import { complain, get, make, place } from "./api.js";
import { lobby } from "./lobby.js";
import { table } from "./table.js";
import { replay } from "./replay.js";

const page = document.getElementById("page"), home = document.getElementById("home");
const title = document.getElementById("title"), where = document.getElementById("where");
let leave = () => {};

async function show() {
  leave();
  leave = () => {};
  complain("");
  const { token, room } = place();
  const mine = sessionStorage.getItem("owner");
  where.replaceChildren();
  if (!token) {
    home.hidden = true;
    page.replaceChildren(make("p", { className: "soft",
      textContent: "Open the address that the server printed, or a link to a seat: the token is a part of it." }));
    return;
  }
  try {
    const { who } = await get("/api/who");
    if (who === "owner") sessionStorage.setItem("owner", token);
    home.hidden = who === "owner" || !mine;
    home.href = `#${mine ?? ""}`;
    title.textContent = who === "owner" ? "☾ medianoche" : "";
    page.replaceChildren();
    leave = await (who === "owner" ? lobby : room === "replay" ? replay : table)(page);
  } catch (error) {
    complain(error);
    page.replaceChildren();
  }
}

// ---- light and dark

function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  document.querySelectorAll(".medianoche-viewer").forEach(viewer => { if (theme) viewer.dataset.theme = theme; });
}

document.getElementById("theme").onclick = () => {
  const now = document.documentElement.dataset.theme
    ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  localStorage.setItem("theme", now === "dark" ? "light" : "dark");
  paint(localStorage.getItem("theme"));
};
paint(localStorage.getItem("theme"));
addEventListener("hashchange", show);
show();
