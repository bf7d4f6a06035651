// Builds the server of an open Kernelcast checkout and starts it. What the build says goes to the
// log; the status bar shows that it runs.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Server } from "../server/server";

// Runs ./kcast, which builds itself; the last line that it said where it failed.
function build(folder: string, log: (line: string) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    let last = "";
    const child = spawn("./kcast", ["--version"], { cwd: folder });
    const read = (data: Buffer) => {
      for (const line of data.toString().split("\n").filter((text) => text.trim() !== "")) {
        last = line.trim();
        log(line);
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status) => resolve(status === 0 ? undefined : last || `status ${status}`));
  });
}

export async function buildServer(server: Server): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new Error("building runs code: trust the workspace first");
  const folder = vscode.workspace.workspaceFolders?.find((candidate) =>
    existsSync(path.join(candidate.uri.fsPath, "kcast")),
  );
  if (folder === undefined) throw new Error("open a checkout of Kernelcast first");
  const failure = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Kernelcast: building the server" },
    () => build(folder.uri.fsPath, (line) => server.log.info(line)),
  );
  if (failure !== undefined) throw new Error(`the build failed: ${failure}`);
  await server.restart();
}
