// Where things are.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const checkout = join(root, "..", "..");

// The server that is tested and packaged: KCAST, or that of the release build.
export function serverBinary() {
  const file = process.env.KCAST ?? join(checkout, "build", "release", "bin", "kcast");
  return existsSync(file) ? file : undefined;
}
