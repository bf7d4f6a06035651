// Logarithmic axes that span whole decades, so that a picture stands still while numbers change.

export interface Decades {
  first: number; // 10^first to 10^last
  last: number;
}

const MOST_DECADES = 9;

// The decades that hold these values with a margin, `least` of them at the least; the upper end
// stays in sight where there would be too many.
export function decadesAround(low: number, high: number, least = 3): Decades {
  const last = Math.min(Math.max(Math.ceil(Math.log10(high * 1.15)), -8), 12) + 0;
  const first = Math.min(Math.floor(Math.log10(low / 1.3)), last - least);
  return { first: Math.max(first, last - MOST_DECADES), last };
}

// A value's position between two pixels; what lies outside is drawn at the edge.
export function logScale(decades: Decades, from: number, to: number): (value: number) => number {
  return (value) => {
    const share = (Math.log10(value) - decades.first) / (decades.last - decades.first);
    return from + Math.min(Math.max(share, 0), 1) * (to - from);
  };
}

// Positions of 2, 3, ... 9 within each decade.
export function minorTicks(decades: Decades): number[] {
  const out: number[] = [];
  for (let decade = decades.first; decade < decades.last; ++decade)
    for (let digit = 2; digit < 10; ++digit) out.push(digit * 10 ** decade);
  return out;
}

export function majorTicks(decades: Decades): number[] {
  const out: number[] = [];
  for (let decade = decades.first; decade <= decades.last; ++decade) out.push(decade);
  return out;
}
