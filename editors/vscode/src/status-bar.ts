// The kernel under the cursor, in the status bar; or what is wrong, and a click that mends it.

import * as vscode from "vscode";
import type { Kernels } from "./kernels";
import { activeKernelEditor } from "./languages";
import type { Server } from "./server/server";
import { onChange, settings } from "./settings";
import { problemText, startingText, statusText, type StatusText } from "./status-text";

export function activate(
  context: vscode.ExtensionContext,
  server: Server,
  kernels: Kernels,
): void {
  const item = vscode.window.createStatusBarItem("kernelcast", vscode.StatusBarAlignment.Left, 10);
  item.name = "Kernelcast";

  function show({ text, tooltip, warning }: StatusText, command: string): void {
    item.text = text;
    item.tooltip = tooltip;
    item.command = command;
    item.backgroundColor = warning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    item.show();
  }

  function update(): void {
    // A word in the status bar belongs to the file in front of the user.
    const editor = activeKernelEditor();
    if (!settings().statusBar || editor === undefined) return item.hide();
    if (!kernels.isToBeShown(editor.document)) return item.hide();
    if (server.problem !== undefined) {
      return show(problemText(server.problem), "kernelcast.showProblem");
    }
    const { status, kernel } = kernels.current ?? {};
    if (server.state === "starting" && kernel === undefined) {
      return show(startingText(), "kernelcast.showLog");
    }
    return show(statusText(status, kernel), "kernelcast.showRoofline");
  }

  context.subscriptions.push(
    item,
    server.onDidChange(update),
    kernels.onDidChangeCurrent(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    onChange(["statusBar", "files"], update),
    vscode.commands.registerCommand("kernelcast.showProblem", () => showProblem(server)),
  );
  update();
}

// Asked for by a click, so a message is in place here.
async function showProblem(server: Server): Promise<void> {
  const problem = server.problem;
  if (problem === undefined) return;
  const titles = problem.remedies.map((remedy) => remedy.title);
  const title = await vscode.window.showWarningMessage(problem.text, ...titles);
  const remedy = problem.remedies.find((entry) => entry.title === title);
  if (remedy !== undefined) {
    await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
  }
}
