// What a user does in the window of VS Code, and what they see there.

import { chromium, type Browser, type Frame, type Locator, type Page } from "playwright-core";
import { timeOf } from "./times";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const MOST_MS = 60_000; // that something is waited for
// The first answer takes longest: VS Code starts its extensions, the server starts.
export const FIRST_MS = 120_000;

export class Workbench {
  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async open(url: string): Promise<Workbench> {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    const page = await browser.newPage({ viewport: { width: 1360, height: 840 } });
    page.setDefaultTimeout(MOST_MS);
    page.setDefaultNavigationTimeout(FIRST_MS);
    // A window that is left while a file is not yet saved asks whether it may go.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
    const workbench = new Workbench(browser, page);
    await page.goto(url);
    await workbench.ready();
    return workbench;
  }

  async ready(): Promise<void> {
    const statusBar = ".monaco-workbench .part.statusbar";
    await this.page.waitForSelector(statusBar, { timeout: FIRST_MS });
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  // Opens the list with a key and takes the row with this text; once more where VS Code has closed
  // the list, as it does when an editor that is still opening takes the focus. Enter would then be
  // a new line in that editor; a click meets the row or nothing.
  private async choose(key: string, text: string, row: string): Promise<void> {
    const wanted = this.focusedRow.filter({ hasText: row });
    await waitFor(async () => {
      await this.page.keyboard.press(key);
      const isOpen = await this.input.fill(text, { timeout: 15_000 }).then(...YES_OR_NO);
      const end = Date.now() + 15_000;
      while (isOpen && Date.now() < end && (await this.input.isVisible())) {
        if ((await wanted.count()) > 0) {
          const isTaken = await wanted.click({ timeout: 10_000 }).then(...YES_OR_NO);
          await this.page.mouse.move(1200, 700); // nothing shows up under the pointer
          if (isTaken) return true;
        }
        await this.page.waitForTimeout(50);
      }
      // A list that is open knows no command that was registered after it.
      await this.page.keyboard.press("Escape");
      return undefined;
    }, text, FIRST_MS);
  }

  // The editor that takes what is typed.
  private editor(name: string): Locator {
    const of = name === "" ? "" : `[data-uri$="/${name}"]`;
    return this.page.locator(`.editor-instance .monaco-editor.focused${of}`);
  }

  // Keys go where the focus is, which comes back to the editor a moment after a list or a view had it.
  async focusEditor(name = ""): Promise<void> {
    await waitFor(async () => {
      if ((await this.editor(name).count()) > 0) return true;
      await this.page.keyboard.press("Control+1"); // the first group of editors
      return this.editor(name).waitFor({ timeout: 2000 }).then(...YES_OR_NO);
    }, `focus in the editor ${name}`);
  }

  // By its whole path: searching would need ripgrep.
  async openFile(file: string): Promise<void> {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const open = this.page.locator(`.tab[data-resource-name="${name}"]`);
    const tab = this.page.locator(`.tab.active[data-resource-name="${name}"]`);
    await waitFor(async () => {
      if ((await open.count()) > 0) await open.click();
      else await this.choose("Control+P", file, name);
      return tab.waitFor({ timeout: 5000 }).then(...YES_OR_NO);
    }, name);
    await this.focusEditor(name);
    await this.page.locator(".editor-instance .view-lines .view-line").first().waitFor();
  }

  async command(title: string): Promise<void> {
    await this.choose("F1", `>${title}`, title);
  }

  async gotoLine(line: number, column = 1): Promise<void> {
    const row = `Go to line ${line} and character ${column}.`;
    await waitFor(async () => {
      await this.focusEditor();
      await this.choose("Control+G", `:${line}:${column}`, row);
      return this.cursorAt(line, column, 5000).then(...YES_OR_NO);
    }, `cursor at ${line}:${column}`);
    await this.list.waitFor({ state: "hidden" });
    await this.focusEditor();
  }

  async cursorAt(line: number, column: number, timeout = MOST_MS): Promise<void> {
    const text = new RegExp(`Ln ${line}, Col ${column}(?!\\d)`);
    await this.page.locator(".statusbar-item", { hasText: text }).waitFor({ timeout });
  }

  // Replaces a line of the active editor.
  async setLine(line: number, text: string): Promise<void> {
    await waitFor(async () => {
      await this.gotoLine(line);
      await this.page.keyboard.press("Shift+End");
      await this.page.keyboard.insertText(text);
      return this.hasLine(text);
    }, `line ${line}: ${text}`);
  }

  // Replaces the whole text of the active editor by one line.
  async replaceText(text: string): Promise<void> {
    await waitFor(async () => {
      await this.focusEditor();
      await this.page.keyboard.press("Control+A");
      await this.page.keyboard.press("Delete");
      await this.page.keyboard.insertText(text);
      await this.page.keyboard.press("Control+Shift+End"); // brackets that VS Code closed
      await this.page.keyboard.press("Delete");
      return this.hasLine(text);
    }, text);
  }

  // Whether what was just typed is a line of the editor on the screen.
  private async hasLine(text: string): Promise<true | undefined> {
    const has = async () => {
      const lines = await this.page.locator(".editor-instance .view-line").allTextContents();
      return lines.some((line) => line.replaceAll("\u00a0", " ") === text) ? true : undefined;
    };
    return waitFor(has, text, 3000).then(...YES_OR_NO);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("Control+S");
    await this.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
  }

  // VS Code writes what is to be remembered a moment after it was said; a window that is reloaded
  // sooner has forgotten it. `key` is who remembers: an extension, or a part of VS Code, which may
  // remember the same words sooner.
  async remembered(key: string, text: string): Promise<void> {
    await waitFor(async () => {
      const isThere = await this.page.evaluate(isInStorage, { key, text });
      return isThere ? true : undefined;
    }, `${text} in VS Code's storage of ${key}`);
  }

  // The number of the line on the screen that holds this text.
  async lineOf(text: string): Promise<number> {
    const line = this.page.locator(".editor-instance .view-line", { hasText: text }).first();
    return waitFor(async () => {
      const top = (await line.boundingBox())?.y ?? NaN;
      for (const number of await this.page.locator(".editor-instance .line-numbers").all()) {
        if (Math.abs(((await number.boundingBox())?.y ?? NaN) - top) < 5) {
          return Number(await number.innerText());
        }
      }
      return undefined;
    }, `line with ${text}`);
  }

  // Of the list that commands open.
  get input(): Locator {
    return this.page.locator(".quick-input-widget input[type=text]");
  }

  private get list(): Locator {
    return this.page.locator(".quick-input-widget");
  }

  get rows(): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  // The one that Enter takes.
  private get focusedRow(): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row.focused");
  }

