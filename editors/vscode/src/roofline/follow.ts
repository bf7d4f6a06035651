// Keeps the Roofline view at the kernel under the cursor: asks for its report when the server has
// new numbers, and only while the view can be seen.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Baselines } from "../baselines";
import type { GpuData } from "../gpu-data";
import type { Current, Kernels } from "../kernels";
import { Latest } from "../latest";
import { reportRequest, type ReportAnswer } from "../protocol";
import type { Server } from "../server/server";
import type { RooflineView } from "./view";

const STALE_AFTER_MS = 400; // numbers that come sooner replace the old ones without a flicker

export class Follow implements vscode.Disposable {
  private cancel: vscode.CancellationTokenSource | undefined;
  private staleTimer: NodeJS.Timeout | undefined;
  private last = ""; // what was asked last
  private readonly baselineAsked = new Latest();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly kernels: Kernels,
    private readonly baselines: Baselines,
    private readonly gpuData: GpuData,
    private readonly view: RooflineView,
  ) {
    this.subscriptions = [
      kernels.onDidChangeCurrent(() => this.update()),
      view.onDidChangeVisibility(() => this.update()),
      server.onDidChange(() => this.update()),
      baselines.onDidChange(() => void this.showBaseline()),
    ];
  }

  dispose(): void {
    clearTimeout(this.staleTimer);
    this.cancel?.cancel();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private update(): void {
    if (!this.view.isVisible) return;
    const { problem } = this.server;
    this.view.show({ notice: problem === undefined ? null : problem });
    const now = this.kernels.current;
    if (now === undefined || this.server.state !== "running") {
      if (now === undefined && problem === undefined) {
        this.view.show({ message: "Open a CUDA, HIP or OpenCL file to see its kernels here." });
      }
      return;
    }
    this.showState(now);
    if (now.status.state === "computing") return;
    const { textDocument, gpus } = now.status;
    const asked = JSON.stringify([textDocument, gpus, now.kernel?.name, now.status.kernels]);
    if (asked === this.last) return;
    this.last = asked;
    void this.ask(now);
  }

  // Numbers of an older text are greyed: at once when the text is broken, after a moment when new
  // ones are on their way.
  private showState({ status }: Current): void {
    clearTimeout(this.staleTimer);
    if (status.state === "ready") {
      this.view.show({ stale: false, message: null });
    } else if (status.state === "error") {
      this.view.show({ stale: true, message: status.message ?? "the text cannot be predicted" });
    } else {
      this.staleTimer = setTimeout(() => this.view.show({ stale: true }), STALE_AFTER_MS);
    }
  }

  private async ask({ uri, kernel }: Current): Promise<void> {
    this.cancel?.cancel();
    const cancel = (this.cancel = new vscode.CancellationTokenSource());
    const textDocument = { uri: uri.toString() };
    try {
      const [answer, gpus] = await Promise.all([
        this.server.request(reportRequest, { textDocument, wait: false }, cancel.token),
        this.gpuData.all(),
      ]);
      if (cancel.token.isCancellationRequested) return;
      this.view.show({
        report: answer.report,
        kernel: kernel?.name ?? null,
        gpus,
        sources: await sourcesOf(uri, answer),
      });
      await this.showBaseline();
    } catch (error) {
      if (cancel.token.isCancellationRequested) return;
      this.last = "";
      this.server.log.debug(`report: ${String(error)}`);
    }
  }

  private async showBaseline(): Promise<void> {
    const now = this.kernels.current;
    if (now === undefined || !this.view.isVisible) return;
    const isLast = this.baselineAsked.begin();
    const baseline = await this.baselines.reportFor(now.uri, now.status.gpus);
    if (!isLast()) return; // of another document, or one that was removed
    this.view.show({
      baseline: baseline?.report ?? null,
      baselineLabel: baseline?.label ?? null,
    });
  }
}

// Reasons quote the lines of the document; the report may name it by its path or its name.
async function sourcesOf(uri: vscode.Uri, answer: ReportAnswer): Promise<Record<string, string>> {
  const document = vscode.workspace.textDocuments.find(
    (open) => open.uri.toString() === uri.toString(),
  );
  if (document === undefined || document.version !== answer.textDocument.version) return {};
  const sources: Record<string, string> = {};
  for (const prediction of answer.report?.predictions ?? []) {
    for (const { file } of [prediction, ...prediction.reasons]) {
      if (path.basename(file) === path.basename(uri.path)) sources[file] = document.getText();
    }
  }
  return sources;
}
