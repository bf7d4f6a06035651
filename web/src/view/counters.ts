// The counters with their intervals, beside those of the pinned version and of a measurement.
import type { Estimate, MetricName, Prediction } from "../report";
import { h, s } from "./dom";
import { changeText, intervalText, siText } from "./format";
import type { Measurement } from "./roofline_model";

interface Row {
  name: MetricName;
  label: string;
  unit: string;
  // Which direction is an improvement; most counters only tell what changed.
  better?: "less" | "more";
  isDetail?: boolean;
  hideZero?: boolean;
}

interface Section {
  title: string;
  rows: Row[];
}

export const SECTIONS: Section[] = [
  {
    title: "Launch",
    rows: [
      { name: "time_us", label: "Time", unit: "us", better: "less" },
      { name: "gflops", label: "Compute rate", unit: "GFLOP/s", better: "more", hideZero: true },
      { name: "flops_fp64", label: "fp64", unit: "FLOP", isDetail: true, hideZero: true },
      { name: "flops_fp32", label: "fp32", unit: "FLOP", isDetail: true, hideZero: true },
      { name: "flops_fp16", label: "fp16", unit: "FLOP", isDetail: true, hideZero: true },
      { name: "flops_tensor", label: "tensor cores", unit: "FLOP", isDetail: true, hideZero: true },
      { name: "int_ops", label: "integer", unit: "op", isDetail: true },
    ],
  },
  {
    title: "L1",
    rows: [
      { name: "l1_bytes", label: "Traffic", unit: "B" },
      { name: "l1_bandwidth_gbs", label: "bandwidth", unit: "GB/s", isDetail: true },
      { name: "l1_hit_rate_pct", label: "hit rate", unit: "%", isDetail: true },
      {
        name: "l1_arithmetic_intensity",
        label: "intensity",
        unit: "FLOP/B",
        isDetail: true,
        hideZero: true,
      },
    ],
  },
  {
    title: "L2",
    rows: [
      { name: "l2_bytes", label: "Traffic", unit: "B" },
      { name: "l2_bandwidth_gbs", label: "bandwidth", unit: "GB/s", isDetail: true },
      { name: "l2_hit_rate_pct", label: "hit rate", unit: "%", isDetail: true },
      {
        name: "l2_arithmetic_intensity",
        label: "intensity",
        unit: "FLOP/B",
        isDetail: true,
        hideZero: true,
      },
    ],
  },
  {
    title: "HBM",
    rows: [
      { name: "hbm_read_bytes", label: "Read", unit: "B" },
      { name: "hbm_read_bandwidth_gbs", label: "bandwidth", unit: "GB/s", isDetail: true },
      { name: "hbm_write_bytes", label: "Written", unit: "B" },
      { name: "hbm_write_bandwidth_gbs", label: "bandwidth", unit: "GB/s", isDetail: true },
      {
        name: "hbm_arithmetic_intensity",
        label: "intensity",
        unit: "FLOP/B",
        isDetail: true,
        hideZero: true,
      },
    ],
  },
];

const GLYPH_WIDTH = 64;
const GLYPH_REACH = Math.log10(4); // a factor of four to either side

// The interval beside its value, on a scale of factors that all rows share.
function intervalGlyph(estimate: Estimate, measured: number | undefined): SVGSVGElement | null {
  if (!(estimate.value > 0)) return null;
  const x = (value: number) => {
    const share = value > 0 ? Math.log10(value / estimate.value) / GLYPH_REACH : -1;
    return GLYPH_WIDTH / 2 + Math.min(Math.max(share, -1), 1) * (GLYPH_WIDTH / 2 - 3);
  };
  const out = s(
    "svg",
    {
      class: "kc-glyph",
      width: GLYPH_WIDTH,
      height: 12,
      viewBox: `0 0 ${GLYPH_WIDTH} 12`,
      "aria-hidden": "true",
    },
    s("line", { class: "kc-glyph-axis", x1: 0, y1: 6, x2: GLYPH_WIDTH, y2: 6 }),
    s("line", { class: "kc-glyph-range", x1: x(estimate.low), y1: 6, x2: x(estimate.high), y2: 6 }),
    s("circle", { class: "kc-glyph-value", cx: x(estimate.value), cy: 6, r: 2.6 }),
  );
  if (measured !== undefined && measured > 0) {
    const at = x(measured);
    out.append(
      s("path", { class: "kc-glyph-measured", d: `M${at} 2L${at + 3} 6L${at} 10L${at - 3} 6Z` }),
    );
  }
  return out;
}

