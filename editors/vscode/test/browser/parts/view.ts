// The Roofline view follows the kernel under the cursor.

import assert from "node:assert/strict";
import { LOOP, LOOP_LINE } from "../files";
import { file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";

const test = tests("view");
let firstTime = 0;

test("a click on the status bar opens the view, which follows the text", async () => {
  await window.openFile(file("saxpy.cu"));
  await window.setLine(LOOP_LINE, LOOP("4"));
  firstTime = timeOf(await window.lens((text) => timeOf(text) < 60 && !text.includes("(")));
  await window.setLine(LOOP_LINE, LOOP("40"));
  await window.lens((text) => timeOf(text) > 3 * firstTime);
  await window.statusBar.click();
  const view = await window.roofline();
  await view.locator("svg .kc-main .kc-point").first().waitFor();
  await window.headline((time) => time > 3 * firstTime);
  await window.setLine(LOOP_LINE, LOOP("4"));
  await window.headline((time) => time === firstTime);
  assert.ok((await view.locator("#report section[aria-label=Counters] tr").count()) >= 15);
  assert.ok((await view.locator("#report section[aria-label='Where the time goes']").count()) === 1);
});

test("a reason jumps to its line", async () => {
  await window.gotoLine(14);
  const view = await window.roofline();
  await view.locator(`.kc-reasons [data-line="${LOOP_LINE}"] button`).click();
  await window.cursorAt(LOOP_LINE, 1);
});

test("choose another GPU", async () => {
  await window.command("Kernelcast: Choose GPUs...");
  await window.pick("rtx-4090");
  await window.page.keyboard.press("Enter");
  const view = await window.roofline();
  await view.locator(".kc-choices[aria-label=GPU] button").nth(1).waitFor();
  const names = await view.locator(".kc-choices[aria-label=GPU] button").allInnerTexts();
  assert.match(names.join(), /H200[\s\S]*4090/);
});

test("compare with HEAD", async () => {
  await window.setLine(LOOP_LINE, LOOP("40"));
  await window.lens((text) => timeOf(text) > 3 * firstTime);
  await window.command("Kernelcast: Compare with HEAD");
  const view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with HEAD" }).waitFor();
  await view.locator("svg .kc-ghost").first().waitFor();
  const slower = /(\u00d7|\+).*against HEAD/;
  await view.locator("[data-role=headline] .kc-delta", { hasText: slower }).waitFor();
  await view.locator("#report th", { hasText: "HEAD" }).waitFor();
  await screenshot("vscode-compare");
  await screenshot("walkthrough-roofline", { clip: { x: 48, y: 35, width: 700, height: 620 } });
  await window.command("Kernelcast: Remove Baseline");
  await view.locator("svg .kc-ghost").first().waitFor({ state: "detached" });
});

test("break the code: the last number stays, greyed; mend it", async () => {
  await window.setLine(LOOP_LINE, LOOP("40").replace("y[i] =", "y[i] = )"));
  const view = await window.roofline();
  await view.locator(".kc-view.kc-stale").waitFor();
  await view.locator(".kc-why-stale", { hasText: `line ${LOOP_LINE}` }).waitFor();
  assert.ok(timeOf(await window.lens(() => true)) > 3 * firstTime);
  await screenshot("vscode-broken");
  await window.setLine(LOOP_LINE, LOOP("4"));
  await window.lens((text) => timeOf(text) === firstTime && !text.includes("("));
  await view.locator(".kc-view.kc-stale").waitFor({ state: "detached" });
});
