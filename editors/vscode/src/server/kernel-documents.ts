// Keeps documents without kernels from the server: the client's selector takes in all of C and C++.
// One whose text comes to have kernels is opened for the server at that moment.

import type * as vscode from "vscode";
import {
  DidOpenTextDocumentNotification,
  type LanguageClient,
  type Middleware,
} from "vscode-languageclient/node";
import { withGaps } from "../hover-text";
import { hasKernels } from "../languages";

export class KernelDocuments {
  private readonly known = new Set<string>(); // to the server
  private client: LanguageClient | undefined;

  readonly middleware: Middleware = {
    didOpen: async (document, next) => {
      if (!hasKernels(document)) return;
      this.known.add(document.uri.toString());
      await next(document);
    },
    didChange: async (event, next) => {
      if (this.isKnown(event.document)) return next(event);
      if (!hasKernels(event.document)) return;
      const feature = this.client?.getFeature(DidOpenTextDocumentNotification.method);
      await feature?.getProvider(event.document)?.send(event.document);
    },
    didSave: async (document, next) => {
      if (this.isKnown(document)) await next(document);
    },
    didClose: async (document, next) => {
      if (this.known.delete(document.uri.toString())) await next(document);
    },
    provideHover: async (document, position, token, next) => {
      const hover = this.isKnown(document) ? await next(document, position, token) : undefined;
      for (const content of hover?.contents ?? []) {
        if (typeof content === "object") content.value = withGaps(content.value);
      }
      return hover;
    },
    provideInlayHints: (document, range, token, next) =>
      this.isKnown(document) ? next(document, range, token) : undefined,
    provideCodeActions: (document, range, context, token, next) =>
      this.isKnown(document) ? next(document, range, context, token) : undefined,
  };

  isKnown(document: vscode.TextDocument): boolean {
    return this.known.has(document.uri.toString());
  }

  // A server that starts knows none; the client opens them anew.
  attach(client: LanguageClient): void {
    this.client = client;
    this.known.clear();
  }
}
