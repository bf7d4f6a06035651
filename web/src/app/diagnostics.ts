// What the compiler said: at its line in the editor, and in words below.
import type { Diagnostic, Report } from "../report";
import { h, replaceContent } from "../view/dom";
import { ApiError } from "./api";

// Of a refusal: the compiler's own, or the line that the message names.
export function diagnosticsOf(error: unknown, file: string): Diagnostic[] {
  if (!(error instanceof ApiError)) return [];
  const own = error.diagnostics.filter((one) => one.severity !== "note");
  if (own.length > 0) return own;
  const line = Number(/\bline (\d+)/.exec(error.message)?.[1] ?? 0);
  const message = error.message.replace(/^.*?\bline \d+: /, "");
  return line > 0 ? [{ severity: "error", file, line, column: 0, message }] : [];
}

// The name without template arguments and namespaces.
export function plainName(kernel: string): string {
  return kernel.replace(/<.*$/, "").replace(/^.*::/, "");
}

// Whether a report has no answer for the kernel that is looked at, because it is broken just now.
export function lostKernel(report: Report, kernel: string | null): boolean {
  if (report.predictions.length === 0) return true;
  if (kernel === null) return false;
  const name = plainName(kernel);
  if (report.predictions.some((prediction) => plainName(prediction.kernel) === name)) return false;
  return report.skipped.some((entry) => plainName(entry.kernel) === name);
}

const SHOWN = 4;

export function showProblems(
  box: HTMLElement,
  message: string | null,
  diagnostics: readonly Diagnostic[],
  go: (line: number, column: number) => void,
): void {
  const rows = diagnostics.slice(0, SHOWN).map((one) => {
    const row = h(
      "button",
      { type: "button", class: `problem ${one.severity}` },
      h("span", { class: "problem-place" }, one.line > 0 ? `line ${one.line}` : one.severity),
      h("span", {}, one.message),
    );
    row.addEventListener("click", () => go(one.line, one.column));
    return row;
  });
  const isSaid = diagnostics.some((one) => message?.includes(one.message));
  replaceContent(
    box,
    message !== null && !isSaid && h("p", { class: "problem error" }, message),
    ...rows,
    diagnostics.length > SHOWN &&
      h("p", { class: "hint" }, `and ${diagnostics.length - SHOWN} more`),
  );
}
