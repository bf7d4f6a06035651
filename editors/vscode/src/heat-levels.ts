// How hot a line is.

import type { LineShare } from "./protocol";

export const LEVELS = 5;

// The share of a kernel's cost at which a line reaches a level.
const FROM = [0.02, 0.08, 0.2, 0.4, 0.65];

// 0 to LEVELS - 1; undefined: too little to be shown.
export function heatLevel(share: number): number | undefined {
  for (let level = FROM.length - 1; level >= 0; --level) {
    if (share >= (FROM[level] ?? Infinity)) return level;
  }
  return undefined;
}

export interface HotLine {
  line: number;
  share: number;
  level: number;
  texts: string[];
}

// One entry for each line: its reasons together, and the largest share where several kernels
// (instances of a template) have it.
export function hotLines(shares: LineShare[]): HotLine[] {
  const byLine = new Map<number, { byKernel: Map<string, number>; texts: Set<string> }>();
  for (const { line, kernel, share, text } of shares) {
    const entry = byLine.get(line) ?? { byKernel: new Map(), texts: new Set() };
    entry.byKernel.set(kernel, (entry.byKernel.get(kernel) ?? 0) + share);
    entry.texts.add(text);
    byLine.set(line, entry);
  }
  const out: HotLine[] = [];
  for (const [line, { byKernel, texts }] of byLine) {
    const share = Math.min(Math.max(...byKernel.values()), 1);
    const level = heatLevel(share);
    if (level !== undefined) out.push({ line, share, level, texts: [...texts] });
  }
  return out.sort((a, b) => a.line - b.line);
}
