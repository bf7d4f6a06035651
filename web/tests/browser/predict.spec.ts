// What is entered on the left is predicted on the right.
import { commandLineTime, expect, fresh, SAXPY, setCode, test } from "./fixture";

const time = ".kc-time";

test("the first example is predicted as on the command line", async ({ app }) => {
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY));
  await expect(app.locator(".kc-badge").first()).toHaveText("bandwidth-bound");
  await expect(app.locator("svg.kc-roofline [data-level]")).toHaveCount(3);
});

test("typing changes the number", async ({ app }) => {
  await app.locator(".cm-content").focus();
  await app.keyboard.press("ControlOrMeta+Home");
  for (let i = 0; i < 15; ++i) await app.keyboard.press("ArrowDown");
  await app.keyboard.press("End");
  await app.keyboard.press("ArrowLeft");
  await app.keyboard.press("Backspace");
  await app.keyboard.type("0");
  await expect(app.locator(".cm-line").nth(15)).toHaveText("  const int n = 1 << 20;");
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY.replace("1 << 24", "1 << 20")));
  await fresh(app);
});

test("broken code keeps the last good result, greyed, with a diagnostic", async ({ app }) => {
  const before = await app.locator(time).textContent();
  await setCode(app, SAXPY.replace("a * x[i]", "a * xx[i]"));
  await expect(app.locator(".kc-view")).toHaveClass(/kc-stale/);
  await expect(app.locator(time)).toHaveText(before!);
  await expect(app.locator("#problems")).toContainText("line 12");
  await expect(app.locator("#problems")).toContainText("undeclared identifier 'xx'");
  await expect(app.locator(".cm-line").nth(11).locator(".cm-lintRange-error")).toHaveCount(1);
  await app.locator("#problems button").first().click();
  await expect(app.locator(".cm-activeLine")).toContainText("xx[i]");
  await setCode(app, SAXPY);
  await fresh(app);
  await expect(app.locator("#problems")).toBeEmpty();
});

test("a program without a kernel says so", async ({ app }) => {
  await setCode(app, "int main() { return 0; }\n");
  await expect(app.locator("#problems")).toContainText(/kernel/);
  await expect(app.locator(".kc-view")).toHaveClass(/kc-stale/);
});

test("an answer that takes its time greys the old one until it is there", async ({ app }) => {
  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  await app.route("**/v1/predict", async (route) => {
    await gate;
    await route.continue();
  });
  await setCode(app, SAXPY.replace("1 << 24", "1 << 22"));
  await expect(app.locator(".kc-view")).toHaveClass(/kc-stale/);
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY));
  release();
  await fresh(app);
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY.replace("1 << 24", "1 << 22")));
});

test("a server that is gone is said, and found again", async ({ app }) => {
  await app.route("**/v1/predict", (route) => route.abort());
  await setCode(app, SAXPY.replace("1 << 24", "1 << 21"));
  await expect(app.locator("#problems")).toContainText("kcast serve");
  await app.unroute("**/v1/predict");
  await app.locator(".cm-content").press("ControlOrMeta+Enter");
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY.replace("1 << 24", "1 << 21")));
  await fresh(app);
});

test("sliding n changes the launch", async ({ app }) => {
  await app.locator('input[data-name="n"]').focus();
  await app.keyboard.press("ArrowRight");
  await app.keyboard.press("ArrowRight");
  await expect(app.locator('[data-field="n"]')).toHaveValue("67108864");
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY, ["-D", "n=67108864"]));
  // The grid followed, because host code computes it from n.
  await expect(app.locator(".kc-launch").nth(1)).toContainText("262144 blocks");
  await app.getByRole("button", { name: "Reset n", exact: true }).click();
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY));
});

test("block, type and GPU are what-ifs", async ({ app }) => {
  await app.locator('[data-field="block"]').fill("64");
  await app.locator('[data-field="block"]').press("Enter");
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY, ["--block", "64"]));
  await app.getByRole("button", { name: "Reset all" }).click();
  await app.getByRole("radio", { name: "fp64" }).check();
  await expect(app.locator('[data-metric="flops_fp64"]')).toBeVisible();
  await expect(app.locator(time)).toHaveText(
    commandLineTime(SAXPY.replace(/float/g, "double").replace(/(\d)f/g, "$1")),
  );
  await app.getByRole("radio", { name: "as written" }).check();
  await app.getByRole("checkbox", { name: "A100 SXM" }).check();
  await expect(app.locator("svg.kc-roofline .kc-gpu")).toHaveCount(1);
  await app
    .getByRole("group", { name: "GPU", exact: true })
    .getByRole("button", { name: /A100/ })
    .click();
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY, ["--gpu", "a100"]));
});

test("a sweep is plotted, and a point of it taken over", async ({ app }) => {
  await app.getByRole("button", { name: "Sweep block" }).click();
  await expect(app.locator(".sweep-point")).toHaveCount(10);
  await app.locator('[data-key="sweep-h200-512"]').press("Enter");
  await expect(app.locator('[data-field="block"]')).toHaveValue("512");
  await expect(app.locator(time)).toHaveText(commandLineTime(SAXPY, ["--block", "512"]));
  await app.getByRole("button", { name: "Close the sweep" }).click();
  await expect(app.locator(".sweep-point")).toHaveCount(0);
});

test("every example is predicted", async ({ app }) => {
  const values = await app
    .locator("#examples option")
    .evaluateAll((options) =>
      options.map((option) => (option as HTMLOptionElement).value).filter((value) => value !== ""),
    );
  expect(values.length).toBeGreaterThanOrEqual(5);
  for (const value of values) {
    await app.locator("#examples").selectOption(value);
    await expect(app.locator("#file")).toHaveValue(value);
    await expect(app.locator(".kc-reasons .kc-line code").first()).not.toBeEmpty();
    await fresh(app);
    await expect(app.locator("#problems")).toBeEmpty();
  }
});

test("of two launches of a kernel, the chosen one stays", async ({ app }) => {
  await app.locator("#examples").selectOption("reduction.hip");
  const launches = app.getByRole("group", { name: "Launch" }).getByRole("button");
  await expect(launches).toHaveCount(2);
  await launches.nth(1).click();
  await expect(app.locator(".kc-launch").nth(1)).toContainText("n=512");
  await expect(app.locator('[data-field="n"]')).toHaveValue("512");
  await app.locator(".cm-content").press("ControlOrMeta+Home");
  await app.keyboard.type("\n\n");
  await expect(app.locator('.kc-reasons [data-line="17"]')).toBeVisible();
  await expect(app.locator(".kc-launch").nth(1)).toContainText("n=512");
});
