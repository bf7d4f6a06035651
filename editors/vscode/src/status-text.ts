// The words of the status bar.

import type { DocumentStatus, KernelStatus } from "./protocol";
import type { Problem } from "./server/problem";
import { siText } from "../../../web/src/view/format";

export interface StatusText {
  text: string;
  tooltip: string;
  warning: boolean;
}

const BOUND = { compute: "compute-bound", bandwidth: "bandwidth-bound" };

function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").replace("\u00b5s", "us"); // as CodeLens writes it
}

export function problemText(problem: Problem): StatusText {
  return { text: `$(warning) Kernelcast: ${problem.short}`, tooltip: problem.text, warning: true };
}

export function startingText(): StatusText {
  return {
    text: "$(loading~spin) Kernelcast",
    tooltip: "The Kernelcast server is starting",
    warning: false,
  };
}

function kernelText(kernel: KernelStatus): string {
  if (kernel.time_us === null) return `${kernel.name}: not predicted`;
  const time = plain(siText(kernel.time_us, "us"));
  const bound = kernel.bound === null ? "" : `, ${BOUND[kernel.bound]}`;
  return `${kernel.name}: ${kernel.assumed ? "about " : ""}${time}${bound}`;
}

// The kernel under the cursor. An old number stays while a new one is computed, with a mark when
// the text cannot be predicted at all.
export function statusText(
  status: DocumentStatus | undefined,
  kernel: KernelStatus | undefined,
): StatusText {
  if (status === undefined || (kernel === undefined && status.state === "computing")) {
    return { text: "$(graph-scatter) Kernelcast", tooltip: "Predicting", warning: false };
  }
  const broken = status.state === "error";
  const icon = broken ? "$(circle-slash)" : "$(graph-scatter)";
  const text = kernel === undefined ? "no kernels" : kernelText(kernel);
  const lines = [kernel?.summary ?? "No kernel was found in this file."];
  if (kernel?.skipped !== undefined) lines.push(kernel.skipped);
  if (broken) lines.push(`Not up to date: ${status.message ?? "the text cannot be predicted"}`);
  if (kernel?.assumed === true) lines.push("Its launch or sizes were assumed.");
  lines.push("Click to show the roofline.");
  return { text: `${icon} ${text}`, tooltip: lines.join("\n\n"), warning: false };
}
