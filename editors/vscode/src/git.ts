// The text of a file in HEAD, from VS Code's own git extension.

import * as vscode from "vscode";

interface Repository {
  show(ref: string, path: string): Promise<string>;
}

interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null; openRepository?(root: vscode.Uri): Promise<Repository | null> };
}

// Throws with one line that says why there is none.
export async function textInHead(uri: vscode.Uri): Promise<string> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (extension === undefined) throw new Error("VS Code's git extension is switched off");
  const git = (extension.isActive ? extension.exports : await extension.activate()).getAPI(1);
  const folder = vscode.Uri.joinPath(uri, "..");
  const repository = git.getRepository(uri) ?? (await git.openRepository?.(folder)) ?? null;
  if (repository === null) throw new Error(`${uri.fsPath} is in no git repository`);
  try {
    return await repository.show("HEAD", uri.fsPath);
  } catch {
    throw new Error(`HEAD has no ${vscode.workspace.asRelativePath(uri)}`);
  }
}
