// What a user does in the window of VS Code, and what they see there.

import { chromium, type Browser, type Frame, type Locator, type Page } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

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
    page.setDefaultTimeout(30_000);
    const workbench = new Workbench(browser, page);
    await page.goto(url);
    await workbench.ready();
    return workbench;
  }

  async ready(): Promise<void> {
    await this.page.waitForSelector(".monaco-workbench .part.statusbar");
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  // Opens the list with a key and waits for a row; once more where VS Code, busy with itself, has
  // closed it.
  private async list(key: string, text: string, row: string): Promise<void> {
    await waitFor(async () => {
      await this.page.keyboard.press(key);
      const timeout = 8000;
      return this.input
        .fill(text, { timeout })
        .then(() => this.rows.filter({ hasText: row }).first().waitFor({ timeout }))
        .then(
          () => true,
          // A list that is open knows no command that was registered after it.
          async () => {
            await this.page.keyboard.press("Escape");
            return undefined;
          },
        );
    }, text);
  }

  // By its whole path: searching would need ripgrep.
  async openFile(file: string): Promise<void> {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const open = this.page.locator(`.tab[data-resource-name="${name}"]`);
    const tab = this.page.locator(`.tab.active[data-resource-name="${name}"]`);
    await waitFor(async () => {
      if ((await open.count()) > 0) {
        await open.click();
      } else {
        await this.list("Control+P", file, name);
        await this.page.keyboard.press("Enter");
      }
      return tab.waitFor({ timeout: 2000 }).then(
        () => true,
        () => undefined,
      );
    }, name);
    await this.page.locator(".editor-instance .view-lines .view-line").first().waitFor();
  }

  async command(title: string): Promise<void> {
    await this.list("F1", `>${title}`, title);
    await this.page.keyboard.press("Enter");
  }

  async gotoLine(line: number, column = 1): Promise<void> {
    await this.list("Control+G", `:${line}:${column}`, "");
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  // Replaces a line of the active editor.
  async setLine(line: number, text: string): Promise<void> {
    await this.gotoLine(line);
    await this.page.keyboard.press("Shift+End");
    await this.page.keyboard.insertText(text);
  }

  // Replaces the whole text of the active editor.
  async replaceText(text: string): Promise<void> {
    await this.page.locator(".editor-instance .view-lines").click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Delete");
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Control+Shift+End"); // brackets that VS Code closed
    await this.page.keyboard.press("Delete");
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("Control+S");
    await this.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
  }

  // VS Code writes what extensions remember a moment after they said it; a window that is reloaded
  // sooner has forgotten it.
  async remembered(text: string): Promise<void> {
    await waitFor(async () => {
      const isThere = await this.page.evaluate(isInStorage, text);
      return isThere ? true : undefined;
    }, `${text} in VS Code's storage`);
  }

  // The number of the line on the screen that holds this text.
  async lineOf(text: string): Promise<number> {
    const line = this.page.locator(".editor-instance .view-line", { hasText: text }).first();
    const top = (await line.boundingBox())?.y ?? NaN;
    for (const number of await this.page.locator(".editor-instance .line-numbers").all()) {
      if (Math.abs(((await number.boundingBox())?.y ?? NaN) - top) < 5) {
        return Number(await number.innerText());
      }
    }
    throw new Error(`no line with ${text}`);
  }

  // Of the list that commands open.
  get input(): Locator {
    return this.page.locator(".quick-input-widget input[type=text]");
  }

  get rows(): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  get codeLenses(): Locator {
    return this.page.locator(".codelens-decoration");
  }

  // The first CodeLens when it fulfils `test`.
  async lens(test: (text: string) => boolean, index = 0): Promise<string> {
    return waitFor(async () => {
      const texts = await this.codeLenses.allInnerTexts();
      const text = texts[index]?.replaceAll("\u00a0", " ");
      return text !== undefined && test(text) ? text : undefined;
    }, `CodeLens ${index}`);
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

  async pick(label: string): Promise<void> {
    await this.rows.filter({ hasText: label }).first().click();
  }

  // Types into the box that has this title.
  async answer(title: string, text: string): Promise<void> {
    const box = this.page.locator(".quick-input-title:visible", { hasText: title });
    await box.waitFor();
    // A dialog that still reads its folder takes no answer.
    await waitFor(async () => {
      await this.input.fill(text);
      await this.page.keyboard.press("Enter");
      return box.waitFor({ state: "hidden", timeout: 1000 }).then(
        () => true,
        () => undefined,
      );
    }, title);
  }

  notifications(): Promise<string[]> {
    return this.page.locator(".notifications-toasts .notification-list-item").allInnerTexts();
  }
}

// Runs in the page: whether a value of the window's storage holds this text.
async function isInStorage(text: string): Promise<boolean> {
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
        const values = await result(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => String(value).includes(text))) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}

// The first value that is not undefined.
export async function waitFor<T>(
  probe: () => Promise<T | undefined>,
  what: string,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`${what}: not there after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
