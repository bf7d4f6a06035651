// The VS Code that the tests share, and how a test is told to it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test as nodeTest } from "node:test";
import { WORKSPACE } from "./files";
import { VsCode } from "./vscode";
import { FIRST_MS, Workbench } from "./workbench";

export let code: VsCode;
export let window: Workbench;

const environment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run npm run browser`);
  return value;
};

// Parts in their order: whether all their tests have passed.
const parts = new Map<string, boolean>();
let running: string | undefined; // the part whose window is open

// `part` is its file: KERNELCAST_ONLY=typing,view runs these parts alone.
//
// A test goes on where the one before it in its part stopped, so none comes after one that failed.
// The next part then begins in a new window, as it does when it runs alone.
export function tests(part: string): (name: string, run: () => Promise<void>) => void {
  const only = process.env.KERNELCAST_ONLY?.split(",");
  return (name, run) => {
    if (only !== undefined && !only.includes(part)) return;
    parts.set(part, true);
    void nodeTest(name, async (context) => {
      if (parts.get(part) === false) return context.skip(`an earlier test of "${part}" failed`);
      parts.set(part, false);
      try {
        await begin(part);
        await run();
      } catch (error) {
        await window?.page.screenshot({ path: "out/failed.png" }).catch(() => undefined);
        throw error;
      }
      parts.set(part, true);
    });
  };
}

// The window of the parts before, or a new one where there is none or one of them failed in it.
async function begin(part: string): Promise<void> {
  if (running === part) return;
  if (running !== undefined && parts.get(running) === true) {
    running = part;
    return;
  }
  await end();
  running = part;
  await open();
  if (part === "start") return; // which begins without trust
  await trust();
  await window.openFile(file("saxpy.cu"));
  await window.lens((text) => / on H200/.test(text), 0, FIRST_MS);
}

export async function trust(): Promise<void> {
  await window.command("Workspaces: Manage Workspace Trust");
  await window.page.getByRole("button", { name: "Trust Parent" }).click();
  await window.remembered("content.trust.model.key", code.folder);
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

async function open(): Promise<void> {
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
}

async function end(): Promise<void> {
  await window?.close().catch(() => undefined);
  code?.stop();
}

// Which parts need not run once more.
after(async () => {
  await end();
  const passed = [...parts.keys()].filter((part) => parts.get(part) === true);
  writeFileSync(environment("KERNELCAST_PASSED"), passed.join("\n"));
});
