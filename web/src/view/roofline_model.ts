// Where a launch lies in a roofline picture, and under which roofs; as src/predict/roofline.cpp
// does it for the SVG of the command line.
import type { Estimate, Figure, Gpu, MetricName, Prediction } from "../report";

export type LevelName = "L1" | "L2" | "HBM";

export interface LevelPoint {
  level: LevelName;
  intensity: Estimate; // operations per byte
}

// A slanted roof has a bandwidth, a flat one a peak.
export interface Roof {
  name: string;
  gbs: number;
  gops: number;
  measured: boolean;
}

export interface Roofline {
  unit: "FLOP" | "int op";
  rate: Estimate; // height of all points: GFLOP/s or GOP/s
  levels: LevelPoint[];
  roofs: Roof[];
}

// A launch that was measured, by the names of metrics that a prediction has.
export interface Measurement {
  kernel: string;
  grid?: number[];
  block?: number[];
  values: Partial<Record<MetricName, number>>;
}

interface Work {
  name: string;
  operations: number;
  peak: string; // its name among the peaks of a GPU
}

function figure(figures: Record<string, Figure | null> | null, name: string): number {
  return figures?.[name]?.value ?? 0;
}

type Lookup = (name: MetricName) => number;

// The type whose units are busy longest; integers where there is nothing else.
function mainWork(value: Lookup, gpu: Gpu): Work {
  const kinds: Work[] = [
    { name: "fp32", operations: value("flops_fp32"), peak: "fp32_gflops" },
    { name: "fp64", operations: value("flops_fp64"), peak: "fp64_gflops" },
    { name: "fp16", operations: value("flops_fp16"), peak: "fp16_gflops" },
    { name: "tensor", operations: value("flops_tensor"), peak: "tensor_fp16_gflops" },
  ];
  const busy = (work: Work) => work.operations / Math.max(figure(gpu.peaks, work.peak), 1e-9);
  const best = kinds.reduce((a, b) => (busy(b) > busy(a) ? b : a));
  if (best.operations > 0) return best;
  return { name: "integer", operations: value("int_ops"), peak: "int32_gops" };
}

export function roofsOf(gpu: Gpu, work: { name: string; peak: string }): Roof[] {
  const out: Roof[] = [];
  const add = (name: string, gbs: number, gops: number, measured: boolean) => {
    if (gbs > 0 || gops > 0) out.push({ name, gbs, gops, measured });
  };
  add("HBM", figure(gpu.bandwidth, "dram_gbs"), 0, false);
  add("L2", figure(gpu.bandwidth, "l2_gbs"), 0, false);
  add("L1", figure(gpu.bandwidth, "l1_gbs"), 0, false);
  add(work.name, 0, figure(gpu.peaks, work.peak), false);
  if (gpu.measured === null) return out;
  const dram = ["dram_read_gbs", "dram_write_gbs", "dram_copy_gbs"].map((name) =>
    figure(gpu.measured, name),
  );
  add("HBM", Math.max(...dram), 0, true);
  add("L2", figure(gpu.measured, "l2_gbs"), 0, true);
  add("L1", figure(gpu.measured, "l1_gbs"), 0, true);
  add(work.name, 0, figure(gpu.measured, work.peak), true);
  return out;
}

function ratio(above: Estimate, below: Estimate): Estimate | null {
  if (!(below.value > 0) || !(above.value > 0)) return null;
  return {
    value: above.value / below.value,
    low: below.high > 0 ? above.low / below.high : above.value / below.value,
    high: below.low > 0 ? above.high / below.low : above.value / below.value,
  };
}

function sum(a: Estimate | null, b: Estimate | null): Estimate | null {
  if (a === null || b === null) return a ?? b;
  return { value: a.value + b.value, low: a.low + b.low, high: a.high + b.high };
}

