// Builds dist/: the extension and the page of its view, each one file without node_modules.
//   node scripts/build.mjs [--watch] [--production]

import { context } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const production = process.argv.includes("--production");
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
};

const contexts = await Promise.all([
  context({
    ...common,
    entryPoints: { extension: "src/extension.ts" },
    outdir: "dist",
    platform: "node",
    target: "node18",
    format: "cjs",
    external: ["vscode"],
  }),
  context({
    ...common,
    entryPoints: { view: "view/main.ts" },
    outdir: "dist",
    platform: "browser",
    target: "es2022",
    format: "iife",
  }),
]);

if (process.argv.includes("--watch")) {
  await Promise.all(contexts.map((entry) => entry.watch()));
} else {
  await Promise.all(contexts.map((entry) => entry.rebuild()));
  await Promise.all(contexts.map((entry) => entry.dispose()));
}
