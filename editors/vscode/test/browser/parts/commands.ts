// Commands that ask and answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";

const test = tests("commands");

// What a profiler measured of saxpy, beside its prediction.
export async function importProfile(): Promise<void> {
  await window.command("Kernelcast: Import Measured Profile...");
  await window.answer("ncu --csv", file("profile.csv"));
  const view = await window.roofline();
  await view.locator("#report section[aria-label=Counters]", { hasText: "measured" }).waitFor();
}

test("set a launch: it is kept in a file that can be committed", async () => {
  await window.openFile(file("scale.cl"));
  const assumed = await window.lens((text) => / on H200/.test(text));
  await window.command("Kernelcast: Set Launch and Argument Values...");
  await window.pick("grid");
  await window.answer("Blocks of the grid", "1048576");
  await window.rows.filter({ hasText: "(set here)" }).first().waitFor();
  await screenshot("vscode-launch");
  await window.page.keyboard.press("Escape");
  const set = await window.lens((text) => / on H200/.test(text) && text !== assumed);
  assert.ok(timeOf(set) > 20, set);
  const kept = JSON.parse(readFileSync(file(".kernelcast.json"), "utf8")) as { files: object };
  assert.deepEqual({ ...kept.files, "columns.cu": undefined }, {
    "scale.cl": { kernels: { scale: { grid: 1048576 } } },
    "columns.cu": undefined,
  });
});

test("what if", async () => {
  await window.openFile(file("saxpy.cu"));
  await window.lens((text) => / on H200/.test(text));
  await window.command("Kernelcast: What-If Sweep...");
  await window.pick("block=32,64,128,256,512,1024");
  const view = await window.roofline();
  await view.locator("#sweep tr").nth(5).waitFor();
  await view.locator("#sweep tr.best").first().waitFor();
  const gpus = await view.locator("#sweep table").count();
  assert.equal(await view.locator("#sweep tr.best").count(), gpus, "one is best on each GPU");
  await screenshot("vscode-sweep");
  await view.locator("#sweep button", { hasText: "Close" }).click();
  await view.locator("#sweep tr").first().waitFor({ state: "detached" });
});

test("rank open files", async () => {
  await window.command("Kernelcast: Rank Kernels of Open Files");
  await window.rows.filter({ hasText: /^1\. / }).waitFor();
  await screenshot("vscode-rank");
  await window.input.fill("saxpy");
  await window.pick("saxpy");
  await window.page.locator('.tab.active[data-resource-name="saxpy.cu"]').waitFor();
  await window.focusEditor("saxpy.cu");
});

test("a measured profile lies beside the prediction", async () => {
  await importProfile();
  await screenshot("vscode-measured");
});
