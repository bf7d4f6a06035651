// The time over the values of a sweep, as a table with bars.

import type { Prediction } from "../../../web/src/report";
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

// One GPU's predictions; bars of all GPUs have one scale.
function rows(predictions: Prediction[], variable: string, longest: number): HTMLElement[] {
  const times = predictions.map((prediction) => timeOf(prediction) ?? 0);
  const best = Math.min(...times.filter((time) => time > 0));
  return predictions.map((prediction) => {
    const time = timeOf(prediction);
    const row = document.createElement("tr");
    if (time === best) row.className = "best";
    row.append(cell(settingText(prediction, variable), "number"));
    row.append(cell(time === null ? "-" : siText(time, "us"), "number"));
    row.append(bar((time ?? 0) / longest));
    return row;
  });
}

function tables({ report, variable }: SweepShown, gpuName: (id: string) => string): HTMLElement[] {
  const longest = Math.max(...report.predictions.map((entry) => timeOf(entry) ?? 0), 1e-9);
  const ids = [...new Set(report.predictions.map((entry) => entry.gpu))];
  return ids.map((id) => {
    const table = document.createElement("table");
    if (ids.length > 1) table.createCaption().textContent = gpuName(id);
    const ofGpu = report.predictions.filter((entry) => entry.gpu === id);
    table.append(...rows(ofGpu, variable, longest));
    return table;
  });
}

export function drawSweep(
  place: HTMLElement,
  sweep: SweepShown | null,
  gpuName: (id: string) => string,
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
  place.append(title, ...tables(sweep, gpuName));
  for (const { kernel, reason } of sweep.report.skipped) {
    const note = document.createElement("p");
    note.textContent = `${kernel}: ${reason}`;
    place.append(note);
  }
  window.scrollTo(0, 0);
}
