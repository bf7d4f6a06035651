import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fieldsOf, mistake, withField } from "../../src/launch-form";
import { parseMeasured } from "../../src/measured";
import type { LaunchAnswer } from "../../src/protocol";
import { suggestions, sweepMistake, variableOf } from "../../src/sweep-text";

const launch: LaunchAnswer = {
  kernel: "saxpy",
  file: "file:///w/.kernelcast.json",
  settings: { block: 128, args: { n: "1<<20" } },
  grid: [65536, 1, 1],
  block: [128, 1, 1],
  shared: 0,
  arguments: [
    { name: "n", type: "int", kind: "scalar", value: 1048576 },
    { name: "a", type: "float", kind: "scalar", value: 2.5 },
    { name: "x", type: "float", kind: "buffer", value: 1048576, fill: "uniform:1,2" },
  ],
  assumed: [],
};

function field(name: string, group = "args") {
  const found = fieldsOf(launch).find((entry) => entry.name === name && entry.group === group);
  assert.ok(found);
  return found;
}

test("the form shows what is predicted and what was set", () => {
  assert.deepEqual(
    fieldsOf(launch).map(({ label, now, set }) => [label, now, set]),
    [
      ["grid", "65536", ""],
      ["block", "128", "128"],
      ["dynamic shared memory", "0 bytes", ""],
      ["n", "1048576", "1<<20"],
      ["a", "2.5", ""],
      ["x[]", "1048576 elements", ""],
      ["contents of x", "uniform:1,2", ""],
    ],
  );
});

test("a field is set, changed and removed; nothing else moves", () => {
  const set = withField(launch.settings, field("a"), "3");
  assert.deepEqual(set, { block: 128, args: { n: "1<<20", a: 3 } });
  assert.deepEqual(withField(set, field("n"), ""), { block: 128, args: { a: 3 } });
  assert.deepEqual(withField({ args: { n: 1 } }, field("n"), ""), {});
  assert.deepEqual(withField({}, field("x", "fills"), "zero"), { fills: { x: "zero" } });
  assert.deepEqual(withField({}, field("block", "launch"), "16x16"), { block: "16x16" });
  assert.deepEqual(launch.settings, { block: 128, args: { n: "1<<20" } });
});

test("mistakes are told while typing", () => {
  for (const good of ["", "256", "16x16", "8x8x4"]) {
    assert.equal(mistake(field("block", "launch"), good), undefined, good);
  }
  for (const bad of ["x", "16x", "1x2x3x4", "-1", "16 16"]) {
    assert.ok(mistake(field("block", "launch"), bad), bad);
  }
  for (const good of ["1024", "1e7", "1<<24", "-0.5", "0x10"]) {
    assert.equal(mistake(field("n"), good), undefined, good);
  }
  assert.ok(mistake(field("n"), "many"));
  assert.ok(mistake(field("shared", "launch"), "2k"));
});

test("sweeps that are offered fit the kernel", () => {
  assert.deepEqual(
    suggestions(launch).map((entry) => entry.sweep),
    ["block=32,64,128,256,512,1024", "n=65536..16777216:x2"],
  );
  const plane = { ...launch, block: [16, 16, 1] };
  assert.match(suggestions(plane)[0]?.sweep ?? "", /^block=8x8,/);
});

test("a sweep that was typed", () => {
  assert.equal(sweepMistake("n=1e6..1e8:x10"), undefined);
  assert.ok(sweepMistake("n"));
  assert.ok(sweepMistake("n="));
  assert.ok(sweepMistake("=64"));
  assert.equal(variableOf("block=64,128"), "block");
});

test("what kcast collect --import writes", () => {
  const lines = [
    '{"kernel":"saxpy(int)","values":{"time_us":5.95,"l1_hit_rate_pct":33.3,"x":null}}',
    '{"kernel":"saxpy(int)","values":{"time_us":6.5}}',
    '{"kernel":"broken","reason":"error"}',
    "",
  ];
  assert.deepEqual(parseMeasured(lines.join("\n")), [
    { kernel: "saxpy(int)", values: { time_us: 5.95, l1_hit_rate_pct: 33.3 } },
  ]);
});

interface Manifest {
  contributes: {
    commands: { command: string }[];
    menus: Record<string, { command?: string }[]>;
    configuration: { properties: Record<string, { description?: string; markdownDescription?: string }> };
    walkthroughs: { steps: { description: string; completionEvents?: string[] }[] }[];
  };
}

test("package.json names commands that are there, and explains every setting", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
  const source = readFileSync("src/commands/commands.ts", "utf8");
  const names = contributes.commands.map(({ command }) => command);
  for (const name of names) assert.match(source, new RegExp(`\\b${name.replace("kernelcast.", "")}:`));
  const used = [
    ...Object.values(contributes.menus).flatMap((items) => items.map((item) => item.command ?? "")),
    ...contributes.walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ description }) => [...description.matchAll(/command:([\w.]+)/g)].map((m) => m[1] ?? "")),
    ),
  ];
  for (const name of used.filter((entry) => entry !== "")) assert.ok(names.includes(name), name);
  for (const [name, setting] of Object.entries(contributes.configuration.properties)) {
    assert.ok(setting.description ?? setting.markdownDescription, name);
  }
});
