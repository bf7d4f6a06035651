// Launches that a profiler measured, from what `kcast collect --import --out` writes.

import type { Measurement } from "../../../web/src/view/roofline_model";

interface Line {
  kernel?: unknown;
  values?: unknown;
}

// One line of JSON for each launch; those without a reading are left out. The launches of a kernel
// that repeats are represented by their first.
export function parseMeasured(lines: string): Measurement[] {
  const byKernel = new Map<string, Measurement>();
  for (const line of lines.split("\n")) {
    if (line.trim() === "") continue;
    const { kernel, values } = JSON.parse(line) as Line;
    if (typeof kernel !== "string" || typeof values !== "object" || values === null) continue;
    const numbers = Object.entries(values).filter(([, value]) => typeof value === "number");
    if (!byKernel.has(kernel)) {
      byKernel.set(kernel, { kernel, values: Object.fromEntries(numbers) as Measurement["values"] });
    }
  }
  return [...byKernel.values()];
}
