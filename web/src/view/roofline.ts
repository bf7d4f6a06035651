// The roofline picture: log-log, one point each for L1, L2 and HBM, joined, under the roofs.
import type { Estimate } from "../report";
import { s } from "./dom";
import { decadeText, intervalText, rateDecadeText, siText, threeDigits } from "./format";
import {
  attainable,
  bestRoofs,
  peakOf,
  type LevelName,
  type Roof,
  type Roofline,
} from "./roofline_model";
import { decadesAround, logScale, majorTicks, minorTicks, type Decades } from "./scale";

export interface Series {
  label: string;
  roofline: Roofline;
  color: number; // index into the palette
  kind: "main" | "gpu" | "other" | "ghost" | "measured";
  key?: string; // what a click on it selects
}

export interface Picture {
  title: string;
  series: Series[]; // the main one is what the picture is about
  width: number;
  height: number;
}

export interface PictureEvents {
  tip(text: string[] | null, at?: { x: number; y: number }): void;
  select(key: string): void;
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (intensity: number) => number;
  y: (rate: number) => number;
  xs: Decades;
  ys: Decades;
}

const LABEL_GAP = 34; // pixels that the name of a level needs

function finite(values: number[]): number[] {
  return values.filter((value) => Number.isFinite(value) && value > 0);
}

function makeFrame(picture: Picture, main: Series): Frame {
  // Other launches of the program are drawn where they fit.
  const shown = picture.series.filter(
    (series) => series.kind !== "other" && series.roofline.unit === main.roofline.unit,
  );
  const peaks = picture.series.map((series) => peakOf(series.roofline.roofs));
  const peak = Math.max(...peaks, ...shown.map((series) => series.roofline.rate.value));
  const ends = (estimate: Estimate) => finite([estimate.low, estimate.value, estimate.high]);
  const xs = shown.flatMap((series) =>
    series.roofline.levels.flatMap((point) => ends(point.intensity)),
  );
  const slopes = main.roofline.roofs.filter((roof) => roof.gbs > 0);
  const ridges = finite(slopes.map((roof) => peakOf(main.roofline.roofs) / roof.gbs));
  const rates = shown.flatMap((series) => ends(series.roofline.rate));
  const xRange = decadesAround(Math.min(...xs, ...ridges), Math.max(...xs, ...ridges));
  const yRange = decadesAround(Math.min(...rates), peak);
  const box = { left: 52, right: picture.width - 14, top: 12, bottom: picture.height - 40 };
  return {
    ...box,
    x: logScale(xRange, box.left, box.right),
    y: logScale(yRange, box.bottom, box.top),
    xs: xRange,
    ys: yRange,
  };
}

function isInside(frame: Frame, roofline: Roofline): boolean {
  const within = (value: number, range: Decades) =>
    value >= 10 ** range.first && value <= 10 ** range.last;
  return (
    within(roofline.rate.value, frame.ys) &&
    roofline.levels.every((point) => within(point.intensity.value, frame.xs))
  );
}

function line(style: string, x1: number, y1: number, x2: number, y2: number): SVGLineElement {
  return s("line", { class: style, x1, y1, x2, y2 });
}

function text(
  style: string,
  x: number,
  y: number,
  words: string,
  anchor = "start",
): SVGTextElement {
  return s("text", { class: style, x, y, "text-anchor": anchor }, words);
}

function drawGrid(frame: Frame, unit: Roofline["unit"]): SVGGElement {
  const { left, right, top, bottom } = frame;
  const out = s("g", { "aria-hidden": "true" });
  for (const value of minorTicks(frame.xs))
    out.append(line("kc-minor", frame.x(value), top, frame.x(value), bottom));
  for (const value of minorTicks(frame.ys))
    out.append(line("kc-minor", left, frame.y(value), right, frame.y(value)));
  const crowded = (right - left) / (frame.xs.last - frame.xs.first) < 34;
  for (const decade of majorTicks(frame.xs)) {
    const at = frame.x(10 ** decade);
    out.append(line("kc-grid", at, top, at, bottom));
    if (!crowded || (frame.xs.last - decade) % 2 === 0)
      out.append(text("kc-tick", at, bottom + 15, decadeText(decade), "middle"));
  }
  for (const decade of majorTicks(frame.ys)) {
    const at = frame.y(10 ** decade);
    out.append(line("kc-grid", left, at, right, at));
    out.append(text("kc-tick", left - 6, at + 3.5, rateDecadeText(decade), "end"));
  }
  const middle = (left + right) / 2;
  out.append(
    text("kc-axis", middle, bottom + 33, `arithmetic intensity, ${unit} per byte`, "middle"),
  );
  const turned = text("kc-axis", 0, 0, `${unit}/s`, "middle");
  turned.setAttribute("transform", `translate(11 ${(top + bottom) / 2}) rotate(-90)`);
  out.append(turned);
  return out;
}

