// What if: GPUs, type, sizes, block and grid of the launch that is shown.
import type { Gpu, Launch, Prediction } from "../report";
import { h, replaceContent } from "../view/dom";
import type { Overrides, Precision } from "./state";
import { nearestStop, quantitiesOf, type Quantity } from "./stops";

export interface ControlsState {
  gpus: readonly Gpu[];
  chosen: readonly string[];
  overrides: Overrides;
  prediction: Prediction | null;
  base: Launch | null; // of the same launch with nothing overridden
  hasFloats: boolean;
  sweep: string | null;
}

export interface ControlsEvents {
  overrides(next: Overrides, isDragging: boolean): void;
  gpus(ids: string[]): void;
  sweep(name: string | null): void;
}

interface Row {
  root: HTMLElement;
  slider: HTMLInputElement;
  field: HTMLInputElement;
  reset: HTMLButtonElement;
  sweep: HTMLButtonElement;
}

const PRECISIONS: [Precision, string][] = [
  ["written", "as written"],
  ["float", "fp32"],
  ["double", "fp64"],
  ["half", "fp16"],
];

export function shortGpuName(gpu: Gpu): string {
  return gpu.name
    .replace(/^(NVIDIA|AMD) (GeForce |Instinct )?/, "")
    .replace(/ \d+GB$/, "")
    .replace(" (one GCD)", " GCD");
}

function isSpecial(name: string): name is "grid" | "block" {
  return name === "grid" || name === "block";
}

export function overriddenValue(overrides: Overrides, name: string): string | undefined {
  return isSpecial(name) ? overrides[name] : overrides.values[name];
}

export function withValue(overrides: Overrides, name: string, value: string | null): Overrides {
  const out: Overrides = { ...overrides, values: { ...overrides.values } };
  if (isSpecial(name)) {
    if (value === null) delete out[name];
    else out[name] = value;
  } else if (value === null) delete out.values[name];
  else out.values[name] = value;
  return out;
}

export class Controls {
  private state: ControlsState | null = null;
  private readonly rows = new Map<string, Row>();
  private readonly gpuBox = h("div", { class: "chips", role: "group", "aria-label": "GPUs" });
  private readonly typeBox = h("div", {
    class: "chips",
    role: "radiogroup",
    "aria-label": "Floating-point type",
  });
  private readonly rowBox = h("div", { class: "rows" });
  private readonly flags = h("input", {
    type: "text",
    id: "flags",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "--use_fast_math -DTILE=32",
  });
  private readonly shared = h("input", {
    type: "text",
    id: "shared",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: "bytes",
  });
  private readonly others = h("input", {
    type: "text",
    id: "others",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "N=1<<20 TILE=16",
  });
  private readonly clear = h("button", { type: "button", class: "quiet" }, "Reset all");
  private shape = "";

  constructor(
    root: HTMLElement,
    private readonly events: ControlsEvents,
  ) {
    const line = (name: string, box: HTMLElement) =>
      h(
        "div",
        { class: "line" },
        h("span", { class: "line-name", "aria-hidden": "true" }, name),
        box,
      );
    const field = (name: string, input: HTMLInputElement, title: string) =>
      h("label", { class: "line", title }, h("span", { class: "line-name" }, name), input);
    root.append(
      h("div", { class: "pane-head" }, h("h2", {}, "What if"), this.clear),
      line("GPU", this.gpuBox),
      line("type", this.typeBox),
      this.rowBox,
      h(
        "details",
        { class: "more" },
        h("summary", {}, "More"),
        field("values", this.others, "Macros and variables of host code, as NAME=VALUE"),
        field("flags", this.flags, "Flags of nvcc or hipcc that change code"),
        field("shared", this.shared, "Dynamic shared memory of a block, in bytes"),
      ),
    );
    this.clear.addEventListener("click", () =>
      this.events.overrides({ values: {}, precision: "written" }, false),
    );
    this.flags.addEventListener("change", () => this.setText("flags", this.flags.value));
    this.shared.addEventListener("change", () => this.setText("shared", this.shared.value));
    this.others.addEventListener("change", () => this.setOthers());
  }

  update(state: ControlsState): void {
    this.state = state;
    this.updateGpus(state);
    this.updateType(state);
    this.updateRows(state);
    const o = state.overrides;
    if (document.activeElement !== this.flags) this.flags.value = o.flags ?? "";
    if (document.activeElement !== this.shared) this.shared.value = o.shared ?? "";
    if (document.activeElement !== this.others)
      this.others.value = this.otherNames()
        .map((name) => `${name}=${o.values[name]}`)
        .join(" ");
    const isChanged =
      Object.keys(o.values).length > 0 ||
      o.precision !== "written" ||
      Boolean(o.grid || o.block || o.shared || o.flags);
    this.clear.hidden = !isChanged;
  }

  private setText(name: "flags" | "shared", value: string): void {
    const next: Overrides = { ...this.state!.overrides };
    if (value.trim() === "") delete next[name];
    else next[name] = value.trim();
    this.events.overrides(next, false);
  }

  // Names that have a value and no slider.
  private otherNames(): string[] {
    return Object.keys(this.state?.overrides.values ?? {}).filter((name) => !this.rows.has(name));
  }

