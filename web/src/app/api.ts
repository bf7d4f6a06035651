// The server's API, as far as the page uses it (docs/serve.md).
import { parseGpus, parseReport, type Diagnostic, type Gpu, type Report } from "../report";
import { withPrecision } from "./precision";
import type { Overrides } from "./state";

export interface PredictRequest {
  file: string;
  text: string;
  overrides: Overrides;
  gpus: string[];
  hostVariables: ReadonlySet<string>; // names that are given to host code, not to the kernel
  kernel?: string; // this one alone
  sweep?: { name: string; values: string[] };
}

// A refusal: one line, and what the compiler said of the source.
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly diagnostics: Diagnostic[] = [],
  ) {
    super(message);
  }
}

export function predictBody(request: PredictRequest): Record<string, unknown> {
  const { overrides: o, hostVariables } = request;
  const launch = Object.fromEntries(
    (["grid", "block"] as const).filter((key) => o[key]).map((key) => [key, o[key]!]),
  ) as Record<string, unknown>;
  if (o.shared) launch.shared = Number(o.shared);
  const entries = Object.entries(o.values);
  const body: Record<string, unknown> = {
    files: [{ name: request.file, text: withPrecision(request.text, request.file, o.precision) }],
    gpus: request.gpus,
  };
  const add = (name: string, value: object) => {
    if (Object.keys(value).length > 0) body[name] = value;
  };
  add("launch", launch);
  add("arguments", Object.fromEntries(entries.filter(([name]) => !hostVariables.has(name))));
  add("defines", Object.fromEntries(entries.filter(([name]) => hostVariables.has(name))));
  if (o.flags?.trim()) body.flags = o.flags.trim();
  if (request.kernel) body.kernel = request.kernel;
  if (request.sweep) body.sweep = { [request.sweep.name]: request.sweep.values };
  return body;
}

export class Client {
  token: string | null = null;

  private async call(path: string, init: RequestInit): Promise<unknown> {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    let response: Response;
    try {
      response = await fetch(path, { ...init, headers });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new ApiError("the server does not answer; is kcast serve running?", 0, "unreachable");
    }
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new ApiError(
        `the server answered with status ${response.status} and no JSON`,
        response.status,
        "no_json",
      );
    }
    if (response.ok) return json;
    const error = ((json as { error?: unknown }).error ?? {}) as {
      message?: string;
      code?: string;
      diagnostics?: Diagnostic[];
    };
    throw new ApiError(
      error.message ?? `status ${response.status}`,
      response.status,
      error.code ?? "",
      error.diagnostics ?? [],
    );
  }

  async predict(request: PredictRequest, signal: AbortSignal): Promise<Report> {
    const json = await this.call("v1/predict", {
      method: "POST",
      body: JSON.stringify(predictBody(request)),
      signal,
    });
    return parseReport(json);
  }

  async gpus(): Promise<{ gpus: Gpu[]; preferred: string }> {
    const json = await this.call("v1/gpus", { method: "GET" });
    const gpus = parseGpus(json);
    const named = (json as { default?: unknown }).default;
    return { gpus, preferred: typeof named === "string" ? named : (gpus[0]?.id ?? "") };
  }
}
