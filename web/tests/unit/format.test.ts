import { describe, expect, it } from "vitest";
import {
  changeText,
  decadeText,
  intervalText,
  percentText,
  rateDecadeText,
  siText,
  sizeText,
  threeDigits,
} from "../../src/view/format";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("numbers", () => {
  // What `kcast predict` prints for these values.
  it("have three digits", () => {
    expect([0, 64.04, 99.97, 9.996, 0.0904, 0.133, 1234].map(threeDigits)).toEqual([
      "0",
      "64.0",
      "100",
      "10.0",
      "0.0904",
      "0.133",
      "1234",
    ]);
  });
  it("take the prefix of the next unit when they round up to it", () => {
    expect(plain(siText(999.6, "us"))).toBe("1.00 ms");
    expect(plain(siText(0.5, "us"))).toBe("500 ns");
    expect(plain(siText(33554432, "FLOP"))).toBe("33.6 MFLOP");
    expect(plain(siText(4740, "GB/s"))).toBe("4.74 TB/s");
    expect(plain(siText(0, "GB/s"))).toBe("0 B/s");
  });
  it("of an interval share one unit", () => {
    expect(plain(intervalText(550, 9920, "GB/s"))).toBe("0.550 \u2013 9.92 TB/s");
    expect(intervalText(5, 5, "B")).toBe("exact");
    expect(plain(intervalText(1e6, 1.0001e6, "B"))).toBe("about 1.00 MB");
  });
  it("of shares are whole percents", () => {
    expect([0, 0.004, 0.684, 1].map((share) => plain(percentText(share)))).toEqual([
      "0 %",
      "<1 %",
      "68 %",
      "100 %",
    ]);
  });
});

describe("changes", () => {
  it("are percentages until those say nothing", () => {
    expect(plain(changeText(129, 19.6))).toBe("\u221285 %");
    expect(plain(changeText(100, 104.2))).toBe("+4.2 %");
    expect(plain(changeText(10, 160))).toBe("\u00d7 16.0");
    expect(changeText(100, 100.01)).toBe("=");
    expect(changeText(0, 3)).toBe("new");
  });
});

describe("axes", () => {
  it("name decades", () => {
    expect([-4, -2, 0, 3, 5].map(decadeText)).toEqual([
      "10\u207b\u2074",
      "0.01",
      "1",
      "1000",
      "10\u2075",
    ]);
    expect([-3, 0, 2, 3, 5].map(rateDecadeText).map(plain)).toEqual([
      "1 M",
      "1 G",
      "100 G",
      "1 T",
      "100 T",
    ]);
  });
  it("leave out dimensions of one", () => {
    expect(plain(sizeText([128, 64, 1]))).toBe("128 \u00d7 64");
    expect(sizeText([1, 1, 1])).toBe("1");
    expect(plain(sizeText([1, 1, 5]))).toBe("1 \u00d7 1 \u00d7 5");
  });
});
