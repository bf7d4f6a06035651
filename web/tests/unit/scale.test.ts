import { expect, it } from "vitest";
import { decadesAround, logScale, majorTicks, minorTicks } from "../../src/view/scale";

it("an axis spans whole decades with a margin", () => {
  expect(decadesAround(0.11, 14)).toEqual({ first: -2, last: 2 });
  expect(decadesAround(0.2, 0.2)).toEqual({ first: -3, last: 0 });
  expect(decadesAround(1e-12, 95).last).toBe(3);
});

it("never shows more than nine decades", () => {
  const { first, last } = decadesAround(1e-12, 1e4);
  expect(last - first).toBe(9);
});

it("positions are logarithmic and stay inside", () => {
  const scale = logScale({ first: -2, last: 2 }, 100, 500);
  expect(scale(1)).toBeCloseTo(300);
  expect(scale(10)).toBeCloseTo(400);
  expect(scale(1e-9)).toBe(100);
  expect(scale(1e9)).toBe(500);
});

it("ticks are decades and their digits", () => {
  expect(majorTicks({ first: -1, last: 1 })).toEqual([-1, 0, 1]);
  expect(minorTicks({ first: 0, last: 1 })).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});
