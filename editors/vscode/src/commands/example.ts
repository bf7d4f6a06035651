// The example kernel of the walkthrough: a copy that may be changed.

import * as vscode from "vscode";

export async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const source = vscode.Uri.joinPath(context.extensionUri, "media", "example", "transpose.cu");
  const copy = vscode.Uri.joinPath(context.globalStorageUri, "transpose.cu");
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(source, copy, { overwrite: true });
  const document = await vscode.workspace.openTextDocument(copy);
  const line = document.getText().slice(0, document.getText().indexOf("__global__")).split("\n").length;
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(line, 0, line, 0);
}
