// Times as the extension writes them, in microseconds.

const UNITS: Record<string, number> = { ns: 1e-3, us: 1, "\u00b5s": 1, ms: 1e3, s: 1e6 };

export function timeOf(text: string): number {
  const match = /(\d[\d.]*)[\s\u00a0]*(ns|us|\u00b5s|ms|s)\b/.exec(text);
  const unit = UNITS[match?.[2] ?? ""];
  if (match?.[1] === undefined || unit === undefined) return NaN;
  return Number(match[1]) * unit;
}
