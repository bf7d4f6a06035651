// Builds the server of an open Kernelcast checkout, in a terminal, and starts it.

import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Server } from "../server/server";

export async function buildServer(server: Server): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new Error("building runs code: trust the workspace first");
  const folder = vscode.workspace.workspaceFolders?.find((candidate) =>
    existsSync(path.join(candidate.uri.fsPath, "kcast")),
  );
  if (folder === undefined) throw new Error("open a checkout of Kernelcast first");
  const task = new vscode.Task(
    { type: "kernelcast-build" },
    folder,
    "build the server",
    "Kernelcast",
    new vscode.ProcessExecution("./kcast", ["--version"], { cwd: folder.uri.fsPath }),
  );
  const execution = await vscode.tasks.executeTask(task);
  const ended = vscode.tasks.onDidEndTaskProcess(async (event) => {
    if (event.execution !== execution) return;
    ended.dispose();
    if (event.exitCode === 0) await server.restart();
  });
}
