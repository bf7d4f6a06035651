// Measured launches from the CSV of Nsight Compute: `ncu --csv`, with the page `raw` (a column per
// metric) or `details` (a row per metric). The formulas are those of src/collect/import/ncu.cpp.
import type { MetricName } from "../report";
import type { Measurement } from "../view/roofline_model";

// To nanoseconds, bytes and plain counts. Names changed over the years; both generations are here.
const UNITS: Record<string, number> = {
  ns: 1,
  nsecond: 1,
  us: 1e3,
  usecond: 1e3,
  ms: 1e6,
  msecond: 1e6,
  s: 1e9,
  second: 1e9,
  byte: 1,
  Kbyte: 1e3,
  Mbyte: 1e6,
  Gbyte: 1e9,
  Tbyte: 1e12,
  "": 1,
  "%": 1,
  inst: 1,
  sector: 1,
};

const DIRECT: Record<string, MetricName> = {
  "l1tex__t_bytes.sum": "l1_bytes",
  "l1tex__t_sector_hit_rate.pct": "l1_hit_rate_pct",
  "lts__t_bytes.sum": "l2_bytes",
  "lts__t_sector_hit_rate.pct": "l2_hit_rate_pct",
  "dram__bytes_read.sum": "hbm_read_bytes",
  "dram__bytes_write.sum": "hbm_write_bytes",
  // Names of the details page.
  "L1/TEX Hit Rate": "l1_hit_rate_pct",
  "L2 Hit Rate": "l2_hit_rate_pct",
};

const TIMES = ["gpu__time_duration.sum", "Duration"];

// Instructions per thread, and what each adds.
const OPERATIONS: Record<string, [MetricName, number]> = {
  fadd: ["flops_fp32", 1],
  fmul: ["flops_fp32", 1],
  ffma: ["flops_fp32", 2],
  dadd: ["flops_fp64", 1],
  dmul: ["flops_fp64", 1],
  dfma: ["flops_fp64", 2],
  hadd: ["flops_fp16", 2],
  hmul: ["flops_fp16", 2],
  hfma: ["flops_fp16", 4],
  integer: ["int_ops", 1],
};

// The cells of RFC 4180: quotes are doubled, a quoted cell may hold commas and line breaks.
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; ++i) {
    const c = text[i]!;
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (c === '"') isQuoted = true;
    else if (c === ",") endCell();
    else if (c === "\n") endRow();
    else if (c !== "\r") cell += c;
  }
  endRow();
  return rows;
}

type Metrics = Map<string, number>; // by ncu's names, in base units

function number(text: string, unit: string, name: string): number | null {
  const factor = UNITS[unit.trim()];
  if (factor === undefined)
    throw new Error(`the unit "${unit}" of ${name} is not known; use --print-units base`);
  // 1,048,576 with separators of thousands.
  const value = Number(text.replace(/,/g, ""));
  return text.trim() === "" || !Number.isFinite(value) ? null : value * factor;
}

function isWanted(name: string): boolean {
  return (
    name in DIRECT ||
    TIMES.includes(name) ||
    /_op_[a-z]+_pred_on\.sum$/.test(name) ||
    /^sm__ops_path_tensor_src_/.test(name)
  );
}

interface NcuLaunch {
  kernel: string;
  grid: string;
  block: string;
  metrics: Metrics;
}

function cell(header: string[], row: string[], name: string): string {
  return row[header.indexOf(name)] ?? "";
}

// "(256, 1, 1)"; older releases print "256, 1, 1".
function extent(text: string): number[] | undefined {
  const sizes = (text.match(/\d+/g) ?? []).map(Number);
  return sizes.length === 3 ? sizes : undefined;
}

function rawLaunches(header: string[], rows: string[][]): NcuLaunch[] {
  const kernel = header.indexOf("Kernel Name");
  const units = rows[0] ?? [];
  if (units[kernel] !== "")
    throw new Error("no row of units below the header; print it with ncu --csv --page raw");
  return rows.slice(1).map((row) => {
    const metrics: Metrics = new Map();
    header.forEach((name, i) => {
      const value = isWanted(name) ? number(row[i] ?? "", units[i] ?? "", name) : null;
      if (value !== null) metrics.set(name, value);
    });
    return {
      kernel: row[kernel] ?? "",
      grid: cell(header, row, "Grid Size"),
      block: cell(header, row, "Block Size"),
      metrics,
    };
  });
}

function detailLaunches(header: string[], rows: string[][]): NcuLaunch[] {
  const at = (name: string) => header.indexOf(name);
  const [id, kernel, name, unit, value] = [
    at("ID"),
    at("Kernel Name"),
    at("Metric Name"),
    at("Metric Unit"),
    at("Metric Value"),
  ];
  const launches = new Map<string, NcuLaunch>();
  for (const row of rows) {
    const key = row[id] ?? "";
    let launch = launches.get(key);
    if (!launch) {
      launch = {
        kernel: row[kernel] ?? "",
        grid: cell(header, row, "Grid Size"),
        block: cell(header, row, "Block Size"),
        metrics: new Map(),
      };
      launches.set(key, launch);
    }
    const metric = row[name] ?? "";
    const read = isWanted(metric) ? number(row[value] ?? "", row[unit] ?? "", metric) : null;
    if (read !== null) launch.metrics.set(metric, read);
  }
  return [...launches.values()];
}

