// The page of the Roofline view: the report view of the web page, in the colours of the editor.

import { mountReportView } from "../../../web/src/view";
import "../../../web/src/view/view.css";
import type { FromView, Notice, Shown, ToView } from "../src/roofline/messages";
import { drawSweep } from "./sweep";
import "./theme.css";

interface VsCode {
  postMessage(message: FromView): void;
  getState(): Saved | undefined;
  setState(state: Saved): void;
}

interface Saved {
  shown: Partial<Shown>;
  scroll: number;
}

declare function acquireVsCodeApi(): VsCode;

const vscode = acquireVsCodeApi();

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

function theme(): "light" | "dark" {
  const { classList } = document.body;
  const isLight =
    classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
  return isLight ? "light" : "dark";
}

function button(title: string, command: string, args: unknown[] = []): HTMLButtonElement {
  const made = document.createElement("button");
  made.textContent = title;
  made.addEventListener("click", () => {
    vscode.postMessage({ type: "command", command, arguments: args });
  });
  return made;
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

// What is wrong, with buttons; and what the numbers are compared with.
function drawNotice(place: HTMLElement, shown: Partial<Shown>): void {
  const { notice, baseline, baselineLabel } = shown;
  place.replaceChildren();
  if (notice !== null && notice !== undefined) place.append(drawProblem(notice));
  if (baseline && baselineLabel) {
    const line = paragraph(`Compared with ${baselineLabel} `);
    line.append(button("Remove", "kernelcast.clearBaseline"));
    place.append(line);
  }
}

function drawProblem(notice: Notice): HTMLElement {
  const box = document.createElement("div");
  box.className = "problem";
  box.append(paragraph(notice.text));
  for (const { title, command, arguments: args } of notice.remedies) {
    box.append(button(title, command, args ?? []));
  }
  return box;
}

const saved = vscode.getState();
let shown: Partial<Shown> = saved?.shown ?? {};

const view = mountReportView(element("report"), {
  report: shown.report ?? null,
  gpus: shown.gpus ?? [],
  theme: theme(),
  onGotoLine: (line, file) => vscode.postMessage({ type: "goto", file, line }),
  onHoverLine: (line, file) => vscode.postMessage({ type: "hover", file, line }),
});

function save(): void {
  vscode.setState({ shown, scroll: window.scrollY });
}

function draw(part: Partial<Shown>): void {
  shown = { ...shown, ...part };
  const keys = ["report", "gpus", "kernel", "baseline", "measured", "sources", "stale", "message"];
  const known = Object.entries(part).filter(([key]) => keys.includes(key));
  // Within the report a baseline is called by one word: "HEAD", or "pinned" for "pinned at 14:02".
  const baselineName = shown.baselineLabel?.split(" ")[0] ?? null;
  if (known.length > 0) view.update({ ...Object.fromEntries(known), baselineName });
  drawNotice(element("notice"), shown);
  if (part.sweep !== undefined) {
    const gpuName = (id: string) => shown.gpus?.find((gpu) => gpu.id === id)?.name ?? id;
    drawSweep(element("sweep"), part.sweep, gpuName, () => draw({ sweep: null }));
  }
  save();
}

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  if (event.data.type === "show") draw(event.data.part);
});
let scrolled: number | undefined;
window.addEventListener("scroll", () => {
  window.clearTimeout(scrolled);
  scrolled = window.setTimeout(save, 200);
});
new MutationObserver(() => view.update({ theme: theme() })).observe(document.body, {
  attributeFilter: ["class"],
});

// What was seen before a reload is there at once; the extension then says what is true now.
draw(shown);
window.scrollTo(0, saved?.scroll ?? 0);
vscode.postMessage({ type: "ready" });
