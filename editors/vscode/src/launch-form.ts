// The form in which a kernel's launch is set: its fields, and what an entered text means.

import type { LaunchAnswer, LaunchSettings } from "./protocol";

export interface Field {
  name: string;
  group: "launch" | "args" | "fills";
  label: string;
  now: string; // as predicted
  set: string; // by the user; empty: not set
  help: string;
}

function dimensions(size: number[]): string {
  const last = size.reduce((keep, value, i) => (value > 1 ? i : keep), 0);
  return size.slice(0, last + 1).join("x");
}

function given(value: string | number | undefined): string {
  return value === undefined ? "" : String(value);
}

export function fieldsOf(launch: LaunchAnswer): Field[] {
  const { settings } = launch;
  const fields: Field[] = [
    {
      name: "grid",
      group: "launch",
      label: "grid",
      now: dimensions(launch.grid),
      set: given(settings.grid),
      help: "Blocks of the grid: 1024 or 64x64",
    },
    {
      name: "block",
      group: "launch",
      label: "block",
      now: dimensions(launch.block),
      set: given(settings.block),
      help: "Threads of a block: 256 or 16x16",
    },
    {
      name: "shared",
      group: "launch",
      label: "dynamic shared memory",
      now: `${launch.shared} bytes`,
      set: given(settings.shared),
      help: "Bytes of dynamic shared memory of a block: 2048",
    },
  ];
  for (const argument of launch.arguments) {
    const isBuffer = argument.kind !== "scalar";
    const unit = isBuffer ? " elements" : "";
    fields.push({
      name: argument.name,
      group: "args",
      label: isBuffer ? `${argument.name}[]` : argument.name,
      now: argument.value === null ? "not known" : `${argument.value}${unit}`,
      set: given(settings.args?.[argument.name]),
      help: isBuffer
        ? `Elements of the buffer ${argument.name} (${argument.type}): 1e7 or 1<<24`
        : `Value of ${argument.name} (${argument.type}): 1e7 or 1<<24`,
    });
  }
  for (const argument of launch.arguments) {
    if (argument.kind !== "buffer") continue;
    fields.push({
      name: argument.name,
      group: "fills",
      label: `contents of ${argument.name}`,
      now: argument.fill ?? "",
      set: given(settings.fills?.[argument.name]),
      help: "What the buffer holds: zero, constant:3, uniform:0,1, iota, index_into:ARGUMENT",
    });
  }
  return fields;
}

// Why this text cannot be the field's value; undefined: it can, or the server will say.
export function mistake(field: Field, text: string): string | undefined {
  if (text === "") return undefined;
  if (field.name === "grid" || field.name === "block") {
    if (field.group === "launch" && !/^\d+(x\d+){0,2}$/.test(text)) {
      return "One to three whole numbers: 256 or 16x16";
    }
  } else if (field.group === "launch" && !/^\d+$/.test(text)) {
    return "A whole number of bytes";
  } else if (field.group === "args" && !/^[-+0-9.eExX<()*a-fA-F ]+$/.test(text)) {
    return "A number: 1024, 1e7 or 1<<24";
  }
  return undefined;
}

function numberIfPlain(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

// The settings with one field changed; an empty text removes it.
export function withField(settings: LaunchSettings, field: Field, text: string): LaunchSettings {
  const next = structuredClone(settings) as Record<string, unknown>;
  const holder =
    field.group === "launch"
      ? next
      : ((next[field.group] ??= {}) as Record<string, unknown>);
  if (text === "") delete holder[field.name];
  else holder[field.name] = field.group === "fills" ? text : numberIfPlain(text);
  if (field.group !== "launch" && Object.keys(holder).length === 0) delete next[field.group];
  return next as LaunchSettings;
}
