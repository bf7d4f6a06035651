// Baselines: the text as it is now, or as HEAD has it.

import * as vscode from "vscode";
import type { Baselines } from "../baselines";
import { textInHead } from "../git";
import type { Kernels } from "../kernels";
import type { RooflineView } from "../roofline/view";
import { kernelOrThrow } from "./which";

export async function pinBaseline(kernels: Kernels, baselines: Baselines): Promise<void> {
  const { uri } = kernelOrThrow(kernels);
  const document = await vscode.workspace.openTextDocument(uri);
  const time = new Date().toTimeString().slice(0, 5);
  await baselines.set(uri, { text: document.getText(), label: `pinned at ${time}` });
}

export async function clearBaseline(kernels: Kernels, baselines: Baselines): Promise<void> {
  const now = kernels.current;
  if (now !== undefined) await baselines.set(now.uri, undefined);
}

export async function compareWithHead(
  kernels: Kernels,
  baselines: Baselines,
  view: RooflineView,
): Promise<void> {
  const { uri } = kernelOrThrow(kernels);
  await baselines.set(uri, { text: await textInHead(uri), label: "HEAD" });
  await view.reveal();
}
