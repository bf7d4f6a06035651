// What a person has entered: everything that a link shares and a reload restores.

export type Precision = "written" | "float" | "double" | "half";

export interface Overrides {
  grid?: string;
  block?: string;
  shared?: string;
  values: Record<string, string>; // of kernel arguments and host variables
  flags?: string;
  precision: Precision;
}

export interface State {
  file: string; // its ending says the language
  text: string;
  gpus: string[];
  overrides: Overrides;
  kernel: string | null; // whose launch is shown
  sweep: string | null; // the name that is swept
  pinned: { file: string; text: string; overrides: Overrides } | null;
}

export function noOverrides(): Overrides {
  return { values: {}, precision: "written" };
}

export function newState(file: string, text: string, gpus: string[]): State {
  return { file, text, gpus, overrides: noOverrides(), kernel: null, sweep: null, pinned: null };
}

const PRECISIONS: readonly string[] = ["written", "float", "double", "half"];

function texts(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function readOverrides(value: unknown): Overrides {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const out = noOverrides();
  for (const key of ["grid", "block", "shared", "flags"] as const) {
    const text = given[key];
    if (typeof text === "string") out[key] = text;
  }
  out.values = texts(given.values);
  if (PRECISIONS.includes(given.precision as string)) out.precision = given.precision as Precision;
  return out;
}

// A state that came from outside; throws where it is none.
export function readState(value: unknown): State {
  const given = value as Record<string, unknown> | null;
  if (
    typeof given !== "object" ||
    given === null ||
    typeof given.file !== "string" ||
    typeof given.text !== "string"
  )
    throw new Error("the link holds no program");
  const state = newState(given.file, given.text, []);
  if (Array.isArray(given.gpus))
    state.gpus = given.gpus.filter((id): id is string => typeof id === "string");
  state.overrides = readOverrides(given.overrides);
  if (typeof given.kernel === "string") state.kernel = given.kernel;
  if (typeof given.sweep === "string") state.sweep = given.sweep;
  const pinned = given.pinned as Record<string, unknown> | null | undefined;
  if (pinned && typeof pinned.file === "string" && typeof pinned.text === "string")
    state.pinned = {
      file: pinned.file,
      text: pinned.text,
      overrides: readOverrides(pinned.overrides),
    };
  return state;
}
