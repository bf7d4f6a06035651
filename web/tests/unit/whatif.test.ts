import { describe, expect, it } from "vitest";
import { predictBody } from "../../src/app/api";
import { usesFloats, withPrecision } from "../../src/app/precision";
import {
  blockStops,
  doublings,
  gridStops,
  isHostVariable,
  nearestStop,
  numberOf,
} from "../../src/app/stops";

describe("another floating-point type", () => {
  const source =
    '// a float\nconst char* s = "float 1.0f";\n__global__ void k(float* x) { x[0] = 2.5f * x[1] + 1e-3f + 0x1f + 7; }\n';
  it("replaces types and literals, not comments and strings", () => {
    expect(withPrecision(source, "k.cu", "double")).toBe(
      '// a float\nconst char* s = "float 1.0f";\n__global__ void k(double* x) { x[0] = 2.5 * x[1] + 1e-3 + 0x1f + 7; }\n',
    );
  });
  it("of halves keeps the numbers of lines", () => {
    const half = withPrecision(source, "k.cu", "half");
    expect(half).toMatch(/^#include <cuda_fp16.h>\n#line 1 "k.cu"\n\/\/ a float\n/);
    expect(half).toContain("x[0] = __half(2.5f) * x[1] + __half(1e-3f) + 0x1f + 7;");
  });
  it("is offered where there is one", () => {
    expect(usesFloats(source)).toBe(true);
    expect(usesFloats("// float\nint floats;\n")).toBe(false);
  });
  it("as written changes nothing", () => {
    expect(withPrecision(source, "k.cu", "written")).toBe(source);
  });
});

describe("stops of sliders", () => {
  it("are factors of two that are whole", () => {
    expect(doublings(12, 3)).toEqual([3, 6, 12, 24, 48, 96]);
  });
  it("of blocks stay within 1024 threads", () => {
    expect(blockStops([256, 1, 1]).at(-1)).toBe("1024");
    expect(blockStops([32, 8, 1])).toEqual(["32x1", "32x2", "32x4", "32x8", "32x16", "32x32"]);
    expect(gridStops([128, 2, 1])).toContain("128x4");
  });
  it("nearest to a value are found by factors", () => {
    expect(nearestStop(["1", "10", "100"], "40")).toBe(2);
    expect(nearestStop(["32x1", "32x8"], "16x16")).toBe(1);
  });
  it("numbers are written as on the command line", () => {
    expect(["1<<20", "1e6", "16M", "2k", "64*64", "16x16", "300"].map(numberOf)).toEqual([
      1048576, 1e6, 16777216, 2048, 4096, 256, 300,
    ]);
    expect(numberOf("x")).toBeNaN();
  });
});

it("variables of host code are told from arguments", () => {
  const source =
    "#define TILE 16\n__global__ void k(int m, const int n) { if (m == 3) return; }\nint main() { const int n = 1 << 20; size_t rows{4}; }\n";
  expect(["n", "rows", "TILE", "m"].map((name) => isHostVariable(source, name))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it("a request says what was set and nothing else", () => {
  const request = { file: "a.cu", text: "x", gpus: ["h200"], hostVariables: new Set(["n"]) };
  expect(predictBody({ ...request, overrides: { values: {}, precision: "written" } })).toEqual({
    files: [{ name: "a.cu", text: "x" }],
    gpus: ["h200"],
  });
  expect(
    predictBody({
      ...request,
      overrides: {
        values: { n: "1e6", rate: "2" },
        block: "16x16",
        shared: "1024",
        flags: " -DX=1 ",
        precision: "written",
      },
      kernel: "k<8>",
      sweep: { name: "block", values: ["64", "128"] },
    }),
  ).toEqual({
    files: [{ name: "a.cu", text: "x" }],
    gpus: ["h200"],
    launch: { block: "16x16", shared: 1024 },
    arguments: { rate: "2" },
    defines: { n: "1e6" },
    flags: "-DX=1",
    kernel: "k<8>",
    sweep: { block: ["64", "128"] },
  });
});
