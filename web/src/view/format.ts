// Numbers as text: three digits and a prefix, the same as the command line prints (si_text.cpp).

interface Scale {
  factor: number; // units of the value per unit that is shown
  unit: string;
}

const PREFIXES: [number, string][] = [
  [1e18, "E"],
  [1e15, "P"],
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

function prefixed(value: number, unit: string): Scale {
  // What three digits would show as 1000 of a unit is 1 of the next.
  for (const [factor, prefix] of PREFIXES)
    if (Math.abs(value) >= factor * 0.9995) return { factor, unit: prefix + unit };
  return { factor: 1, unit };
}

function scaleOf(value: number, unit: string): Scale {
  const size = Math.abs(value);
  if (unit === "us") {
    if (size >= 0.9995e6) return { factor: 1e6, unit: "s" };
    if (size >= 0.9995e3) return { factor: 1e3, unit: "ms" };
    if (size === 0 || size >= 0.9995) return { factor: 1, unit: "\u00b5s" };
    return { factor: 1e-3, unit: "ns" };
  }
  if (unit === "GB/s" || unit === "GFLOP/s" || unit === "GOP/s") {
    const scale = prefixed(value * 1e9, unit.slice(1));
    return { factor: scale.factor / 1e9, unit: scale.unit };
  }
  if (unit === "B" || unit === "FLOP" || unit === "op") return prefixed(value, unit);
  return { factor: 1, unit };
}

export function threeDigits(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : value < 0 ? "-inf" : "-";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 1e-4 || size >= 1e7) return value.toExponential(2);
  let decimals = 2;
  if (size >= 99.95) decimals = 0;
  else if (size >= 9.995) decimals = 1;
  else if (size < 0.9995) decimals = 2 - Math.floor(Math.log10(size));
  return value.toFixed(decimals);
}

function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unit}`;
}

// 184549376 "B" is "185 MB"; a no-break space keeps number and unit together.
export function siText(value: number, unit: string): string {
  const scale = scaleOf(value, unit);
  return withUnit(threeDigits(value / scale.factor), scale.unit);
}

export function intervalText(low: number, high: number, unit: string): string {
  const scale = scaleOf(high, unit);
  const from = threeDigits(low / scale.factor);
  const to = threeDigits(high / scale.factor);
  if (low === high) return "exact";
  if (from === to) return withUnit(`about ${to}`, scale.unit);
  return withUnit(`${from} \u2013 ${to}`, scale.unit);
}

export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? "<1" : Math.round(percent)}\u00a0%`;
}

// "+12 %", "-84.8 %", "x 5.3" where a percentage says nothing any more.
export function changeText(before: number, after: number): string {
  if (before === after) return "=";
  if (before === 0) return "new";
  const ratio = after / before;
  if (ratio >= 3) return `\u00d7\u00a0${threeDigits(ratio)}`;
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  if (size < 0.05) return "=";
  return `${percent > 0 ? "+" : "\u2212"}${size.toFixed(size < 10 ? 1 : 0)}\u00a0%`;
}

const DIGITS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

// 10^n as a label of an axis: 0.01, 1, 100, 10^4 with raised digits.
export function decadeText(decade: number): string {
  if (decade >= -3 && decade <= 3)
    return decade < 0 ? (10 ** decade).toFixed(-decade) : String(10 ** decade);
  const raised = [...String(Math.abs(decade))].map((digit) => DIGITS[Number(digit)]).join("");
  return `10${decade < 0 ? "\u207b" : ""}${raised}`;
}

// 10^n GFLOP/s as a label of an axis: "100 G", "1 T".
export function rateDecadeText(decade: number): string {
  const plain = decade + 9;
  const group = Math.min(Math.floor(plain / 3), 6);
  const prefix = group > 0 ? `\u00a0${"kMGTPE"[group - 1]}` : "";
  return `${10 ** (plain - 3 * Math.max(group, 0))}${prefix}`;
}

// Dimensions without trailing ones: 128 x 64.
export function sizeText(size: readonly number[]): string {
  const last = size.reduce((keep, value, i) => (value > 1 ? i : keep), 0);
  return size.slice(0, last + 1).join("\u00a0\u00d7\u00a0");
}

// 16777216 as 16 777 216, with thin spaces.
export function wholeText(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
