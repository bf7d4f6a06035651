// While the text changes: CodeLens, its speed, hover, broken code, a server that ends.

import assert from "node:assert/strict";
import { LOOP, LOOP_LINE } from "../files";
import { measure, percentile } from "../latency";
import { serversIn, slowness, usedMs } from "../processes";
import { code, file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";
import { waitFor, YES_OR_NO } from "../workbench";

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
  await window.headline((time) => time === firstTime);
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
  // What else the machine does comes and goes: the best of three rounds counts.
  const isQuick = async () => {
    const times = await measure(window.page);
    const p50 = percentile(times, 0.5);
    const most = Number(process.env.KERNELCAST_MOST_MS ?? 400) * slowness();
    console.log(`key to changed CodeLens: ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
    const wanted = `at most 300 wanted, ${most.toFixed(0)} under this load`;
    console.log(`key to changed CodeLens: p50 ${p50.toFixed(0)} ms (${wanted})`);
    return p50 < most;
  };
  assert.ok((await isQuick()) || (await isQuick()) || (await isQuick()));
});

test("hover over the kernel's name", async () => {
  const name = window.page.locator(".view-line span", { hasText: /^saxpy$/ }).first();
  const hover = window.page.locator(".monaco-hover:visible");
  await waitFor(async () => {
    await window.page.mouse.move(1200, 700); // VS Code asks when the pointer comes
    await name.hover();
    const table = hover.filter({ hasText: "90 % interval" });
    return table.waitFor({ timeout: 5000 }).then(...YES_OR_NO);
  }, "table of counters");
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
  const [server] = serversIn(code.folder);
  assert.ok(server !== undefined);
  // What the test before it asked for may still be on its way.
  await waitFor(async () => {
    const begin = usedMs(server);
    await window.page.waitForTimeout(3000);
    return usedMs(server) - begin <= 30 ? true : undefined;
  }, "3 s in which the server uses at most 30 ms");
});
