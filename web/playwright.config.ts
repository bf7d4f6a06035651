import { defineConfig } from "@playwright/test";

// Debian's Chromium; nothing is downloaded, nothing leaves the machine.
export default defineConfig({
  testDir: "tests/browser",
  testMatch: process.env.KCAST_SCREENSHOTS ? "screenshots.ts" : "*.spec.ts",
  outputDir: "node_modules/.cache/playwright",
  globalSetup: "./tests/browser/server.ts",
  workers: 1, // predictions share the cores with the browser
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-lcd-text",
      ],
    },
  },
});
