// The values that a what-if slider stops at.
import type { Launch, LaunchArgument, Prediction } from "../report";

export interface Quantity {
  name: string; // "block", "grid", or an argument
  label: string;
  value: string; // what the shown launch has
  stops: string[];
}

const MOST_THREADS = 1024;
const STEPS = 6; // factors of two to either side

function dimensions(size: readonly number[]): number[] {
  const last = size.reduce((keep, value, i) => (value > 1 ? i : keep), 0);
  return size.slice(0, last + 1);
}

export function dimensionsText(size: readonly number[]): string {
  return dimensions(size).join("x");
}

// Factors of two around a value; those that are whole.
export function doublings(value: number, steps = STEPS): number[] {
  const out: number[] = [];
  for (let step = -steps; step <= steps; ++step) {
    const stop = value * 2 ** step;
    if (stop >= 1 && Number.isInteger(stop) && stop <= Number.MAX_SAFE_INTEGER) out.push(stop);
  }
  return out;
}

// Blocks of one dimension by warps; others change their last dimension.
export function blockStops(block: readonly number[]): string[] {
  const size = dimensions(block);
  if (size.length === 1) return [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024].map(String);
  const fixed = size.slice(0, -1);
  const each = fixed.reduce((product, value) => product * value, 1);
  const out: string[] = [];
  for (let last = 1; each * last <= MOST_THREADS; last *= 2) out.push([...fixed, last].join("x"));
  return out;
}

export function gridStops(grid: readonly number[]): string[] {
  const size = dimensions(grid);
  const fixed = size.slice(0, -1);
  return doublings(size[size.length - 1]!).map((last) => [...fixed, last].join("x"));
}

function isSize(argument: LaunchArgument): boolean {
  return argument.buffer < 0 && argument.integer !== null && argument.integer > 1;
}

// The base of a slider is the value without what was overridden, so that it stands still while it
// is dragged.
export function quantitiesOf(prediction: Prediction, base: Launch): Quantity[] {
  const out: Quantity[] = [];
  for (const argument of prediction.launch.arguments) {
    if (!isSize(argument)) continue;
    const start =
      base.arguments.find((other) => other.name === argument.name)?.integer ?? argument.integer!;
    out.push({
      name: argument.name,
      label: argument.name,
      value: String(argument.integer),
      stops: doublings(start).map(String),
    });
  }
  out.push({
    name: "block",
    label: "block",
    value: dimensionsText(prediction.launch.block),
    stops: blockStops(base.block),
  });
  out.push({
    name: "grid",
    label: "grid",
    value: dimensionsText(prediction.launch.grid),
    stops: gridStops(base.grid),
  });
  return out;
}

// 1<<20, 1e6, 16M and 64*64 as the command line takes them; NaN where it is no number.
export function numberOf(text: string): number {
  const plain = text.trim();
  const shift = /^(\d+)\s*<<\s*(\d+)$/.exec(plain);
  if (shift) return Number(shift[1]) * 2 ** Number(shift[2]);
  const prefixed = /^([\d.]+)\s*([kKMG])$/.exec(plain);
  if (prefixed) return Number(prefixed[1]) * 1024 ** " kMG".indexOf(prefixed[2]!.replace("K", "k"));
  if (/^\d+(\s*[x*]\s*\d+)+$/.test(plain))
    return plain.split(/[x*]/).reduce((product, part) => product * Number(part), 1);
  return plain === "" ? NaN : Number(plain);
}

// The stop nearest to a value.
export function nearestStop(stops: readonly string[], value: string): number {
  const target = Math.log(numberOf(value));
  let best = 0;
  stops.forEach((stop, i) => {
    const distance = (text: string) => Math.abs(Math.log(numberOf(text)) - target);
    if (distance(stop) < distance(stops[best]!)) best = i;
  });
  return best;
}

const MOST_SWEPT = 10;

// Which stops a sweep predicts: every second one where there are many, the ends included.
export function sweptStops(stops: readonly string[]): string[] {
  if (stops.length <= MOST_SWEPT) return [...stops];
  return stops.filter((_, i) => i % 2 === 0 || i === stops.length - 1);
}

// Whether host code declares or defines this name: then it is host code that gets the value, and
// grids and sizes follow.
export function isHostVariable(text: string, name: string): boolean {
  const word = name.replace(/[^\w]/g, "\\$&");
  const types =
    "int|unsigned|long|short|size_t|auto|u?int\\d+_t|std::size_t|uint|float|double|dim3";
  return new RegExp(
    `\\b(?:${types})\\b[^;(){}]*\\b${word}\\s*(?:=[^=]|\\{|\\()|^[ \\t]*#[ \\t]*define[ \\t]+${word}\\b`,
    "m",
  ).test(text);
}
