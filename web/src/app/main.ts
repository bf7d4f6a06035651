// Starts the page: the server's GPUs, the program of the link, of last time or of the examples.
import "../view/view.css";
import "./page.css";
import { ApiError, Client } from "./api";
import { askToken, button, byId, installSplitter, menu, pickFile, toast } from "./elements";
import { EXAMPLES } from "./examples";
import { download, standaloneSvg, svgToPng } from "./export";
import { parseNcuCsv, usesHalf } from "./ncu_csv";
import { Page } from "./page";
import {
  isDark,
  loadState,
  loadTheme,
  loadWidth,
  saveTheme,
  saveWidth,
  type Theme,
} from "./settings";
import { decodeState, encodeState } from "./share";
import { newState, type State } from "./state";

const MOST_FILE_BYTES = 4 << 20;

async function firstState(preferred: string, known: ReadonlySet<string>): Promise<State> {
  const example = EXAMPLES[0]!;
  let state: State | null = null;
  try {
    state = await decodeState(location.hash);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
  state ??= loadState() ?? newState(example.file, example.text, []);
  const gpus = state.gpus.filter((id) => known.has(id));
  return { ...state, gpus: gpus.length > 0 ? gpus : [preferred] };
}

async function share(page: Page): Promise<void> {
  const fragment = await encodeState(page.state);
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    toast("Link copied: it holds the program, nothing was uploaded");
  } catch {
    toast("The address of this page is the link now");
  }
}

async function readMeasured(page: Page, file: File): Promise<void> {
  try {
    if (file.size > MOST_FILE_BYTES) throw new Error("the file is larger than 4 MiB");
    page.setMeasured(parseNcuCsv(await file.text(), usesHalf(page.state.text)));
  } catch (error) {
    toast(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function openSource(page: Page, file: File): Promise<void> {
  if (file.size > MOST_FILE_BYTES) return toast(`${file.name}: the file is larger than 4 MiB`);
  page.load(newState(file.name, await file.text(), page.state.gpus));
}

function exportSvg(page: Page): string | null {
  const svg = page.roofline();
  if (svg)
    return standaloneSvg(
      svg,
      getComputedStyle(document.querySelector(".kc-view")!).backgroundColor,
    );
  toast("There is no roofline to export");
  return null;
}

function exportName(page: Page, ending: string): string {
  const kernel = page.selectedPrediction()?.kernel.replace(/\W+/g, "_") ?? "report";
  return `${kernel}.${ending}`;
}

async function exportPng(page: Page): Promise<void> {
  const text = exportSvg(page);
  const size = page.roofline()?.viewBox.baseVal;
  if (text && size)
    download(exportName(page, "png"), await svgToPng(text, size.width, size.height));
}

const THEMES: Record<Theme, { next: Theme; name: string; sign: string }> = {
  auto: { next: "light", name: "like the system", sign: "\u25d0" },
  light: { next: "dark", name: "light", sign: "\u25cb" },
  dark: { next: "auto", name: "dark", sign: "\u25cf" },
};

function themeButton(page: Page): HTMLButtonElement {
  const out = button("", "", () => {
    page.setTheme(THEMES[page.currentTheme()].next);
    saveTheme(page.currentTheme());
    show();
  });
  out.id = "theme";
  const show = () => {
    const { name, sign } = THEMES[page.currentTheme()];
    out.textContent = sign;
    out.title = `Colours: ${name}`;
    out.setAttribute("aria-label", `Colours: ${name}`);
  };
  show();
  return out;
}

function installActions(page: Page): void {
  const pin = button("Pin", "Keep this version to compare with (Alt+P)", () => page.togglePin());
  pin.id = "pin";
  pin.setAttribute("aria-pressed", page.state.pinned ? "true" : "false");
  byId("actions").append(
    pin,
    button("Share", "A link that holds the program (Alt+S)", () => void share(page)),
    menu("File", [
      [
        "Open source\u2026",
        () => pickFile(".cu,.hip,.cl,.cuh,.h,.cpp", (file) => void openSource(page, file)),
      ],
      [
        "Import ncu CSV\u2026",
        () => pickFile(".csv,.txt,.log", (file) => void readMeasured(page, file)),
      ],
      [
        "Export roofline as SVG",
        () => {
          const text = exportSvg(page);
          if (text) download(exportName(page, "svg"), new Blob([text], { type: "image/svg+xml" }));
        },
      ],
      ["Export roofline as PNG", () => void exportPng(page)],
      [
        "Export report as JSON",
        () => {
          if (page.report)
            download(
              exportName(page, "json"),
              new Blob([`${JSON.stringify(page.report, null, 2)}\n`], { type: "application/json" }),
            );
          else toast("There is no report to export");
        },
      ],
    ]),
    themeButton(page),
  );
  addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.code === "KeyP") page.togglePin();
    else if (event.code === "KeyS") void share(page);
    else return;
    event.preventDefault();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    page.setTheme(page.currentTheme()),
  );
}

function installExamples(page: Page): void {
  const select = byId<HTMLSelectElement>("examples");
  select.append(
    new Option("Examples\u2026", ""),
    ...EXAMPLES.map((example) => new Option(example.title, example.file)),
  );
  select.addEventListener("change", () => {
    const example = EXAMPLES.find((one) => one.file === select.value);
    select.value = "";
    if (example) page.load(newState(example.file, example.text, page.state.gpus));
  });
}

// A source or a profile that is dropped on the page.
function installDrop(page: Page): void {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void (/\.(csv|log|txt)$/i.test(file.name) ? readMeasured(page, file) : openSource(page, file));
  });
}

// On a phone one pane is seen at a time.
function installTabs(): void {
  const panes = document.querySelector<HTMLElement>(".panes")!;
  const tabs = [...document.querySelectorAll<HTMLButtonElement>(".tabs button")];
  for (const tab of tabs)
    tab.addEventListener("click", () => {
      panes.dataset.pane = tab.dataset.pane!;
      for (const other of tabs)
        other.setAttribute("aria-pressed", other === tab ? "true" : "false");
    });
}

async function knownGpus(client: Client): ReturnType<Client["gpus"]> {
  for (;;) {
    try {
      return await client.gpus();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      client.token = await askToken(byId("notice"));
    }
  }
}

async function start(): Promise<void> {
  const theme = loadTheme();
  document.documentElement.setAttribute("data-theme", isDark(theme) ? "dark" : "light");
  installTabs();
  installSplitter(
    byId("splitter"),
    document.querySelector<HTMLElement>(".panes")!,
    loadWidth(),
    saveWidth,
  );
  const client = new Client();
  const { gpus, preferred } = await knownGpus(client);
  const page = new Page(
    await firstState(preferred, new Set(gpus.map((gpu) => gpu.id))),
    gpus,
    client,
    theme,
  );
  installActions(page);
  installExamples(page);
  installDrop(page);
  addEventListener("hashchange", () => {
    void decodeState(location.hash).then(
      (state) =>
        state &&
        page.load({ ...state, gpus: state.gpus.length > 0 ? state.gpus : page.state.gpus }),
      (error: Error) => toast(error.message),
    );
  });
}

start().catch((error: unknown) => {
  byId("view").textContent = error instanceof Error ? error.message : String(error);
});