// Null where the launch does no arithmetic that could be placed.
export function makeRoofline(prediction: Prediction, gpu: Gpu): Roofline | null {
  const m = prediction.metrics;
  const work = mainWork((name) => m[name]?.value ?? 0, gpu);
  const isFloat = work.name !== "integer";
  const nanoseconds = m.time_us && {
    value: m.time_us.value * 1e3,
    low: m.time_us.low * 1e3,
    high: m.time_us.high * 1e3,
  };
  const rate = isFloat ? m.gflops : m.int_ops && nanoseconds && ratio(m.int_ops, nanoseconds);
  if (!rate || !(rate.value > 0)) return null;
  const peak = figure(gpu.peaks, work.peak);
  const high = peak > 0 ? Math.max(rate.value, Math.min(rate.high, peak)) : rate.high;
  const hbm = sum(m.hbm_read_bytes, m.hbm_write_bytes);
  const place = (stated: Estimate | null, bytes: Estimate | null) =>
    isFloat ? stated : m.int_ops && bytes && ratio(m.int_ops, bytes);
  const candidates: [LevelName, Estimate | null][] = [
    ["L1", place(m.l1_arithmetic_intensity, m.l1_bytes)],
    ["L2", place(m.l2_arithmetic_intensity, m.l2_bytes)],
    ["HBM", place(m.hbm_arithmetic_intensity, hbm)],
  ];
  const levels: LevelPoint[] = [];
  for (const [level, intensity] of candidates)
    if (intensity && intensity.value > 0) levels.push({ level, intensity });
  if (levels.length === 0) return null;
  return {
    unit: isFloat ? "FLOP" : "int op",
    rate: { ...rate, high },
    levels,
    roofs: roofsOf(gpu, work),
  };
}

function exact(value: number): Estimate {
  return { value, low: value, high: value };
}

// The measured launch in a picture of this unit; null where its counters do not say.
export function placeMeasurement(
  measurement: Measurement,
  unit: Roofline["unit"],
): Roofline | null {
  const v = measurement.values;
  const flops =
    (v.flops_fp16 ?? 0) + (v.flops_fp32 ?? 0) + (v.flops_fp64 ?? 0) + (v.flops_tensor ?? 0);
  const operations = unit === "FLOP" ? flops : (v.int_ops ?? 0);
  const time = v.time_us ?? 0;
  if (!(operations > 0) || !(time > 0)) return null;
  const hbm = (v.hbm_read_bytes ?? 0) + (v.hbm_write_bytes ?? 0);
  const bytes: [LevelName, number][] = [
    ["L1", v.l1_bytes ?? 0],
    ["L2", v.l2_bytes ?? 0],
    ["HBM", hbm],
  ];
  const levels = bytes
    .filter(([, count]) => count > 0)
    .map(([level, count]) => ({ level, intensity: exact(operations / count) }));
  if (levels.length === 0) return null;
  return { unit, rate: exact(operations / time / 1e3), levels, roofs: [] };
}

// The roof to compare with: measured where it was measured.
export function bestRoofs(roofs: readonly Roof[]): Roof[] {
  return roofs.filter(
    (roof) => roof.measured || !roofs.some((other) => other.measured && other.name === roof.name),
  );
}

export function peakOf(roofs: readonly Roof[]): number {
  return Math.max(0, ...roofs.map((roof) => roof.gops));
}

// What a level allows at this intensity, GFLOP/s; 0 where the roof is not known.
export function attainable(roofs: readonly Roof[], level: LevelName, intensity: number): number {
  const best = bestRoofs(roofs);
  const slope = best.find((roof) => roof.name === level)?.gbs ?? 0;
  const peak = peakOf(best);
  return slope > 0 && peak > 0 ? Math.min(slope * intensity, peak) : 0;
}

export interface ClassReason {
  type: string; // "fp32", "fp64", "integer"
  intensity: number;
  ridge: number;
}

// Which type comes nearest to its ridge: what the class was decided by (src/predict/classify.cpp).
export function classReason(prediction: Prediction, gpu: Gpu): ClassReason | null {
  const m = prediction.metrics;
  const bytes = (m.hbm_read_bytes?.value ?? 0) + (m.hbm_write_bytes?.value ?? 0);
  const bandwidth = figure(gpu.bandwidth, "dram_gbs");
  if (!(bytes > 0) || !(bandwidth > 0)) return null;
  const types: [string, MetricName, string][] = [
    ["fp32", "flops_fp32", "fp32_gflops"],
    ["fp64", "flops_fp64", "fp64_gflops"],
    ["integer", "int_ops", "int32_gops"],
  ];
  let best: ClassReason | null = null;
  for (const [type, name, peak] of types) {
    const ridge = figure(gpu.peaks, peak) / bandwidth;
    const intensity = (m[name]?.value ?? 0) / bytes;
    if (!(ridge > 0)) continue;
    if (best === null || intensity / ridge > best.intensity / best.ridge)
      best = { type, intensity, ridge };
  }
  return best;
}
