"use strict";
/* What moves on a board, and cards seen large: medianocheMotion = {animate, look}.

   animate(oldSvg, newSvg)  both in the page: the pieces of the new picture glide from their places in the old one, new
                            ones appear, what has changed flashes; the old picture is removed at once. Where the new
                            picture has films (walking.js), they are played instead, except when the reader steps back
                            (a third argument, false). Marks of what has
                            changed go after a while if the new picture offers choices, which are marked, too. A piece is an
                            element with `data-piece`; equal pieces have the same name, so those that did not move are
                            paired first, then those that are nearest.
   look(root)               cards and piles (class "look") in `root` open large under a mouse that moves, by a tap or by
                            Enter. A picture that changes under a resting mouse opens nothing. Under the mouse, a large
                            card covers nothing that can be chosen; where there is no room for it, it stays closed. */

const medianocheMotion = (() => {
  const GLIDE = { duration: 480, easing: "cubic-bezier(.3,.1,.2,1)" }, STILL = 1.5, WAIT = 450, SEEN = 2500;

  // ---- motion

  function spots(svg) {
    const frame = svg.getBoundingClientRect(), unit = frame.width / svg.viewBox.baseVal.width || 1, found = new Map();
    for (const element of svg.querySelectorAll("[data-piece]")) {
      const box = element.getBoundingClientRect(), name = element.dataset.piece;
      const spot = { element, x: (box.left + box.width / 2 - frame.left) / unit, size: box.height / unit,
        y: (box.top + box.height / 2 - frame.top) / unit };
      found.set(name, [...found.get(name) ?? [], spot]);
    }
    return found;
  }

  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

  /* [spot now, spot before or null] of the pieces of one name that are not where they were. */
  function changes(before, now) {
    const left = [...before], rest = now.filter(spot => {
      const same = left.findIndex(other => far(spot, other) < STILL);
      if (same >= 0) left.splice(same, 1);
      return same < 0;
    });
    return rest.map(spot => {
      const near = left.reduce((best, other) => !best || far(spot, other) < far(spot, best) ? other : best, null);
      if (near) left.splice(left.indexOf(near), 1);
      return [spot, near];
    });
  }

  /* A copy of the piece glides above everything else, the piece itself is hidden until the copy is there. */
  function glide(svg, spot, from) {
    const { element } = spot, matrix = svg.getScreenCTM().inverse().multiply(element.parentNode.getScreenCTM());
    const layer = svg.appendChild(document.createElementNS(svg.namespaceURI, "g")), copy = element.cloneNode(true);
    const { a, b, c, d, e, f } = matrix, area = a * d - b * c, x = from.x - spot.x, y = from.y - spot.y;
    layer.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    layer.setAttribute("pointer-events", "none");
    copy.removeAttribute("data-piece");
    copy.style.transformBox = "fill-box";
    copy.style.transformOrigin = "center";
    layer.append(copy);
    element.style.visibility = "hidden";
    const way = `translate(${(d * x - c * y) / area}px, ${(a * y - b * x) / area}px) scale(${from.size / spot.size || 1})`;
    const done = () => { layer.remove(); element.style.visibility = ""; };
    copy.animate([{ transform: way }, { transform: "none" }], GLIDE).finished.then(done, done);
  }

  function animate(oldSvg, newSvg, forward = true) {
    const before = oldSvg && spots(oldSvg), same = oldSvg?.viewBox.baseVal.width === newSvg.viewBox.baseVal.width;
    oldSvg?.remove();
    newSvg.parentNode.querySelector(":scope > .closer")?.remove();
    const marks = newSvg.querySelectorAll(".new");
    if (newSvg.querySelector("[data-action] .hit")) setTimeout(() => marks.forEach(mark => mark.remove()), SEEN);
    if (!before || !same || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (forward && medianocheWalking.play(oldSvg, newSvg)) return;  // a film shows what has moved
    for (const [name, now] of spots(newSvg)) {
      for (const [spot, from] of changes(before.get(name) ?? [], now)) {
        if (from) glide(newSvg, spot, from);
        else spot.element.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
      }
    }
    for (const mark of marks)
      mark.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: .2 }, { opacity: 1 }], { duration: 1100 });
  }

  // ---- cards seen large

  const ROOM = 8, STEP = 24;
  /* Pixels of a unit of a picture in which its letters have 11. */
  const LEGIBLE = 1.06;

  /* The place of a large card beside `element`, within the window. */
  function besidePlace(element, shown) {
    const { width, height } = shown.getBoundingClientRect(), spot = element.getBoundingClientRect();
    const left = spot.right + ROOM + width < innerWidth ? spot.right + ROOM : Math.max(spot.left - width - ROOM, ROOM);
    return { left: Math.max(Math.min(left, innerWidth - width - ROOM), ROOM),
      top: Math.max(Math.min(spot.top, innerHeight - height - ROOM), ROOM) };
  }

  /* The place nearest to `element` at which a large card covers neither `element` nor a choice; null for none. */
  function freePlace(root, element, shown) {
    const { width, height } = shown.getBoundingClientRect(), spot = element.getBoundingClientRect();
    const kept = [spot, ...[...root.querySelectorAll("[data-action]")].map(each => each.getBoundingClientRect())];
    const covers = ({ left, top }) => kept.some(each =>
      each.left < left + width && each.right > left && each.top < top + height && each.bottom > top);
    const lefts = [spot.right + ROOM, spot.left - width - ROOM], tops = [spot.top, spot.bottom + ROOM, spot.top - height - ROOM];
    for (let left = ROOM; left < innerWidth - width - ROOM; left += STEP) lefts.push(left);
    for (let top = ROOM; top < innerHeight - height - ROOM; top += STEP) tops.push(top);
    const inside = (at, size, whole) => at >= ROOM && at + size + ROOM <= whole;
    const places = lefts.filter(left => inside(left, width, innerWidth)).flatMap(left =>
      tops.filter(top => inside(top, height, innerHeight)).map(top => ({ left, top })));
    const gap = (from, size, low, high) => Math.max(from - high, low - from - size, 0);
    const away = ({ left, top }) => gap(left, width, spot.left, spot.right) + gap(top, height, spot.top, spot.bottom);
    return places.filter(place => !covers(place)).sort((one, other) => away(one) - away(other))[0] ?? null;
  }

  function look(root) {
    let shown = null, soon = 0, under = null, moved = "";

    function close() {
      clearTimeout(soon);
      shown?.remove();
      shown = null;
    }

    /* Opens `element` large beside it. `free`: only where it covers nothing that can be chosen. */
    function open(element, free = false) {
      close();
      const title = element.querySelector(":scope > title");
      if (title) { element.dataset.words = title.textContent; title.remove(); }
      if (!element.hasAttribute("role")) element.setAttribute("role", "group");  // what has no role may have no label
      element.setAttribute("aria-label", element.dataset.words);
      const [head, ...lines] = element.dataset.words.split("\n"), box = element.getBBox();
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg"), copy = element.cloneNode(true);
      for (const each of copy.querySelectorAll(".hit, .new, .verdict, title")) each.remove();
      picture.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
      picture.append(copy);
      shown = document.createElement("div");
      shown.className = "medianoche closer";
      const part = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
      shown.append(picture, part("strong", head), ...lines.map(line => part("p", line)));
      shown.setAttribute("role", "status");
      root.append(shown);
      if (picture.querySelector("text") && picture.getScreenCTM().a < LEGIBLE) picture.remove();  // its words are below it
      const place = free ? freePlace(root, element, shown) : besidePlace(element, shown);
      if (!place) { close(); return; }
      shown.style.left = `${place.left}px`;
      shown.style.top = `${place.top}px`;
    }

    const of = event => event.target.closest?.(".look");
    root.addEventListener("mousemove", event => {
      const element = of(event), at = `${event.screenX} ${event.screenY}`, rests = at === moved;
      moved = at;
      if (!matchMedia("(hover: hover)").matches || rests || (element === under && element?.isConnected)) return;
      close();
      under = element;
      if (element) soon = setTimeout(() => element.isConnected && open(element, true), WAIT);
    });
    root.addEventListener("mouseleave", () => { under = null; close(); });
    root.addEventListener("click", event => {
      const element = of(event), played = element?.closest("[data-action]");
      if (!element || (played && matchMedia("(hover: hover)").matches)) close();
      else if (!shown?.isConnected || !played) open(element);
    });
    root.addEventListener("keydown", event => {
      if (event.key === "Escape") close();
      if (event.key === "Enter" && of(event) && !of(event).closest("[data-action]")) { open(of(event)); event.stopPropagation(); }
    });
    addEventListener("scroll", close, { passive: true });
    return close;
  }

  return { animate, look };
})();
