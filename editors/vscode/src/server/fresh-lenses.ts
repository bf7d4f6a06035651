// Shows a changed CodeLens as soon as VS Code has it.
//
// VS Code asks for lenses 250 ms after the last change of the text, keeps what it got, and puts the
// new words on the screen only after another 250 ms, also where nothing is left to be resolved
// (codelensController.ts: the debounces CodeLensProvide and CodeLensResolve). When the set of
// providers changes it draws what it keeps at once. So one provider that never has lenses comes or
// goes whenever words have changed, and the user waits half as long.

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { selector } from "../languages";

const SETTLE_MS = 5; // the answer must have arrived before the provider does

export class FreshLenses implements vscode.Disposable {
  private readonly words = new Map<string, string>(); // what each document shows
  private empty: vscode.Disposable | undefined;
  private timer: NodeJS.Timeout | undefined;

  readonly middleware: Middleware = {
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      if (!token.isCancellationRequested) this.provided(document, lenses ?? []);
      return lenses;
    },
  };

  constructor() {
    vscode.workspace.onDidCloseTextDocument((document) => {
      this.words.delete(document.uri.toString());
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.empty?.dispose();
  }

  private provided(document: vscode.TextDocument, lenses: vscode.CodeLens[]): void {
    const uri = document.uri.toString();
    const words = lenses.map((lens) => lens.command?.title ?? "").join("\n");
    const before = this.words.get(uri);
    this.words.set(uri, words);
    if (before === undefined || before === words) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.redraw(), SETTLE_MS);
  }

  private redraw(): void {
    if (this.empty !== undefined) {
      this.empty.dispose();
      this.empty = undefined;
      return;
    }
    this.empty = vscode.languages.registerCodeLensProvider(selector() as vscode.DocumentSelector, {
      provideCodeLenses: () => [],
    });
  }
}
