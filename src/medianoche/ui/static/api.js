/* What all pages share: elements, and questions to the server. The token is what follows # in the address. */

import { say, unbroken, wished } from "./words.js";

export const make = (tag, attributes = {}, ...parts) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "textContent") made.textContent = unbroken(value);
    else if (name in made && name !== "list" && name !== "role") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...parts.filter(part => part !== null && part !== undefined && part !== false));
  return made;
};

export const button = (words, onclick, attributes = {}) =>
  make("button", { type: "button", textContent: words, onclick, ...attributes });

export const place = () => {
  const [token = "", room = ""] = location.hash.slice(1).split("/");
  return { token, room };
};

export const go = (token, room = "") => { location.hash = room ? `${token}/${room}` : token; };

export class Refused extends Error {
  constructor(line, status) { super(line); this.status = status; }
}

async function ask(path, options = {}) {
  const headers = { authorization: `Bearer ${options.token ?? place().token}`, "accept-language": wished() };
  let answer, text, content;
  try {
    answer = await fetch(path, { ...options, headers });
    text = await answer.text();  // may be aborted, or cut off, as well as the question
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(say("no-answer"), 0);
  }
  try { content = JSON.parse(text); } catch { throw new Refused(say("no-json", { status: answer.status }), answer.status); }
  if (!answer.ok) throw new Refused(content.error ?? answer.statusText, answer.status);
  return options.raw ? text : content;
}

export const get = (path, options) => ask(path, options);
export const post = (path, message = {}) => ask(path, { method: "POST", body: JSON.stringify(message) });
/* JSON that is passed on as it is: seeds have 64 bits, and JavaScript's numbers only 53. */
export const postText = (path, body) => ask(path, { method: "POST", body });
export const remove = path => ask(path, { method: "DELETE" });

/* Whether the page says that the server does not answer. */
let silent = false;
export const unanswered = () => silent;

export function complain(error) {
  const line = document.getElementById("trouble");
  silent = error?.status === 0;
  line.textContent = error ? error.message ?? error : "";
  line.hidden = !error;
}

/* Runs something that may be refused, and says so. */
export const trying = work => async (...given) => {
  try {
    complain("");
    return await work(...given);
  } catch (error) {
    if (error.name !== "AbortError") complain(error);
    return undefined;
  }
};

/* The tables at which this browser has sat, the last first: [{token, title}, ...]. */
export const kept = () => JSON.parse(localStorage.getItem("tables") ?? "[]");

export function keep(token, title) {
  const others = kept().filter(each => each.token !== token);
  localStorage.setItem("tables", JSON.stringify([...(title ? [{ token, title }] : []), ...others].slice(0, 20)));
}

/* A name as the person has given it in this browser. */
export const myName = () => localStorage.getItem("name") ?? "";

/* Show a dialog of some name with some parts and a button that closes it. */
export function dialog(className, name, ...parts) {
  const box = make("dialog", { className, "aria-label": name, onclose: () => box.remove() },
    make("form", { method: "dialog" }, make("button", { textContent: say("close") })), ...parts);
  document.body.append(box);
  box.showModal();
  return box;
}

/* Milliseconds for which a file is kept: the browser of a busy machine begins to take it late, and without it takes none. */
const KEPT = 120_000;

export function download(name, content, type = "application/json") {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
