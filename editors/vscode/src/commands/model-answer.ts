// What `kcast ask-model` is asked and what it says; needs no VS Code.

import { execFile } from "node:child_process";

export interface ModelQuestion {
  model: string;
  kernel: string;
  gpu: string;
  file: string;
}

export interface ModelAnswer {
  out: string;
  error: string | undefined; // its last words, where it failed
}

export function runModel(
  binary: string,
  { model, kernel, gpu, file }: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const args = ["ask-model", "--model", model, "--kernel", kernel, "--gpu", gpu, file];
  return new Promise((resolve) => {
    const options = { timeout: 600_000, maxBuffer: 16 * 1024 * 1024, signal };
    execFile(binary, args, options, (error, stdout, stderr) => {
      const said = stderr.trim().split("\n").at(-1) ?? "";
      resolve({ out: stdout, error: error === null ? undefined : said || error.message });
    });
  });
}

// The document that shows it beside the analysis.
export function modelDocument(summary: string, model: string, out: string): string {
  return `${summary}   (analysis)\n\n${model} says:\n\n${out}`;
}
