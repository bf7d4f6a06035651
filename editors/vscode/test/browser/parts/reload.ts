// What is shown survives a reload of the window, in either theme.

import assert from "node:assert/strict";
import { file, screenshot, tests, window } from "../session";

const test = tests("reload");

test("pin a baseline, reload: everything is still there", async () => {
  await window.openFile(file("saxpy.cu"));
  await window.lens((text) => / on H200/.test(text));
  await window.command("Kernelcast: Pin Baseline");
  let view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with pinned" }).waitFor();
  await window.save();
  await window.remembered("pinned at");
  await window.reload();
  await window.lens((text) => / on H200/.test(text));
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
