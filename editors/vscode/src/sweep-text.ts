// What-if sweeps: which ones are offered, and what is wrong with one that was typed.

import type { LaunchAnswer } from "./protocol";

export interface Suggestion {
  sweep: string;
  why: string;
}

function around(value: number): string {
  const from = Math.max(1, Math.round(value / 16));
  return `${from}..${Math.round(value * 16)}:x2`;
}

export function suggestions(launch: LaunchAnswer): Suggestion[] {
  const out: Suggestion[] = [];
  const isFlat = launch.block.slice(1).every((size) => size === 1);
  if (isFlat) {
    out.push({ sweep: "block=32,64,128,256,512,1024", why: "threads of a block" });
  } else {
    out.push({ sweep: "block=8x8,16x8,16x16,32x8,32x16,32x32", why: "threads of a block" });
  }
  for (const argument of launch.arguments) {
    const isSize = argument.kind === "scalar" && Number.isInteger(argument.value);
    if (!isSize || argument.value === null || argument.value < 16) continue;
    out.push({ sweep: `${argument.name}=${around(argument.value)}`, why: `now ${argument.value}` });
  }
  return out;
}

export function sweepMistake(text: string): string | undefined {
  if (/^[A-Za-z_]\w*=[^=,\s][^=]*$/.test(text.trim())) return undefined;
  return "NAME=VALUES, for example block=64,128,256 or n=1e6..1e8:x10";
}

export function variableOf(sweep: string): string {
  return sweep.slice(0, sweep.indexOf("=")).trim();
}
