// The Roofline view: a page in the side bar that draws what it is told.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FromView, Shown, ToView } from "./messages";

export class RooflineView implements vscode.WebviewViewProvider {
  static readonly id = "kernelcast.roofline";

  private view: vscode.WebviewView | undefined;
  private isReady = false;
  private shown: Partial<Shown> = {};

  private readonly said = new vscode.EventEmitter<FromView>();
  readonly onDidSay = this.said.event;
  private readonly seen = new vscode.EventEmitter<boolean>();
  readonly onDidChangeVisibility = this.seen.event;

  constructor(private readonly extension: vscode.Uri) {}

  get isVisible(): boolean {
    return this.view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.isReady = false;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")],
    };
    view.webview.html = this.html(view.webview);
    view.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    view.onDidChangeVisibility(() => this.seen.fire(view.visible));
    view.onDidDispose(() => {
      this.view = undefined;
      this.seen.fire(false);
    });
    this.seen.fire(view.visible);
  }

  // A page that is hidden is gone; when it comes back it is told everything.
  show(part: Partial<Shown>): void {
    this.shown = { ...this.shown, ...part };
    if (this.isReady) this.post(part);
  }

  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${RooflineView.id}.focus`, { preserveFocus: true });
  }

  private receive(message: FromView): void {
    if (message.type === "ready") {
      this.isReady = true;
      this.post(this.shown);
    } else {
      this.said.fire(message);
    }
  }

  private post(part: Partial<Shown>): void {
    const message: ToView = { type: "show", part };
    void this.view?.webview.postMessage(message);
  }

  private html(webview: vscode.Webview): string {
    const at = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", name)).toString();
    const nonce = randomBytes(16).toString("hex");
    const policy = [
      "default-src 'none'",
      `style-src ${webview.cspSource} 'unsafe-inline'`,
      `script-src 'nonce-${nonce}'`,
    ].join("; ");
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${at("view.css")}">
<title>Roofline</title>
</head>
<body>
<div id="notice" role="status"></div>
<div id="sweep"></div>
<div id="report"></div>
<script nonce="${nonce}" src="${at("view.js")}"></script>
</body>
</html>`;
  }
}