// A slanted roof from where it enters the picture to the peak.
function slopeEnds(frame: Frame, roof: Roof, peak: number): { from: number; to: number } | null {
  const from = Math.max(10 ** frame.xs.first, 10 ** frame.ys.first / roof.gbs);
  const to = Math.min(10 ** frame.xs.last, peak / roof.gbs);
  return from < to ? { from, to } : null;
}

function drawRoofs(
  frame: Frame,
  series: Series,
  style: string,
  labels: SVGGElement | null,
): SVGGElement {
  const out = s("g", { class: style, "aria-hidden": "true" });
  const roofs = labels
    ? series.roofline.roofs
    : bestRoofs(series.roofline.roofs).filter((r) => r.name !== "L1" && r.name !== "L2");
  const unit = series.roofline.unit === "FLOP" ? "GFLOP/s" : "GOP/s";
  const steepest = Math.max(...roofs.map((roof) => roof.gbs));
  const preferred = new Set(bestRoofs(roofs));
  for (const roof of roofs) {
    const kind = roof.measured
      ? "kc-roof"
      : preferred.has(roof)
        ? "kc-roof kc-nominal"
        : "kc-roof kc-nominal kc-second";
    if (roof.gops > 0) {
      const from = Math.max(10 ** frame.xs.first, roof.gops / steepest);
      if (from >= 10 ** frame.xs.last) continue;
      out.append(line(kind, frame.x(from), frame.y(roof.gops), frame.right, frame.y(roof.gops)));
      if (labels && preferred.has(roof)) {
        const above = frame.y(roof.gops) - frame.top > 18;
        const at = frame.y(roof.gops) + (above ? -6 : 15);
        labels.append(
          text("kc-label", frame.right - 5, at, `${roof.name} ${siText(roof.gops, unit)}`, "end"),
        );
      }
      continue;
    }
    // Each slope ends at the peak of its own kind, measured or nominal.
    const own = roofs.find((other) => other.gops > 0 && other.measured === roof.measured);
    const ends = slopeEnds(frame, roof, own?.gops ?? peakOf(roofs));
    if (!ends) continue;
    const [x1, y1] = [frame.x(ends.from), frame.y(roof.gbs * ends.from)];
    const [x2, y2] = [frame.x(ends.to), frame.y(roof.gbs * ends.to)];
    out.append(line(kind, x1, y1, x2, y2));
    if (!labels || !preferred.has(roof)) continue;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    if (Math.hypot(x2 - x1, y2 - y1) < 60) continue;
    const isNarrow = frame.right - frame.left < 420;
    const label = text(
      "kc-label",
      0,
      0,
      isNarrow ? roof.name : `${roof.name} ${siText(roof.gbs, "GB/s")}`,
    );
    const at = {
      x: x1 + 10 * Math.cos(angle) + 5 * Math.sin(angle),
      y: y1 + 10 * Math.sin(angle) - 5 * Math.cos(angle),
    };
    label.setAttribute(
      "transform",
      `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) rotate(${((angle * 180) / Math.PI).toFixed(1)})`,
    );
    labels.append(label);
  }
  return out;
}

// What can be reached at all, tinted: below the HBM roof and the peak.
function drawAttainable(frame: Frame, roofline: Roofline): SVGGElement {
  const out = s("g", { "aria-hidden": "true" });
  const best = bestRoofs(roofline.roofs);
  const slope = best.find((roof) => roof.name === "HBM")?.gbs ?? 0;
  const peak = peakOf(best);
  if (!(slope > 0) || !(peak > 0)) return out;
  const ridge = peak / slope;
  const ends = slopeEnds(frame, { name: "", gbs: slope, gops: 0, measured: false }, peak);
  if (!ends) return out;
  const { x, y, bottom, right } = frame;
  const corners = [
    [x(ends.from), bottom],
    [x(ends.from), y(slope * ends.from)],
    [x(ends.to), y(slope * ends.to)],
    [right, y(Math.min(peak, slope * 10 ** frame.xs.last))],
    [right, bottom],
  ];
  out.append(
    s("polygon", {
      class: "kc-area",
      points: corners.map((at) => at.map((n) => n.toFixed(1)).join(",")).join(" "),
    }),
  );
  if (ridge < 10 ** frame.xs.last && ridge > 10 ** frame.xs.first) {
    out.append(line("kc-ridge", x(ridge), y(peak), x(ridge), bottom));
    const words = text(
      "kc-tick kc-ridge-text",
      x(ridge) + 4,
      bottom - 6,
      `ridge ${threeDigits(ridge)}`,
    );
    out.append(words);
  }
  return out;
}

