import assert from "node:assert/strict";
import { test } from "node:test";
import { hotLines, heatLevel } from "../../src/heat-levels";
import { kernelAt } from "../../src/kernel-at";
import type { DocumentStatus, KernelStatus } from "../../src/protocol";
import { problemText, statusText } from "../../src/status-text";
import { noServer } from "../../src/server/problem";

function kernel(name: string, first: number, last: number, more: Partial<KernelStatus> = {}): KernelStatus {
  const range = { start: { line: first, character: 0 }, end: { line: last, character: 1 } };
  return {
    name,
    symbol: name,
    range,
    selectionRange: range,
    summary: "61.0 us on H200, bandwidth-bound, 78 % of HBM",
    gpu: "h200",
    time_us: 61.03,
    low_us: 50,
    high_us: 80,
    bound: "bandwidth",
    busiest: "DRAM",
    busy_share: 0.78,
    launches: 1,
    assumed: false,
    ...more,
  };
}

function status(more: Partial<DocumentStatus> = {}): DocumentStatus {
  const textDocument = { uri: "file:///a.cu", version: 3 };
  return { textDocument, state: "ready", stale: false, gpus: ["h200"], kernels: [], ...more };
}

test("the kernel around the cursor, from its first line to its last", () => {
  const kernels = [kernel("a", 10, 20), kernel("b", 30, 40)];
  assert.equal(kernelAt(kernels, 10, undefined)?.name, "a");
  assert.equal(kernelAt(kernels, 20, "b")?.name, "a");
  assert.equal(kernelAt(kernels, 35, "a")?.name, "b");
});

test("outside of kernels the last one stays", () => {
  const kernels = [kernel("a", 10, 20), kernel("b", 30, 40)];
  assert.equal(kernelAt(kernels, 25, "b")?.name, "b");
  assert.equal(kernelAt(kernels, 25, undefined)?.name, "a");
  assert.equal(kernelAt(kernels, 25, "gone")?.name, "a");
  assert.equal(kernelAt(kernels, undefined, "b")?.name, "b");
  assert.equal(kernelAt([], 25, "a"), undefined);
});

test("of the instances of a template the one that was looked at stays", () => {
  const kernels = [kernel("t<float>", 10, 20), kernel("t<double>", 10, 20)];
  assert.equal(kernelAt(kernels, 12, "t<double>")?.name, "t<double>");
  assert.equal(kernelAt(kernels, 12, undefined)?.name, "t<float>");
});

test("the status bar has name, time and bound", () => {
  const saxpy = kernel("saxpy", 0, 5);
  assert.equal(statusText(status(), saxpy).text, "$(graph-scatter) saxpy: 61.0 us, bandwidth-bound");
  const slow = kernel("gemm", 0, 5, { time_us: 12345, bound: "compute", assumed: true });
  assert.equal(statusText(status(), slow).text, "$(graph-scatter) gemm: about 12.3 ms, compute-bound");
  const none = kernel("x", 0, 5, { time_us: null, bound: null, skipped: "recursion" });
  assert.equal(statusText(status(), none).text, "$(graph-scatter) x: not predicted");
  assert.match(statusText(status(), none).tooltip, /recursion/);
});

test("a broken text keeps its number, with a mark and the reason", () => {
  const broken = status({ state: "error", stale: true, message: "line 12: expected ';'" });
  const shown = statusText(broken, kernel("saxpy", 0, 5));
  assert.equal(shown.text, "$(circle-slash) saxpy: 61.0 us, bandwidth-bound");
  assert.match(shown.tooltip, /line 12: expected ';'/);
});

test("computing changes nothing that is seen", () => {
  const saxpy = kernel("saxpy", 0, 5);
  const computing = status({ state: "computing", stale: true });
  assert.deepEqual(statusText(computing, saxpy), statusText(status(), saxpy));
});

test("a problem is a warning", () => {
  assert.deepEqual(problemText(noServer()).warning, true);
  assert.match(problemText(noServer()).text, /no server/);
});

test("lines are as hot as what they cost together", () => {
  const shares = [
    { line: 4, kernel: "a", share: 0.3, text: "loads of x" },
    { line: 4, kernel: "a", share: 0.4, text: "stores of y" },
    { line: 2, kernel: "a", share: 0.1, text: "index" },
    { line: 3, kernel: "a", share: 0.001, text: "nothing" },
    { line: 2, kernel: "b", share: 0.05, text: "index" },
  ];
  assert.deepEqual(hotLines(shares), [
    { line: 2, share: 0.1, level: 1, texts: ["index"] },
    { line: 4, share: 0.7, level: 4, texts: ["loads of x", "stores of y"] },
  ]);
  assert.equal(heatLevel(1), 4);
  assert.equal(heatLevel(0), undefined);
});
