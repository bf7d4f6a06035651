// HIP, OpenCL, and C++ that has kernels only where its text says so.

import assert from "node:assert/strict";
import { file, tests, window } from "../session";
import { timeOf } from "../times";
import { waitFor } from "../workbench";

const test = tests("languages");
const predicted = (text: string) => / on \S/.test(text) && timeOf(text) > 0;

test("HIP, in its own files and in C++", async () => {
  for (const name of ["shift.hip", "shift.cpp"]) {
    await window.openFile(file(name));
    await window.lens(predicted);
    await window.statusText((text) => text.includes("shift"));
  }
});

test("OpenCL", async () => {
  await window.openFile(file("scale.cl"));
  await window.lens(predicted);
  await window.statusText((text) => text.includes("scale"));
});

test("OpenMP", async () => {
  await window.openFile(file("twice.c"));
  await window.lens(predicted);
  await window.statusText((text) => text.includes("twice"));
});

test("ordinary C++ shows nothing, until it has a kernel", async () => {
  await window.openFile(file("plain.cpp"));
  const shown = async () => (await window.codeLenses.count()) + (await window.statusBar.count());
  await waitFor(async () => ((await shown()) === 0 ? true : undefined), "nothing of the file before");
  await window.page.waitForTimeout(500);
  assert.equal(await window.codeLenses.count(), 0);
  assert.equal(await window.statusBar.count(), 0);
  await window.setLine(1, "#include <hip/hip_runtime.h>");
  await window.setLine(3, "__global__ void zero(float* x) { x[blockIdx.x * 256 + threadIdx.x] = 0; }");
  await window.lens(predicted);
  await window.statusText((text) => text.includes("zero"));
});
