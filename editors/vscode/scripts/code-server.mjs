// A real VS Code that runs in a browser: code-server 4.99.4 (VS Code 1.99.3), from npm, kept in
// ~/.cache/kcast. Its own dependencies are pinned by its npm-shrinkwrap.json.
//
// The VS Code inside it is started directly: the wrapper around it only adds passwords, and needs
// native modules. What remains works without any (no terminal, no file watcher), so that nothing
// is compiled.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const VERSION = "4.99.4";
const NODE_VERSION = "20.20.2"; // what VS Code 1.99 needs; Debian 12 has 18

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kcast");

function npm(folder, ...args) {
  execFileSync("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

// install NAME: makes a folder of the cache with `fill`, whole or not at all.
function install(name, fill) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const begun = `${folder}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  writeFileSync(join(begun, "package.json"), '{ "private": true }\n');
  fill(begun);
  try {
    renameSync(begun, folder);
  } catch {
    rmSync(begun, { recursive: true }); // another process was faster
  }
  return folder;
}

function node() {
  if (Number(process.versions.node.split(".")[0]) >= 20) return process.execPath;
  const name = `node-linux-${process.arch}`;
  const folder = install(`node-${NODE_VERSION}`, (at) => npm(at, "install", `${name}@${NODE_VERSION}`));
  return join(folder, "node_modules", name, "bin", "node");
}

// { node, main }: `node main --port ...` is a VS Code.
export function codeServer() {
  const inside = ["node_modules", "code-server", "lib", "vscode"];
  const folder = install(`code-server-${VERSION}`, (at) => {
    console.log(`installing code-server ${VERSION} from npm`);
    npm(at, "install", `code-server@${VERSION}`);
    npm(join(at, ...inside), "install", "--omit=dev");
    npm(join(at, ...inside, "extensions"), "install", "--omit=dev");
  });
  return { node: node(), main: join(folder, ...inside, "out", "server-main.js") };
}
