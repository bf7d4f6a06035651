// The processes of the server under test, and how many others there are.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { cpus, loadavg } from "node:os";

// Those whose program lies in this folder and that run as `kcast lsp`, the first one first.
export function serversIn(folder: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const isOurs = readlinkSync(`/proc/${name}/exe`).startsWith(folder);
      const args = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      if (isOurs && args[1] === "lsp") found.push(Number(name));
    } catch {
      // it ended, or is another user's
    }
  }
  return found.sort((a, b) => a - b);
}

// Processor time that a process has used, in milliseconds (ticks of 10 ms).
export function usedMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

// How many times longer things take on a machine that does others as well, which is no fault of the
// extension: all that want to run share the cores.
export function slowness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
}
