// Runs the tests in test/unit, which need no VS Code.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

const names = readdirSync(join(root, "test", "unit")).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: root,
  entryPoints: names.map((name) => `test/unit/${name}`),
  outdir: "out/unit",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["vscode"],
  logLevel: "warning",
});
const files = names.map((name) => join("out", "unit", name.replace(/\.ts$/, ".cjs")));
const { status } = spawnSync(process.execPath, ["--test", ...files], { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