function changeCell(
  row: Row,
  before: Estimate | null | undefined,
  after: Estimate,
): HTMLTableCellElement {
  if (!before) return h("td", { class: "kc-num" }, "\u2013");
  const words = changeText(before.value, after.value);
  let style = "kc-num kc-change";
  if (words !== "=" && row.better !== undefined) {
    const isBetter =
      row.better === "less" ? after.value < before.value : after.value > before.value;
    style += isBetter ? " kc-better" : " kc-worse";
  }
  return h("td", { class: style }, words);
}

export function counterTable(
  prediction: Prediction,
  baseline: Prediction | null,
  measured: Measurement | null,
  baselineName: string,
): HTMLElement {
  const title = baselineName.charAt(0).toUpperCase() + baselineName.slice(1);
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Counter"),
    h("th", { scope: "col", class: "kc-num" }, "Predicted"),
    h("th", { scope: "col", class: "kc-num" }, intervalTitle(prediction)),
    h(
      "th",
      { scope: "col", class: "kc-wide" },
      h("span", { class: "kc-hidden" }, "Interval, drawn"),
    ),
    baseline && h("th", { scope: "col", class: "kc-num" }, title),
    baseline && h("th", { scope: "col", class: "kc-num" }, "Change"),
    measured && h("th", { scope: "col", class: "kc-num" }, "Measured"),
    measured && h("th", { scope: "col", class: "kc-num" }, "Error"),
  );
  const table = h("table", { class: "kc-counters" }, h("thead", {}, head));
  const columns = 4 + (baseline ? 2 : 0) + (measured ? 2 : 0);
  for (const section of SECTIONS) {
    const body = h("tbody");
    for (const row of section.rows) {
      const cells = rowCells(row, prediction, baseline, measured);
      if (cells) body.append(cells);
    }
    if (body.childElementCount === 0) continue;
    const group = h(
      "th",
      { scope: "rowgroup", colspan: columns, class: "kc-group" },
      section.title,
    );
    if (section.title !== "Launch") body.prepend(h("tr", {}, group));
    table.append(body);
  }
  // Wide tables scroll; whoever uses a keyboard can do it too.
  return h(
    "div",
    {
      class: "kc-scroll",
      tabindex: "0",
      role: "region",
      "aria-label": "Counters",
      "data-key": "counters",
    },
    table,
  );
}

function intervalTitle(prediction: Prediction): string {
  const percent = Math.round(prediction.coverage * 100);
  return percent > 0 ? `${percent}\u00a0% interval` : "Interval";
}

function rowCells(
  row: Row,
  prediction: Prediction,
  baseline: Prediction | null,
  measured: Measurement | null,
): HTMLTableRowElement | null {
  const value = prediction.metrics[row.name];
  const before = baseline?.metrics[row.name];
  if (row.hideZero && !(value && value.value > 0) && !(before && before.value > 0)) return null;
  const reading = measured?.values[row.name];
  const name = h("th", { scope: "row", class: row.isDetail ? "kc-detail" : null }, row.label);
  if (!value) {
    const width = 3 + (baseline ? 2 : 0) + (measured ? 2 : 0);
    return h("tr", {}, name, h("td", { colspan: width, class: "kc-muted" }, "not defined here"));
  }
  return h(
    "tr",
    { "data-metric": row.name },
    name,
    h("td", { class: "kc-num kc-value" }, siText(value.value, row.unit)),
    h("td", { class: "kc-num kc-muted" }, intervalText(value.low, value.high, row.unit)),
    h("td", { class: "kc-wide" }, intervalGlyph(value, reading)),
    baseline &&
      h("td", { class: "kc-num kc-muted" }, before ? siText(before.value, row.unit) : "\u2013"),
    baseline && changeCell(row, before, value),
    ...(measured ? measuredCells(row, value, reading) : []),
  );
}

// What was measured, and how far off the prediction is.
function measuredCells(
  row: Row,
  value: Estimate,
  reading: number | undefined,
): HTMLTableCellElement[] {
  const none = () => h("td", { class: "kc-num kc-muted" }, "\u2013");
  if (reading === undefined) return [none(), none()];
  const isInside = reading >= value.low && reading <= value.high;
  const points = value.value - reading; // of percent
  const sign = points < 0 ? "\u2212" : "+";
  const difference =
    Math.abs(points) < 0.05 ? "=" : `${sign}${Math.abs(points).toFixed(1)}\u00a0pt`;
  const error = row.unit === "%" ? difference : changeText(reading, value.value);
  const title = isInside
    ? "the measured value is inside the interval"
    : "the measured value is outside the interval";
  return [
    h("td", { class: "kc-num" }, siText(reading, row.unit)),
    h("td", { class: `kc-num ${isInside ? "kc-inside" : "kc-outside"}`, title }, error),
  ];
}
