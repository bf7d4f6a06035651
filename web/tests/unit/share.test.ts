import { expect, it } from "vitest";
import { decodeState, encodeState } from "../../src/app/share";
import { newState, readState, type State } from "../../src/app/state";

const state: State = {
  ...newState("saxpy.cu", "// na\u00efve \u{1f680}\n__global__ void k() {}\n".repeat(40), [
    "h200",
    "mi300x",
  ]),
  overrides: { values: { n: "1<<20" }, block: "16x16", precision: "double" },
  kernel: "k",
  sweep: "block",
  pinned: { file: "old.cu", text: "int x;", overrides: { values: {}, precision: "written" } },
};

it("a state comes back from its link", async () => {
  const link = await encodeState(state);
  expect(link).toMatch(/^#1[A-Za-z0-9_-]+$/);
  expect(link.length).toBeLessThan(state.text.length / 3);
  expect(await decodeState(link)).toEqual(state);
});

it("an empty fragment is no state", async () => {
  expect(await decodeState("")).toBeNull();
  expect(await decodeState("#")).toBeNull();
});

it("damaged and foreign links are refused", async () => {
  const link = await encodeState(state);
  await expect(decodeState(link.slice(0, -9))).rejects.toThrow("damaged");
  await expect(decodeState("#1!!")).rejects.toThrow("damaged");
  await expect(decodeState("#2abc")).rejects.toThrow("another version");
});

it("a link does not inflate without end", async () => {
  const bomb = await encodeState({ ...state, text: "x".repeat(5 << 20) });
  expect(bomb.length).toBeLessThan(50_000);
  await expect(decodeState(bomb)).rejects.toThrow("4 MiB");
});

it("what is not known of a state is left out", () => {
  const read = readState({
    file: "a.cu",
    text: "",
    gpus: ["h200", 3],
    overrides: { precision: "quad", values: { n: 4, m: "5" }, block: {} },
  });
  expect(read).toEqual({
    ...newState("a.cu", "", ["h200"]),
    overrides: { values: { m: "5" }, precision: "written" },
  });
  expect(() => readState({ file: "a.cu" })).toThrow("no program");
  expect(() => readState(null)).toThrow("no program");
});
