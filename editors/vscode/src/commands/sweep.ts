// What if the block, the grid or an argument were different: the time over a range of values.

import * as vscode from "vscode";
import type { Kernels } from "../kernels";
import { launchRequest, sweepRequest } from "../protocol";
import type { RooflineView } from "../roofline/view";
import type { Server } from "../server/server";
import { suggestions, sweepMistake, variableOf, type Suggestion } from "../sweep-text";
import { kernelOrThrow } from "./which";

async function chooseSweep(offered: Suggestion[], kernel: string): Promise<string | undefined> {
  const own = "$(edit) Another sweep...";
  const item = await vscode.window.showQuickPick(
    [...offered.map(({ sweep, why }) => ({ label: sweep, description: why })), { label: own }],
    { title: `What if, for ${kernel}`, placeHolder: "Choose a range of values" },
  );
  if (item?.label !== own) return item?.label;
  return vscode.window.showInputBox({
    title: "What to vary: block, grid, shared, an argument or a host variable",
    value: offered[0]?.sweep ?? "block=64,128,256",
    validateInput: sweepMistake,
  });
}

export async function sweep(server: Server, kernels: Kernels, view: RooflineView): Promise<void> {
  const { uri, kernel } = kernelOrThrow(kernels);
  const textDocument = { uri: uri.toString() };
  const launch = await server.request(launchRequest, { textDocument, kernel: kernel.name });
  const chosen = await chooseSweep(suggestions(launch), kernel.name);
  if (chosen === undefined) return;
  await view.reveal();
  const answer = await vscode.window.withProgress(
    { location: { viewId: "kernelcast.roofline" } },
    () =>
      server.request(sweepRequest, {
        textDocument,
        kernel: kernel.name,
        sweeps: [chosen],
      }),
  );
  view.show({
    sweep: { kernel: kernel.name, variable: variableOf(chosen), report: answer.report },
  });
}
