// The committed page is what its sources give, and small enough to travel in the binary.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const MOST_BYTES = 1 << 20;
const root = fileURLToPath(new URL("..", import.meta.url));

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const contents = (folder) =>
  new Map(files(folder).map((path) => [relative(folder, path), readFileSync(path)]));

const fresh = mkdtempSync(join(tmpdir(), "kcast-dist-"));
await build({ root, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } });
const [made, kept] = [contents(fresh), contents(join(root, "dist"))];
rmSync(fresh, { recursive: true });
const differing = [...new Set([...made.keys(), ...kept.keys()])].filter(
  (name) => !made.get(name)?.equals(kept.get(name) ?? Buffer.alloc(0)),
);
if (differing.length > 0) {
  console.error(
    `web/dist is not what the sources give (${differing.join(", ")}): run npm run build in web/ and commit it`,
  );
  process.exit(1);
}
const bytes = [...kept.values()].reduce((sum, content) => sum + content.length, 0);
if (bytes > MOST_BYTES) {
  console.error(`web/dist has ${bytes} bytes; ${MOST_BYTES} are allowed`);
  process.exit(1);
}
console.log(`web/dist is what its sources give: ${kept.size} files, ${bytes} bytes`);
