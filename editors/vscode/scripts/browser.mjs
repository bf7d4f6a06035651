// Runs the tests in test/browser: the package, installed into a real VS Code, in Chromium.
//
//   KCAST=FILE                    the server to package (default: that of the release build)
//   KERNELCAST_SCREENSHOTS=DIR    also writes pictures there
//   KERNELCAST_ONLY=PART,...      these parts alone (test/browser/parts)
//   --once                        no second chance; out/failed.png shows the window that failed
//
// A part that fails is run again, alone and in a new window, at most twice: a window that another
// program kept from drawing is no failure. What fails each time is one.

import { build } from "esbuild";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeServer } from "./code-server.mjs";
import { checkout, root, serverBinary } from "./paths.mjs";

const binary = serverBinary();
if (binary === undefined) {
  console.log("tests in the browser: skipped, kcast is not built (./kcast --version builds it)");
  process.exit(0);
}
if (!existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium")) {
  console.error("tests in the browser need /usr/bin/chromium (Debian's package chromium)");
  process.exit(1);
}
const vsix = join(root, "out", "test.vsix");
mkdirSync(join(root, "out"), { recursive: true });
execFileSync(process.execPath, [join(root, "scripts", "package.mjs"), "--out", vsix], { stdio: "inherit" });
await build({
  absWorkingDir: root,
  entryPoints: ["test/browser/main.test.ts"],
  outfile: "out/browser/main.test.cjs",
  bundle: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["playwright-core"],
  logLevel: "warning",
});
const { node, main } = codeServer();

const tests = join(root, "test", "browser", "parts");
const all = readdirSync(tests).map((name) => name.replace(/\.ts$/, ""));
const passedFile = join(root, "out", "browser", "passed.txt");
const MOST_TRIES = process.argv.includes("--once") ? 1 : 3;

// The parts of these that did not pass; those of a run that broke off are among them.
function run(parts) {
  rmSync(passedFile, { force: true });
  const args = ["--test", "--test-reporter=spec", "out/browser/main.test.cjs"];
  const environment = {
    KERNELCAST_NODE: node,
    KERNELCAST_VSCODE: main,
    KERNELCAST_VSIX: vsix,
    KERNELCAST_PROFILE: join(checkout, "tests", "data", "profilers", "ncu_scaled.csv"),
    KERNELCAST_PASSED: passedFile,
    KERNELCAST_ONLY: parts.join(),
  };
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  const passed = existsSync(passedFile) ? readFileSync(passedFile, "utf8").split("\n") : [];
  const left = parts.filter((part) => !passed.includes(part));
  return status !== 0 && left.length === 0 ? parts : left;
}

let left = process.env.KERNELCAST_ONLY?.split(",") ?? all;
const retried = [];
for (let tries = 1; ; ++tries) {
  left = run(left);
  if (left.length === 0 || tries === MOST_TRIES) break;
  retried.push(left.join(", "));
  console.log(`\ntests in the browser: FAILED in ${left.join(", ")}; once more (${tries} of ${MOST_TRIES - 1}):\n`);
}
if (left.length > 0) console.log(`tests in the browser: FAILED in ${left.join(", ")}`);
else if (retried.length > 0) {
  console.log(`tests in the browser: passed, after these parts were run again: ${retried.join("; ")}`);
}
process.exit(left.length > 0 ? 1 : 0);
