// Where the server is: the setting, the binary inside the extension, PATH, an open checkout.

import * as path from "node:path";

export interface Places {
  setting: string; // of the user; empty: not given
  extension: string; // folder of this extension
  search: string[]; // folders of PATH
  workspaces: string[]; // folders that are open and trusted
}

export interface Disk {
  isExecutable(file: string): boolean;
  exists(file: string): boolean;
}

export type Found =
  | { kind: "server"; path: string; from: "setting" | "extension" | "PATH" | "checkout" }
  | { kind: "unbuilt"; checkout: string }
  | { kind: "wrongSetting"; path: string }
  | { kind: "none" };

function expand(setting: string, workspaces: string[], home: string): string {
  let file = setting;
  if (file === "~" || file.startsWith("~/")) file = path.join(home, file.slice(1));
  file = file.replace("${workspaceFolder}", workspaces[0] ?? "");
  return path.isAbsolute(file) ? file : path.join(workspaces[0] ?? home, file);
}

// The checkout that holds this folder: the folder itself or one above it.
function checkoutOf(folder: string, disk: Disk): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    const isOurs = disk.exists(path.join(at, "kcast")) && disk.exists(path.join(at, "src", "cli"));
    if (isOurs && disk.exists(path.join(at, "CMakePresets.json"))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}

// A setting that names nothing is an error of the user's, not a reason to take another server.
export function findServer(places: Places, disk: Disk, home: string): Found {
  if (places.setting !== "") {
    const file = expand(places.setting, places.workspaces, home);
    if (disk.isExecutable(file)) return { kind: "server", path: file, from: "setting" };
    return { kind: "wrongSetting", path: file };
  }
  const bundled = path.join(places.extension, "server", "kcast");
  if (disk.isExecutable(bundled)) return { kind: "server", path: bundled, from: "extension" };
  for (const folder of places.search) {
    // A relative folder of PATH would be one of the workspace, which need not be trusted.
    if (!path.isAbsolute(folder)) continue;
    const file = path.join(folder, "kcast");
    if (disk.isExecutable(file)) return { kind: "server", path: file, from: "PATH" };
  }
  for (const folder of places.workspaces) {
    const checkout = checkoutOf(folder, disk);
    if (checkout === undefined) continue;
    const file = path.join(checkout, "build", "release", "bin", "kcast");
    if (disk.isExecutable(file)) return { kind: "server", path: file, from: "checkout" };
    return { kind: "unbuilt", checkout };
  }
  return { kind: "none" };
}
