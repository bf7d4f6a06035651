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

const lens = () => window.lens((text) => / on H200/.test(text));

test("hints show the time behind each launch", async () => {
  await set({ "kernelcast.inlayHints": true });
  await window.openFile(file("saxpy.cu"));
  const launch = window.page.locator(".editor-instance .view-line", { hasText: "<<<" });
  await waitFor(async () => {
    const text = await launch.innerText();
    return timeOf(text.slice(text.indexOf(";"))) > 0 ? true : undefined;
  }, "a time behind the launch");
  await screenshot("vscode-hints");
});

test("predicts on save alone, where that is asked for", async () => {
  await set({ "kernelcast.trigger": "save", "files.autoSave": "off" });
  await window.openFile(file("saxpy.cu"));
  const before = timeOf(await lens());
  await window.setLine(LOOP_LINE, LOOP("14"));
  await window.page.waitForTimeout(900);
  assert.equal(timeOf(await lens()), before);
  await window.save();
  await window.lens((text) => timeOf(text) > 0 && timeOf(text) !== before);
});

test("predicts when told to alone, where that is asked for", async () => {
  await set({ "kernelcast.trigger": "manual", "files.autoSave": "off" });
  await window.openFile(file("saxpy.cu"));
  const before = timeOf(await lens());
  await window.setLine(LOOP_LINE, LOOP("4"));
  await window.save();
  await window.page.waitForTimeout(900);
  assert.equal(timeOf(await lens()), before);
  await window.command("Kernelcast: Predict This Kernel");
  await window.lens((text) => timeOf(text) > 0 && timeOf(text) < before);
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
