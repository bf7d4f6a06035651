// Sets how a kernel is launched and with which values. They are kept in .kernelcast.json, which is
// meant to be read and committed; the server writes it.

import * as vscode from "vscode";
import { fieldsOf, mistake, withField, type Field } from "../launch-form";
import type { Kernels } from "../kernels";
import { launchRequest, reportRequest, setLaunchCommand, type LaunchAnswer } from "../protocol";
import type { Server } from "../server/server";
import { kernelOrThrow } from "./which";

interface Item extends vscode.QuickPickItem {
  field?: Field;
  action?: "open" | "remove";
}

function itemsOf(launch: LaunchAnswer): Item[] {
  const items: Item[] = fieldsOf(launch).map((field) => ({
    field,
    label: field.label,
    description: field.set === "" ? field.now : `${field.set} (set here)`,
  }));
  const first = items.findIndex((item) => item.field?.group === "args");
  const line = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  if (first > 0) items.splice(first, 0, line("arguments"));
  items.push(line(".kernelcast.json"));
  items.push({ label: "$(go-to-file) Open the file", action: "open" });
  if (Object.keys(launch.settings).length > 0) {
    items.push({ label: "$(trash) Forget what was set for this kernel", action: "remove" });
  }
  return items;
}

async function enter(field: Field): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: field.help,
    prompt: `Now: ${field.now}. Empty: what host code says, or an assumption.`,
    value: field.set,
    validateInput: (text) => mistake(field, text.trim()),
  });
}

export async function setLaunch(server: Server, kernels: Kernels): Promise<void> {
  const { uri, kernel } = kernelOrThrow(kernels);
  const textDocument = { uri: uri.toString() };
  // The list comes back after each change, with the new values, until it is left.
  for (;;) {
    await server.request(reportRequest, { textDocument, kernel: kernel.name }); // it is predicted
    const launch = await server.request(launchRequest, { textDocument, kernel: kernel.name });
    if (launch.file === null) {
      throw new Error("launches are kept in a file of the workspace: open a folder and trust it");
    }
    const item = await vscode.window.showQuickPick(itemsOf(launch), {
      title: `Launch of ${kernel.name}`,
      placeHolder: launch.assumed[0]?.replace(/; give it with .*/, "") ?? "Choose what to set",
      matchOnDescription: true,
    });
    if (item === undefined) return;
    if (item.action === "open") {
      await vscode.window.showTextDocument(vscode.Uri.parse(launch.file));
      return;
    }
    let settings = item.action === "remove" ? null : launch.settings;
    if (item.field !== undefined && settings !== null) {
      const text = await enter(item.field);
      if (text === undefined) continue;
      settings = withField(settings, item.field, text.trim());
    }
    await vscode.commands.executeCommand(setLaunchCommand, textDocument.uri, kernel.name, settings);
  }
}
