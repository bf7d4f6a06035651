// Colours the gutter beside each line by its share of the kernel's cost. Off unless switched on.

import * as vscode from "vscode";
import { hotLines, LEVELS, type HotLine } from "./heat-levels";
import type { Kernels } from "./kernels";
import { hasKernels } from "./languages";
import { reportRequest } from "./protocol";
import type { Server } from "./server/server";
import { onChange, settings } from "./settings";

// From cool to hot, readable on light and dark.
const COLORS = ["#f2d16b", "#f0b04a", "#ea8a36", "#de5b2d", "#c92a2a"];

function decorationType(level: number): vscode.TextEditorDecorationType {
  const width = 3 + level;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect x="${15 - width}" y="0" width="${width}" height="16" fill="${COLORS[level]}"/></svg>`;
  return vscode.window.createTextEditorDecorationType({
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`),
    gutterIconSize: "contain",
    overviewRulerColor: level >= LEVELS - 2 ? COLORS[level]! : undefined!,
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}

function hoverText(line: HotLine): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendText(`${Math.round(line.share * 100)} % of the kernel's cost: ${line.texts.join("; ")}`);
  return text;
}

export class Heat implements vscode.Disposable {
  private types: vscode.TextEditorDecorationType[] = [];
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    kernels: Kernels,
  ) {
    this.subscriptions = [
      kernels.onDidChangeStatus((status) => {
        if (status.state === "ready") this.updateAll(status.textDocument.uri);
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.updateAll()),
      onChange(["heat"], () => this.toggled()),
    ];
    this.toggled();
  }

  dispose(): void {
    for (const disposable of [...this.types, ...this.subscriptions]) disposable.dispose();
  }

  private toggled(): void {
    for (const type of this.types) type.dispose();
    this.types = settings().heat ? COLORS.map((_, level) => decorationType(level)) : [];
    this.updateAll();
  }

  private updateAll(uri?: string): void {
    if (this.types.length === 0) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (uri !== undefined && editor.document.uri.toString() !== uri) continue;
      if (hasKernels(editor.document)) void this.update(editor);
    }
  }

  private async update(editor: vscode.TextEditor): Promise<void> {
    const { types } = this;
    try {
      const textDocument = { uri: editor.document.uri.toString() };
      const answer = await this.server.request(reportRequest, { textDocument, wait: false });
      // Shares of an older text would colour the wrong lines; new ones are on their way.
      if (answer.textDocument.version !== editor.document.version || types !== this.types) return;
      const hot = hotLines(answer.lines);
      types.forEach((type, level) => {
        const lines = hot.filter((line) => line.level === level);
        const at = (line: number) => editor.document.lineAt(line).range;
        const options = lines
          .filter(({ line }) => line < editor.document.lineCount)
          .map((line) => ({ range: at(line.line), hoverMessage: hoverText(line) }));
        editor.setDecorations(type, options);
      });
    } catch (error) {
      this.server.log.debug(`heat: ${String(error)}`);
    }
  }
}
