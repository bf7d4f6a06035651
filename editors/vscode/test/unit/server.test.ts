import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Crashes } from "../../src/server/crashes";
import * as problems from "../../src/server/problem";
import { askVersion, parseVersion } from "../../src/server/version";

test("a server that ends now and then is started again", () => {
  const crashes = new Crashes(5, 180_000);
  for (let minute = 0; minute < 60; ++minute) assert.equal(crashes.again(minute * 60_000), true);
});

test("a server that ends at once is given up", () => {
  const crashes = new Crashes(5, 180_000);
  const answers = [0, 1, 2, 3, 4].map((second) => crashes.again(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, false]);
  crashes.forget();
  assert.equal(crashes.again(6000), true);
});

test("the version of kcast", () => {
  assert.equal(parseVersion("kcast 0.1.0\nbuilt with GNU 12.2.0"), "0.1.0");
  assert.equal(parseVersion("kcast 1.12.0-rc1\n"), "1.12.0-rc1");
  assert.equal(parseVersion("GNU coreutils 9.1"), undefined);
});

test("a program that is not kcast says so in its own words", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kernelcast-unit-"));
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  assert.deepEqual(await askVersion(script("good", "echo kcast 0.1.0")), { version: "0.1.0" });
  assert.deepEqual(await askVersion(script("bad", "echo no such library >&2; exit 127")), {
    error: "no such library",
  });
  const missing = await askVersion(join(folder, "missing"));
  assert.match("error" in missing ? missing.error : "", /ENOENT/);
});

test("every problem has a button", () => {
  const all = [
    problems.noServer(),
    problems.unbuilt("/src/k"),
    problems.wrongSetting("/opt/kcast"),
    problems.notKcast("/opt/kcast", "no such library"),
    problems.wrongVersion("/opt/kcast", "0.0.1", false),
    problems.crashed(5),
    problems.failedToStart("it hung"),
    problems.unsupportedLanguage("python"),
  ];
  for (const problem of all) {
    assert.ok(problem.remedies.length > 0, problem.text);
    assert.ok(problem.short.length <= 25, problem.short);
    assert.match(problem.text, /^[A-Z/].*[.\w]$/);
  }
});