  get codeLenses(): Locator {
    return this.page.locator(".codelens-decoration");
  }

  // The first CodeLens when it fulfils `test`.
  async lens(test: (text: string) => boolean, index = 0, timeoutMs?: number): Promise<string> {
    return waitFor(async () => {
      const texts = await this.codeLenses.allInnerTexts();
      const text = texts[index]?.replaceAll("\u00a0", " ");
      return text !== undefined && test(text) ? text : undefined;
    }, `CodeLens ${index}`, timeoutMs);
  }

  get statusBar(): Locator {
    return this.page.locator('.statusbar-item[id="kernelcast.kernelcast.kernelcast"]');
  }

  async statusText(test: (text: string) => boolean, timeoutMs?: number): Promise<string> {
    return waitFor(async () => {
      if ((await this.statusBar.count()) === 0) return undefined;
      const text = (await this.statusBar.innerText()).replaceAll("\u00a0", " ").trim();
      return test(text) ? text : undefined;
    }, "status bar", timeoutMs);
  }

  // The page of the Roofline view, inside VS Code's frames.
  async roofline(): Promise<Frame> {
    return waitFor(async () => {
      for (const frame of this.page.frames()) {
        try {
          if ((await frame.locator("#report .kc-view").count()) > 0) return frame;
        } catch {
          // a frame that has just gone
        }
      }
      return undefined;
    }, "Roofline view");
  }

  // The time that the Roofline view shows, when it fulfils `test`.
  async headline(test: (timeUs: number) => boolean): Promise<void> {
    await waitFor(async () => {
      const place = (await this.roofline()).locator("[data-role=headline] .kc-time");
      const [text] = await place.allInnerTexts().catch(() => []);
      return text !== undefined && test(timeOf(text)) ? true : undefined;
    }, "time in the view");
  }

  async pick(label: string): Promise<void> {
    await this.rows.filter({ hasText: label }).first().click();
  }

  // Types into the box that has this title.
  async answer(title: string, text: string): Promise<void> {
    const box = this.page.locator(".quick-input-title:visible", { hasText: title });
    await box.waitFor();
    // A dialog that still reads its folder takes no answer.
    await waitFor(async () => {
      if (!(await box.isVisible())) return true;
      await this.input.fill(text, { timeout: 4000 }).catch(() => undefined);
      await this.input.press("Enter", { timeout: 4000 }).catch(() => undefined);
      return box.waitFor({ state: "hidden", timeout: 1000 }).then(...YES_OR_NO);
    }, title);
  }

  notifications(): Promise<string[]> {
    return this.page.locator(".notifications-toasts .notification-list-item").allInnerTexts();
  }
}

// Runs in the page: whether the window's storage holds this text under this key.
async function isInStorage({ key, text }: { key: string; text: string }): Promise<boolean> {
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || !name.startsWith("vscode-web-state-db")) continue;
    const database = await result(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const value = await result(database.transaction(store).objectStore(store).get(key));
        if (value !== undefined && String(value).includes(text)) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}

// What a probe of waitFor makes of a wait that may be in vain.
export const YES_OR_NO = [() => true as const, () => undefined] as const;

// The first value that is not undefined.
export async function waitFor<T>(
  probe: () => Promise<T | undefined>,
  what: string,
  timeoutMs = MOST_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`${what}: not there after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
