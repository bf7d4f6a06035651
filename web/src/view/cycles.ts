// Where the time goes: the busy time of each part of the GPU, and how full the GPU is.
import type { Prediction } from "../report";
import { h } from "./dom";
import { percentText, siText, threeDigits, wholeText } from "./format";

const SHOWN_PARTS = 6;
const LEAST_SHARE = 0.02;

const PART_HELP: Record<string, string> = {
  DRAM: "moving bytes between HBM and L2",
  L2: "serving sectors from the L2 cache",
  L1: "serving requests from the L1 cache",
  latency: "waiting for results: too few warps or too long chains of dependent instructions",
  issue: "issuing instructions, one per scheduler and cycle",
  launch: "starting and ending the grid",
  "block scheduling": "handing blocks to SMs",
  "load/store unit": "taking requests apart into wavefronts",
  "shared memory": "shared memory, with its bank conflicts",
};

function partRow(
  name: string,
  timeUs: number,
  share: number,
  before: { share: number; name: string } | null,
  isTop: boolean,
): HTMLElement {
  const bar = h("span", { class: "kc-bar", "aria-hidden": "true" });
  const fill = h("span", { class: "kc-fill" });
  fill.style.width = `${Math.min(share, 1) * 100}%`;
  bar.append(fill);
  if (before !== null) {
    const title = `${before.name}: ${percentText(before.share)}`;
    const tick = h("span", { class: "kc-tickmark", title });
    tick.style.left = `${Math.min(before.share, 1) * 100}%`;
    bar.append(tick);
  }
  return h(
    "li",
    { class: isTop ? "kc-part kc-top" : "kc-part", title: PART_HELP[name] ?? null },
    h("span", { class: "kc-part-name" }, name),
    bar,
    h("span", { class: "kc-num" }, siText(timeUs, "us")),
    h("span", { class: "kc-num kc-muted" }, percentText(share)),
  );
}

// Nsight Compute's stall reasons, by the names of the report.
const WARP_STATES: Record<string, string> = {
  issuing: "issuing",
  memory: "waiting for memory",
  shared: "waiting for shared memory",
  arithmetic: "waiting for arithmetic",
  barrier: "waiting at barriers",
  throttled: "waiting for a full pipe or queue",
  "not selected": "ready, others are issued",
  other: "branches, start and end",
};

function warpTime(prediction: Prediction): HTMLElement | null {
  const parts = (prediction.warp_time ?? [])
    .filter((time) => time.share >= 0.03)
    .map((time) => `${WARP_STATES[time.state] ?? time.state} ${percentText(time.share)}`);
  if (parts.length === 0) return null;
  return h("p", { class: "kc-hint kc-warps" }, `Warps spend their time ${parts.join(", ")}.`);
}

export function cyclesList(
  prediction: Prediction,
  baseline: Prediction | null,
  baselineName: string,
): HTMLElement {
  const parts = prediction.bottleneck.filter(
    (part, i) => i < SHOWN_PARTS && (i < 2 || part.share >= LEAST_SHARE),
  );
  const list = h("ol", { class: "kc-parts" });
  parts.forEach((part, i) => {
    const share = baseline?.bottleneck.find((other) => other.name === part.name)?.share ?? 0;
    const before = baseline ? { share, name: baselineName } : null;
    list.append(partRow(part.name, part.time_us, part.share, before, i === 0));
  });
  return h(
    "div",
    {},
    list,
    h(
      "p",
      { class: "kc-hint" },
      "A full bar is the time of the launch; parts work at the same time.",
    ),
    warpTime(prediction),
  );
}

const WARP_SLOTS = 64;

// One small square per warp slot of an SM.
function slots(resident: number, occupancy: number): HTMLElement {
  const total = occupancy > 0 ? Math.round(resident / occupancy) : WARP_SLOTS;
  const out = h("span", { class: "kc-slots", "aria-hidden": "true" });
  for (let i = 0; i < total; ++i) out.append(h("i", { class: i < resident ? "kc-on" : null }));
  return out;
}

function fact(name: string, value: string, note = ""): HTMLElement[] {
  return [
    h("dt", {}, name),
    h("dd", {}, value, note !== "" && h("span", { class: "kc-muted" }, ` ${note}`)),
  ];
}

export function occupancyFacts(prediction: Prediction): HTMLElement | null {
  const o = prediction.occupancy;
  if (!o) return null;
  const resident = o.blocks_per_unit * o.warps_per_block;
  const tail = o.tail_share >= 0.005 ? `${percentText(o.tail_share)} idle in the last` : "";
  const facts = h("dl", { class: "kc-facts" });
  facts.append(
    ...fact("Occupancy", percentText(o.occupancy), `limited by ${o.limiter}`),
    ...fact("Per SM", `${wholeText(o.blocks_per_unit)} blocks`, `of ${o.warps_per_block} warps`),
    ...fact("Waves", threeDigits(o.waves), tail),
    ...fact(
      "Registers",
      `${o.registers_exact ? "" : "\u2248 "}${o.registers_per_thread}`,
      "per thread",
    ),
    ...fact("Shared", siText(o.shared_bytes_per_block, "B"), "per block"),
  );
  const lanes = prediction.counts?.active_lanes;
  if (lanes !== undefined && lanes < 31.5)
    facts.append(...fact("Active lanes", threeDigits(lanes), "per instruction"));
  const conflicts = prediction.counts?.shared_bank_conflicts ?? 0;
  if (conflicts > 0) facts.append(...fact("Bank conflicts", wholeText(conflicts)));
  return h("div", { class: "kc-occupancy" }, slots(resident, o.occupancy), facts);
}
