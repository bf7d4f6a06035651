// The VS Code that all tests share, and how a test is told to it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { WORKSPACE } from "./files";
import { VsCode } from "./vscode";
import { Workbench } from "./workbench";

export let code: VsCode;
export let window: Workbench;

const environment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run npm run browser`);
  return value;
};

// A test goes on where the one before it stopped, so none comes after one that failed.
let failed = false;

// `part` is its file: KERNELCAST_ONLY=typing,view runs these parts alone.
export function tests(part: string): (name: string, run: () => Promise<void>) => void {
  const only = process.env.KERNELCAST_ONLY?.split(",");
  return (name, run) => {
    if (only !== undefined && !only.includes(part)) return;
    void nodeTest(name, async (context) => {
      if (failed) return context.skip("an earlier test failed");
      failed = true;
      try {
        await run();
      } catch (error) {
        await window?.page.screenshot({ path: "out/failed.png" }).catch(() => undefined);
        throw error;
      }
      failed = false;
    });
  };
}

export const file = (name: string): string => join(code.workspace, name);

interface Picture {
  isHovering?: boolean; // the mouse stays where it is
  clip?: { x: number; y: number; width: number; height: number };
}

// A picture for docs/images or media/walkthrough, where they are asked for.
export async function screenshot(name: string, { isHovering, clip }: Picture = {}): Promise<void> {
  const folder = process.env.KERNELCAST_SCREENSHOTS;
  if (folder === undefined) return;
  if (isHovering !== true) await window.page.mouse.move(1200, 700);
  for (const frame of window.page.frames()) await frame.evaluate(() => scrollTo(0, 0));
  await window.page.waitForTimeout(400);
  await window.page.screenshot({ path: join(folder, `${name}.png`), ...(clip && { clip }) });
}

before(async () => {
  const profile = readFileSync(environment("KERNELCAST_PROFILE"), "utf8");
  code = new VsCode({
    node: environment("KERNELCAST_NODE"),
    main: environment("KERNELCAST_VSCODE"),
    vsix: environment("KERNELCAST_VSIX"),
    files: { ...WORKSPACE, "profile.csv": profile },
    settings: {
      "security.workspace.trust.startupPrompt": "never",
      "security.workspace.trust.banner": "never",
      "workbench.startupEditor": "none",
      "remote.autoForwardPorts": false,
      "editor.minimap.enabled": false,
      "chat.commandCenter.enabled": false,
    },
  });
  code.commit();
  code.install();
  await code.start();
  window = await Workbench.open(code.url());
});

after(async () => {
  await window?.close();
  code?.stop();
});
