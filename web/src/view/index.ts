// The view of a report, shared by the page and the VS Code extension. It holds no state beyond
// what it was told and which launch and GPU are selected; it fetches nothing.
import type { Gpu, Prediction, Report } from "../report";
import { counterTable } from "./counters";
import { cyclesList, occupancyFacts } from "./cycles";
import { h, replaceContent, s, type Child } from "./dom";
import { sizeText } from "./format";
import { findCounterpart, gpusOf, groupLaunches, type LaunchGroup } from "./launches";
import { reasonList } from "./reasons";
import { drawRoofline, marker, type Series } from "./roofline";
import { makeRoofline, placeMeasurement, type LevelName, type Measurement } from "./roofline_model";
import { gpuChoices, launchChoices, summary } from "./summary";

export type { Measurement } from "./roofline_model";

export interface ReportViewOptions {
  report: Report | null; // null: nothing to show yet
  gpus: readonly Gpu[]; // all that a report may name
  baseline?: Report | null; // the version to compare with
  baselineName?: string | null; // what it is called; null: "pinned"
  measured?: readonly Measurement[]; // launches that a profiler measured
  sources?: Readonly<Record<string, string>>; // file name to text, to quote lines
  kernel?: string | null; // selects this kernel's first launch, when it changes
  stale?: boolean; // greyed: the text has changed since
  message?: string | null; // why it is greyed, or why there is nothing
  theme?: "light" | "dark" | "auto";
  onGotoLine?: (line: number, file: string) => void;
  onHoverLine?: (line: number | null, file: string) => void;
  onSelect?: (prediction: Prediction) => void;
}

export interface ReportView {
  update(change: Partial<ReportViewOptions>): void;
  highlightLine(line: number | null): void; // of the selected launch's file
  selected(): Prediction | null;
  rooflineSvg(): SVGSVGElement | null;
  destroy(): void;
}

const LEAST_WIDTH = 280;

class View implements ReportView {
  private options: ReportViewOptions;
  private key: string | null = null; // of the selected launch
  private gpu: string | null = null;
  private width = 0;
  private readonly root: HTMLElement;
  private readonly head = h("div", { class: "kc-head" });
  private readonly plot = h("div", { class: "kc-plotbox" });
  private readonly tip = h("div", { class: "kc-tip", hidden: true, "aria-hidden": "true" });
  private readonly rest = h("div", { class: "kc-rest" });
  private readonly observer: ResizeObserver;
  private svg: SVGSVGElement | null = null;

  constructor(element: HTMLElement, options: ReportViewOptions) {
    this.options = { ...options };
    this.plot.append(this.tip);
    this.root = h("div", { class: "kc-view" }, this.head, this.plot, this.rest);
    element.append(this.root);
    this.selectKernel(options.kernel ?? null);
    this.render();
    this.observer = new ResizeObserver(() => {
      if (Math.abs(this.root.clientWidth - this.width) >= 1) this.renderPlot();
    });
    this.observer.observe(this.root);
  }

  update(change: Partial<ReportViewOptions>): void {
    const { kernel } = this.options;
    const before = this.current();
    this.options = { ...this.options, ...change };
    if (before) this.keepLaunch(before.group, before.groups);
    if (change.kernel !== undefined && change.kernel !== kernel) this.selectKernel(change.kernel);
    this.render();
  }

  selected(): Prediction | null {
    return this.current()?.prediction ?? null;
  }

  rooflineSvg(): SVGSVGElement | null {
    return this.svg;
  }

  highlightLine(line: number | null): void {
    for (const item of this.rest.querySelectorAll("[data-line]"))
      item.classList.toggle(
        "kc-lit",
        line !== null && item.getAttribute("data-line") === String(line),
      );
  }

  destroy(): void {
    this.observer.disconnect();
    this.root.remove();
  }

  // The selected launch in a new report: lines may have moved, so that it is the kernel's launch
  // with the same number.
  private keepLaunch(group: LaunchGroup, groups: LaunchGroup[]): void {
    const next = this.options.report ? groupLaunches(this.options.report) : [];
    if (next.some((other) => other.key === this.key)) return;
    const ofKernel = (list: LaunchGroup[]) => list.filter((g) => g.kernel === group.kernel);
    const alike = ofKernel(next);
    const found = alike[Math.min(ofKernel(groups).indexOf(group), alike.length - 1)];
    if (found) this.key = found.key;
  }

