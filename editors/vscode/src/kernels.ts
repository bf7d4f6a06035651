// What the server last said of each document, and the kernel that the user looks at.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { kernelAt } from "./kernel-at";
import { activeKernelEditor, hasKernels, isByText } from "./languages";
import { statusNotification, type DocumentStatus, type KernelStatus } from "./protocol";

export interface Current {
  uri: vscode.Uri;
  status: DocumentStatus;
  kernel: KernelStatus | undefined; // undefined: the document has none
}

export class Kernels implements vscode.Disposable {
  private readonly statuses = new Map<string, DocumentStatus>();
  private readonly chosen = new Map<string, string>(); // uri to the kernel that was under the cursor
  private lastUri: string | undefined;

  private readonly statusChanged = new vscode.EventEmitter<DocumentStatus>();
  readonly onDidChangeStatus = this.statusChanged.event;
  private readonly currentChanged = new vscode.EventEmitter<Current | undefined>();
  // Another kernel under the cursor, or new numbers of the same.
  readonly onDidChangeCurrent = this.currentChanged.event;

  private readonly subscriptions: vscode.Disposable[] = [
    this.statusChanged,
    this.currentChanged,
    vscode.window.onDidChangeActiveTextEditor(() => this.look()),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      if (hasKernels(event.textEditor.document)) this.look();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => this.forget(document.uri)),
  ];
  private shown = "";

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  listen(client: LanguageClient): void {
    client.onNotification(statusNotification, (status) => {
      this.statuses.set(status.textDocument.uri, status);
      this.statusChanged.fire(status);
      this.look();
    });
  }

  // The server is gone or another one: what it said is no longer followed up.
  clear(): void {
    this.statuses.clear();
    this.look();
  }

  status(uri: vscode.Uri): DocumentStatus | undefined {
    return this.statuses.get(uri.toString());
  }

  // A server that does not know the language of a text says nothing of it; nor does the client.
  isToBeShown(document: vscode.TextDocument): boolean {
    return !isByText(document) || (this.status(document.uri)?.kernels.length ?? 0) > 0;
  }

  // Resolves when the document is not being predicted, or after some time.
  settled(document: vscode.TextDocument, mostMs: number): Promise<void> {
    if (this.status(document.uri)?.state !== "computing") return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const timer = setTimeout(end, mostMs);
      const listener = this.onDidChangeStatus((status) => {
        const isIt = status.textDocument.uri === document.uri.toString();
        if (isIt && status.state !== "computing") end();
      });
    });
  }

  // The kernel under the cursor; outside of kernels the one that was there last, else the first.
  // While another kind of editor is active (a log, a setting) the last document stays.
  get current(): Current | undefined {
    const editor = activeKernelEditor();
    const shown = editor !== undefined && this.isToBeShown(editor.document) ? editor : undefined;
    const uri = shown?.document.uri.toString() ?? this.lastUri;
    if (uri === undefined) return undefined;
    this.lastUri = uri;
    const status = this.statuses.get(uri);
    if (status === undefined) return undefined;
    const line = shown?.selection.active.line;
    const kernel = kernelAt(status.kernels, line, this.chosen.get(uri));
    if (kernel !== undefined) this.chosen.set(uri, kernel.name);
    return { uri: vscode.Uri.parse(uri), status, kernel };
  }

  // Follows a kernel that was named rather than pointed at.
  choose(uri: vscode.Uri, kernel: string): void {
    this.lastUri = uri.toString();
    this.chosen.set(this.lastUri, kernel);
    this.look();
  }

  private forget(uri: vscode.Uri): void {
    this.statuses.delete(uri.toString());
    this.chosen.delete(uri.toString());
    if (this.lastUri === uri.toString()) this.lastUri = undefined;
    this.look();
  }

  private look(): void {
    const now = this.current;
    const { status, kernel } = now ?? {};
    const key = JSON.stringify([
      status?.textDocument,
      status?.state,
      status?.stale,
      status?.message,
      status?.gpus,
      kernel,
    ]);
    if (key === this.shown) return;
    this.shown = key;
    this.currentChanged.fire(now);
  }
}
