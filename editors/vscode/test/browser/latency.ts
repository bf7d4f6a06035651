// From a key to the changed CodeLens, on the clock of the page.

import type { Page } from "playwright-core";
import { waitFor } from "./workbench";

interface Clock {
  keyAt: number | null;
  times: number[];
}

declare global {
  interface Window {
    kernelcastClock?: Clock;
  }
}

function startClock(): void {
  const clock: Clock = { keyAt: null, times: [] };
  window.kernelcastClock = clock;
  window.addEventListener("keydown", () => (clock.keyAt = performance.now()), true);
  // Without remarks: an old number with "(before the last edit)" is still the old number.
  const words = () =>
    [...document.querySelectorAll(".codelens-decoration")]
      .map((lens) => lens.textContent?.replace(/\s\(.*$/, ""))
      .join();
  let last = words();
  const observer = new MutationObserver(() => {
    const now = words();
    if (now === "" || now === last) return;
    last = now;
    if (clock.keyAt !== null) clock.times.push(performance.now() - clock.keyAt);
    clock.keyAt = null;
  });
  const editor = document.querySelector(".editor-instance");
  if (editor !== null) {
    observer.observe(editor, { subtree: true, childList: true, characterData: true });
  }
}

// Types a digit and takes it back, `count` times in all; each changes the prediction.
export async function measure(page: Page, count: number): Promise<number[]> {
  await page.evaluate(startClock);
  for (let i = 0; i < count; ++i) {
    await page.keyboard.press(i % 2 === 0 ? "8" : "Backspace");
    await waitFor(async () => {
      const done = await page.evaluate(() => window.kernelcastClock?.times.length ?? 0);
      return done > i ? true : undefined;
    }, `change ${i}`);
    await page.waitForTimeout(600); // VS Code has come to rest
  }
  return page.evaluate(() => window.kernelcastClock?.times ?? []);
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}
