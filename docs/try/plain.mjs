// A table of text: the fields of the record, as the seat knows them, without those that are zero.
import { escaped } from "./words.mjs";

export function drawn(fields, { about }) {
  const phase = Object.entries(about.phases).find(([, number]) => number === fields.phase)[0];
  const rows = Object.entries(fields).filter(([name, value]) => name !== "phase" && [value].flat().some(each => Number(each) !== 0));
  return `<p>${escaped(phase)}</p><table>${rows.map(([name, value]) =>
    `<tr><th title="${escaped(about.state.fields[name].meaning ?? "")}">${escaped(name)}</th><td>${escaped(shaped(value, about.state.fields[name].shape))}</td></tr>`).join("")}</table>`;
}

/** An array with a line for each step of its first dimension. */
function shaped(value, shape) {
  if (shape.length < 2) return [value].flat().join(" ");
  const size = value.length / shape[0];
  return Array.from({ length: shape[0] }, (_, k) => value.slice(k * size, (k + 1) * size).join(" ")).join("\n");
}
