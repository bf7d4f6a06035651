// First contact: a workspace that is not trusted yet, and the walkthrough.

import assert from "node:assert/strict";
import { slowness } from "../processes";
import { file, screenshot, tests, trust, window } from "../session";
import { timeOf } from "../times";
import { FIRST_MS } from "../workbench";

const test = tests("start");

test("an untrusted workspace is predicted from text alone", async () => {
  await window.openFile(file("half.cu"));
  const guessed = timeOf(await window.statusText((text) => timeOf(text) > 0, FIRST_MS));
  assert.ok(guessed < 300, "the header is not read");
  await trust();
  await window.openFile(file("half.cu"));
  await window.statusText((text) => timeOf(text) > 300, FIRST_MS);
});

test("the walkthrough's example shows its value within ten seconds", async () => {
  await window.command("Welcome: Open Walkthrough...");
  await window.input.fill("See how fast a kernel");
  await window.pick("See how fast a kernel");
  const button = window.page.getByRole("button", { name: "Open the example" });
  await button.waitFor();
  await screenshot("vscode-walkthrough");
  const begin = Date.now();
  await button.click();
  await window.page.locator('.tab.active[data-resource-name="transpose.cu"]').waitFor();
  const lens = await window.lens((text) => / on H200/.test(text));
  console.log(`walkthrough to prediction: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  assert.ok(Date.now() - begin < 10_000 * slowness());
  assert.ok(timeOf(lens) > 50 && timeOf(lens) < 2000, lens);
  await screenshot("walkthrough-codelens", { clip: { x: 348, y: 90, width: 720, height: 310 } });
  // What the walkthrough says to try makes it much faster.
  const line = await window.lineOf("out[x * rows + y]");
  await window.setLine(line, "  if (x < columns && y < rows) out[y * columns + x] = in[x * rows + y];");
  await window.lens((text) => timeOf(text) < timeOf(lens) / 2);
});
