// Runs the tests in test/browser: the package, installed into a real VS Code, in Chromium.
//
//   KCAST=FILE                    the server to package (default: that of the release build)
//   KERNELCAST_SCREENSHOTS=DIR    also writes pictures there
//   KERNELCAST_ONLY=PART,...      these parts alone (test/browser/parts)
//   --once                        no second chance; out/failed.png shows the window that failed

import { build } from "esbuild";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
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

function run() {
  const args = ["--test", "--test-reporter=spec", "out/browser/main.test.cjs"];
  const environment = {
    KERNELCAST_NODE: node,
    KERNELCAST_VSCODE: main,
    KERNELCAST_VSIX: vsix,
    KERNELCAST_PROFILE: join(checkout, "tests", "data", "profilers", "ncu_scaled.csv"),
  };
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status ?? 1;
}

if (process.argv.includes("--once")) process.exit(run());
// A window that another program kept from drawing is given a second chance.
let status = run();
if (status !== 0) {
  console.log("once more:");
  status = run();
}
process.exit(status);
