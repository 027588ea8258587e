import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const KEY = "acp-editor-theme";

const listeners = new Set<() => void>();

/** What the user chose earlier, or `undefined` where the system decides. */
export function storedTheme(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the page shows, or `undefined` where the system decides. */
export function useChosenTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, chosenTheme);
}

/** Without a theme the system decides again. */
export function chooseTheme(theme: Theme | undefined): void {
  storeTheme(theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosenTheme(): Theme | undefined {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : undefined;
}

function storeTheme(theme: Theme | undefined): void {
  try {
    if (theme === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function applyTheme(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
