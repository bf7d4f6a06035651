// The page: what a person enters on the left becomes requests, and their answers the right side.
import type { Diagnostic, Gpu, Launch, Prediction, Report } from "../report";
import { mountReportView, type Measurement, type ReportView } from "../view";
import { h, replaceContent } from "../view/dom";
import { siText } from "../view/format";
import type { Client, PredictRequest } from "./api";
import { Controls, overriddenValue, withValue } from "./controls";
import { diagnosticsOf, lostKernel, plainName, showProblems } from "./diagnostics";
import { makeEditor, type Editor } from "./editor";
import { byId, toast } from "./elements";
import { Live } from "./live";
import { usesFloats } from "./precision";
import { isDark, saveState, type Theme } from "./settings";
import type { Overrides, State } from "./state";
import { isHostVariable, quantitiesOf, sweptStops } from "./stops";
import { SweepPanel } from "./sweep_panel";

const TYPING_MS = 180;
const DRAGGING_MS = 40;

export class Page {
  report: Report | null = null;
  private measured: Measurement[] = [];
  private bases = new Map<string, Launch>(); // launches as the program makes them, by their place
  private isStale = false;
  private isOther = true; // what is shown is of another program
  private readonly editor: Editor;
  private readonly view: ReportView;
  private readonly controls: Controls;
  private readonly live: Live<Report>;
  private readonly pinLive: Live<Report>;
  private readonly sweep: SweepPanel;
  private spokenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    public state: State,
    private readonly gpus: readonly Gpu[],
    private readonly client: Client,
    private theme: Theme,
  ) {
    this.editor = makeEditor(byId("editor"), state.text, {
      change: (text) => this.change({ text }, TYPING_MS),
      hoverLine: (line) => this.view.highlightLine(line),
      cursorLine: (line) => this.followCursor(line),
      predictNow: () => this.live.schedule(0),
    });
    this.view = mountReportView(byId("view"), {
      report: null,
      gpus,
      message: "Predicting\u2026",
      onGotoLine: (line) => this.editor.gotoLine(line),
      onHoverLine: (line) => this.editor.lightLine(line),
      onSelect: (prediction) => this.selected(prediction),
    });
    this.controls = new Controls(byId("whatif"), {
      overrides: (overrides, isDragging) =>
        this.change({ overrides }, isDragging ? DRAGGING_MS : 0),
      gpus: (ids) => this.change({ gpus: ids }, 0),
      sweep: (name) => this.setSweep(name),
    });
    this.sweep = new SweepPanel(byId("sweep"), gpus, {
      ask: (signal, values) => this.askSweep(this.state.sweep!, values, signal),
      pick: (setting) =>
        this.setOverrides(withValue(this.state.overrides, this.state.sweep!, setting)),
      close: () => this.setSweep(null),
    });
    this.live = new Live<Report>({
      ask: (signal) => this.client.predict(this.request(), signal),
      answered: (report, ms) => this.answered(report, ms),
      failed: (error) => this.failed(error),
      stale: (isStale) => this.setStale(isStale),
      busy: (isBusy) => document.body.classList.toggle("busy", isBusy),
    });
    this.pinLive = new Live<Report>({
      ask: (signal) => this.client.predict(this.request(this.state.pinned ?? undefined), signal),
      answered: (report) => this.setBaseline(report),
      failed: () => this.setBaseline(null),
      stale: () => {},
      busy: () => {},
    });
    byId<HTMLInputElement>("file").addEventListener("change", (event) =>
      this.change({ file: (event.target as HTMLInputElement).value.trim() || "kernel.cu" }, 0),
    );
    this.setTheme(theme);
    this.showInputs();
    this.live.schedule(0);
    if (state.pinned) this.pinLive.schedule(0);
  }

  // Another program, with nothing of the old one.
  load(state: State): void {
    this.state = state;
    this.isOther = true;
    this.bases.clear();
    this.measured = [];
    this.editor.setText(state.text);
    this.editor.setShares(new Map());
    this.view.update({ baseline: null, measured: [] });
    this.showInputs();
    this.live.schedule(0);
    if (state.pinned) this.pinLive.schedule(0);
    this.showNotice();
    saveState(state);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    const name = isDark(theme) ? "dark" : "light";
    document.documentElement.setAttribute("data-theme", name);
    this.view.update({ theme: name });
  }

  currentTheme(): Theme {
    return this.theme;
  }

  togglePin(): void {
    if (this.state.pinned) {
      this.state = { ...this.state, pinned: null };
      this.setBaseline(null);
      toast("Unpinned");
    } else {
      if (!this.report || this.isStale) return toast("There is no fresh prediction to pin");
      const { file, text, overrides } = this.state;
      this.state = { ...this.state, pinned: { file, text, overrides } };
      this.setBaseline(this.report);
      toast("Pinned: further changes are compared with this version");
    }
    saveState(this.state);
  }

  restorePinned(): void {
    const { pinned } = this.state;
    if (!pinned) return;
    this.state = { ...this.state, ...pinned };
    this.editor.setText(pinned.text);
    this.changed(0);
  }

  setMeasured(measured: Measurement[]): void {
    this.measured = measured;
    this.view.update({ measured: this.measured });
    this.showNotice();
  }

  roofline(): SVGSVGElement | null {
    return this.view.rooflineSvg();
  }

  selectedPrediction(): Prediction | null {
    return this.view.selected();
  }

  private request(
    of: { file: string; text: string; overrides: Overrides } = this.state,
  ): PredictRequest {
    const names = Object.keys(of.overrides.values);
    const known = new Set(
      this.view.selected()?.launch.arguments.map((argument) => argument.name) ?? [],
    );
    const hostVariables = new Set(
      names.filter((name) => !known.has(name) || isHostVariable(of.text, name)),
    );
    return {
      file: of.file,
      text: of.text,
      overrides: of.overrides,
      gpus: this.state.gpus,
      hostVariables,
    };
  }

  // What is swept is not set besides.
  private askSweep(name: string, values: string[], signal: AbortSignal): Promise<Report> {
    const { file, text, overrides } = this.state;
    const request = this.request({ file, text, overrides: withValue(overrides, name, null) });
    return this.client.predict(
      { ...request, kernel: this.view.selected()!.kernel, sweep: { name, values } },
      signal,
    );
  }

  private setOverrides(overrides: Overrides): void {
    this.change({ overrides }, 0);
  }

  private change(change: Partial<State>, delayMs: number): void {
    this.state = { ...this.state, ...change };
    if (change.gpus && this.state.pinned) this.pinLive.schedule(0);
    this.changed(delayMs);
  }

  private changed(delayMs: number): void {
    this.showInputs();
    this.live.schedule(delayMs);
    saveState(this.state);
    // The link in the address is of an older text now.
    if (location.hash !== "") history.replaceState(null, "", location.pathname);
  }

  private showInputs(): void {
    document.title = `${this.state.file} \u2013 Kernelcast`;
    const field = byId<HTMLInputElement>("file");
    if (document.activeElement !== field) field.value = this.state.file;
    const prediction = this.view.selected();
    this.controls.update({
      gpus: this.gpus,
      chosen: this.state.gpus,
      overrides: this.state.overrides,
      prediction,
      base: prediction ? (this.bases.get(placeOf(prediction)) ?? null) : null,
      hasFloats: usesFloats(this.state.text),
      sweep: this.state.sweep,
    });
  }

  private answered(report: Report, ms: number): void {
    const inFile = report.diagnostics.filter(
      (one) => one.severity !== "note" && (one.file === this.state.file || one.file === ""),
    );
    const kernel = this.isOther
      ? this.state.kernel
      : (this.view.selected()?.kernel ?? this.state.kernel);
    if (lostKernel(report, kernel)) {
      const lost = report.skipped.find(
        (entry) => plainName(entry.kernel) === plainName(kernel ?? entry.kernel),
      );
      this.refused(
        lost ? `kernel ${lost.kernel}: ${lost.reason}` : "there is no kernel in this program",
        inFile,
      );
      return;
    }
    this.report = report;
    this.isOther = false;
    this.rememberBases(report);
    this.setStale(false);
    this.view.update({
      message: null,
      report,
      kernel,
      sources: { [this.state.file]: this.state.text },
    });
    this.editor.setDiagnostics(inFile);
    showProblems(
      byId("problems"),
      null,
      inFile.filter((one) => one.severity === "error"),
      (line, column) => this.editor.gotoLine(line, column),
    );
    this.showShares();
    this.showInputs();
    this.showStatus(ms);
    this.runSweep();
  }

  // What the sliders start from: the launch without overrides.
  private rememberBases(report: Report): void {
    const { grid, block, values } = this.state.overrides;
    const isPlain = !grid && !block && Object.keys(values).length === 0;
    for (const prediction of report.predictions)
      if (isPlain || !this.bases.has(placeOf(prediction)))
        this.bases.set(placeOf(prediction), prediction.launch);
  }

  private failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.refused(
      message,
      diagnosticsOf(error, this.state.file).filter(
        (one) => one.file === this.state.file || one.file === "",
      ),
    );
  }

  // The last good answer stays, greyed.
  private refused(message: string, diagnostics: Diagnostic[]): void {
    if (this.isOther && this.report) {
      this.report = null;
      this.view.update({ report: null });
    }
    const first = diagnostics[0];
    const cause = first ? `line ${first.line}: ${first.message}` : message;
    this.view.update({
      message: this.report ? `The last good prediction. Now: ${cause}` : message,
    });
    this.setStale(true);
    this.editor.setDiagnostics(diagnostics);
    showProblems(byId("problems"), message, diagnostics, (line, column) =>
      this.editor.gotoLine(line, column),
    );
    byId("status").textContent = this.report ? "last good prediction" : "no prediction";
    this.say(cause);
  }

  private setStale(isStale: boolean): void {
    this.isStale = isStale;
    this.view.update({ stale: isStale });
    this.editor.setStale(isStale);
    document.body.classList.toggle("stale", isStale);
  }

  private setBaseline(report: Report | null): void {
    this.view.update({ baseline: report });
    this.showNotice();
  }

  private setSweep(name: string | null): void {
    this.state = { ...this.state, sweep: name };
    saveState(this.state);
    this.showInputs();
    this.runSweep();
  }

  private runSweep(): void {
    const prediction = this.view.selected();
    const { sweep, overrides } = this.state;
    const quantity =
      sweep !== null && prediction
        ? quantitiesOf(prediction, this.bases.get(placeOf(prediction)) ?? prediction.launch).find(
            (one) => one.name === sweep,
          )
        : undefined;
    if (!quantity || !prediction) return this.sweep.hide();
    this.sweep.show({
      name: quantity.name,
      kernel: prediction.kernel,
      values: sweptStops(quantity.stops),
      current: overriddenValue(overrides, quantity.name) ?? quantity.value,
      chosen: this.state.gpus,
    });
  }

  private selected(prediction: Prediction): void {
    this.state = { ...this.state, kernel: prediction.kernel };
    saveState(this.state);
    this.showShares();
    this.showInputs();
    this.showBarTime();
    this.runSweep();
  }

  // The kernel under the cursor is the one that is shown.
  private followCursor(line: number): void {
    if (!this.report || this.isStale) return;
    const kernels = new Map(
      this.report.predictions.map((prediction) => [prediction.line, prediction.kernel]),
    );
    const begins = [...kernels.keys()].sort((a, b) => a - b);
    const text = this.state.text.split("\n");
    const begin = begins.filter((at) => at <= line).pop();
    // Beyond its closing brace the cursor is in no kernel.
    if (begin === undefined || text.slice(begin, line - 1).some((words) => /^}/.test(words)))
      return;
    const kernel = kernels.get(begin)!;
    if (plainName(kernel) === plainName(this.view.selected()?.kernel ?? "")) return;
    this.view.update({ kernel });
    const prediction = this.view.selected();
    if (prediction) this.selected(prediction);
  }

  private showShares(): void {
    const prediction = this.view.selected();
    const shares = new Map<number, number>();
    for (const entry of prediction?.lines ?? prediction?.reasons ?? []) {
      if (entry.file !== this.state.file) continue;
      shares.set(entry.line, Math.max(shares.get(entry.line) ?? 0, entry.share));
    }
    this.editor.setShares(shares);
  }

  private showStatus(ms: number): void {
    byId("status").textContent = `predicted in ${Math.round(ms)} ms`;
    this.showBarTime();
    const prediction = this.view.selected();
    const time = prediction?.metrics.time_us;
    if (prediction && time)
      this.say(`${prediction.kernel}: ${siText(time.value, "us")}, ${prediction.class ?? ""}`);
  }

  private showBarTime(): void {
    const time = this.view.selected()?.metrics.time_us;
    byId("bar-time").textContent = time ? siText(time.value, "us") : "";
  }

  // For screen readers, and not at every key.
  private say(words: string): void {
    clearTimeout(this.spokenTimer);
    this.spokenTimer = setTimeout(() => (byId("spoken").textContent = words), 900);
  }

  private showNotice(): void {
    const { pinned } = this.state;
    const parts: HTMLElement[] = [];
    if (pinned) {
      const restore = h("button", { type: "button", class: "quiet" }, "Go back to it");
      restore.addEventListener("click", () => this.restorePinned());
      const unpin = h("button", { type: "button", class: "quiet" }, "Unpin");
      unpin.addEventListener("click", () => this.togglePin());
      parts.push(
        h(
          "p",
          { class: "notice" },
          h("span", {}, `Compared with the pinned version of ${pinned.file}`),
          restore,
          unpin,
        ),
      );
    }
    if (this.measured.length > 0) {
      const remove = h("button", { type: "button", class: "quiet" }, "Remove");
      remove.addEventListener("click", () => this.setMeasured([]));
      const names = [
        ...new Set(
          this.measured.map((one) =>
            plainName(one.kernel.replace(/\(.*$/s, "").replace(/^void /, "")),
          ),
        ),
      ]
        .slice(0, 4)
        .join(", ");
      parts.push(h("p", { class: "notice" }, h("span", {}, `Measured: ${names}`), remove));
    }
    replaceContent(byId("notice"), ...parts);
    document.querySelector("#pin")?.setAttribute("aria-pressed", pinned ? "true" : "false");
  }
}

function placeOf(prediction: Prediction): string {
  return `${prediction.kernel}|${prediction.launch_line}`;
}
