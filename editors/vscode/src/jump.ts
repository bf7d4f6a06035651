// What the view asks for: going to a line, lighting it up, running a command.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Kernels } from "./kernels";
import type { RooflineView } from "./roofline/view";

// Reports name files as they were given to the server: a path, or a name alone.
function resolve(file: string, document: vscode.Uri): vscode.Uri {
  if (path.basename(file) === path.basename(document.path)) return document;
  if (path.isAbsolute(file)) return vscode.Uri.file(file);
  return vscode.Uri.joinPath(document, "..", file);
}

const allowed = /^(kernelcast\.|workbench\.action\.openSettings$|workbench\.extensions\.)/;

export function activate(
  context: vscode.ExtensionContext,
  kernels: Kernels,
  view: RooflineView,
): void {
  const light = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });

  async function goto(file: string, line: number): Promise<void> {
    const uri = kernels.current?.uri;
    if (uri === undefined) return;
    const at = new vscode.Position(Math.max(line - 1, 0), 0);
    await vscode.window.showTextDocument(resolve(file, uri), {
      selection: new vscode.Range(at, at),
      viewColumn: vscode.ViewColumn.One,
    });
  }

  function hover(file: string, line: number | null): void {
    const uri = kernels.current?.uri;
    if (uri === undefined) return;
    const target = resolve(file, uri).toString();
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== target) continue;
      const isThere = line !== null && line >= 1 && line <= editor.document.lineCount;
      editor.setDecorations(light, isThere ? [editor.document.lineAt(line - 1).range] : []);
    }
  }

  context.subscriptions.push(
    light,
    view.onDidSay((message) => {
      if (message.type === "goto") void goto(message.file, message.line);
      if (message.type === "hover") hover(message.file, message.line);
      if (message.type === "command" && allowed.test(message.command)) {
        void vscode.commands.executeCommand(message.command, ...message.arguments);
      }
    }),
  );
}
