import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { modelDocument, runModel } from "../../src/commands/model-answer";

const question = { model: "tiny", kernel: "scale<float>", gpu: "a100", file: "/src/it's a file.cu" };

function fakeKcast(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "kernelcast-unit-")), "kcast");
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

test("the model is asked about one kernel, and its words are shown beside the analysis", async () => {
  const kcast = fakeKcast('for word in "$@"; do echo "[$word]"; done');
  const { out, error } = await runModel(kcast, question, new AbortController().signal);
  assert.equal(error, undefined);
  assert.deepEqual(out.trim().split("\n"), [
    "[ask-model]",
    "[--model]",
    "[tiny]",
    "[--kernel]",
    "[scale<float>]",
    "[--gpu]",
    "[a100]",
    "[/src/it's a file.cu]",
  ]);
  const shown = modelDocument("61.0 us on A100", "tiny", "time_us 58\n");
  assert.equal(shown, "61.0 us on A100   (analysis)\n\ntiny says:\n\ntime_us 58\n");
});

test("what the model's program says last is the error", async () => {
  const kcast = fakeKcast("echo fetching >&2; echo \"kcast ask-model: no model named 'tiny'\" >&2; exit 1");
  const { error } = await runModel(kcast, question, new AbortController().signal);
  assert.equal(error, "kcast ask-model: no model named 'tiny'");
});

test("a question that is cancelled ends", async () => {
  const stop = new AbortController();
  const asked = runModel(fakeKcast("exec sleep 60"), question, stop.signal);
  const begin = Date.now();
  setTimeout(() => stop.abort(), 50);
  const { error } = await asked;
  assert.notEqual(error, undefined);
  assert.ok(Date.now() - begin < 10_000);
});
