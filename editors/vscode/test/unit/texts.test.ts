import assert from "node:assert/strict";
import { test } from "node:test";
import { isGpuText } from "../../src/gpu-text";
import { withGaps } from "../../src/hover-text";

test("C and C++ with GPU code is told by a line", () => {
  assert.ok(isGpuText("int main() {\n#pragma omp target teams distribute\n}"));
  assert.ok(isGpuText("  #  pragma omp target map(to : x)\n"));
  assert.ok(isGpuText('#include <hip/hip_runtime.h>\n'));
  assert.ok(isGpuText('// first\r\n#include "hip/hip_fp16.h"\r\n'));
  assert.ok(!isGpuText("#pragma omp parallel for\n"));
  assert.ok(!isGpuText("#pragma omp targeted\n"));
  assert.ok(!isGpuText("// #pragma omp target\n"));
  assert.ok(!isGpuText("#include <vector>\nint hip;\n"));
});

test("columns of a table stand apart, the rest of the text stays", () => {
  const table = "**x**\n\n| | predicted |\n|---|---:|\n| time \\| us | 20.5 us |\n\na | b";
  const apart =
    "**x**\n\n| | &emsp;predicted |\n|---|---:|\n| time \\| us | &emsp;20.5 us |\n\na | b";
  assert.equal(withGaps(table), apart);
});
