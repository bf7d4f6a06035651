// The kernels of all open files, the fastest first; choosing one goes there.

import * as vscode from "vscode";
import { hasKernels } from "../languages";
import { rankRequest, type RankAnswer, type Ranked } from "../protocol";
import type { Server } from "../server/server";
import { settings } from "../settings";

interface Item extends vscode.QuickPickItem {
  ranked?: Ranked;
}

function itemsOf(answer: RankAnswer): Item[] {
  const where = (uri: string) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
  const items: Item[] = answer.ranking.map((ranked, i) => ({
    ranked,
    label: `${i + 1}. ${ranked.kernel}`,
    description: ranked.summary,
    detail: where(ranked.uri),
  }));
  if (answer.skipped.length > 0) {
    items.push({ label: "not predicted", kind: vscode.QuickPickItemKind.Separator });
  }
  for (const skipped of answer.skipped) {
    items.push({
      label: skipped.kernel ?? where(skipped.uri),
      description: skipped.reason,
      detail: where(skipped.uri),
    });
  }
  return items;
}

export async function rankOpenFiles(server: Server): Promise<void> {
  const open = vscode.workspace.textDocuments.filter(hasKernels);
  if (open.length === 0) throw new Error("open the files whose kernels are to be ranked first");
  const textDocuments = open.map((document) => ({ uri: document.uri.toString() }));
  const gpu = settings().gpus[0] ?? "h200"; // times on different GPUs rank the GPUs
  const item = await vscode.window.showQuickPick<Item>(
    server.request(rankRequest, { textDocuments, gpus: [gpu] }).then(itemsOf),
    { title: `Kernels of open files on ${gpu}, the fastest first`, matchOnDetail: true },
  );
  if (item?.ranked === undefined) return;
  const { line } = item.ranked.range.start;
  await vscode.window.showTextDocument(vscode.Uri.parse(item.ranked.uri), {
    selection: new vscode.Range(line, 0, line, 0),
  });
}
