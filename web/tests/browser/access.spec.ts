// Light and dark, phone, keyboard, screen readers.
import axe from "axe-core";
import type { Page } from "@playwright/test";
import { expect, fresh, SAXPY, setCode, test, url } from "./fixture";

async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run(),
  );
  return found.violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map(
      (violation) =>
        `${violation.id}: ${violation.nodes
          .map((node) => node.target.join(" "))
          .slice(0, 3)
          .join(", ")}`,
    );
}

async function showEverything(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await page.getByRole("checkbox", { name: "A100 SXM" }).check();
  await page.getByRole("button", { name: "Sweep block" }).click();
  await expect(page.locator(".sweep-point").first()).toBeVisible();
  await expect(page.locator("svg.kc-roofline .kc-ghost")).toHaveCount(1);
}

test("axe finds nothing serious", async ({ app }) => {
  await showEverything(app);
  expect(await seriousFindings(app)).toEqual([]);
});

test("axe finds nothing serious in broken code", async ({ app }) => {
  await setCode(app, SAXPY.replace("a * x[i]", "a * xx[i]"));
  await expect(app.locator("#problems button")).not.toHaveCount(0);
  expect(await seriousFindings(app)).toEqual([]);
});

test.describe("dark", () => {
  test.use({ colorScheme: "dark" });
  test("follows the system, and axe finds nothing serious", async ({ app }) => {
    const background = () => app.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe("rgb(20, 24, 31)");
    await showEverything(app);
    expect(await seriousFindings(app)).toEqual([]);
    await app.getByRole("button", { name: "Colours: like the system" }).click();
    expect(await background()).toBe("rgb(255, 255, 255)");
    await app.reload();
    expect(await background()).toBe("rgb(255, 255, 255)");
  });
});

test.describe("phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("shows one pane at a time, and nothing is cut off", async ({ page }) => {
    await page.goto(url());
    await expect(page.locator(".cm-content")).toBeVisible();
    await expect(page.locator("#bar-time")).toHaveText(/\u00b5s$/);
    const overflow = () =>
      page.evaluate(
        () =>
          Math.max(
            ...[...document.querySelectorAll("html, .bar, .bar > *, .tabs, .whatif")].map(
              (element) =>
                element.getBoundingClientRect().right + element.scrollWidth - element.clientWidth,
            ),
          ) - innerWidth,
      );
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "What if" }).tap();
    await expect(page.locator('input[data-name="n"]')).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Prediction" }).tap();
    await expect(page.locator(".kc-time")).toBeVisible();
    await expect(page.locator(".cm-content")).toBeHidden();
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test("everything is reached by keyboard", async ({ app }) => {
  const focused = () =>
    app.evaluate(() => {
      const element = document.activeElement!;
      return (
        element.getAttribute("aria-label") ??
        element.getAttribute("title") ??
        element.textContent ??
        ""
      );
    });
  const names: string[] = [];
  await app.locator("body").press("Tab");
  expect(await focused()).toBe("Skip to the prediction");
  for (let i = 0; i < 70; ++i) {
    names.push(await focused());
    // The editor keeps Tab for indentation; Escape gives it back.
    if (names[names.length - 1]!.startsWith("Source code")) await app.keyboard.press("Escape");
    await app.keyboard.press("Tab");
  }
  const wanted = [
    "Keep this version",
    "A link that holds",
    "File",
    "Colours",
    "File name",
    "Source code",
    "n, slider",
    "Sweep n",
    "block, slider",
    "Width of the source",
    "saxpy \u00b7 HBM",
    "go to line 12",
    "Counters",
  ];
  for (const name of wanted)
    expect(
      names.some((one) => one.includes(name)),
      `${name} among ${names.join(" | ")}`,
    ).toBe(true);
  // Changing, pinning and going to a line, without a pointer.
  await app.locator('input[data-name="n"]').focus();
  await app.keyboard.press("ArrowLeft");
  await expect(app.locator('[data-field="n"]')).toHaveValue("8388608");
  await fresh(app);
  await app.keyboard.press("Alt+p");
  await expect(app.locator("#pin")).toHaveAttribute("aria-pressed", "true");
  await app.locator('.kc-reasons [data-line="12"] button').focus();
  await app.keyboard.press("Enter");
  await expect(app.locator(".cm-activeLine")).toContainText("y[i] = a * x[i]");
});

test("a new result is said to screen readers", async ({ app }) => {
  await expect(app.locator("#spoken")).toHaveText(/saxpy: .*bandwidth-bound/);
  await expect(app.locator("svg.kc-roofline [role=img]").first()).toHaveAttribute(
    "aria-label",
    /saxpy \u00b7 L1, .*FLOP\/B/,
  );
});
