// Versions to compare with, one for each document: a text that was pinned, or that of HEAD.

import * as vscode from "vscode";
import { diffRequest, type Report } from "./protocol";
import type { Server } from "./server/server";

interface Baseline {
  text: string;
  label: string; // "HEAD", "pinned at 14:02"
}

const KEY = "baselines";

export class Baselines implements vscode.Disposable {
  private readonly byUri: Map<string, Baseline>;
  // The prediction of a baseline changes with the GPUs only.
  private readonly reports = new Map<string, { key: string; report: Promise<Report> }>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly server: Server,
  ) {
    this.byUri = new Map(Object.entries(memory.get<Record<string, Baseline>>(KEY, {})));
  }

  dispose(): void {
    this.changed.dispose();
  }

  has(uri: vscode.Uri): boolean {
    return this.byUri.has(uri.toString());
  }

  async set(uri: vscode.Uri, baseline: Baseline | undefined): Promise<void> {
    const key = uri.toString();
    if (baseline === undefined) this.byUri.delete(key);
    else this.byUri.set(key, baseline);
    this.reports.delete(key);
    await this.memory.update(KEY, Object.fromEntries(this.byUri));
    this.changed.fire(uri);
  }

  async reportFor(
    uri: vscode.Uri,
    gpus: string[],
  ): Promise<{ report: Report; label: string } | undefined> {
    const baseline = this.byUri.get(uri.toString());
    if (baseline === undefined) return undefined;
    const key = JSON.stringify(gpus);
    let known = this.reports.get(uri.toString());
    if (known?.key !== key) {
      known = { key, report: this.predict(uri, baseline, gpus) };
      this.reports.set(uri.toString(), known);
    }
    try {
      return { report: await known.report, label: baseline.label };
    } catch (error) {
      if (this.reports.get(uri.toString()) === known) this.reports.delete(uri.toString());
      this.server.log.warn(`baseline ${baseline.label}: ${String(error)}`);
      return undefined;
    }
  }

  private async predict(uri: vscode.Uri, baseline: Baseline, gpus: string[]): Promise<Report> {
    const textDocument = { uri: uri.toString() };
    const answer = await this.server.request(diffRequest, { textDocument, gpus, baseline });
    return answer.before;
  }
}
