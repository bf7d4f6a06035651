// Small pieces of the page: buttons, menus, messages, the splitter between the panes.
import { h } from "../view/dom";

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function button(label: string, title: string, run: () => void): HTMLButtonElement {
  const out = h("button", { type: "button", title }, label);
  out.addEventListener("click", run);
  return out;
}

// A menu that closes when something is chosen, on Escape and on a click elsewhere.
export function menu(label: string, items: [string, () => void][]): HTMLElement {
  const summary = h("summary", {}, label);
  const list = h("div", { class: "menu-items" });
  const out = h("details", { class: "menu" }, summary, list);
  for (const [name, run] of items) {
    const item = h("button", { type: "button" }, name);
    item.addEventListener("click", () => {
      out.open = false;
      summary.focus();
      run();
    });
    list.append(item);
  }
  out.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !out.open) return;
    out.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (!out.contains(event.target as Node)) out.open = false;
  });
  return out;
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

// A message that goes by itself.
export function toast(words: string): void {
  let box = document.querySelector<HTMLElement>(".toast");
  if (!box) document.body.append((box = h("div", { class: "toast", role: "status" })));
  box.textContent = words;
  box.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("shown"), 3500);
}

const LEAST_PERCENT = 25;
const MOST_PERCENT = 70;

// Moves the border between the panes, by pointer or by arrow keys.
export function installSplitter(
  bar: HTMLElement,
  panes: HTMLElement,
  start: number,
  done: (percent: number) => void,
): void {
  let percent = start;
  const set = (value: number) => {
    percent = Math.min(Math.max(value, LEAST_PERCENT), MOST_PERCENT);
    panes.style.setProperty("--left", `${percent}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(percent)));
  };
  bar.setAttribute("aria-valuemin", String(LEAST_PERCENT));
  bar.setAttribute("aria-valuemax", String(MOST_PERCENT));
  set(percent);
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const move = (to: PointerEvent) => {
      const box = panes.getBoundingClientRect();
      set(((to.clientX - box.left) / box.width) * 100);
    };
    const end = () => {
      bar.removeEventListener("pointermove", move);
      done(percent);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", end, { once: true });
    bar.addEventListener("pointercancel", end, { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowLeft" ? -2 : event.key === "ArrowRight" ? 2 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(percent + step);
    done(percent);
  });
}

export function pickFile(accept: string, take: (file: File) => void): void {
  const input = h("input", { type: "file", accept });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) take(file);
  });
  input.click();
}

// Asks for the token that a server demands; resolves when it was entered.
export function askToken(parent: HTMLElement): Promise<string> {
  const field = h("input", {
    type: "password",
    "aria-label": "Token of the server",
    autocomplete: "off",
  });
  const form = h(
    "form",
    { class: "notice" },
    h("span", {}, "This server asks for its token."),
    field,
    h("button", { type: "submit" }, "Use token"),
  );
  parent.replaceChildren(form);
  field.focus();
  return new Promise((resolve) =>
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.remove();
      resolve(field.value.trim());
    }),
  );
}
