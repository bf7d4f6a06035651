import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, type Disk, type Places } from "../../src/server/find";

const HOME = "/home/me";

function diskOf(...files: string[]): Disk {
  const has = (file: string) => files.some((name) => name === file || name.startsWith(`${file}/`));
  return { exists: has, isExecutable: (file) => files.includes(file) };
}

function places(change: Partial<Places> = {}): Places {
  return { setting: "", extension: "/ext", search: ["/usr/bin"], workspaces: [], ...change };
}

const CHECKOUT = ["/src/k/kcast", "/src/k/src/cli/main.cpp", "/src/k/CMakePresets.json"];

test("the setting comes first", () => {
  const disk = diskOf("/opt/kcast", "/ext/server/kcast");
  const found = findServer(places({ setting: "/opt/kcast" }), disk, HOME);
  assert.deepEqual(found, { kind: "server", path: "/opt/kcast", from: "setting" });
});

test("a setting that names nothing is an error, not a reason to take another", () => {
  const found = findServer(places({ setting: "/opt/kcast" }), diskOf("/ext/server/kcast"), HOME);
  assert.deepEqual(found, { kind: "wrongSetting", path: "/opt/kcast" });
});

test("settings may be relative to home and to the workspace", () => {
  const disk = diskOf("/home/me/bin/kcast", "/w/tools/kcast");
  const at = (setting: string) => findServer(places({ setting, workspaces: ["/w"] }), disk, HOME);
  assert.deepEqual(at("~/bin/kcast"), { kind: "server", path: "/home/me/bin/kcast", from: "setting" });
  assert.deepEqual(at("tools/kcast"), { kind: "server", path: "/w/tools/kcast", from: "setting" });
  assert.deepEqual(at("${workspaceFolder}/tools/kcast"), {
    kind: "server",
    path: "/w/tools/kcast",
    from: "setting",
  });
});

test("then the one inside the extension, then PATH", () => {
  const both = diskOf("/ext/server/kcast", "/usr/bin/kcast");
  assert.deepEqual(findServer(places(), both, HOME), {
    kind: "server",
    path: "/ext/server/kcast",
    from: "extension",
  });
  assert.deepEqual(findServer(places(), diskOf("/usr/bin/kcast"), HOME), {
    kind: "server",
    path: "/usr/bin/kcast",
    from: "PATH",
  });
});

test("a relative folder of PATH is not searched", () => {
  const found = findServer(places({ search: [".", "bin"] }), diskOf("kcast", "bin/kcast"), HOME);
  assert.deepEqual(found, { kind: "none" });
});

test("a checkout that is open, or of which a folder is open", () => {
  const built = diskOf(...CHECKOUT, "/src/k/build/release/bin/kcast");
  for (const folder of ["/src/k", "/src/k/examples"]) {
    assert.deepEqual(findServer(places({ workspaces: [folder] }), built, HOME), {
      kind: "server",
      path: "/src/k/build/release/bin/kcast",
      from: "checkout",
    });
  }
  assert.deepEqual(findServer(places({ workspaces: ["/src/k"] }), diskOf(...CHECKOUT), HOME), {
    kind: "unbuilt",
    checkout: "/src/k",
  });
});

test("nothing anywhere", () => {
  assert.deepEqual(findServer(places({ workspaces: ["/w"] }), diskOf(), HOME), { kind: "none" });
});