// A circle for HBM, a square for L2, a triangle for L1.
export function marker(
  level: LevelName,
  x: number,
  y: number,
  style: string,
  size = 1,
): SVGElement {
  const at = { class: style, "data-level": level };
  if (level === "HBM") return s("circle", { ...at, cx: x, cy: y, r: 5.5 * size });
  if (level === "L2")
    return s("rect", {
      ...at,
      x: x - 5 * size,
      y: y - 5 * size,
      width: 10 * size,
      height: 10 * size,
      rx: 1,
    });
  const points = [
    [x, y - 6.5 * size],
    [x + 6.2 * size, y + 4.6 * size],
    [x - 6.2 * size, y + 4.6 * size],
  ];
  return s("polygon", {
    ...at,
    points: points.map((p) => p.map((n) => n.toFixed(1)).join(",")).join(" "),
  });
}

function whisker(x1: number, y1: number, x2: number, y2: number): SVGGElement {
  const [dx, dy] = y1 === y2 ? [0, 3.5] : [3.5, 0];
  return s(
    "g",
    { class: "kc-whisker" },
    line("", x1, y1, x2, y2),
    line("", x1 - dx, y1 - dy, x1 + dx, y1 + dy),
    line("", x2 - dx, y2 - dy, x2 + dx, y2 + dy),
  );
}

function drawWhiskers(frame: Frame, roofline: Roofline): SVGElement[] {
  const out: SVGElement[] = [];
  const at = frame.y(roofline.rate.value);
  for (const { intensity } of roofline.levels)
    if (intensity.high > intensity.low && intensity.low > 0)
      out.push(whisker(frame.x(intensity.low), at, frame.x(intensity.high), at));
  // All levels have the same height, so one upright whisker says it; it ends at the roof.
  const last = roofline.levels[roofline.levels.length - 1];
  const { value, low, high } = roofline.rate;
  const top = Math.min(high, Math.max(peakOf(roofline.roofs), value));
  if (last && top > low && low > 0) {
    const x = frame.x(last.intensity.value);
    out.push(whisker(x, frame.y(low), x, frame.y(top)));
  }
  return out;
}

// Names under the points; those that lie too near to each other share one.
function drawLevelNames(frame: Frame, roofline: Roofline): SVGElement[] {
  const at = roofline.levels.map((point) => ({
    name: point.level as string,
    x: frame.x(point.intensity.value),
  }));
  at.sort((a, b) => a.x - b.x);
  const clusters: { name: string; from: number; to: number }[] = [];
  for (const point of at) {
    const last = clusters[clusters.length - 1];
    if (last && point.x - last.to < LABEL_GAP) {
      last.name += ` ${point.name}`;
      last.to = point.x;
    } else {
      clusters.push({ name: point.name, from: point.x, to: point.x });
    }
  }
  const y = Math.min(frame.y(roofline.rate.value) + 21, frame.bottom - 6);
  return clusters.map(({ name, from, to }) => text("kc-level", (from + to) / 2, y, name, "middle"));
}

function pointTip(series: Series, point: Roofline["levels"][number], main: Roofline): string[] {
  const { roofline } = series;
  const unit = roofline.unit === "FLOP" ? "FLOP" : "op";
  const roof = attainable(
    roofline.roofs.length > 0 ? roofline.roofs : main.roofs,
    point.level,
    point.intensity.value,
  );
  const lines = [
    `${series.label} \u00b7 ${point.level}`,
    `${threeDigits(point.intensity.value)} ${unit}/B` +
      (point.intensity.high > point.intensity.low
        ? `  (${intervalText(point.intensity.low, point.intensity.high, "")})`
        : ""),
    `${siText(roofline.rate.value, roofline.unit === "FLOP" ? "GFLOP/s" : "GOP/s")}`,
  ];
  if (roof > 0)
    lines[2] += `, ${Math.round((roofline.rate.value / roof) * 100)} % of the ${point.level} roof`;
  return lines;
}

