// A page that is open and has its first prediction; a test fails when the page logs an error or
// asks another machine for anything.
import { test as base, expect, type Page } from "@playwright/test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { KCAST } from "./server";

export { expect };

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const SAXPY = readFileSync(join(ROOT, "examples/saxpy.cu"), "utf8");

export const url = () => `${process.env.KCAST_URL!.replace(/\/$/, "")}/`;

export const test = base.extend<{ app: Page }>({
  app: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      // A refused program is an answer with status 422, which Chromium logs.
      if (
        message.type() === "error" &&
        !/status of 4\d\d|ERR_FAILED|ERR_ABORTED/.test(message.text())
      )
        faults.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(url()) && !/^(blob|data):/.test(request.url()))
        faults.push(`asked for ${request.url()}`);
    });
    await page.goto(url());
    await expect(page.locator(".kc-time")).toBeVisible();
    await use(page);
    expect(faults).toEqual([]);
  },
});

// Replaces the program, as somebody who pastes it.
export async function setCode(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

export async function fresh(page: Page): Promise<void> {
  await expect(page.locator(".kc-view")).not.toHaveClass(/kc-stale/);
}

// The time that the command line prints for a program, as the page should show it.
export function commandLineTime(text: string, options: string[] = [], name = "saxpy.cu"): string {
  const folder = mkdtempSync(join(tmpdir(), "kcast-web-"));
  writeFileSync(join(folder, name), text);
  const { stdout } = spawnSync(KCAST, ["predict", name, ...options], {
    cwd: folder,
    encoding: "utf8",
  });
  const time = /^ {2}([\d.]+ (?:ns|us|ms|s)) \(/m.exec(stdout)?.[1];
  if (!time) throw new Error(`kcast predict said no time: ${stdout}`);
  return time.replace(" us", "\u00a0\u00b5s").replace(/ (?=[nm]?s$)/, "\u00a0");
}
