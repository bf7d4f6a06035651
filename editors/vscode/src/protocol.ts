// What `kcast lsp` says beyond LSP 3.17 (docs/editors.md), as far as this client uses it.

import { NotificationType, RequestType } from "vscode-languageclient/node";
import type { Position, Range } from "vscode-languageclient/node";
import type { Gpu, Report } from "../../../web/src/report";

export const PROTOCOL = 1;

interface DocumentId {
  uri: string;
}

export interface VersionedDocument extends DocumentId {
  version: number;
}

export interface KernelStatus {
  name: string;
  symbol: string;
  range: Range;
  selectionRange: Range;
  summary: string;
  gpu: string;
  time_us: number | null;
  low_us: number | null;
  high_us: number | null;
  bound: "compute" | "bandwidth" | null;
  busiest: string | null;
  busy_share: number | null;
  launches: number;
  assumed: boolean;
  skipped?: string;
}

export type State = "computing" | "ready" | "error";

export interface DocumentStatus {
  textDocument: VersionedDocument;
  state: State;
  stale: boolean;
  message?: string;
  gpus: string[];
  kernels: KernelStatus[];
}

export interface LaunchSettings {
  grid?: string | number;
  block?: string | number;
  shared?: string | number;
  args?: Record<string, string | number>;
  fills?: Record<string, string>;
}

export interface LineShare {
  line: number;
  kernel: string;
  share: number;
  text: string;
}

export interface ReportParams {
  textDocument: DocumentId;
  kernel?: string;
  position?: Position;
  gpus?: string[];
  launch?: LaunchSettings;
  wait?: boolean;
}

export interface ReportAnswer extends DocumentStatus {
  report: Report | null;
  lines: LineShare[];
}

export interface SweepParams {
  textDocument: DocumentId;
  kernel?: string;
  gpus?: string[];
  launch?: LaunchSettings;
  sweeps: string[];
}

export interface SweepAnswer {
  textDocument: VersionedDocument;
  report: Report;
}

export interface DiffParams {
  textDocument: DocumentId;
  kernel?: string;
  gpus?: string[];
  baseline: { text: string; label?: string };
}

export interface Change {
  before: number;
  after: number;
  kernel: string;
  gpu: string;
  summary: string;
}

export interface DiffAnswer {
  textDocument: VersionedDocument;
  label: string;
  before: Report;
  after: Report;
  changes: Change[];
  onlyBefore: string[];
  onlyAfter: string[];
}

export interface RankParams {
  textDocuments?: DocumentId[];
  kernel?: string;
  gpus?: string[];
  by?: string;
}

export interface Ranked {
  uri: string;
  version: number;
  kernel: string;
  gpu: string;
  value: number | null;
  summary: string;
  range: Range;
}

export interface RankAnswer {
  by: string;
  ranking: Ranked[];
  skipped: { uri: string; kernel?: string; reason: string }[];
}

export interface GpuName {
  id: string;
  name: string;
  shortName: string;
  vendor: string;
  validated: boolean;
}

export interface GpusAnswer {
  default: string;
  gpus: GpuName[];
}

export interface LaunchArgument {
  name: string;
  type: string;
  kind: "buffer" | "scalar" | "local";
  value: number | null;
  fill?: string;
}

export interface LaunchAnswer {
  kernel: string;
  file: string | null;
  settings: LaunchSettings;
  grid: number[];
  block: number[];
  shared: number;
  arguments: LaunchArgument[];
  assumed: string[];
}

export const statusNotification = new NotificationType<DocumentStatus>("kcast/status");
export const reportRequest = new RequestType<ReportParams, ReportAnswer, void>("kcast/report");
export const sweepRequest = new RequestType<SweepParams, SweepAnswer, void>("kcast/sweep");
export const diffRequest = new RequestType<DiffParams, DiffAnswer, void>("kcast/diff");
export const rankRequest = new RequestType<RankParams, RankAnswer, void>("kcast/rank");
export const gpusRequest = new RequestType<object, GpusAnswer, void>("kcast/gpus");
export const launchRequest = new RequestType<
  { textDocument: DocumentId; kernel: string },
  LaunchAnswer,
  void
>("kcast/launch");

// Commands that the server carries out.
export const predictCommand = "kcast.predict";
export const setLaunchCommand = "kcast.setLaunch";

export type { Gpu, Report };
