import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCsv, parseNcuCsv, usesHalf } from "../../src/app/ncu_csv";

const profile = (name: string) =>
  readFileSync(new URL(`../../../tests/data/profilers/${name}`, import.meta.url), "utf8");

describe("CSV", () => {
  it("keeps commas, quotes and line breaks of quoted cells", () => {
    expect(parseCsv('a,"b, c"\r\n"d ""e""","f\ng"\n')).toEqual([
      ["a", "b, c"],
      ['d "e"', "f\ng"],
    ]);
  });
});

// The same values as src/collect/import/ncu_test.cpp expects of these files.
describe("a profile of ncu", () => {
  it("in base units is read exactly", () => {
    const [saxpy, gemm] = parseNcuCsv(profile("ncu_base.csv"), true);
    expect(saxpy!.kernel).toBe("saxpy(int, float, const float *, float *)");
    expect(saxpy!.values.l1_hit_rate_pct).toBeCloseTo(33.33, 1);
    expect(saxpy!.values.flops_fp32).toBe(2 * 1048576);
    expect(gemm!.values.flops_fp32).toBe(2000 + 3000 + 2 * 500);
    expect(gemm!.values.flops_fp64).toBe(7 + 11 + 2 * 13);
    expect(gemm!.values.flops_fp16).toBe(2 * 17 + 2 * 19 + 4 * 23);
    expect(gemm!.values.flops_tensor).toBe(1107296256);
    expect(gemm!.values.l2_hit_rate_pct).toBe(100);
  });
  it("in scaled units is read to two decimals, with separators of thousands", () => {
    const [saxpy] = parseNcuCsv(profile("ncu_scaled.csv"), false);
    expect(saxpy!.values.time_us).toBeCloseTo(5.95, 6);
    expect(saxpy!.values.hbm_read_bytes).toBeCloseTo(8.39e6, 0);
    expect(saxpy!.values.int_ops).toBe(3145728);
    expect(saxpy!.values.gflops).toBeCloseTo((2 * 1048576) / 5950, 6);
    expect(saxpy!.values.hbm_arithmetic_intensity).toBeCloseTo((2 * 1048576) / 8.39e6, 6);
  });
  it("counts half precision only where the source uses it", () => {
    expect(usesHalf("__half* x")).toBe(true);
    expect(usesHalf("float halfway = behalf;")).toBe(false);
    expect(parseNcuCsv(profile("ncu_base.csv"), false)[0]!.values.flops_fp16).toBeUndefined();
    expect(parseNcuCsv(profile("ncu_base.csv"), true)[0]!.values.flops_fp16).toBe(4 * 4096);
  });
  it("averages launches of a kernel", () => {
    const header = '"ID","Kernel Name","gpu__time_duration.sum"\n"","","ns"\n';
    const [only, ...others] = parseNcuCsv(
      `==PROF== noise\n${header}"0","k","1,000"\n"1","k","3,000"\n==PROF== Disconnected\n`,
      false,
    );
    expect(others).toEqual([]);
    expect(only!.values.time_us).toBe(2);
  });
  it("keeps launches of other sizes apart", () => {
    const header =
      '"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum"\n"","","","","ns"\n';
    const found = parseNcuCsv(
      `${header}"0","k","(256, 1, 1)","(4, 1, 1)","1"\n"1","k","(256, 1, 1)","(8, 2, 1)","3"\n`,
      false,
    );
    expect(found.map((one) => [one.grid, one.block])).toEqual([
      [
        [4, 1, 1],
        [256, 1, 1],
      ],
      [
        [8, 2, 1],
        [256, 1, 1],
      ],
    ]);
  });
  it("of the details page is read, too", () => {
    const text =
      '"ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"\n' +
      '"0","k(int)","GPU Speed Of Light Throughput","Duration","us","48.32"\n' +
      '"0","k(int)","Memory Workload Analysis","L2 Hit Rate","%","41.5"\n';
    expect(parseNcuCsv(text, false)).toEqual([
      { kernel: "k(int)", values: { time_us: 48.32, l2_hit_rate_pct: 41.5 } },
    ]);
  });
  it("is refused with the reason and the remedy", () => {
    expect(() => parseNcuCsv("hello", false)).toThrow("ncu --csv --page raw");
    expect(() =>
      parseNcuCsv(
        '"ID","Kernel Name","gpu__time_duration.sum"\n"","","furlong"\n"0","k","1"\n',
        false,
      ),
    ).toThrow('unit "furlong"');
    expect(() => parseNcuCsv('"ID","Kernel Name","x"\n"","",""\n"0","k","1"\n', false)).toThrow(
      "--ncu-metrics",
    );
    expect(() => parseNcuCsv('"ID","Kernel Name","x"\n"0","k","1"\n', false)).toThrow(
      "row of units",
    );
  });
});
