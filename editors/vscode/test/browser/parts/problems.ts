// What can be wrong with the server, each with the button that mends it.

import assert from "node:assert/strict";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { SAXPY } from "../files";
import { code, screenshot, tests, window } from "../session";
import { timeOf } from "../times";
import { FIRST_MS, waitFor, YES_OR_NO } from "../workbench";

const test = tests("problems");

const message = () => window.page.locator(".notifications-toasts .notification-list-item");

// Opens a folder beside the workspace whose setting names this server.
async function openWithServer(name: string, server: string): Promise<void> {
  const settings = server === "" ? {} : { "kernelcast.serverPath": server };
  code.write(`../${name}/saxpy.cu`, SAXPY);
  code.write(`../${name}/.vscode/settings.json`, JSON.stringify(settings));
  await window.page.goto(code.url(join(code.folder, name)));
  await window.ready();
  await window.openFile(join(code.folder, name, "saxpy.cu"));
}

// What a click on the status bar says. VS Code takes a message away after some seconds.
async function ask(text: string): Promise<void> {
  await waitFor(async () => {
    await window.statusBar.click();
    const said = message().filter({ hasText: text }).first();
    return said.waitFor({ timeout: 10_000 }).then(...YES_OR_NO);
  }, text);
}

const statusText = (test: (text: string) => boolean) => window.statusText(test, FIRST_MS);

test("no server: the status bar says so, a click offers what mends it", async () => {
  await openWithServer("none", "/nowhere/kcast");
  await statusText((text) => text.includes("no server"));
  assert.deepEqual(await window.notifications(), []);
  await ask("/nowhere/kcast");
  await screenshot("vscode-no-server");
  await message().getByRole("button", { name: "Set Server Path" }).click();
  await window.page.locator(".tab.active", { hasText: "Settings" }).waitFor();
});

test("a server of another version", async () => {
  const old = code.write("../old/kcast", "#!/bin/sh\necho kcast 0.0.1\n[ $1 = --version ]\n", 0o755);
  await openWithServer("old", old);
  await statusText((text) => text.includes("wrong version"));
  assert.deepEqual(await window.notifications(), []);
  await ask("is kcast 0.0.1");
  await message().getByRole("button", { name: "Check for Updates" }).waitFor();
});

test("a checkout that is not built: a button builds it", async () => {
  // Only an extension without a server of its own looks for a checkout.
  const extensions = join(code.folder, "extensions");
  const name = readdirSync(extensions).find((entry) => entry.startsWith("kernelcast"));
  const bundled = join(extensions, name ?? "", "server", "kcast");
  const aside = join(code.folder, "kcast");
  renameSync(bundled, aside);
  const build = `#!/bin/sh\nmkdir -p build/release/bin\nln -sf ${aside} build/release/bin/kcast\n`;
  code.write("../checkout/kcast", build, 0o755);
  code.write("../checkout/CMakePresets.json", "{}");
  code.write("../checkout/src/cli/main.cpp", "");
  await openWithServer("checkout", "");
  await statusText((text) => text.includes("not built"));
  await ask("is not built yet");
  await message().getByRole("button", { name: "Build It" }).click();
  await statusText((text) => timeOf(text) > 0);
});

test("no server anywhere", async () => {
  await openWithServer("empty", "");
  await statusText((text) => text.includes("no server"));
  await ask("found no kcast");
  await message().getByRole("button", { name: "Set Server Path" }).waitFor();
});
