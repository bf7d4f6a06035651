// While the text changes: CodeLens, its speed, hover, broken code, a server that ends.

import assert from "node:assert/strict";
import { loadavg } from "node:os";
import { LOOP, LOOP_LINE } from "../files";
import { measure, percentile } from "../latency";
import { serversIn, usedMs } from "../processes";
import { code, file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";
import { waitFor } from "../workbench";

const test = tests("typing");
let firstTime = 0;

test("open a .cu file, see the CodeLens", async () => {
  await window.openFile(file("saxpy.cu"));
  const lens = await window.lens((text) => / on H200/.test(text));
  firstTime = timeOf(lens);
  assert.ok(firstTime > 5 && firstTime < 500, lens);
  const status = await window.statusText((text) => text.includes("saxpy"));
  assert.equal(timeOf(status), firstTime);
  await screenshot("vscode-codelens");
});

test("a click on the CodeLens shows the kernel's roofline", async () => {
  await window.codeLenses.first().locator("a").click();
  const view = await window.roofline();
  const headline = view.locator("[data-role=headline] .kc-time");
  await headline.waitFor();
  assert.equal(timeOf(await headline.innerText()), firstTime);
  await window.command("View: Show Explorer");
});

test("edit the loop, see it change", async () => {
  await window.setLine(LOOP_LINE, LOOP("40"));
  const lens = await window.lens((text) => / on H200/.test(text) && timeOf(text) !== firstTime);
  assert.ok(timeOf(lens) > 3 * firstTime, `${lens}; it was ${firstTime} us`);
});

test("key to changed CodeLens", async () => {
  await window.setLine(LOOP_LINE, LOOP("4"));
  await window.lens((text) => timeOf(text) === firstTime && !text.includes("("));
  await window.gotoLine(LOOP_LINE, LOOP("4").indexOf("4;") + 2);
  const times = await measure(window.page);
  const p50 = percentile(times, 0.5);
  console.log(`key to changed CodeLens: ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`key to changed CodeLens: p50 ${p50.toFixed(0)} ms (at most 300 wanted; load ${load})`);
  // A machine that does other things as well is slower, which is no fault of the extension.
  assert.ok(p50 < Number(process.env.KERNELCAST_MOST_MS ?? 400));
});

test("hover over the kernel's name", async () => {
  await window.page.locator(".view-line span", { hasText: /^saxpy$/ }).first().hover();
  const hover = window.page.locator(".monaco-hover:visible");
  await hover.filter({ hasText: "90 % interval" }).waitFor();
  assert.match(await hover.innerText(), /time[\s\S]*us/);
  await screenshot("vscode-hover", { isHovering: true });
});

test("kill the server, see it come back, without a word", async () => {
  const [before] = serversIn(code.folder);
  assert.ok(before !== undefined);
  process.kill(before, "SIGKILL");
  const again = await waitFor(async () => serversIn(code.folder).find((pid) => pid !== before), "a new server");
  assert.notEqual(again, before);
  await window.setLine(LOOP_LINE, LOOP("40"));
  await window.lens((text) => timeOf(text) > 3 * firstTime);
  assert.deepEqual(await window.notifications(), []);
});

test("no processor time while nothing happens", async () => {
  await window.page.waitForTimeout(1500);
  const [server] = serversIn(code.folder);
  assert.ok(server !== undefined);
  const begin = usedMs(server);
  await window.page.waitForTimeout(3000);
  assert.ok(usedMs(server) - begin <= 30, `${usedMs(server) - begin} ms in 3 s`);
});
