// Comparing, importing, sharing, exporting; both sides of the page point at each other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineTime, expect, fresh, ROOT, SAXPY, setCode, test, url } from "./fixture";

test("a pinned version is compared with", async ({ app }) => {
  await app.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(app.locator(".kc-delta")).toHaveText("same as pinned");
  await setCode(app, SAXPY.replace("threads = 256", "threads = 32"));
  await expect(app.locator(".kc-delta")).toHaveClass(/kc-worse/);
  await expect(app.locator("svg.kc-roofline .kc-ghost [data-level]")).toHaveCount(3);
  const row = app.locator('[data-metric="time_us"] td');
  await expect(row.nth(3)).toHaveText(commandLineTime(SAXPY));
  await app.getByRole("button", { name: "Go back to it" }).click();
  await expect(app.locator(".kc-delta")).toHaveText("same as pinned");
  await expect(app.locator(".cm-content")).toContainText("threads = 256");
  await app.getByRole("button", { name: "Unpin" }).click();
  await expect(app.locator(".kc-delta")).toHaveCount(0);
});

test("measured launches of ncu stand beside the predicted ones", async ({ app }) => {
  const chooser = app.waitForEvent("filechooser");
  await app.getByText("File", { exact: true }).click();
  await app.getByRole("button", { name: "Import ncu CSV" }).click();
  await (await chooser).setFiles(join(ROOT, "tests/data/profilers/ncu_base.csv"));
  await expect(app.locator("svg.kc-roofline .kc-measured [data-level]")).toHaveCount(3);
  await expect(app.locator("#notice")).toContainText("Measured: saxpy");
  // The mean of two launches of 5.952 and 6.4 us, of another size than the predicted one until n is set.
  await expect(app.locator('[data-metric="time_us"] td').nth(3)).toHaveText("6.18\u00a0\u00b5s");
  await expect(app.locator(".kc-warning")).toContainText("4096 blocks of 256 threads");
  await app.locator('[data-field="n"]').fill("1<<20");
  await app.locator('[data-field="n"]').press("Enter");
  await expect(app.locator(".kc-warning")).toHaveCount(0);
  await app.locator("#notice").getByRole("button", { name: "Remove" }).click();
  await expect(app.locator("svg.kc-roofline .kc-measured")).toHaveCount(0);
});

test("a file that is no profile is refused with the reason", async ({ app }) => {
  const chooser = app.waitForEvent("filechooser");
  await app.getByText("File", { exact: true }).click();
  await app.getByRole("button", { name: "Import ncu CSV" }).click();
  await (
    await chooser
  ).setFiles({ name: "x.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await expect(app.locator(".toast")).toHaveText(
    "x.csv: no table of Nsight Compute: print one with ncu --csv --page raw",
  );
});

test("a link holds the program and what was set", async ({ app, browser }) => {
  await setCode(app, SAXPY.replace("1 << 24", "1 << 23"));
  await app.locator('[data-field="block"]').fill("128");
  await app.locator('[data-field="block"]').press("Enter");
  const expected = commandLineTime(SAXPY.replace("1 << 24", "1 << 23"), ["--block", "128"]);
  await expect(app.locator(".kc-time")).toHaveText(expected);
  await app.getByRole("button", { name: "Share" }).click();
  await expect(app).toHaveURL(/#1./);
  // Another browser, which has nothing stored.
  const other = await (await browser.newContext()).newPage();
  await other.goto(app.url());
  await expect(other.locator(".kc-time")).toHaveText(expected);
  await expect(other.locator(".cm-content")).toContainText("1 << 23");
  await expect(other.locator('[data-field="block"]')).toHaveValue("128");
  // The address says no longer what is there once it was edited; a reload keeps the edit.
  await setCode(other, SAXPY.replace("1 << 24", "1 << 18"));
  await expect(other).toHaveURL(url());
  await other.reload();
  await expect(other.locator(".cm-content")).toContainText("1 << 18");
  await other.close();
});

test("a damaged link is said and does no harm", async ({ app }) => {
  await app.goto(`${url()}#1AAAA`);
  await app.reload();
  await expect(app.locator(".toast")).toHaveText("the link is damaged");
  await expect(app.locator(".kc-time")).toBeVisible();
});

test("another program that is refused shows nothing of the old one", async ({ app }) => {
  const chooser = app.waitForEvent("filechooser");
  await app.getByText("File", { exact: true }).click();
  await app.getByRole("button", { name: "Open source" }).click();
  await (
    await chooser
  ).setFiles({
    name: "other.cu",
    mimeType: "text/plain",
    buffer: Buffer.from("__global__ void k(int* x) { x[0] = y; }\n"),
  });
  await expect(app.locator("#problems")).toContainText("undeclared identifier 'y'");
  await expect(app.locator(".kc-time")).toHaveCount(0);
  await expect(app).toHaveTitle(/^other\.cu/);
});

test("a reload keeps the program", async ({ app }) => {
  await setCode(app, SAXPY.replace("1 << 24", "1 << 19"));
  await fresh(app);
  await app.reload();
  await expect(app.locator(".cm-content")).toContainText("1 << 19");
});

test("reasons and lines light each other", async ({ app }) => {
  await expect(app.locator(".cm-shares .share i").first()).toBeVisible();
  const reason = app.locator('.kc-reasons [data-line="12"]');
  await reason.hover();
  await expect(app.locator(".lit-line")).toContainText("y[i] = a * x[i]");
  await app.locator(".cm-line", { hasText: "y[i] = a * x[i]" }).last().hover();
  await expect(reason).toHaveClass(/kc-lit/);
  await reason.getByRole("button").click();
  await expect(app.locator(".cm-activeLine")).toContainText("y[i] = a * x[i]");
});

test("the cursor chooses the kernel", async ({ app }) => {
  await app.locator("#examples").selectOption("transpose.cu");
  await expect(app.locator(".kc-launch strong")).toHaveText("transpose_plain<float>");
  await app.locator(".cm-line", { hasText: "__syncthreads" }).click();
  await expect(app.locator(".kc-launch strong")).toHaveText("transpose_tiled<float>");
  await app
    .getByRole("group", { name: "Launch" })
    .getByRole("button", { name: /transpose_plain/ })
    .click();
  await expect(app.locator(".kc-launch strong")).toHaveText("transpose_plain<float>");
});

test("roofline and report are exported", async ({ app }) => {
  const save = async (name: string) => {
    const download = app.waitForEvent("download");
    await app.getByText("File", { exact: true }).click();
    await app.getByRole("button", { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await save("Export roofline as SVG");
  expect(svg.name).toBe("saxpy.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg.bytes.toString()).not.toContain("var(");
  const png = await save("Export roofline as PNG");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.length).toBeGreaterThan(5000);
  const json = await save("Export report as JSON");
  expect(JSON.parse(json.bytes.toString()).predictions[0].kernel).toBe("saxpy");
});