function quantities(metrics: Metrics, hasHalf: boolean): Measurement["values"] {
  const out: Measurement["values"] = {};
  for (const name of TIMES) {
    const time = metrics.get(name);
    if (time !== undefined) out.time_us = time / 1e3;
  }
  for (const [name, value] of metrics) {
    const direct = DIRECT[name];
    if (direct) out[direct] = direct.endsWith("_pct") ? Math.min(Math.max(value, 0), 100) : value;
    const operation = OPERATIONS[/_op_([a-z]+)_pred_on\.sum$/.exec(name)?.[1] ?? ""];
    if (operation && (hasHalf || operation[0] !== "flops_fp16"))
      out[operation[0]] = (out[operation[0]] ?? 0) + operation[1] * value;
    // Tensor cores on integers do no FLOPs.
    if (/^sm__ops_path_tensor_src_/.test(name) && !name.includes("int8"))
      out.flops_tensor = (out.flops_tensor ?? 0) + value;
  }
  return derived(out);
}

function derived(v: Measurement["values"]): Measurement["values"] {
  const nanoseconds = (v.time_us ?? 0) * 1e3;
  const parts = [v.flops_fp16, v.flops_fp32, v.flops_fp64, v.flops_tensor].filter(
    (part) => part !== undefined,
  );
  const flops = parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : undefined;
  const set = (name: MetricName, above: number | undefined, below: number | undefined) => {
    if (above !== undefined && below !== undefined && below > 0) v[name] = above / below;
  };
  set("gflops", flops, nanoseconds);
  set("l1_bandwidth_gbs", v.l1_bytes, nanoseconds);
  set("l2_bandwidth_gbs", v.l2_bytes, nanoseconds);
  set("hbm_read_bandwidth_gbs", v.hbm_read_bytes, nanoseconds);
  set("hbm_write_bandwidth_gbs", v.hbm_write_bytes, nanoseconds);
  set("l1_arithmetic_intensity", flops, v.l1_bytes);
  set("l2_arithmetic_intensity", flops, v.l2_bytes);
  if (v.hbm_read_bytes !== undefined && v.hbm_write_bytes !== undefined)
    set("hbm_arithmetic_intensity", flops, v.hbm_read_bytes + v.hbm_write_bytes);
  return v;
}

// Launches of one kernel with the same grid and block are averaged, counter by counter.
function average(launches: NcuLaunch[]): NcuLaunch[] {
  const alike = new Map<string, NcuLaunch[]>();
  for (const launch of launches) {
    const key = `${launch.kernel}|${launch.grid}|${launch.block}`;
    alike.set(key, [...(alike.get(key) ?? []), launch]);
  }
  return [...alike.values()].map((all) => {
    const metrics: Metrics = new Map();
    for (const name of new Set(all.flatMap((one) => [...one.metrics.keys()]))) {
      const values = all.map((one) => one.metrics.get(name)).filter((value) => value !== undefined);
      metrics.set(name, values.reduce((sum, value) => sum + value, 0) / values.length);
    }
    return { ...all[0]!, metrics };
  });
}

function measurement(launch: NcuLaunch, hasHalf: boolean): Measurement {
  const [grid, block] = [extent(launch.grid), extent(launch.block)];
  return {
    kernel: launch.kernel,
    ...(grid && { grid }),
    ...(block && { block }),
    values: quantities(launch.metrics, hasHalf),
  };
}

// Whether a program uses half types. ptxas moves constants with HFMA2, so that counters of
// half-precision instructions mean something only where it does.
export function usesHalf(source: string): boolean {
  return /\b(__)?(half2?|nv_bfloat16\w*|bfloat16)\b/.test(source);
}

// One measurement per kernel and launch; throws one line that says what is wrong with the text.
export function parseNcuCsv(text: string, hasHalf: boolean): Measurement[] {
  // The program's own output and the profiler's surround the table.
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const first = lines.findIndex((line) => /^"?ID"?,/.test(line));
  if (first < 0) throw new Error("no table of Nsight Compute: print one with ncu --csv --page raw");
  const after = lines.slice(first);
  const end = after.findIndex(
    (line, i) => i > 0 && (line.startsWith("==") || /^"?ID"?,/.test(line)),
  );
  const [header, ...rows] = parseCsv((end < 0 ? after : after.slice(0, end)).join("\n"));
  if (!header?.includes("Kernel Name")) throw new Error('the table has no column "Kernel Name"');
  const launches = header.includes("Metric Name")
    ? detailLaunches(header, rows)
    : rawLaunches(header, rows);
  const out = average(launches).map((launch) => measurement(launch, hasHalf));
  if (out.every((one) => Object.keys(one.values).length === 0))
    throw new Error(
      "the table has no counter that is shown here: ask for them with --metrics $(kcast collect --ncu-metrics)",
    );
  return out;
}
