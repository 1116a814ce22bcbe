/* A link as a QR code, for the camera of a phone: bytes, correction level L, versions 1 to 9, mask 0 (ISO/IEC 18004). */

/** @type {[number, number, number][]} Of each version from 1 on: blocks, and in each block codewords of data and of correction. */
const VERSIONS = [[1, 19, 7], [1, 34, 10], [1, 55, 15], [1, 80, 20], [1, 108, 26], [2, 68, 18], [2, 78, 20], [2, 97, 24], [2, 116, 30]];
const HEAD = 2;  // codewords of the mode, the length and the end
const LEVEL_AND_MASK = 0b01000, QUIET = 4;

// ---- correction: polynomials over the field of 256 elements, the highest power first

const POWERS = [1], LOGARITHMS = [];
for (let power = 0; power < 255; power++) {
  const element = POWERS[power], twice = 2 * element;
  LOGARITHMS[element] = power;
  POWERS.push(twice < 256 ? twice : twice ^ 0x11d);
}

const times = (one, other) => (one && other ? POWERS[(LOGARITHMS[one] + LOGARITHMS[other]) % 255] : 0);

function correction(data, count) {
  let divisor = [1];
  for (let power = 0; power < count; power++) divisor = [...divisor, 0].map((factor, at) => factor ^ times(divisor[at - 1] ?? 0, POWERS[power]));
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, from) => {
    const lead = rest[from];
    divisor.forEach((factor, at) => { rest[from + at] ^= times(factor, lead); });
  });
  return rest.slice(data.length);
}

/* `value` and after it so many bits, the remainder of its division by `divisor`. */
function checked(value, divisor, bits) {
  const highest = number => 31 - Math.clz32(number);
  let rest = value << bits;
  while (highest(rest) >= bits) rest ^= divisor << (highest(rest) - bits);
  return (value << bits) | rest;
}

const binary = byte => byte.toString(2).padStart(8, "0");

/* The codewords of some bytes as bits, block by block in turn. */
function bitsOf(bytes, [blocks, size, extra]) {
  const words = `0100${[bytes.length, ...bytes].map(binary).join("")}0000`.match(/.{8}/g).map(bits => parseInt(bits, 2));
  for (let filler = 236; words.length < blocks * size; filler ^= 236 ^ 17) words.push(filler);
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * size, (block + 1) * size));
  const checks = parts.map(part => correction(part, extra));
  const inTurn = (rows, length) => Array.from({ length }, (_, at) => rows.map(row => row[at])).flat();
  return [...inTurn(parts, size), ...inTurn(checks, extra)].map(binary).join("");
}

// ---- the square

/* Whether each module is dark, row by row; null for a text that is too long. */
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)], version = 1 + VERSIONS.findIndex(([blocks, size]) => bytes.length + HEAD <= blocks * size);
  if (!version) return null;
  const side = 17 + 4 * version, dark = Array.from({ length: side }, () => Array(side).fill(null));
  const set = (row, column, on) => { if (row in dark && column in dark) dark[row][column] = !!on; };
  const rings = (row, column, radius, light) => {
    for (let down = -radius; down <= radius; down++) for (let right = -radius; right <= radius; right++)
      set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (let at = 0; at < side; at++) { set(6, at, at % 2 === 0); set(at, 6, at % 2 === 0); }
  const last = side - 7, centres = version === 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
  const inCorner = (row, column) => Math.min(row, column) === 6 && [6, last].includes(Math.max(row, column));
  for (const row of centres) for (const column of centres) if (!inCorner(row, column)) rings(row, column, 2, [1]);
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) rings(row, column, 4, [2, 4]);
  const format = checked(LEVEL_AND_MASK, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const on = (format >> bit) & 1;
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : side - 15 + bit, 8, on);
    set(8, bit < 8 ? side - 1 - bit : bit < 9 ? 7 : 14 - bit, on);
  }
  set(side - 8, 8, true);
  for (let bit = 0; version > 6 && bit < 18; bit++) {
    const on = (checked(version, 0x1f25, 12) >> bit) & 1, far = side - 11 + bit % 3, near = Math.floor(bit / 3);
    set(near, far, on);
    set(far, near, on);
  }
  fill(dark, bitsOf(bytes, VERSIONS[version - 1]));
  return dark;
}

/* Write bits where nothing is yet, two columns at a time from the right, up and down in turn. */
function fill(dark, bits) {
  const side = dark.length;
  let at = 0;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;  // the column of the clock
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < side; step++) for (const column of [right, right - 1]) {
      const row = upwards ? side - 1 - step : step;
      if (dark[row][column] !== null) continue;
      dark[row][column] = (bits[at] === "1") !== ((row + column) % 2 === 0);
      at += 1;
    }
  }
}

/* The code as a picture of a name; "" for a text that is too long. */
export function qrCode(text, name) {
  const dark = modules(text);
  if (!dark) return "";
  const side = dark.length + 2 * QUIET, picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const squares = dark.flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  picture.setAttribute("viewBox", `0 0 ${side} ${side}`);
  picture.setAttribute("class", "qr");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  picture.innerHTML = `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path shape-rendering="crispEdges" d="${squares.join("")}"/>`;
  return picture;
}
