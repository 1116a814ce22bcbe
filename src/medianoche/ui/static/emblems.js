/* A small picture for each game, and signs of buttons. */

const DRAWN = {
  correo: '<rect x="4" y="12" width="40" height="26" rx="3"/><path d="M4 14l20 14 20-14"/><circle cx="37" cy="11" r="6" class="full"/>',
  misty: '<rect x="6" y="6" width="36" height="36" rx="3"/><path d="M24 6v36M6 24h36"/><path d="M11 15q6-5 12 0M27 35q5-6 11 0" class="thin"/>',
  halloween: '<path d="M24 12c-14-4-20 4-20 15s8 15 20 15 20-4 20-15-6-19-20-15zM24 12V5"/><path d="M12 24l6-5 4 6zM36 24l-6-5-4 6zM13 33q11 7 22 0" class="full"/>',
  nocturna: '<path d="M34 33A17 17 0 1 1 25 6a14 14 0 0 0 9 27z" class="full"/><path d="M38 8l1.500 4 4 1.500-4 1.500L38 19l-1.500-4-4-1.500 4-1.500z"/>',
  medianokte: '<path d="M24 4c9 7 11 17 8 28H16C13 21 15 11 24 4z"/><circle cx="24" cy="18" r="4" class="full"/><path d="M16 26l-8 9 8-1M32 26l8 9-8-1M20 36l4 8 4-8"/>',
};

const SIGNS = { run: "M2 1L11 6L2 11Z", pause: "M2 1H5V11H2ZM7 1H10V11H7Z", one: "M1 1L7 6L1 11ZM9 1H11V11H9Z" };

/* A sign of a button: run, pause, one. */
export function icon(name) {
  const box = document.createElement("span");
  box.className = "icon";
  box.setAttribute("aria-hidden", "true");
  box.innerHTML = `<svg viewBox="0 0 12 12"><path d="${SIGNS[name]}"/></svg>`;
  return box;
}

/* The file in static/ with the stored board of a game; "" if there is none. */
export const boardOf = game => (game in DRAWN ? `${game}.board.svg` : "");

export function emblem(game) {
  const box = document.createElement("span");
  box.className = "emblem";
  box.setAttribute("aria-hidden", "true");
  box.innerHTML = `<svg viewBox="0 0 48 48">${DRAWN[game] ?? '<circle cx="24" cy="24" r="16"/>'}</svg>`;
  return box;
}

/* A stored board, static/FILE, in a box of a class that fits it as `preserveAspectRatio` says. Its colours are light; each
   becomes a pair that follows the theme of the page, by what `dark` has for it. A browser that knows no such pairs shows
   the light ones. Names in the picture are its own. */
export function pictureOf(file, dark, className, preserveAspectRatio) {
  const box = document.createElement("span"), inside = box.attachShadow({ mode: "open" });
  const pairs = CSS.supports("color", "light-dark(#fff, #000)");
  const themed = colour => (pairs && dark[colour] ? `light-dark(${colour}, ${dark[colour]})` : colour);
  box.className = className;
  box.inert = true;
  box.setAttribute("aria-hidden", "true");
  fetch(`static/${file}`).then(answer => answer.text()).then(svg => {
    inside.innerHTML = svg.replace(/#[0-9a-f]{6}/g, themed);
    inside.firstElementChild.setAttribute("style", "display: block; width: 100%; height: 100%");
    inside.firstElementChild.setAttribute("preserveAspectRatio", preserveAspectRatio);
  }, () => {});  // a card has its words without it
  return box;
}
