// Marks of costly lines, what-if actions, and the heat in the gutter.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { COLUMNS_LINE } from "../files";
import { file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";
import { waitFor, YES_OR_NO } from "../workbench";

const test = tests("marks");
let before = 0;

test("a line that costs much is marked", async () => {
  await window.openFile(file("columns.cu"));
  before = timeOf(await window.lens((text) => / on H200/.test(text)));
  await window.page.locator(".squiggly-warning, .squiggly-info").first().waitFor();
  await window.command("Problems: Focus on Problems View");
  const marked = window.page.locator(".markers-panel .monaco-list-row", {
    hasText: `Ln ${COLUMNS_LINE},`,
  });
  await marked.first().waitFor();
  assert.match(await marked.first().innerText(), /sectors|coalesced/i);
  await screenshot("vscode-problems");
  await window.command("View: Toggle Panel Visibility");
});

test("the light bulb offers other blocks, and one is kept", async () => {
  const action = window.page.locator(".action-widget .monaco-list-row", { hasText: /block \d+:/ });
  await waitFor(async () => {
    await window.gotoLine(COLUMNS_LINE, 5);
    await window.page.keyboard.press("Control+.");
    return action.first().waitFor({ timeout: 8000 }).then(...YES_OR_NO);
  }, "other blocks");
  const titles = await action.allInnerTexts();
  assert.ok(titles.length >= 3, titles.join());
  await screenshot("vscode-what-if");
  const offered = titles.map((title) => timeOf(title.slice(title.indexOf(":"))));
  // The first that changes the time is chosen; a click waits until the pointer has moved.
  const chosen = offered.findIndex((time) => time !== before);
  assert.ok(chosen >= 0, titles.join());
  const focused = window.page.locator(".action-widget .monaco-list-row.focused");
  await waitFor(async () => {
    if ((await focused.allInnerTexts())[0] === titles[chosen]) return true;
    await window.page.keyboard.press("ArrowDown");
    return undefined;
  }, titles[chosen] ?? "");
  await window.page.keyboard.press("Enter");
  const lens = await window.lens((text) => / on H200/.test(text) && timeOf(text) !== before);
  assert.equal(timeOf(lens), offered[chosen], "the lens shows what was offered");
  const kept = readFileSync(file(".kernelcast.json"), "utf8");
  assert.match(kept, /"columns.cu"[\s\S]*"columns"[\s\S]*"block"/);
});

test("toggles act at once", async () => {
  await window.command("Kernelcast: Toggle CodeLens");
  await waitFor(async () => ((await window.codeLenses.count()) === 0 ? true : undefined), "no lens");
  await window.command("Kernelcast: Toggle CodeLens");
  await window.lens((text) => / on H200/.test(text));
  const heat = window.page.locator(".editor-instance .cgmr[class*=TextEditorDecorationType]");
  assert.equal(await heat.count(), 0);
  await window.command("Kernelcast: Toggle Heat in the Gutter");
  await heat.first().waitFor();
  await screenshot("vscode-heat");
  await window.command("Kernelcast: Toggle Heat in the Gutter");
  await heat.first().waitFor({ state: "detached" });
});
