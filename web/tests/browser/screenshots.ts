// The pictures of docs/images/page-*.png, made on request: npm run screenshots.
import type { Page } from "@playwright/test";
import { join } from "node:path";
import { expect, fresh, ROOT, setCode, test, url } from "./fixture";
import { shrinkPng } from "./png";

async function take(page: Page, name: string): Promise<void> {
  const path = join(ROOT, `docs/images/page-${name}.png`);
  // How long it took says how busy the machine was that made the picture.
  await page.locator("#status").evaluate((element) => {
    if (element.textContent?.startsWith("predicted in")) element.textContent = "";
  });
  await page.screenshot({ path });
  shrinkPng(path);
}

test.use({ viewport: { width: 1280, height: 800 } });

test("typing", async ({ app }) => {
  await app.locator("#examples").selectOption("matmul_tiled.cu");
  await expect(app.locator(".kc-launch strong")).toHaveText("matmul");
  await app.locator('.kc-reasons [data-line="23"]').hover();
  await app.locator('.kc-point[data-level="HBM"]').first().hover();
  await take(app, "typing");
});

test("broken", async ({ app }) => {
  await app.locator(".cm-line", { hasText: "if (i < n)" }).click();
  await app.keyboard.press("Home");
  for (let i = 0; i < 24; ++i) await app.keyboard.press("ArrowRight");
  await app.keyboard.type("x");
  await expect(app.locator("#problems button")).not.toHaveCount(0);
  await app.locator(".cm-scroller").evaluate((element) => (element.scrollLeft = 0));
  await app.waitForTimeout(400);
  await take(app, "broken");
});

test("slide", async ({ app }) => {
  await app.getByRole("checkbox", { name: "A100 SXM" }).check();
  await app.getByRole("checkbox", { name: "RTX 4090" }).check();
  await app.getByRole("button", { name: "Sweep n" }).click();
  await app.locator('input[data-name="n"]').focus();
  await app.keyboard.press("ArrowRight");
  await app.keyboard.press("ArrowRight");
  await expect(app.locator(".sweep-point")).toHaveCount(21, { timeout: 50_000 });
  await fresh(app);
  await take(app, "slide");
});

test("pinned", async ({ app }) => {
  await app.locator("#examples").selectOption("transpose.cu");
  await expect(app.locator(".kc-launch strong")).toHaveText("transpose_plain<float>");
  await fresh(app);
  await app.getByRole("button", { name: "Pin", exact: true }).click();
  const text = await app.evaluate(
    () => (JSON.parse(localStorage.getItem("kcast.state")!) as { text: string }).text,
  );
  await setCode(
    app,
    text.replace(
      "out[x * height + y] = in[y * width + x]",
      "out[y * width + x] = in[y * width + x]",
    ),
  );
  await expect(app.locator(".kc-delta")).toHaveClass(/kc-better/);
  await app.locator(".cm-scroller").evaluate((element) => (element.scrollTop = 100));
  await app.waitForTimeout(3800); // the message goes
  await take(app, "pinned");
});

test("measured", async ({ app }) => {
  await app.locator('[data-field="n"]').fill("1<<20");
  await app.locator('[data-field="n"]').press("Enter");
  const chooser = app.waitForEvent("filechooser");
  await app.getByText("File", { exact: true }).click();
  await app.getByRole("button", { name: "Import ncu CSV" }).click();
  await (await chooser).setFiles(join(ROOT, "tests/data/profilers/ncu_base.csv"));
  await expect(app.locator(".kc-warning")).toHaveCount(0);
  await app.locator(".kc-counters").scrollIntoViewIfNeeded();
  await take(app, "measured");
});

test.describe("dark", () => {
  test.use({ colorScheme: "dark" });
  test("dark", async ({ app }) => {
    await app.locator("#examples").selectOption("transpose.cu");
    await app.getByRole("checkbox", { name: "A100 SXM" }).check();
    await expect(app.locator("svg.kc-roofline .kc-gpu")).toHaveCount(1);
    await take(app, "dark");
  });
});

test.describe("phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("phone", async ({ page }) => {
    await page.goto(url());
    await expect(page.locator("#bar-time")).toHaveText(/\u00b5s$/);
    await page.getByRole("button", { name: "Prediction" }).tap();
    await take(page, "phone");
  });
});

test("share", async ({ app }) => {
  await app.locator("#examples").selectOption("reduction.hip");
  await expect(app.locator(".kc-launch strong")).toHaveText("block_sums");
  await fresh(app);
  await app.getByRole("button", { name: "Share" }).click();
  await expect(app.locator(".toast")).toHaveClass(/shown/);
  await app.waitForTimeout(300);
  await take(app, "share");
});

test("keyboard", async ({ app }) => {
  await app.locator("#examples").selectOption("stencil.cl");
  await expect(app.locator(".kc-launch strong")).toHaveText("heat_step");
  await fresh(app);
  await app.locator('.kc-reasons [data-line="18"] button').focus();
  await app.keyboard.press("Shift+Tab");
  await app.keyboard.press("Tab");
  await app.waitForTimeout(300);
  await take(app, "keyboard");
});
