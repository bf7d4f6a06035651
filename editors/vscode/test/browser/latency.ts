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

// Appends a digit to the number before the cursor and takes it back, for nine digits. Only the
// first is measured: what is taken back to has been predicted before, and is remembered.
export async function measure(page: Page): Promise<number[]> {
  await page.evaluate(startClock);
  const times: number[] = [];
  for (const key of "123456789") {
    for (const press of [key, "Backspace"]) {
      await page.evaluate(() => window.kernelcastClock?.times.splice(0));
      await page.keyboard.press(press);
      const time = await waitFor(
        () => page.evaluate(() => window.kernelcastClock?.times[0]),
        `change by ${press}`,
      );
      if (press === key) times.push(time);
      await page.waitForTimeout(600); // VS Code has come to rest
    }
  }
  return times;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}
