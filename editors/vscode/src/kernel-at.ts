// The kernel that a cursor belongs to.

import type { KernelStatus } from "./protocol";

type Placed = Pick<KernelStatus, "name" | "range">;

// The kernel around this line (from 0); else the one named `before`; else the first.
export function kernelAt<K extends Placed>(
  kernels: K[],
  line: number | undefined,
  before: string | undefined,
): K | undefined {
  if (line !== undefined) {
    const around = kernels.filter(
      ({ range }) => range.start.line <= line && line <= range.end.line,
    );
    // Instances of one template share their lines: the one that was looked at stays.
    const same = around.find((kernel) => kernel.name === before);
    if (around.length > 0) return same ?? around[0];
  }
  return kernels.find((kernel) => kernel.name === before) ?? kernels[0];
}
