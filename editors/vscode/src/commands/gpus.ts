// Chooses the GPUs that kernels are predicted for.

import * as vscode from "vscode";
import { gpusRequest, type GpuName } from "../protocol";
import type { Server } from "../server/server";
import { change, settings } from "../settings";

interface Item extends vscode.QuickPickItem {
  id: string;
}

function itemOf(gpu: GpuName, chosen: string[]): Item {
  return {
    id: gpu.id,
    label: gpu.name,
    description: gpu.id + (gpu.validated ? "" : ", never compared with hardware"),
    picked: chosen.includes(gpu.id) || chosen.includes("all"),
  };
}

// The first one stays first where it is still chosen: CodeLens shows it.
export function inOrder(before: string[], picked: string[]): string[] {
  const kept = before.filter((id) => picked.includes(id));
  return [...kept, ...picked.filter((id) => !kept.includes(id))];
}

export async function chooseGpus(server: Server): Promise<void> {
  const { gpus } = await server.request(gpusRequest, {});
  const before = settings().gpus;
  const picked = await vscode.window.showQuickPick(
    gpus.map((gpu) => itemOf(gpu, before)),
    {
      canPickMany: true,
      title: "GPUs to predict for",
      placeHolder: "The first one is shown above kernels, the roofline shows all",
      matchOnDescription: true,
    },
  );
  if (picked === undefined || picked.length === 0) return;
  await change("gpus", inOrder(before, picked.map((item) => item.id)));
}
