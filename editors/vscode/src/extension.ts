// The extension: makes its parts and connects them. Everything about kernels is in the server.

import * as vscode from "vscode";
import { Baselines } from "./baselines";
import * as commands from "./commands/commands";
import { restoreProfile } from "./commands/profile";
import { GpuData } from "./gpu-data";
import { Heat } from "./heat";
import * as jump from "./jump";
import { Kernels } from "./kernels";
import { hasKernels, watchTexts } from "./languages";
import { Follow } from "./roofline/follow";
import { RooflineView } from "./roofline/view";
import { FreshLenses } from "./server/fresh-lenses";
import { Server } from "./server/server";
import { onChange } from "./settings";
import * as statusBar from "./status-bar";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const kernels = new Kernels();
  const lenses = new FreshLenses((document, mostMs) => kernels.settled(document, mostMs));
  server = new Server(context, lenses, (client) => kernels.listen(client));
  const baselines = new Baselines(context.workspaceState, server);
  const view = new RooflineView(context.extensionUri);
  const follow = new Follow(server, kernels, baselines, new GpuData(server), view);
  context.subscriptions.push(kernels, lenses, baselines, follow, new Heat(server, kernels));
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(RooflineView.id, view),
    kernels.onDidChangeCurrent((now) => {
      const isThere = now !== undefined && baselines.has(now.uri);
      void vscode.commands.executeCommand("setContext", "kernelcast.hasBaseline", isThere);
    }),
    baselines.onDidChange((uri) => {
      const isThere = baselines.has(uri);
      void vscode.commands.executeCommand("setContext", "kernelcast.hasBaseline", isThere);
    }),
  );
  restoreProfile(view, context.workspaceState);
  statusBar.activate(context, server, kernels);
  jump.activate(context, kernels, view);
  commands.activate({ context, server, kernels, baselines, view });
  // A workspace of ordinary C++ starts no server.
  const startIfNeeded = () => {
    if (vscode.workspace.textDocuments.some(hasKernels)) server?.start();
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(startIfNeeded),
    onChange(["files"], startIfNeeded),
    watchTexts(startIfNeeded),
  );
  startIfNeeded();
}

export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
