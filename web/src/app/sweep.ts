// The time over one quantity: a line per GPU with its interval; a click takes a value over.
import type { Gpu, Report } from "../report";
import { h, s } from "../view/dom";
import { intervalText, siText } from "../view/format";
import { decadesAround, logScale, majorTicks, minorTicks } from "../view/scale";
import { shortGpuName } from "./controls";
import { numberOf } from "./stops";

export interface SweepPoint {
  setting: string;
  x: number;
  low: number;
  time: number;
  high: number;
}

export interface SweepSeries {
  gpu: string;
  points: SweepPoint[];
}

// The times of one kernel, by GPU, in ascending order.
export function sweepSeries(report: Report, name: string, kernel: string): SweepSeries[] {
  const out: SweepSeries[] = [];
  for (const prediction of report.predictions) {
    const setting = prediction.settings[name];
    const time = prediction.metrics.time_us;
    if (prediction.kernel !== kernel || setting === undefined || !time) continue;
    let series = out.find((one) => one.gpu === prediction.gpu);
    if (!series) out.push((series = { gpu: prediction.gpu, points: [] }));
    const text = String(setting);
    // Of several launches of the kernel the first is shown.
    if (series.points.some((point) => point.setting === text)) continue;
    series.points.push({
      setting: text,
      x: numberOf(text),
      low: time.low,
      time: time.value,
      high: time.high,
    });
  }
  for (const series of out) series.points.sort((a, b) => a.x - b.x);
  return out.filter((series) => series.points.length > 0);
}

export interface SweepPicture {
  name: string;
  kernel: string;
  series: SweepSeries[];
  current: string; // the value that the shown launch has
  gpus: readonly Gpu[];
  chosen: readonly string[];
  width: number;
  pick(setting: string): void;
}

const HEIGHT = 210;

// 32, 1K, 4M: sizes are powers of two as often as not.
export function sizeLabel(value: number): string {
  for (const [factor, prefix] of [
    [2 ** 30, "Gi"],
    [2 ** 20, "Mi"],
    [2 ** 10, "Ki"],
  ] as const)
    if (value >= factor && Number.isInteger(value / factor))
      return `${value / factor}\u00a0${prefix}`;
  return value >= 1e4 ? siText(value, "op").replace("op", "").trim() : String(value);
}

function labelOf(point: SweepPoint): string {
  return point.setting.includes("x") ? point.setting.replace(/x/g, "\u00d7") : sizeLabel(point.x);
}

// A block of 96 lies between 64 and 128: positions are by the logarithm.
export function drawSweep(picture: SweepPicture): SVGSVGElement {
  const { width, series } = picture;
  const box = { left: 56, right: width - 16, top: 10, bottom: HEIGHT - 38 };
  const all = series.flatMap((one) => one.points);
  const xs = all.map((point) => Math.log(point.x));
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const x = (value: number) =>
    last > first
      ? box.left + 8 + ((Math.log(value) - first) / (last - first)) * (box.right - box.left - 16)
      : (box.left + box.right) / 2;
  const decades = decadesAround(
    Math.min(...all.map((p) => p.low)),
    Math.max(...all.map((p) => p.high)),
    1,
  );
  const y = logScale(decades, box.bottom, box.top);
  const svg = s("svg", {
    class: "kc-roofline sweep-plot",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "group",
    "aria-label": `Time of ${picture.kernel} over ${picture.name}`,
  });
  for (const value of minorTicks(decades))
    svg.append(
      s("line", { class: "kc-minor", x1: box.left, x2: box.right, y1: y(value), y2: y(value) }),
    );
  for (const decade of majorTicks(decades)) {
    const at = y(10 ** decade);
    svg.append(s("line", { class: "kc-grid", x1: box.left, x2: box.right, y1: at, y2: at }));
    svg.append(
      s(
        "text",
        { class: "kc-tick", x: box.left - 6, y: at + 3.5, "text-anchor": "end" },
        siText(10 ** decade, "us").replace(/\.00?(?=\D)/, ""),
      ),
    );
  }
  let free = -Infinity;
  for (const point of series[0]?.points ?? []) {
    const at = x(point.x);
    if (at < free) continue;
    free = at + 44;
    svg.append(
      s(
        "text",
        { class: "kc-tick", x: at, y: box.bottom + 15, "text-anchor": "middle" },
        labelOf(point),
      ),
    );
  }
  svg.append(
    s(
      "text",
      {
        class: "kc-axis",
        x: (box.left + box.right) / 2,
        y: box.bottom + 32,
        "text-anchor": "middle",
      },
      picture.name,
    ),
  );
  const current = numberOf(picture.current);
  if (current > 0 && Math.log(current) >= first - 0.01 && Math.log(current) <= last + 0.01)
    svg.append(
      s("line", { class: "kc-ridge", x1: x(current), x2: x(current), y1: box.top, y2: box.bottom }),
    );
  for (const one of series) svg.append(drawOne(one, picture, x, y));
  return svg;
}

function drawOne(
  one: SweepSeries,
  picture: SweepPicture,
  x: (value: number) => number,
  y: (value: number) => number,
): SVGGElement {
  const out = s("g", { class: `kc-c${Math.max(picture.chosen.indexOf(one.gpu), 0) % 6}` });
  const path = (values: [number, number][]) =>
    values.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ");
  const upper = one.points.map((p): [number, number] => [x(p.x), y(p.high)]);
  const lower = one.points.map((p): [number, number] => [x(p.x), y(p.low)]);
  const gpu = picture.gpus.find((g) => g.id === one.gpu);
  out.append(s("polygon", { class: "sweep-band", points: path([...upper, ...lower.reverse()]) }));
  out.append(
    s("polyline", {
      class: "sweep-line",
      points: path(one.points.map((p) => [x(p.x), y(p.time)])),
    }),
  );
  for (const point of one.points) {
    const words = `${picture.name} ${point.setting}: ${siText(point.time, "us")} (${intervalText(point.low, point.high, "us")})${gpu ? ` on ${shortGpuName(gpu)}` : ""}`;
    const mark = s(
      "circle",
      {
        class: "sweep-point",
        cx: x(point.x),
        cy: y(point.time),
        r: 4,
        tabindex: 0,
        role: "button",
        "aria-label": `${words}; take this value`,
        "data-key": `sweep-${one.gpu}-${point.setting}`,
      },
      s("title", {}, words),
    );
    mark.addEventListener("click", () => picture.pick(point.setting));
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      picture.pick(point.setting);
    });
    out.append(mark);
  }
  return out;
}

// Which line is which GPU; of blocks and grids also the fastest, since those are chosen freely.
export function sweepLegend(
  series: readonly SweepSeries[],
  gpus: readonly Gpu[],
  chosen: readonly string[],
  name: string,
): HTMLElement {
  const isChoice = name === "block" || name === "grid";
  const items = series.map((one) => {
    const point = one.points.reduce((a, b) => (b.time < a.time ? b : a));
    const gpu = gpus.find((g) => g.id === one.gpu);
    const words =
      (gpu ? shortGpuName(gpu) : one.gpu) +
      (isChoice ? `: shortest at ${labelOf(point)}, ${siText(point.time, "us")}` : "");
    const color = Math.max(chosen.indexOf(one.gpu), 0) % 6;
    return h(
      "span",
      { class: "sweep-key" },
      h("span", { class: `kc-dot kc-c${color}`, "aria-hidden": "true" }),
      words,
    );
  });
  return h("p", { class: "hint sweep-legend" }, ...items);
}
