// The panel that holds the sweep plot: asks for it, draws it, keeps the old one until then.
import type { Gpu, Report } from "../report";
import { h, replaceContent } from "../view/dom";
import { Live } from "./live";
import { drawSweep, sweepSeries, sweepLegend } from "./sweep";

export interface SweepRequest {
  name: string;
  kernel: string;
  values: string[];
  current: string;
  chosen: readonly string[];
}

export interface SweepPanelEvents {
  ask(signal: AbortSignal, values: string[]): Promise<Report>;
  pick(setting: string): void;
  close(): void;
}

export class SweepPanel {
  private request: SweepRequest | null = null;
  private report: Report | null = null;
  private message = "";
  private isStale = false;
  private readonly live: Live<Report>;

  constructor(
    private readonly root: HTMLElement,
    private readonly gpus: readonly Gpu[],
    private readonly events: SweepPanelEvents,
  ) {
    this.live = new Live<Report>({
      ask: (signal) => events.ask(signal, this.request!.values),
      answered: (report) => {
        this.report = report;
        this.message = "";
        this.render();
      },
      failed: (error) => {
        this.message = error instanceof Error ? error.message : String(error);
        this.render();
      },
      stale: (isStale) => {
        this.isStale = isStale;
        this.root.classList.toggle("stale-sweep", isStale);
      },
      busy: (isBusy) => {
        if (isBusy || !this.isStale) return;
        this.isStale = false;
        this.root.classList.remove("stale-sweep");
      },
    });
    new ResizeObserver(() => this.render()).observe(root);
  }

  show(request: SweepRequest): void {
    if (this.request?.name !== request.name || this.request.kernel !== request.kernel)
      this.report = null;
    this.request = request;
    this.render();
    this.live.schedule(60);
  }

  hide(): void {
    this.live.cancel();
    this.request = null;
    this.report = null;
    replaceContent(this.root);
  }

  private render(): void {
    const { request, report } = this;
    if (!request) return;
    const close = h(
      "button",
      { type: "button", class: "icon", "aria-label": "Close the sweep", title: "Close" },
      "\u00d7",
    );
    close.addEventListener("click", () => this.events.close());
    const head = h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Time over ", h("code", {}, request.name)),
      close,
    );
    const series = report ? sweepSeries(report, request.name, request.kernel) : [];
    const isEmpty = series.length === 0;
    const width = Math.max(this.root.clientWidth - 2, 280);
    const plot = isEmpty
      ? null
      : drawSweep({
          ...request,
          series,
          gpus: this.gpus,
          width,
          pick: (setting) => this.events.pick(setting),
        });
    const words =
      this.message !== ""
        ? this.message
        : isEmpty
          ? report
            ? "no value of this range can be predicted"
            : "predicting\u2026"
          : "";
    replaceContent(
      this.root,
      h(
        "section",
        { class: "sweep kc-colors", "aria-label": "Sweep" },
        head,
        plot,
        words !== "" && h("p", { class: "hint" }, words),
        !isEmpty && sweepLegend(series, this.gpus, request.chosen, request.name),
      ),
    );
  }
}
