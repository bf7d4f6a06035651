// Which documents have kernels.

import * as vscode from "vscode";
import type { DocumentSelector } from "vscode-languageclient/node";
import { settings } from "./settings";

const LANGUAGES = ["cuda-cpp", "cuda", "hip", "opencl"];
const SCHEMES = ["file", "untitled"];

export function selector(): DocumentSelector {
  const byLanguage = LANGUAGES.flatMap((language) =>
    SCHEMES.map((scheme) => ({ language, scheme })),
  );
  const byPattern = settings().files.map((pattern) => ({ scheme: "file", pattern }));
  return [...byLanguage, ...byPattern];
}

export function hasKernels(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector() as vscode.DocumentSelector, document) > 0;
}

// The active editor, if it shows a document with kernels.
export function activeKernelEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor !== undefined && hasKernels(editor.document) ? editor : undefined;
}
