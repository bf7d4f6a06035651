// What this browser remembers. A browser that forbids it remembers nothing, and that is all.
import { readState, type State } from "./state";

export type Theme = "auto" | "light" | "dark";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden.
  }
}

export function loadTheme(): Theme {
  const theme = read("kcast.theme");
  return theme === "light" || theme === "dark" ? theme : "auto";
}

export function saveTheme(theme: Theme): void {
  write("kcast.theme", theme);
}

export function isDark(theme: Theme): boolean {
  return (
    theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches)
  );
}

export function loadWidth(): number {
  return Number(read("kcast.width")) || 46;
}

export function saveWidth(percent: number): void {
  write("kcast.width", String(Math.round(percent)));
}

export function loadState(): State | null {
  try {
    const text = read("kcast.state");
    return text === null ? null : readState(JSON.parse(text));
  } catch {
    return null;
  }
}

export function saveState(state: State): void {
  write("kcast.state", JSON.stringify(state));
}