  private setOthers(): void {
    let next = this.state!.overrides;
    for (const name of this.otherNames()) next = withValue(next, name, null);
    for (const [, name, value] of this.others.value.matchAll(
      /([A-Za-z_][\w.\->[\]]*)\s*=\s*([^\s,;]+)/g,
    ))
      next = withValue(next, name!, value!);
    this.events.overrides(next, false);
  }

  private updateGpus(state: ControlsState): void {
    const boxes = state.gpus.map((gpu) => {
      const isOn = state.chosen.includes(gpu.id);
      const box = h("input", { type: "checkbox", "data-key": `gpu-${gpu.id}`, value: gpu.id });
      box.checked = isOn;
      box.addEventListener("change", () => {
        const rest = state.chosen.filter((id) => id !== gpu.id);
        const next = box.checked ? [...rest, gpu.id] : rest;
        if (next.length === 0) box.checked = true;
        else this.events.gpus(next); // the first chosen stays the first
      });
      const color =
        isOn && state.chosen.length > 1 ? ` kc-c${state.chosen.indexOf(gpu.id) % 6}` : "";
      const title = gpu.validated
        ? gpu.name
        : `${gpu.name}: predictions were never compared with hardware`;
      return h("label", { class: `chip${color}`, title }, box, h("span", {}, shortGpuName(gpu)));
    });
    replaceContent(this.gpuBox, ...boxes);
  }

  private updateType(state: ControlsState): void {
    this.typeBox.parentElement!.hidden = !state.hasFloats;
    const radios = PRECISIONS.map(([precision, label]) => {
      const radio = h("input", {
        type: "radio",
        name: "precision",
        value: precision,
        "data-key": `type-${precision}`,
      });
      radio.checked = state.overrides.precision === precision;
      radio.addEventListener("change", () =>
        this.events.overrides({ ...this.state!.overrides, precision }, false),
      );
      return h("label", { class: "chip" }, radio, h("span", {}, label));
    });
    replaceContent(this.typeBox, ...radios);
  }

  private updateRows(state: ControlsState): void {
    const quantities = state.prediction
      ? quantitiesOf(state.prediction, state.base ?? state.prediction.launch)
      : [];
    const shape = quantities.map((quantity) => quantity.name).join(" ");
    if (shape !== this.shape) {
      this.shape = shape;
      this.rows.clear();
      for (const quantity of quantities) this.rows.set(quantity.name, this.makeRow(quantity));
      replaceContent(this.rowBox, ...[...this.rows.values()].map((row) => row.root));
    }
    for (const quantity of quantities)
      this.updateRow(this.rows.get(quantity.name)!, quantity, state);
  }

  private makeRow(quantity: Quantity): Row {
    const { name, label } = quantity;
    const slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": `${label}, slider`,
      "data-name": name,
    });
    const field = h("input", {
      type: "text",
      class: "value",
      "aria-label": label,
      autocomplete: "off",
      spellcheck: "false",
      "data-field": name,
    });
    const reset = h(
      "button",
      {
        type: "button",
        class: "icon",
        title: `${label}: back to what the program says`,
        "aria-label": `Reset ${label}`,
      },
      "\u21ba",
    );
    const sweep = h(
      "button",
      {
        type: "button",
        class: "icon",
        title: `plot the time over ${label}`,
        "aria-label": `Sweep ${label}`,
        "aria-pressed": "false",
      },
      "\u223f",
    );
    const set = (value: string | null, isDragging: boolean) =>
      this.events.overrides(withValue(this.state!.overrides, name, value), isDragging);
    slider.addEventListener("input", () => {
      const stop = slider.dataset.stops!.split(" ")[Number(slider.value)]!;
      field.value = stop;
      slider.setAttribute("aria-valuetext", stop);
      set(stop, true);
    });
    field.addEventListener("change", () =>
      set(field.value.trim() === "" ? null : field.value.trim(), false),
    );
    reset.addEventListener("click", () => set(null, false));
    sweep.addEventListener("click", () =>
      this.events.sweep(this.state!.sweep === name ? null : name),
    );
    const root = h(
      "div",
      { class: "row" },
      h("span", { class: "line-name", "aria-hidden": "true" }, label),
      slider,
      field,
      reset,
      sweep,
    );
    return { root, slider, field, reset, sweep };
  }

  private updateRow(row: Row, quantity: Quantity, state: ControlsState): void {
    const given = overriddenValue(state.overrides, quantity.name);
    const shown = given ?? quantity.value;
    const stops = quantity.stops.join(" ");
    if (row.slider.dataset.stops !== stops) {
      row.slider.dataset.stops = stops;
      row.slider.max = String(Math.max(quantity.stops.length - 1, 0));
    }
    if (document.activeElement !== row.slider)
      row.slider.value = String(nearestStop(quantity.stops, shown));
    if (document.activeElement !== row.field) row.field.value = shown;
    row.slider.setAttribute("aria-valuetext", shown);
    row.root.classList.toggle("changed", given !== undefined);
    row.reset.hidden = given === undefined;
    row.sweep.setAttribute("aria-pressed", state.sweep === quantity.name ? "true" : "false");
  }
}
