// Shows a changed CodeLens as soon as VS Code has it.
//
// VS Code asks for lenses 250 ms after the last change of the text, keeps what it got, and puts the
// new words on the screen only after another 250 ms, also where nothing is left to be resolved
// (codelensController.ts: the debounces CodeLensProvide and CodeLensResolve). When the set of
// providers changes it draws what it keeps at once. So one provider that never has lenses comes or
// goes whenever words have changed, and the user waits half as long.
//
// Numbers that are not ready at the first question would be seen at the next one only, so that the
// answer waits a moment for them.
//
// A refresh that the server asks for begins the first wait anew, in all editors. It is left out
// where VS Code is about to ask anyway, and put off for the other editors that can be seen.

import * as vscode from "vscode";
import { CodeLensRefreshRequest, CodeLensRequest } from "vscode-languageclient/node";
import type { LanguageClient, Middleware } from "vscode-languageclient/node";
import { hasKernels, selector } from "../languages";

const SETTLE_MS = 5; // the answer must have arrived before the provider does
const WAIT_MS = 200; // for numbers that are on their way; the old lens stays meanwhile
const ASKS_WITHIN_MS = 500; // after a change of the text

export class FreshLenses implements vscode.Disposable {
  private readonly shown = new Map<string, string>(); // words of each document
  private empty: vscode.Disposable | undefined;
  private redrawTimer: NodeJS.Timeout | undefined;
  private readonly waiting = new Map<string, NodeJS.Timeout>(); // documents that VS Code asks for soon
  private fire: (() => void) | undefined; // makes VS Code ask for the lenses of all editors
  private isPutOff = false;
  private readonly subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && hasKernels(document)) this.expect(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      this.shown.delete(document.uri.toString());
    }),
  ];

  readonly middleware: Middleware = {
    provideCodeLenses: async (document, token, next) => {
      this.arrived(document);
      if (!hasKernels(document)) return [];
      await this.settled(document, WAIT_MS);
      const lenses = await next(document, token);
      if (!token.isCancellationRequested) this.provided(document, lenses ?? []);
      this.catchUp(document);
      return lenses;
    },
  };

  // `settled` waits until a document is no longer being predicted, at most so many milliseconds.
  constructor(
    private readonly settled: (document: vscode.TextDocument, mostMs: number) => Promise<void>,
  ) {}

  // Takes over what the client does when the server asks for a refresh.
  attach(client: LanguageClient): void {
    this.fire = () => {
      // All documents have one provider: that of the client's selector.
      const document = vscode.workspace.textDocuments.find(hasKernels);
      const feature = client.getFeature(CodeLensRequest.method);
      if (document !== undefined) feature?.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
    };
    client.onRequest(CodeLensRefreshRequest.type, () => {
      this.isPutOff = this.waiting.size > 0;
      if (!this.isPutOff) this.fire?.();
    });
  }

  dispose(): void {
    clearTimeout(this.redrawTimer);
    for (const timer of this.waiting.values()) clearTimeout(timer);
    for (const subscription of this.subscriptions) subscription.dispose();
    this.empty?.dispose();
  }

  private expect(document: vscode.TextDocument): void {
    this.arrived(document);
    const uri = document.uri.toString();
    const giveUp = () => {
      this.waiting.delete(uri);
      this.catchUp();
    };
    this.waiting.set(uri, setTimeout(giveUp, ASKS_WITHIN_MS));
  }

  private arrived(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    clearTimeout(this.waiting.get(uri));
    this.waiting.delete(uri);
  }

  // The refresh that was put off, where an editor other than that of `asked` can be seen.
  private catchUp(asked?: vscode.TextDocument): void {
    if (!this.isPutOff || this.waiting.size > 0) return;
    this.isPutOff = false;
    const others = vscode.window.visibleTextEditors.filter(
      ({ document }) => document !== asked && hasKernels(document),
    );
    if (others.length > 0) this.fire?.();
  }

  private provided(document: vscode.TextDocument, lenses: vscode.CodeLens[]): void {
    const uri = document.uri.toString();
    const words = lenses.map((lens) => lens.command?.title ?? "").join("\n");
    const before = this.shown.get(uri);
    this.shown.set(uri, words);
    if (before === undefined || before === words) return;
    clearTimeout(this.redrawTimer);
    this.redrawTimer = setTimeout(() => this.redraw(), SETTLE_MS);
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
