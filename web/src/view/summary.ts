// The first lines: the time, what bounds it and why, and the launches and GPUs to choose from.
import type { Gpu, Prediction } from "../report";
import { h } from "./dom";
import {
  changeText,
  intervalText,
  percentText,
  siText,
  sizeText,
  threeDigits,
  wholeText,
} from "./format";
import type { LaunchGroup } from "./launches";
import { classReason } from "./roofline_model";

function argumentText(prediction: Prediction): string {
  return prediction.launch.arguments
    .slice(0, 8)
    .map((argument) => {
      if (argument.buffer >= 0) return `${argument.name}[${wholeText(argument.elements)}]`;
      const value = argument.integer ?? argument.real;
      return value === null || value === undefined ? argument.name : `${argument.name}=${value}`;
    })
    .join(", ");
}

export function launchText(prediction: Prediction): string {
  const { grid, block } = prediction.launch;
  const blocks = `${sizeText(grid)} blocks of ${sizeText(block)} threads`;
  return `${blocks}: ${argumentText(prediction)}`;
}

// "0.364 op/B, far left of the ridge at 3.48".
function classSentence(prediction: Prediction, gpu: Gpu | undefined): string {
  const reason = gpu && classReason(prediction, gpu);
  if (!reason || !(reason.intensity > 0)) return "";
  const ratio = reason.intensity / reason.ridge;
  const side = ratio > 1 ? "right" : "left";
  const size = Math.max(ratio, 1 / ratio);
  const word = size >= 4 ? `far ${side}` : size <= 1.1 ? `just ${side}` : side;
  const unit = reason.type === "integer" ? "op" : "FLOP";
  return `${reason.type} work: ${threeDigits(reason.intensity)} ${unit}/B, ${word} of the ridge at ${threeDigits(reason.ridge)}`;
}

function busiestSentence(prediction: Prediction): string {
  const part = prediction.bottleneck[0];
  if (!part) return "";
  if (part.name === "latency")
    return `Waiting for results (latency) takes ${percentText(part.share)} of the time`;
  const name = part.name.charAt(0).toUpperCase() + part.name.slice(1);
  return `${name} is busy ${percentText(part.share)} of the time`;
}

function badge(prediction: Prediction): HTMLElement | null {
  if (prediction.class === null) return null;
  const words = prediction.near_ridge ? `${prediction.class}, near the ridge` : prediction.class;
  return h("span", { class: `kc-badge kc-${prediction.class}` }, words);
}

export function summary(
  prediction: Prediction,
  baseline: Prediction | null,
  gpu: Gpu | undefined,
  baselineName: string,
): HTMLElement {
  const time = prediction.metrics.time_us;
  const out = h("header", { class: "kc-summary" });
  out.append(
    h(
      "p",
      { class: "kc-launch" },
      h("strong", {}, prediction.kernel),
      ` on ${gpu?.name ?? prediction.gpu}`,
    ),
    h("p", { class: "kc-launch kc-muted" }, launchText(prediction)),
  );
  const headline = h("p", { class: "kc-headline", "data-role": "headline" });
  if (time) {
    headline.append(h("span", { class: "kc-time" }, siText(time.value, "us")));
    headline.append(h("span", { class: "kc-muted" }, intervalText(time.low, time.high, "us")));
    const before = baseline?.metrics.time_us;
    if (before) {
      const words = changeText(before.value, time.value);
      const style =
        words === "=" ? "kc-same" : time.value < before.value ? "kc-better" : "kc-worse";
      headline.append(
        h(
          "span",
          { class: `kc-delta ${style}` },
          words === "=" ? `same as ${baselineName}` : `${words} against ${baselineName}`,
        ),
      );
    }
  }
  const mark = badge(prediction);
  if (mark) headline.append(mark);
  if (!prediction.validated) {
    const title = "predictions for this GPU have not been compared with hardware";
    headline.append(h("span", { class: "kc-badge kc-plain", title }, "never validated"));
  }
  out.append(headline);
  const sentences = [busiestSentence(prediction), classSentence(prediction, gpu)].filter(
    (words) => words !== "",
  );
  if (sentences.length > 0)
    out.append(h("p", { class: "kc-sentence" }, `${sentences.join("; ")}.`));
  return out;
}

// A row of buttons of which one is pressed.
function choices(
  label: string,
  items: { key: string; parts: (Node | string)[]; isOn: boolean }[],
  choose: (key: string) => void,
): HTMLElement {
  const out = h("div", { class: "kc-choices", role: "group", "aria-label": label });
  for (const item of items) {
    const button = h(
      "button",
      {
        type: "button",
        "aria-pressed": item.isOn ? "true" : "false",
        "data-key": `${label}-${item.key}`,
      },
      ...item.parts,
    );
    button.addEventListener("click", () => choose(item.key));
    out.append(button);
  }
  return out;
}

export function launchChoices(
  groups: readonly LaunchGroup[],
  selected: LaunchGroup,
  gpu: string,
  choose: (key: string) => void,
): HTMLElement | null {
  if (groups.length < 2) return null;
  const items = groups.map((group) => {
    const prediction = group.byGpu.get(gpu) ?? [...group.byGpu.values()][0]!;
    const time = prediction.metrics.time_us;
    const share =
      prediction.in_program && prediction.time_share !== null
        ? percentText(prediction.time_share)
        : "";
    const settings = Object.entries(prediction.settings ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
    const isAlone = groups.filter((other) => other.kernel === group.kernel).length === 1;
    const place = isAlone || settings !== "" ? "" : ` line ${group.line}`;
    const count = prediction.count > 1 ? ` \u00d7${prediction.count}` : "";
    return {
      key: group.key,
      isOn: group === selected,
      parts: [
        h("span", { class: "kc-choice-name" }, group.kernel + (settings ? ` ${settings}` : place)),
        h(
          "span",
          { class: "kc-muted" },
          `${time ? siText(time.value, "us") : "\u2013"}${count}${share ? ` \u00b7 ${share}` : ""}`,
        ),
      ],
    };
  });
  return choices("Launch", items, choose);
}

export function gpuChoices(
  ids: readonly string[],
  gpus: readonly Gpu[],
  group: LaunchGroup,
  active: string,
  choose: (id: string) => void,
): HTMLElement | null {
  if (ids.length < 2) return null;
  const items = ids.map((id, i) => {
    const time = group.byGpu.get(id)?.metrics.time_us;
    const name =
      gpus.find((gpu) => gpu.id === id)?.name.replace(/^(NVIDIA|AMD) (GeForce |Instinct )?/, "") ??
      id;
    return {
      key: id,
      isOn: id === active,
      parts: [
        h("span", { class: `kc-dot kc-c${i % 6}`, "aria-hidden": "true" }),
        h("span", { class: "kc-choice-name" }, name),
        h("span", { class: "kc-muted" }, time ? siText(time.value, "us") : "\u2013"),
      ],
    };
  });
  return choices("GPU", items, choose);
}