  private selectKernel(kernel: string | null): void {
    if (kernel === null || !this.options.report) return;
    const groups = groupLaunches(this.options.report);
    const isIt = (g: LaunchGroup) => plainKernel(g.kernel) === plainKernel(kernel);
    if (groups.some((g) => g.key === this.key && isIt(g))) return;
    const group = groups.find((g) => g.kernel === kernel) ?? groups.find(isIt);
    if (group) this.key = group.key;
  }

  private current(): {
    group: LaunchGroup;
    groups: LaunchGroup[];
    prediction: Prediction;
    ids: string[];
  } | null {
    const { report } = this.options;
    if (!report || report.predictions.length === 0) return null;
    const groups = groupLaunches(report);
    const ids = gpusOf(report);
    const group = groups.find((g) => g.key === this.key) ?? groups[0]!;
    const gpu =
      this.gpu !== null && group.byGpu.has(this.gpu)
        ? this.gpu
        : ids.find((id) => group.byGpu.has(id))!;
    return { group, groups, prediction: group.byGpu.get(gpu)!, ids };
  }

  private baselineName(): string {
    return this.options.baselineName ?? "pinned";
  }

  private baselineOf(
    prediction: Prediction,
    group: LaunchGroup,
    groups: LaunchGroup[],
  ): Prediction | null {
    if (!this.options.baseline) return null;
    return findCounterpart(
      prediction,
      group,
      groupLaunches(this.options.baseline),
      groups.length === 1,
    );
  }

  private measurementOf(prediction: Prediction): Measurement | null {
    const ofKernel = (this.options.measured ?? []).filter((m) => sameKernel(m.kernel, prediction));
    return ofKernel.find((m) => isSameLaunch(m, prediction)) ?? ofKernel[0] ?? null;
  }

  private gpuData(id: string): Gpu | undefined {
    return this.options.gpus.find((gpu) => gpu.id === id);
  }

  private choose(change: () => void): void {
    change();
    this.render();
    const prediction = this.selected();
    if (prediction) this.options.onSelect?.(prediction);
  }

  private render(): void {
    const { theme, stale, message } = this.options;
    this.root.setAttribute("data-theme", theme ?? "auto");
    this.root.classList.toggle("kc-stale", stale === true);
    const now = this.current();
    if (!now) {
      replaceContent(
        this.head,
        h("p", { class: "kc-empty" }, message ?? "No kernel predicted yet."),
        this.skippedList(),
      );
      replaceContent(this.rest);
      this.setPicture(null, null);
      return;
    }
    const { group, groups, prediction, ids } = now;
    this.key = group.key;
    const baseline = this.baselineOf(prediction, group, groups);
    replaceContent(
      this.head,
      stale === true && message ? h("p", { class: "kc-why-stale" }, message) : null,
      launchChoices(groups, group, prediction.gpu, (key) => this.choose(() => (this.key = key))),
      gpuChoices(ids, this.options.gpus, group, prediction.gpu, (id) =>
        this.choose(() => (this.gpu = id)),
      ),
      summary(prediction, baseline, this.gpuData(prediction.gpu), this.baselineName()),
    );
    this.renderPlot();
    this.renderRest(prediction, baseline);
  }

  private renderRest(prediction: Prediction, baseline: Prediction | null): void {
    const section = (title: string, ...children: Child[]) =>
      h("section", { "aria-label": title }, h("h3", {}, title), ...children);
    const occupancy = occupancyFacts(prediction);
    const events = {
      gotoLine: (line: number, file: string) => this.options.onGotoLine?.(line, file),
      hoverLine: (line: number | null, file: string) => this.options.onHoverLine?.(line, file),
    };
    const measurement = this.measurementOf(prediction);
    const quote = (file: string, line: number) =>
      this.options.sources?.[file]?.split("\n")[line - 1] ?? null;
    replaceContent(
      this.rest,
      h(
        "div",
        { class: "kc-columns" },
        prediction.bottleneck.length > 0 &&
          section("Where the time goes", cyclesList(prediction, baseline, this.baselineName())),
        occupancy && section("Occupancy", occupancy),
      ),
      prediction.reasons.length > 0 && section("Why", reasonList(prediction, quote, events)),
      section(
        "Counters",
        counterTable(prediction, baseline, measurement, this.baselineName()),
        measuredHint(measurement, prediction),
      ),
      prediction.notes.length > 0 &&
        section(
          "Assumptions",
          h("ul", { class: "kc-notes" }, ...prediction.notes.map((note) => h("li", {}, note))),
        ),
      this.skippedList(),
    );
  }

