// What is shown survives a reload of the window, in either theme.

import assert from "node:assert/strict";
import { file, screenshot, tests, window } from "../session";
import { FIRST_MS } from "../workbench";
import { importProfile } from "./commands";

const test = tests("reload");

test("pin a baseline, reload: everything is still there", async () => {
  await window.openFile(file("saxpy.cu"));
  await window.lens((text) => / on H200/.test(text));
  await window.statusText((text) => text.includes("saxpy")); // the extension has seen it as well
  await importProfile();
  await window.command("Kernelcast: Pin Baseline");
  let view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with pinned" }).waitFor();
  await window.focusEditor("saxpy.cu");
  await window.save();
  const extension = "kernelcast.kernelcast";
  await window.remembered(extension, 'saxpy.cu":{"text":');
  await window.remembered(extension, '"measured":[{');
  await window.reload();
  // Which file and view are in front is VS Code's to write down, for which a browser that leaves
  // the page does not always give it the time.
  await window.openFile(file("saxpy.cu"));
  await window.lens((text) => / on H200/.test(text), 0, FIRST_MS);
  await window.command("Kernelcast: Show Roofline");
  view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with pinned" }).waitFor();
  await view.locator("svg .kc-ghost").first().waitFor();
  await view.locator("#report section[aria-label=Counters]", { hasText: "measured" }).waitFor();
  await window.command("Preferences: Toggle between Light/Dark Themes");
  await view.locator(".kc-view[data-theme=dark]").waitFor();
  await screenshot("vscode-dark");
});

test("nothing has popped up all day", async () => {
  assert.deepEqual(await window.notifications(), []);
});
