import { describe, expect, it } from "vitest";
import { parseGpus, parseReport, type Prediction } from "../../src/report";
import { findCounterpart, groupLaunches } from "../../src/view/launches";
import { reasonsByLine } from "../../src/view/reasons";
import {
  attainable,
  bestRoofs,
  classReason,
  makeRoofline,
  placeMeasurement,
} from "../../src/view/roofline_model";
import gpuData from "../data/gpus.json";
import saxpyData from "../data/saxpy.json";
import transposeData from "../data/transpose.json";

const gpus = parseGpus(gpuData);
const h200 = gpus.find((gpu) => gpu.id === "h200")!;
const saxpy = parseReport(saxpyData).predictions[0]!;
const transpose = parseReport(transposeData);

describe("a launch with floating-point work", () => {
  const roofline = makeRoofline(saxpy, h200)!;
  it("lies where its own metrics say", () => {
    // 2 FLOP per element; L1 moves 12 bytes per element, HBM 11 because some stay in L2.
    expect(roofline.unit).toBe("FLOP");
    expect(roofline.levels.map((point) => point.level)).toEqual(["L1", "L2", "HBM"]);
    expect(roofline.levels[0]!.intensity.value).toBeCloseTo(2 / 12, 6);
    expect(roofline.rate.value).toBeCloseTo(saxpy.metrics.gflops!.value, 9);
  });
  it("has the GPU's roofs, measured ones preferred", () => {
    const hbm = roofline.roofs.filter((roof) => roof.name === "HBM");
    expect(hbm.map((roof) => [roof.gbs, roof.measured])).toEqual([
      [4800, false],
      [4598, true],
    ]);
    expect(bestRoofs(roofline.roofs).every((roof) => roof.measured)).toBe(true);
    expect(attainable(roofline.roofs, "HBM", 0.1)).toBeCloseTo(459.8);
    expect(attainable(roofline.roofs, "HBM", 1000)).toBe(65130);
  });
  it("is classified by the work nearest to its ridge", () => {
    // As the command line says: 0.364 op/B, far left of the ridge at 3.48 op/B.
    const reason = classReason(saxpy, h200)!;
    expect(reason.type).toBe("integer");
    expect(reason.intensity).toBeCloseTo(0.364, 3);
    expect(reason.ridge).toBeCloseTo(3.48, 2);
  });
});

describe("a launch without floating-point work", () => {
  it("is placed by its integer operations", () => {
    const plain = transpose.predictions[0]!;
    const roofline = makeRoofline(plain, h200)!;
    const m = plain.metrics;
    expect(roofline.unit).toBe("int op");
    expect(roofline.rate.value).toBeCloseTo(m.int_ops!.value / m.time_us!.value / 1e3, 6);
    const hbm = roofline.levels[2]!.intensity;
    expect(hbm.value).toBeCloseTo(
      m.int_ops!.value / (m.hbm_read_bytes!.value + m.hbm_write_bytes!.value),
      6,
    );
    expect(hbm.low).toBeLessThan(hbm.value);
    expect(hbm.high).toBeGreaterThan(hbm.value);
    expect(roofline.roofs.some((roof) => roof.name === "integer" && roof.gops === 16727)).toBe(
      true,
    );
  });
  it("is not placed where nothing is computed", () => {
    const metrics = {
      ...transpose.predictions[0]!.metrics,
      int_ops: { value: 0, low: 0, high: 0 },
    };
    expect(makeRoofline({ ...transpose.predictions[0]!, metrics }, h200)).toBeNull();
  });
});

it("a measured launch is placed by its counters", () => {
  const values = {
    time_us: 50,
    flops_fp32: 33554432,
    hbm_read_bytes: 134217728,
    hbm_write_bytes: 67108864,
  };
  const roofline = placeMeasurement({ kernel: "saxpy", values }, "FLOP")!;
  expect(roofline.rate.value).toBeCloseTo(671.09, 2);
  expect(roofline.levels).toHaveLength(1);
  expect(roofline.levels[0]!.intensity.value).toBeCloseTo(1 / 6, 6);
  expect(placeMeasurement({ kernel: "saxpy", values: { time_us: 50 } }, "FLOP")).toBeNull();
});

describe("launches", () => {
  const groups = groupLaunches(transpose);
  it("of several GPUs are one", () => {
    const other = transpose.predictions.map((prediction) => ({ ...prediction, gpu: "a100-80gb" }));
    const both = groupLaunches({ ...transpose, predictions: [...transpose.predictions, ...other] });
    expect(both).toHaveLength(2);
    expect([...both[0]!.byGpu.keys()]).toEqual(["h200", "a100-80gb"]);
  });
  it("find their counterpart after lines moved", () => {
    const moved = transpose.predictions.map((prediction) => ({
      ...prediction,
      launch_line: prediction.launch_line + 3,
    }));
    const after = groupLaunches({ ...transpose, predictions: moved });
    const tiled = after.find((group) => group.kernel.startsWith("transpose_tiled"))!;
    const found = findCounterpart(tiled.byGpu.get("h200")!, tiled, groups, false);
    expect(found?.kernel).toBe("transpose_tiled<float>");
  });
  it("of other kernels are compared only where there is one on both sides", () => {
    const renamed: Prediction = { ...saxpy, kernel: "axpy2" };
    const before = groupLaunches(parseReport(saxpyData));
    const after = groupLaunches({ ...transpose, predictions: [renamed] })[0]!;
    expect(findCounterpart(renamed, after, before, true)).toBe(before[0]!.byGpu.get("h200"));
    expect(findCounterpart(renamed, after, groups, true)).toBeNull();
  });
});

it("reasons are gathered by line", () => {
  const lines = reasonsByLine(saxpy.reasons);
  expect(lines.map((entry) => entry.line)).toEqual([12, 10, 11]);
  expect(lines[0]!.texts).toHaveLength(4);
  expect(lines[0]!.share).toBeCloseTo(0.476, 2);
});

describe("what is no report", () => {
  it("is refused with the reason", () => {
    expect(() => parseReport([])).toThrow("no JSON object");
    expect(() => parseReport({ format: "x" })).toThrow('"x"');
    expect(() => parseReport({ ...saxpyData, predictions: [{}] })).toThrow("predictions[0].kernel");
    const metrics = { ...saxpyData.predictions[0]!.metrics, time_us: { value: 3 } };
    expect(() =>
      parseReport({ ...saxpyData, predictions: [{ ...saxpyData.predictions[0], metrics }] }),
    ).toThrow("metrics.time_us");
    expect(() => parseGpus({})).toThrow("GPUs");
  });
});
