// Which documents have kernels: all of some languages, those that a setting names, and those in C
// and C++ whose text says so.

import * as vscode from "vscode";
import type { DocumentSelector } from "vscode-languageclient/node";
import { isGpuText } from "./gpu-text";
import { settings } from "./settings";

const LANGUAGES = ["cuda-cpp", "cuda", "hip", "opencl"];
const HOST_LANGUAGES = ["c", "cpp"];
const SCHEMES = ["file", "untitled"];

function filters(languages: string[]): { language: string; scheme: string }[] {
  return languages.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
}

function named(): { scheme: string; pattern: string }[] {
  return settings().files.map((pattern) => ({ scheme: "file", pattern }));
}

// All documents that can have kernels; most of those in C and C++ have none (hasKernels).
export function selector(): DocumentSelector {
  return [...filters([...LANGUAGES, ...HOST_LANGUAGES]), ...named()];
}

// What the text of a document in C or C++ was last seen to be.
const seen = new WeakMap<vscode.TextDocument, boolean>();

// Has kernels for its text alone. A server that does not read them says nothing of it.
export function isByText(document: vscode.TextDocument): boolean {
  if (vscode.languages.match(filters(HOST_LANGUAGES), document) === 0) return false;
  const known = seen.get(document);
  if (known !== undefined) return known;
  const is = isGpuText(document.getText());
  seen.set(document, is);
  return is;
}

export function hasKernels(document: vscode.TextDocument): boolean {
  const ours = [...filters(LANGUAGES), ...named()];
  return vscode.languages.match(ours, document) > 0 || isByText(document);
}

// Calls back when the text of a document becomes one with kernels. Only lines that change are read.
export function watchTexts(became: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (seen.get(document) !== false) return;
    const isNow = contentChanges.some(({ range, text }) => {
      const { line } = range.start;
      const isThere = line < document.lineCount;
      return isGpuText(text) || (isThere && isGpuText(document.lineAt(line).text));
    });
    if (!isNow) return;
    seen.set(document, true);
    became();
  });
}

// The active editor, if it shows a document with kernels.
export function activeKernelEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor !== undefined && hasKernels(editor.document) ? editor : undefined;
}
