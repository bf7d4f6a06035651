// The time over the values of a sweep, as a table with bars.

import type { Prediction, Report } from "../../../web/src/report";
import { siText } from "../../../web/src/view/format";
import type { SweepShown } from "../src/roofline/messages";

function cell(text: string, style = ""): HTMLTableCellElement {
  const made = document.createElement("td");
  made.textContent = text;
  made.className = style;
  return made;
}

function bar(share: number): HTMLTableCellElement {
  const made = cell("", "bar");
  const inner = document.createElement("div");
  inner.style.width = `${Math.max(share * 100, 0.5)}%`;
  made.append(inner);
  return made;
}

function timeOf(prediction: Prediction): number | null {
  return prediction.metrics.time_us?.value ?? null;
}

function settingText(prediction: Prediction, variable: string): string {
  const value = prediction.settings[variable];
  return value === undefined ? JSON.stringify(prediction.settings) : String(value);
}

function rows(report: Report, variable: string): HTMLTableRowElement[] {
  const times = report.predictions.map((prediction) => timeOf(prediction) ?? 0);
  const longest = Math.max(...times, 1e-9);
  const best = Math.min(...times.filter((time) => time > 0));
  const hasGpus = new Set(report.predictions.map((prediction) => prediction.gpu)).size > 1;
  return report.predictions.map((prediction) => {
    const time = timeOf(prediction);
    const row = document.createElement("tr");
    if (time === best) row.className = "best";
    row.append(cell(settingText(prediction, variable), "number"));
    if (hasGpus) row.append(cell(prediction.gpu));
    row.append(cell(time === null ? "-" : siText(time, "us"), "number"));
    row.append(bar((time ?? 0) / longest));
    return row;
  });
}

export function drawSweep(
  place: HTMLElement,
  sweep: SweepShown | null,
  close: () => void,
): void {
  place.replaceChildren();
  if (sweep === null) return;
  const title = document.createElement("h3");
  title.textContent = `What if: ${sweep.kernel}, ${sweep.variable}`;
  const button = document.createElement("button");
  button.textContent = "Close";
  button.addEventListener("click", close);
  title.append(" ", button);
  const table = document.createElement("table");
  table.append(...rows(sweep.report, sweep.variable));
  place.append(title, table);
  for (const { kernel, reason } of sweep.report.skipped) {
    const note = document.createElement("p");
    note.textContent = `${kernel}: ${reason}`;
    place.append(note);
  }
  window.scrollTo(0, 0);
}
