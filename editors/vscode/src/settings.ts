// The settings that the client itself reads; the server asks for the others by itself.

import * as vscode from "vscode";

export const SECTION = "kernelcast";

export interface Settings {
  gpus: string[];
  trigger: "type" | "save" | "manual";
  codeLens: boolean;
  heat: boolean;
  statusBar: boolean;
  files: string[];
  model: string;
  serverPath: string;
}

export function settings(): Settings {
  const read = vscode.workspace.getConfiguration(SECTION);
  return {
    gpus: read.get<string[]>("gpus", ["h200"]),
    trigger: read.get<Settings["trigger"]>("trigger", "type"),
    codeLens: read.get("codeLens", true),
    heat: read.get("heat", false),
    statusBar: read.get("statusBar", true),
    files: read.get<string[]>("files", []),
    model: read.get("model", ""),
    serverPath: read.get("serverPath", "").trim(),
  };
}

// Where a change of the user's goes: to where the setting already is, else to the user's settings.
export async function change(name: keyof Settings, value: unknown): Promise<void> {
  const read = vscode.workspace.getConfiguration(SECTION);
  const now = read.inspect(name);
  const target =
    now?.workspaceFolderValue !== undefined || now?.workspaceValue !== undefined
      ? vscode.ConfigurationTarget.Workspace
      : vscode.ConfigurationTarget.Global;
  await read.update(name, value, target);
}

export function onChange(
  names: (keyof Settings)[],
  listener: () => void,
): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`${SECTION}.${name}`))) listener();
  });
}
