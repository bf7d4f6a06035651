// Settings act at once: hints, when is predicted, and how a file is built.

import assert from "node:assert/strict";
import { LOOP, LOOP_LINE } from "../files";
import { code, file, screenshot, tests, window } from "../session";
import { timeOf } from "../times";
import { waitFor } from "../workbench";

const test = tests("settings");

let times = 0; // that settings were written

// VS Code reads the file a moment after it was saved; the window's title tells when it has.
async function set(settings: Record<string, unknown>): Promise<void> {
  const title = `settings ${++times}`;
  await window.openFile(file(".vscode/settings.json"));
  await window.replaceText(JSON.stringify({ ...settings, "window.title": title }));
  await window.save();
  await waitFor(async () => ((await window.page.title()) === title ? true : undefined), title);
}

// Whether the time stands behind the launch. The server takes all settings at once, so that a hint
// that comes or goes tells that it knows the others as well.
async function hint(isThere: boolean): Promise<void> {
  const launch = window.page.locator(".editor-instance .view-line", { hasText: "<<<" });
  await waitFor(async () => {
    const text = await launch.innerText();
    return timeOf(text.slice(text.indexOf(";"))) > 0 === isThere ? true : undefined;
  }, isThere ? "a time behind the launch" : "no time behind the launch");
}

const onH200 = (text: string) => / on H200/.test(text);
const isOld = (text: string) => text.includes("(before the last edit)");

test("hints show the time behind each launch", async () => {
  await set({ "kernelcast.inlayHints": true });
  await window.openFile(file("saxpy.cu"));
  await hint(true);
  await screenshot("vscode-hints");
});

test("predicts on save alone, where that is asked for", async () => {
  await set({ "kernelcast.trigger": "save", "files.autoSave": "off" });
  await window.openFile(file("saxpy.cu"));
  await hint(false);
  const before = timeOf(await window.lens((text) => onH200(text) && !isOld(text)));
  await window.setLine(LOOP_LINE, LOOP("14"));
  await window.lens(isOld);
  await window.page.waitForTimeout(900);
  assert.equal(timeOf(await window.lens(isOld)), before);
  await window.save();
  await window.lens((text) => timeOf(text) > before && !isOld(text));
});

test("predicts when told to alone, where that is asked for", async () => {
  const settings = { "kernelcast.trigger": "manual", "files.autoSave": "off" };
  await set({ ...settings, "kernelcast.inlayHints": true });
  await window.openFile(file("saxpy.cu"));
  await hint(true);
  const before = timeOf(await window.lens((text) => onH200(text) && !isOld(text)));
  await window.setLine(LOOP_LINE, LOOP("4"));
  await window.lens(isOld);
  await window.save();
  await window.page.waitForTimeout(900);
  assert.equal(timeOf(await window.lens(isOld)), before);
  await window.command("Kernelcast: Predict This Kernel");
  await window.lens((text) => timeOf(text) < before && !isOld(text));
});

test("flags of the setting and of compile_commands.json", async () => {
  const command = "nvcc -DROUNDS=14 -c rounds.cu";
  const build = [{ directory: code.workspace, file: "rounds.cu", command }];
  code.write("commands/compile_commands.json", JSON.stringify(build));
  await window.openFile(file("rounds.cu"));
  const timeWith = async (settings: Record<string, unknown>, isIt: (time: number) => boolean) => {
    await set(settings);
    await window.openFile(file("rounds.cu"));
    return timeOf(await window.lens((text) => isIt(timeOf(text))));
  };
  const by4 = await timeWith({}, (time) => time > 0);
  await timeWith({ "kernelcast.flags": "-DROUNDS=40" }, (time) => time > 4 * by4);
  const inCommands = { "kernelcast.compileCommandsDir": "commands" };
  await timeWith(inCommands, (time) => time > 1.5 * by4 && time < 4 * by4);
});
