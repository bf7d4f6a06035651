// Which predictions of a report are the same launch: on several GPUs, and in a pinned report.
import type { Prediction, Report } from "../report";

export interface LaunchGroup {
  key: string;
  kernel: string;
  line: number; // where it is launched, or defined where nobody launches it
  byGpu: Map<string, Prediction>;
}

function nameOf(prediction: Prediction): string {
  return `${prediction.kernel}|${prediction.launch_line}|${JSON.stringify(prediction.settings ?? {})}`;
}

// In the order of the report. Launches of one place are told apart by their order.
export function groupLaunches(report: Report): LaunchGroup[] {
  const groups = new Map<string, LaunchGroup>();
  const met = new Map<string, number>();
  for (const prediction of report.predictions) {
    const name = nameOf(prediction);
    const onGpu = `${name}|${prediction.gpu}`;
    const ordinal = met.get(onGpu) ?? 0;
    met.set(onGpu, ordinal + 1);
    const key = `${name}|${ordinal}`;
    let group = groups.get(key);
    if (group === undefined) {
      const line = prediction.launch_line || prediction.line;
      group = { key, kernel: prediction.kernel, line, byGpu: new Map() };
      groups.set(key, group);
    }
    group.byGpu.set(prediction.gpu, prediction);
  }
  return [...groups.values()];
}

export function gpusOf(report: Report): string[] {
  return [...new Set(report.predictions.map((prediction) => prediction.gpu))];
}

// The same launch in another version of the program: by its place, by its kernel's name, or because
// both versions have one launch only, whatever the kernels are called.
export function findCounterpart(
  prediction: Prediction,
  group: LaunchGroup,
  others: readonly LaunchGroup[],
  isOnly: boolean,
): Prediction | null {
  const onGpu = (other: LaunchGroup | undefined) => other?.byGpu.get(prediction.gpu) ?? null;
  const ofKernel = others.filter((other) => other.kernel === group.kernel);
  const sameKey = onGpu(others.find((other) => other.key === group.key));
  if (sameKey) return sameKey;
  if (ofKernel.length > 0) {
    const ordinal = Number(group.key.slice(group.key.lastIndexOf("|") + 1));
    return onGpu(ofKernel[Math.min(ordinal, ofKernel.length - 1)]);
  }
  return isOnly && others.length === 1 ? onGpu(others[0]) : null;
}
