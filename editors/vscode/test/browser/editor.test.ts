// The extension as it is installed, in a real VS Code in a real browser: what a user does, in the
// order of a working day. Each test goes on where the one before it stopped.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { measure, percentile } from "./latency";
import { serversIn, usedMs } from "./processes";
import { timeOf } from "./times";
import { VsCode } from "./vscode";
import { waitFor, Workbench } from "./workbench";

const environment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run npm run browser`);
  return value;
};

const SAXPY = `__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < 4; ++k) y[i] = a * x[i] + y[i];
  }
}

int main() {
  const int n = 1 << 22;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  saxpy<<<n / 256, 256>>>(n, 2.0f, x, y);
  cudaDeviceSynchronize();
}
`;
const LOOP_LINE = 4;
const LOOP = (count: string) =>
  `    for (int k = 0; k < ${count}; ++k) y[i] = a * x[i] + y[i];`;

const SCALE = `__kernel void scale(__global float* x, float a) {
  x[get_global_id(0)] *= a;
}
`;

// Needs a header of the workspace.
const HALF = `#include "half.h"
__global__ void halve(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f; }
void run(float* x) { halve<<<BLOCKS, 256>>>(x); }
`;

let code: VsCode;
let window: Workbench;

// A test goes on where the one before it stopped, so none comes after one that failed.
let failed = false;
function test(name: string, run: () => Promise<void>): void {
  void nodeTest(name, async (context) => {
    if (failed) return context.skip("an earlier test failed");
    failed = true;
    try {
      await run();
    } catch (error) {
      await window?.page.screenshot({ path: "out/failed.png" }).catch(() => undefined);
      throw error;
    }
    failed = false;
  });
}

const file = (name: string) => join(code.workspace, name);

async function screenshot(name: string, isHovering = false): Promise<void> {
  const folder = process.env.KERNELCAST_SCREENSHOTS;
  if (folder === undefined) return;
  if (!isHovering) await window.page.mouse.move(1200, 700);
  for (const frame of window.page.frames()) await frame.evaluate(() => scrollTo(0, 0));
  await window.page.waitForTimeout(400);
  await window.page.screenshot({ path: join(folder, `${name}.png`) });
}

before(async () => {
  code = new VsCode({
    node: environment("KERNELCAST_NODE"),
    main: environment("KERNELCAST_VSCODE"),
    vsix: environment("KERNELCAST_VSIX"),
    files: {
      "saxpy.cu": SAXPY,
      "scale.cl": SCALE,
      "half.cu": HALF,
      "half.h": "constexpr int BLOCKS = 1 << 20;\n",
      "profile.csv": readFileSync(environment("KERNELCAST_PROFILE"), "utf8"),
    },
    settings: {
      "security.workspace.trust.startupPrompt": "never",
      "security.workspace.trust.banner": "never",
      "workbench.startupEditor": "none",
      "remote.autoForwardPorts": false,
      "editor.minimap.enabled": false,
      "chat.commandCenter.enabled": false,
    },
  });
  code.commit();
  code.install();
  await code.start();
  window = await Workbench.open(code.url());
});

after(async () => {
  await window?.close();
  code?.stop();
});

let firstTime = 0;

test("an untrusted workspace is predicted from text alone", async () => {
  await window.openFile(file("half.cu"));
  // The first answer takes longest: VS Code starts its extensions, the server starts.
  const guessed = timeOf(await window.statusText((text) => timeOf(text) > 0, 120_000));
  assert.ok(guessed < 300, "the header is not read");
  await window.command("Workspaces: Manage Workspace Trust");
  await window.page.getByRole("button", { name: "Trust Parent" }).click();
  await window.openFile(file("half.cu"));
  await window.statusText((text) => timeOf(text) > 300, 120_000);
});

test("open a .cu file, see the CodeLens", async () => {
  await window.openFile(file("saxpy.cu"));
  const lens = await window.lens((text) => / on H200/.test(text));
  firstTime = timeOf(lens);
  assert.ok(firstTime > 5 && firstTime < 500, lens);
  const status = await window.statusText((text) => text.includes("saxpy"));
  assert.equal(timeOf(status), firstTime);
  await screenshot("vscode-codelens");
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
  await screenshot("vscode-hover", true);
});

test("the roofline draws and follows the text", async () => {
  await window.setLine(LOOP_LINE, LOOP("40"));
  await window.lens((text) => timeOf(text) > 3 * firstTime);
  await window.command("Kernelcast: Show Roofline");
  const view = await window.roofline();
  await view.locator("svg .kc-main .kc-point").first().waitFor();
  const headline = view.locator("[data-role=headline] .kc-time");
  const slow = timeOf(await headline.innerText());
  await window.page.locator(".editor-instance .view-lines").click();
  await window.setLine(LOOP_LINE, LOOP("4"));
  await waitFor(async () => {
    const time = timeOf(await headline.innerText());
    return time < slow / 3 ? time : undefined;
  }, "new time in the view");
  assert.ok((await view.locator("#report section[aria-label=Counters] tr").count()) >= 15);
  assert.ok((await view.locator("#report section[aria-label='Where the time goes']").count()) === 1);
});

test("a reason jumps to its line", async () => {
  await window.gotoLine(14);
  const view = await window.roofline();
  await view.locator(`.kc-reasons [data-line="${LOOP_LINE}"] button`).click();
  await window.page.locator(".statusbar-item", { hasText: `Ln ${LOOP_LINE}, Col 1` }).waitFor();
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
  await window.page.locator(".editor-instance .view-lines").click();
  await window.setLine(LOOP_LINE, LOOP("40"));
  await window.lens((text) => timeOf(text) > 3 * firstTime);
  await window.command("Kernelcast: Compare with HEAD");
  const view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with HEAD" }).waitFor();
  await view.locator("svg .kc-ghost").first().waitFor();
  const delta = await view.locator("[data-role=headline] .kc-delta").innerText();
  assert.match(delta, /\u00d7|\+/, "slower than HEAD");
  await screenshot("vscode-compare");
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

test("set a launch: it is kept in a file that can be committed", async () => {
  await window.openFile(file("scale.cl"));
  const assumed = await window.lens((text) => / on H200/.test(text));
  await window.command("Kernelcast: Set Launch and Argument Values...");
  await window.pick("grid");
  await window.answer("Blocks of the grid", "1048576");
  const set = await window.lens((text) => / on H200/.test(text) && text !== assumed);
  assert.ok(timeOf(set) > 20, set);
  await window.rows.filter({ hasText: "(set here)" }).first().waitFor();
  await screenshot("vscode-launch");
  await window.page.keyboard.press("Escape");
  const kept = JSON.parse(readFileSync(file(".kernelcast.json"), "utf8")) as unknown;
  assert.deepEqual(kept, { files: { "scale.cl": { kernels: { scale: { grid: 1048576 } } } } });
});

test("what if", async () => {
  await window.command("Kernelcast: What-If Sweep...");
  await window.pick("block=32,64,128,256,512,1024");
  const view = await window.roofline();
  await view.locator("#sweep tr").nth(5).waitFor();
  await view.locator("#sweep tr.best").waitFor();
});

test("rank open files", async () => {
  await window.command("Kernelcast: Rank Kernels of Open Files");
  await window.rows.filter({ hasText: /^1\. / }).waitFor();
  await window.input.fill("saxpy");
  await window.page.keyboard.press("Enter");
  await window.page.locator('.tab.active[data-resource-name="saxpy.cu"]').waitFor();
});

test("a measured profile lies beside the prediction", async () => {
  await window.command("Kernelcast: Import Measured Profile...");
  await window.answer("ncu --csv", file("profile.csv"));
  const view = await window.roofline();
  await view.locator("#report section[aria-label=Counters]", { hasText: "measured" }).waitFor();
});

test("pin a baseline, reload: everything is still there", async () => {
  await window.command("Kernelcast: Pin Baseline");
  let view = await window.roofline();
  await view.locator("#notice", { hasText: "Compared with pinned" }).waitFor();
  await window.page.keyboard.press("Control+S");
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

// Opens a folder beside the workspace whose setting names this server.
async function openWithServer(name: string, server: string): Promise<void> {
  code.write(`../${name}/saxpy.cu`, SAXPY);
  code.write(`../${name}/.vscode/settings.json`, JSON.stringify({ "kernelcast.serverPath": server }));
  await window.page.goto(code.url(join(code.folder, name)));
  await window.ready();
  await window.openFile(join(code.folder, name, "saxpy.cu"));
}

test("no server: the status bar says so, a click offers what mends it", async () => {
  await openWithServer("none", "/nowhere/kcast");
  await window.statusText((text) => text.includes("no server"));
  assert.deepEqual(await window.notifications(), []);
  await window.statusBar.click();
  const message = window.page.locator(".notifications-toasts .notification-list-item");
  await message.filter({ hasText: "/nowhere/kcast" }).waitFor();
  await screenshot("vscode-no-server");
  await message.getByRole("button", { name: "Set Server Path" }).click();
  await window.page.locator(".tab.active", { hasText: "Settings" }).waitFor();
});

test("a server of another version", async () => {
  const old = code.write("../old/kcast", "#!/bin/sh\necho kcast 0.0.1\n[ $1 = --version ]\n", 0o755);
  await openWithServer("old", old);
  await window.statusText((text) => text.includes("wrong version"));
  assert.deepEqual(await window.notifications(), []);
});
