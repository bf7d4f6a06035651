// Imports what a profiler measured, and shows it beside the predictions.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { Measurement } from "../../../../web/src/view/roofline_model";
import { parseNcuCsv, usesHalf } from "../../../../web/src/app/ncu_csv";
import { hasKernels } from "../languages";
import { parseMeasured } from "../measured";
import type { RooflineView } from "../roofline/view";
import type { Server } from "../server/server";

const KEY = "measured";

// Nsight Compute's CSV is read here, as the web page reads it; all else by the server's binary,
// which needs a part of Kernelcast that is not in the package (kcast-lab).
async function read(server: Server, file: string): Promise<Measurement[]> {
  const text = await readFile(file, "utf8");
  if (!/^"?ID"?,/m.test(text)) return readWithServer(server, file);
  const sources = vscode.workspace.textDocuments.filter(hasKernels);
  const hasHalf = sources.some((document) => usesHalf(document.getText()));
  return parseNcuCsv(text, hasHalf);
}

async function readWithServer(server: Server, file: string): Promise<Measurement[]> {
  await server.started();
  if (server.path === undefined) throw new Error("there is no server to read it");
  const folder = await mkdtemp(path.join(tmpdir(), "kernelcast-"));
  const out = path.join(folder, "launches.jsonl");
  try {
    const args = ["collect", "--import", file, "--no-predict", "--out", out];
    await promisify(execFile)(server.path, args, { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
    return parseMeasured(await readFile(out, "utf8"));
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1);
    throw new Error(said !== undefined && said !== "" ? said : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function importProfile(
  server: Server,
  view: RooflineView,
  memory: vscode.Memento,
  file?: vscode.Uri,
): Promise<void> {
  const chosen =
    file ??
    (
      await vscode.window.showOpenDialog({
        title: "ncu --csv --page raw, rocprof output, or what kcast collect --out wrote",
        filters: { Profiles: ["csv", "jsonl", "txt"], All: ["*"] },
      })
    )?.[0];
  if (chosen === undefined) return;
  const measured = await read(server, chosen.fsPath);
  if (measured.length === 0) throw new Error(`${chosen.fsPath} holds no measured launch`);
  await memory.update(KEY, measured);
  view.show({ measured });
  await view.reveal();
}

export function restoreProfile(view: RooflineView, memory: vscode.Memento): void {
  view.show({ measured: memory.get<Measurement[]>(KEY, []) });
}