  private skippedList(): HTMLElement | null {
    const skipped = this.options.report?.skipped ?? [];
    if (skipped.length === 0) return null;
    const items = skipped.map((entry) =>
      h("li", {}, h("strong", {}, entry.kernel), `: ${entry.reason}`),
    );
    return h(
      "section",
      { "aria-label": "Not predicted" },
      h("h3", {}, "Not predicted"),
      h("ul", { class: "kc-notes" }, ...items),
    );
  }

  private series(): Series[] {
    const now = this.current();
    if (!now) return [];
    const { group, groups, prediction, ids } = now;
    const out: Series[] = [];
    const add = (
      entry: Prediction,
      kind: Series["kind"],
      color: number,
      label: string,
      key?: string,
    ) => {
      const gpu = this.gpuData(entry.gpu);
      const roofline = gpu && makeRoofline(entry, gpu);
      if (roofline)
        out.push({ label, roofline, color, kind, ...(key === undefined ? {} : { key }) });
    };
    for (const other of groups) {
      const entry = other.byGpu.get(prediction.gpu);
      if (other !== group && entry) add(entry, "other", 0, other.kernel, other.key);
    }
    ids.forEach((id, i) => {
      const entry = group.byGpu.get(id);
      if (!entry) return;
      const name =
        ids.length > 1 ? `${entry.kernel} on ${this.gpuData(id)?.name ?? id}` : entry.kernel;
      add(entry, entry === prediction ? "main" : "gpu", i, name);
    });
    const baseline = this.baselineOf(prediction, group, groups);
    const color = Math.max(ids.indexOf(prediction.gpu), 0);
    if (baseline) add(baseline, "ghost", color, `${this.baselineName()} ${baseline.kernel}`);
    const unit = out.find((series) => series.kind === "main")?.roofline.unit;
    const measurement = this.measurementOf(prediction);
    const placed = measurement && unit && placeMeasurement(measurement, unit);
    if (placed)
      out.push({
        label: `measured ${prediction.kernel}`,
        roofline: placed,
        color,
        kind: "measured",
      });
    return out;
  }

  private renderPlot(): void {
    this.width = Math.max(this.root.clientWidth, LEAST_WIDTH);
    const prediction = this.selected();
    const series = this.series();
    const height = Math.round(Math.min(Math.max(this.width * 0.56, 240), 400));
    const title = prediction
      ? `Roofline of ${prediction.kernel} on ${this.gpuData(prediction.gpu)?.name ?? prediction.gpu}`
      : "";
    const svg = drawRoofline(
      { title, series, width: this.width, height },
      {
        tip: (lines, at) => this.showTip(lines, at),
        select: (key) => this.choose(() => (this.key = key)),
      },
    );
    this.setPicture(
      svg,
      svg
        ? legend(series, svg, this.baselineName())
        : prediction
          ? h(
              "p",
              { class: "kc-hint" },
              "This launch does no arithmetic that a roofline could show.",
            )
          : null,
    );
  }

  private setPicture(svg: SVGSVGElement | null, below: HTMLElement | null): void {
    const before = this.svg && pointPlaces(this.svg);
    this.svg = svg;
    this.tip.hidden = true;
    replaceContent(this.plot, svg, below, this.tip);
    if (svg && before) glide(svg, before);
  }

  private showTip(lines: string[] | null, at?: { x: number; y: number }): void {
    this.tip.hidden = lines === null;
    if (lines === null || !at) return;
    replaceContent(this.tip, ...lines.map((words) => h("div", {}, words)));
    const isLeft = at.x > this.width / 2;
    this.tip.style.left = isLeft ? "auto" : `${at.x + 14}px`;
    this.tip.style.right = isLeft ? `${this.width - at.x + 14}px` : "auto";
    this.tip.style.top = `${Math.max(at.y - 64, 4)}px`;
  }
}

