// Why: the source lines that cause the traffic and the instructions.
import type { Prediction, Reason } from "../report";
import { h } from "./dom";
import { percentText } from "./format";

export interface LineReasons {
  file: string;
  line: number; // 0: of the whole kernel
  share: number; // of the most important reason
  texts: string[];
}

// One entry per source line, in the order of the report.
export function reasonsByLine(reasons: readonly Reason[]): LineReasons[] {
  const lines = new Map<string, LineReasons>();
  for (const reason of reasons) {
    const key = `${reason.file}:${reason.line}`;
    const entry = lines.get(key);
    if (entry) {
      entry.texts.push(reason.text);
      entry.share = Math.max(entry.share, reason.share);
    } else {
      lines.set(key, {
        file: reason.file,
        line: reason.line,
        share: reason.share,
        texts: [reason.text],
      });
    }
  }
  return [...lines.values()];
}

export interface ReasonEvents {
  gotoLine(line: number, file: string): void;
  hoverLine(line: number | null, file: string): void;
}

export function reasonList(
  prediction: Prediction,
  sourceLine: (file: string, line: number) => string | null,
  events: ReasonEvents,
): HTMLElement {
  const list = h("ul", { class: "kc-reasons" });
  for (const entry of reasonsByLine(prediction.reasons)) {
    const texts = h("ul", {}, ...entry.texts.map((words) => h("li", {}, words)));
    const item = h("li", { "data-line": entry.line, "data-file": entry.file });
    if (entry.line > 0) {
      const code = sourceLine(entry.file, entry.line)?.trim() ?? "";
      const button = h(
        "button",
        {
          type: "button",
          class: "kc-line",
          "data-key": `line-${entry.file}-${entry.line}`,
          title: `go to line ${entry.line}`,
        },
        h("span", { class: "kc-line-number" }, `line ${entry.line}`),
        code !== "" && h("code", {}, code),
        entry.share > 0 && h("span", { class: "kc-line-share" }, percentText(entry.share)),
      );
      button.addEventListener("click", () => events.gotoLine(entry.line, entry.file));
      button.addEventListener("focus", () => events.hoverLine(entry.line, entry.file));
      button.addEventListener("blur", () => events.hoverLine(null, entry.file));
      item.addEventListener("pointerenter", () => events.hoverLine(entry.line, entry.file));
      item.addEventListener("pointerleave", () => events.hoverLine(null, entry.file));
      item.append(button);
    } else {
      item.append(
        h(
          "span",
          { class: "kc-line kc-whole" },
          h("span", { class: "kc-line-number" }, "whole kernel"),
        ),
      );
    }
    item.append(texts);
    list.append(item);
  }
  return list;
}
