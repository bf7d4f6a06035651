import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../src/latest";

test("an answer that comes after that of a later question is not shown", async () => {
  const latest = new Latest();
  const shown: string[] = [];
  const answers: ((text: string) => void)[] = [];
  const ask = async () => {
    const isLast = latest.begin();
    const text = await new Promise<string>((resolve) => answers.push(resolve));
    if (isLast()) shown.push(text);
  };
  const questions = [ask(), ask()];
  answers[1]?.("of the file in front");
  answers[0]?.("of the file before");
  await Promise.all(questions);
  assert.deepEqual(shown, ["of the file in front"]);
});
