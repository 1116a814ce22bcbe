export class Refused extends Error { number?: number }
export interface Choice { seed?: number | bigint; simulations?: number; milliseconds?: number; plain?: boolean }
export type Way = "heuristic" | "best" | "sample" | "search" | "policy";
export interface Judgement { best: number; value: number; weights: Float32Array; values: Float32Array }
export type Value = number | null | Value[];
export interface Event { kind: string; fields: Record<string, Value> }
export class Engine {
  static load(wasm: BufferSource, about: unknown, network?: ArrayBuffer | Uint8Array): Promise<Engine>;
  state: Uint8Array;
  new(preset?: number, pack?: number, seed?: number | bigint): number;
  step(action: number): number;
  apply(action: number): number;
  events(seat?: number): Event[];
  legal(): number[];
  observe(seat: number): Float32Array;
  known(seat: number): Uint8Array;
  field(name: string, record?: Uint8Array): number | bigint | Array<number | bigint>;
  choose(way: Way, choice?: Choice): number;
  judge(choice?: { seed?: number | bigint; simulations?: number; plain?: boolean }): Judgement;
}
