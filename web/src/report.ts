// The report of `kcast predict --json` (docs/predict.md) and the data of `kcast gpus --json`,
// as far as they are shown. What does not have this shape is refused, not guessed.

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export const METRICS = [
  "time_us",
  "l1_hit_rate_pct",
  "l2_hit_rate_pct",
  "l1_bandwidth_gbs",
  "l2_bandwidth_gbs",
  "hbm_read_bandwidth_gbs",
  "hbm_write_bandwidth_gbs",
  "l1_arithmetic_intensity",
  "l2_arithmetic_intensity",
  "hbm_arithmetic_intensity",
  "gflops",
  "flops_fp16",
  "flops_fp32",
  "flops_fp64",
  "flops_tensor",
  "int_ops",
  "l1_bytes",
  "l2_bytes",
  "hbm_read_bytes",
  "hbm_write_bytes",
] as const;

export type MetricName = (typeof METRICS)[number];

export interface LaunchArgument {
  name: string;
  element_type: string;
  elements: number;
  buffer: number; // -1: a number, not a buffer
  integer: number | null;
  real: number | null;
}

export interface Launch {
  kernel: string;
  grid: [number, number, number];
  block: [number, number, number];
  shared_bytes: number;
  arguments: LaunchArgument[];
}

export interface Part {
  name: string;
  time_us: number;
  share: number;
}

// What warps do, as a share of their time.
export interface WarpTime {
  state: string;
  share: number;
}

export interface Occupancy {
  registers_per_thread: number;
  registers_exact: boolean;
  shared_bytes_per_block: number;
  blocks_per_unit: number;
  warps_per_block: number;
  occupancy: number;
  limiter: string;
  waves: number;
  tail_share: number;
}

export interface Reason {
  file: string;
  line: number;
  text: string;
  share: number;
}

// A source line's part of what decides the time, 0 to 1.
export interface LineShare {
  file: string;
  line: number;
  share: number;
}

export interface Prediction {
  kernel: string;
  symbol: string;
  file: string;
  line: number;
  gpu: string;
  validated: boolean;
  settings: Record<string, string | number>;
  launch: Launch;
  launch_file: string;
  launch_line: number;
  count: number;
  in_program: boolean;
  time_share: number | null;
  source: string;
  coverage: number;
  class: "compute-bound" | "bandwidth-bound" | null;
  near_ridge: boolean;
  metrics: Record<MetricName, Estimate | null>;
  bottleneck: Part[];
  warp_time?: WarpTime[]; // since kcast simulates a multiprocessor
  occupancy: Occupancy | null;
  counts: Record<string, number> | null;
  reasons: Reason[];
  lines?: LineShare[]; // from a server only
  notes: string[];
  estimated: boolean;
}

export interface Diagnostic {
  severity: "error" | "warning" | "note";
  file: string;
  line: number;
  column: number;
  message: string;
}

export interface Skipped {
  kernel: string;
  reason: string;
}

export interface Report {
  format: string;
  predictions: Prediction[];
  skipped: Skipped[];
  diagnostics: Diagnostic[];
}

// A number with where it is from; null where it is not known.
export interface Figure {
  value: number;
  source?: string;
  note?: string;
}

export interface Gpu {
  id: string;
  name: string;
  vendor: string;
  architecture: string;
  validated: boolean;
  peaks: Record<string, Figure | null>;
  bandwidth: Record<string, Figure | null>;
  measured: Record<string, Figure | null> | null;
}

export const REPORT_FORMAT = "kcast-prediction-1";

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEstimate(value: unknown): value is Estimate {
  return isFields(value) && ["value", "low", "high"].every((key) => typeof value[key] === "number");
}

function checkPrediction(value: unknown, where: string): Prediction {
  if (!isFields(value)) throw new Error(`${where} is no object`);
  for (const key of ["kernel", "gpu", "file"])
    if (typeof value[key] !== "string") throw new Error(`${where}.${key} is no text`);
  for (const key of ["bottleneck", "reasons", "notes"])
    if (!Array.isArray(value[key])) throw new Error(`${where}.${key} is no list`);
  if (!isFields(value.launch) || !Array.isArray(value.launch.arguments))
    throw new Error(`${where}.launch has no arguments`);
  const metrics = value.metrics;
  if (!isFields(metrics)) throw new Error(`${where}.metrics is no object`);
  for (const name of METRICS) {
    const metric = metrics[name] ?? null;
    if (metric !== null && !isEstimate(metric))
      throw new Error(`${where}.metrics.${name} has no value, low and high`);
    metrics[name] = metric;
  }
  return value as unknown as Prediction;
}

// The report in this JSON value; throws with one line that names what is wrong.
export function parseReport(json: unknown): Report {
  if (!isFields(json)) throw new Error("the report is no JSON object");
  if (json.format !== REPORT_FORMAT)
    throw new Error(
      `the report's format is ${JSON.stringify(json.format)}, not "${REPORT_FORMAT}"`,
    );
  if (!Array.isArray(json.predictions)) throw new Error("the report has no predictions");
  const predictions = json.predictions.map((entry, i) =>
    checkPrediction(entry, `predictions[${i}]`),
  );
  return {
    format: REPORT_FORMAT,
    predictions,
    skipped: (json.skipped as Skipped[] | undefined) ?? [],
    diagnostics: (json.diagnostics as Diagnostic[] | undefined) ?? [],
  };
}

// The list of GPUs in this JSON value: the array of `kcast gpus --json`, or an object that holds it.
export function parseGpus(json: unknown): Gpu[] {
  const list = isFields(json) ? (json.gpus ?? json.data) : json;
  if (!Array.isArray(list)) throw new Error("the answer holds no list of GPUs");
  return list.map((gpu, i) => {
    if (
      !isFields(gpu) ||
      typeof gpu.id !== "string" ||
      !isFields(gpu.peaks) ||
      !isFields(gpu.bandwidth)
    )
      throw new Error(`gpus[${i}] has no id, peaks and bandwidth`);
    return { ...gpu, measured: isFields(gpu.measured) ? gpu.measured : null } as unknown as Gpu;
  });
}
