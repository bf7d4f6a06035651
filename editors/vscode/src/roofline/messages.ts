// What the extension and its view say to each other. Both sides compile this file.

import type { Gpu, Report } from "../../../../web/src/report";
import type { Measurement } from "../../../../web/src/view/roofline_model";
import type { Remedy } from "../server/problem";

export interface Notice {
  text: string;
  remedies: Remedy[];
}

// All that the view shows. Sent in parts: what is left out stays as it was.
export interface Shown {
  report: Report | null;
  gpus: Gpu[];
  kernel: string | null;
  baseline: Report | null;
  baselineLabel: string | null;
  measured: Measurement[];
  sources: Record<string, string>;
  stale: boolean;
  message: string | null;
  notice: Notice | null; // something is wrong that a button mends
  sweep: SweepShown | null;
}

export interface SweepShown {
  kernel: string;
  variable: string;
  report: Report;
}

export type ToView = { type: "show"; part: Partial<Shown> };

export type FromView =
  | { type: "ready" }
  | { type: "goto"; file: string; line: number }
  | { type: "hover"; file: string; line: number | null }
  | { type: "command"; command: string; arguments: unknown[] };