function drawSeries(
  frame: Frame,
  series: Series,
  main: Series,
  events: PictureEvents,
): SVGGElement {
  const { roofline, kind } = series;
  const out = s("g", { class: `kc-series kc-${kind} kc-c${series.color % 6}` });
  const at = frame.y(roofline.rate.value);
  const xs = roofline.levels.map((point) => frame.x(point.intensity.value));
  out.append(line("kc-join", Math.min(...xs), at, Math.max(...xs), at));
  if (kind === "main" || kind === "gpu") out.append(...drawWhiskers(frame, roofline));
  const size = kind === "other" ? 0.72 : kind === "ghost" ? 0.95 : 1;
  roofline.levels.forEach((point, i) => {
    const shape = marker(point.level, xs[i]!, at, "kc-point", size);
    const tip = pointTip(series, point, main.roofline);
    const group = s(
      "g",
      {
        role: "img",
        "aria-label": tip.join(", "),
        class: "kc-hit",
        "data-x": xs[i]!,
        "data-y": at,
      },
      shape,
    );
    if (kind === "main") group.setAttribute("tabindex", "0");
    group.setAttribute("data-key", `point-${kind}-${series.label}-${point.level}`);
    const show = () => events.tip(tip, { x: xs[i]!, y: at });
    group.addEventListener("pointerenter", show);
    group.addEventListener("focus", show);
    group.addEventListener("pointerleave", () => events.tip(null));
    group.addEventListener("blur", () => events.tip(null));
    const key = series.key;
    if (key !== undefined) group.addEventListener("click", () => events.select(key));
    out.append(group);
  });
  if (kind === "main") out.append(...drawLevelNames(frame, roofline));
  return out;
}

// From the pinned version to the present one, at HBM.
function drawMove(frame: Frame, ghost: Series, main: Series): SVGElement | null {
  const from = ghost.roofline.levels.at(-1);
  const to = main.roofline.levels.at(-1);
  if (!from || !to) return null;
  const a = { x: frame.x(from.intensity.value), y: frame.y(ghost.roofline.rate.value) };
  const b = { x: frame.x(to.intensity.value), y: frame.y(main.roofline.rate.value) };
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < 22) return null;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - ux * 9, y: b.y - uy * 9 };
  const wing = (side: number) => [
    tip.x - ux * 6 + side * uy * 3.5,
    tip.y - uy * 6 - side * ux * 3.5,
  ];
  const head = [[tip.x, tip.y], wing(1), wing(-1)]
    .map((p) => p.map((n) => n!.toFixed(1)).join(","))
    .join(" ");
  return s(
    "g",
    { class: "kc-move", "aria-hidden": "true" },
    line("", a.x + ux * 8, a.y + uy * 8, tip.x, tip.y),
    s("polygon", { points: head }),
  );
}

// The picture, or null where its main launch is not among the series.
export function drawRoofline(picture: Picture, events: PictureEvents): SVGSVGElement | null {
  const main = picture.series.find((series) => series.kind === "main");
  if (!main) return null;
  const frame = makeFrame(picture, main);
  const { width, height } = picture;
  const svg = s("svg", {
    class: "kc-roofline",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "group",
    "aria-label": picture.title,
  });
  const labels = s("g", { "aria-hidden": "true" });
  const of = (kind: Series["kind"]) =>
    picture.series.filter(
      (series) =>
        series.kind === kind &&
        series.roofline.unit === main.roofline.unit &&
        (kind !== "other" || isInside(frame, series.roofline)),
    );
  svg.append(s("title", {}, picture.title));
  svg.append(
    s("rect", {
      class: "kc-plot",
      x: frame.left,
      y: frame.top,
      width: frame.right - frame.left,
      height: frame.bottom - frame.top,
    }),
  );
  svg.append(drawAttainable(frame, main.roofline), drawGrid(frame, main.roofline.unit));
  for (const series of of("gpu"))
    svg.append(drawRoofs(frame, series, `kc-roofs-other kc-c${series.color % 6}`, null));
  svg.append(drawRoofs(frame, main, "kc-roofs", labels));
  svg.append(
    s("rect", {
      class: "kc-frame",
      x: frame.left,
      y: frame.top,
      width: frame.right - frame.left,
      height: frame.bottom - frame.top,
    }),
  );
  svg.append(labels);
  for (const kind of ["other", "gpu", "ghost"] as const)
    for (const series of of(kind)) svg.append(drawSeries(frame, series, main, events));
  for (const ghost of of("ghost")) {
    const move = drawMove(frame, ghost, main);
    if (move) svg.append(move);
  }
  svg.append(drawSeries(frame, main, main, events));
  for (const series of of("measured")) svg.append(drawSeries(frame, series, main, events));
  return svg;
}
