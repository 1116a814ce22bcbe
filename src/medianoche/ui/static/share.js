/* A picture of a game that is over, to send to others: 1200 by 630 pixels with the result, names, scores and the board. */

import { named } from "./lobby.js";

const WIDE = 1200, TALL = 630, EDGE = 30, SPLIT = 500;

/* The board as an image in the colours that the page shows. */
async function imageOf(svg) {
  const copy = svg.cloneNode(true), colours = getComputedStyle(svg);
  copy.querySelectorAll(".new").forEach(mark => mark.remove());
  for (const [, name] of new Set([...svg.outerHTML.matchAll(/var\((--\w+)\)/g)])) copy.style.setProperty(name, colours.getPropertyValue(name));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/* Write words in lines of at most `width` pixels from `top` on; returns where the next line begins. */
function write(pen, words, font, colour, top, width) {
  pen.font = font;
  pen.fillStyle = colour;
  const size = parseInt(font.match(/(\d+)px/)[1], 10), lines = [""];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((line, row) => pen.fillText(line, EDGE, top + size * (1 + 1.25 * row)));
  return top + size * 1.25 * lines.length + 10;
}

/* The picture as a PNG. `told`: the title of the game, its result, and why it ended so. */
export async function picture(board, frame, told) {
  const svg = board.querySelector("svg.medianoche:last-of-type"), canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = TALL;
  const pen = canvas.getContext("2d"), page = getComputedStyle(document.documentElement);
  const colour = name => page.getPropertyValue(name).trim(), letters = "system-ui, 'DejaVu Sans', sans-serif";
  pen.fillStyle = colour("--paper");
  pen.fillRect(0, 0, WIDE, TALL);
  const image = await imageOf(svg), { width, height } = svg.viewBox.baseVal;
  const scale = Math.min((WIDE - SPLIT - EDGE) / width, (TALL - 2 * EDGE) / height);
  const left = SPLIT + (WIDE - SPLIT - EDGE - width * scale) / 2;
  pen.drawImage(image, left, (TALL - height * scale) / 2, width * scale, height * scale);
  const room = SPLIT - 2 * EDGE;
  let top = write(pen, told.title, `600 24px ${letters}`, colour("--faint"), EDGE, room);
  top = write(pen, told.result, `700 40px ${letters}`, colour("--act"), top, room);
  if (told.why) top = write(pen, told.why, `22px ${letters}`, colour("--ink"), top, room);
  top += 16;
  const best = Math.max(...frame.seats.map(seat => seat.utility));
  for (const seat of [...frame.seats].sort((one, other) => other.utility - one.utility || other.score - one.score)) {
    pen.font = `${seat.utility === best ? 700 : 400} 26px ${letters}`;
    pen.fillStyle = colour(seat.utility === best ? "--act" : "--ink");
    pen.textAlign = "right";
    pen.fillText(`${seat.score}`, EDGE + room, top + 26);
    pen.textAlign = "left";
    pen.fillText(named(seat), EDGE, top + 26, room - 100);
    top += 38;
  }
  write(pen, "☾ medianoche", `20px ${letters}`, colour("--faint"), TALL - EDGE - 24, room);
  return new Promise(done => { canvas.toBlob(done, "image/png"); });
}

/* Hand a picture to what the device shares with, else save it as a file. */
export async function share(blob, name) {
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => {});  // the reader has changed their mind
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