type Places = Map<string, { x: number; y: number }>;

function pointPlaces(svg: SVGSVGElement): Places {
  const out: Places = new Map();
  for (const point of svg.querySelectorAll<SVGGElement>(".kc-hit"))
    out.set(point.getAttribute("data-key")!, {
      x: Number(point.dataset.x),
      y: Number(point.dataset.y),
    });
  return out;
}

const GLIDE_MS = 160;

// Points move to where they are now, so that the eye can follow a slider.
function glide(svg: SVGSVGElement, before: Places): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [key, at] of pointPlaces(svg)) {
    const from = before.get(key);
    if (!from || Math.hypot(from.x - at.x, from.y - at.y) < 1) continue;
    const point = svg.querySelector(`[data-key="${CSS.escape(key)}"]`)!;
    const start = `translate(${from.x - at.x}px, ${from.y - at.y}px)`;
    point.animate([{ transform: start }, { transform: "none" }], {
      duration: GLIDE_MS,
      easing: "ease-out",
    });
  }
}

function plainKernel(name: string): string {
  return name.replace(/<.*$/, "");
}

// A profiler says "saxpy(int, float, ...)", a report "saxpy" or "saxpy<float>".
export function sameKernel(measured: string, prediction: Prediction): boolean {
  const plain = (name: string) =>
    name
      .replace(/^(void|__global__)\s+/, "")
      .replace(/[<(].*$/s, "")
      .replace(/^.*::/, "")
      .trim();
  return measured === prediction.symbol || plain(measured) === plain(prediction.kernel);
}

// Whether the grid and the block are the same, as far as the profile says.
function isSameLaunch(measurement: Measurement, prediction: Prediction): boolean {
  const { grid, block } = prediction.launch;
  const same = (a: number[] | undefined, b: number[]) => a === undefined || a.join() === b.join();
  return same(measurement.grid, grid) && same(measurement.block, block);
}

function measuredHint(measurement: Measurement | null, prediction: Prediction): HTMLElement | null {
  if (!measurement?.grid || !measurement.block || isSameLaunch(measurement, prediction))
    return null;
  const words = `The measured launch is another one: ${sizeText(measurement.grid)} blocks of ${sizeText(measurement.block)} threads.`;
  return h("p", { class: "kc-hint kc-warning" }, words);
}

function legendItem(sign: SVGElement[], words: string): HTMLElement {
  return h(
    "span",
    { class: "kc-key" },
    s("svg", { width: 26, height: 14, "aria-hidden": "true" }, ...sign),
    words,
  );
}

function legend(series: readonly Series[], svg: SVGSVGElement, baselineName: string): HTMLElement {
  const out = h("p", { class: "kc-legend" });
  for (const level of ["L1", "L2", "HBM"] as LevelName[]) {
    const item = legendItem([marker(level, 7, 7, "kc-sign", 0.8)], level);
    item.firstElementChild!.setAttribute("width", "14");
    out.append(item);
  }
  const roofs = series.find((one) => one.kind === "main")?.roofline.roofs ?? [];
  const stroke = (style: string) => [s("line", { class: style, x1: 1, x2: 25, y1: 7, y2: 7 })];
  if (roofs.some((roof) => roof.measured))
    out.append(legendItem(stroke("kc-roof"), "measured roof"));
  out.append(legendItem(stroke("kc-roof kc-nominal"), "nominal roof"));
  const has = (kind: Series["kind"]) => series.some((one) => one.kind === kind);
  const points = (kind: string) => [
    s("g", { class: `kc-series kc-${kind} kc-c0` }, marker("HBM", 13, 7, "kc-point", 0.8)),
  ];
  if (has("ghost")) out.append(legendItem(points("ghost"), baselineName));
  if (has("measured")) out.append(legendItem(points("measured"), "measured"));
  if (svg.querySelector(".kc-other")) out.append(legendItem(points("other"), "other launches"));
  return out;
}

// Shows a report in `element`; `update` changes any of the options.
export function mountReportView(element: HTMLElement, options: ReportViewOptions): ReportView {
  return new View(element, options);
}
