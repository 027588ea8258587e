import { useSyncExternalStore } from "react";
import { pageStorage } from "./pageStorage.js";

export type Theme = "light" | "dark";

/** Also read by `public/theme.js`, which applies the theme when the page opens. */
const STORAGE_KEY = "acp-editor-theme";

const themeListeners = new Set<() => void>();

/** Returns the theme that the user chose, or `undefined` if the page follows the system. */
export function useChosenTheme(): Theme | undefined {
  return useSyncExternalStore(subscribeToTheme, getChosenTheme);
}

/** Applies and stores a theme. `undefined` follows the system. */
export function setTheme(theme: Theme | undefined): void {
  if (theme === undefined) pageStorage.removeItem(STORAGE_KEY);
  else pageStorage.setItem(STORAGE_KEY, theme);
  applyTheme(theme);
  for (const listener of themeListeners) listener();
}

function subscribeToTheme(listener: () => void): () => void {
  themeListeners.add(listener);
  return () => themeListeners.delete(listener);
}

function getChosenTheme(): Theme | undefined {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : undefined;
}

function applyTheme(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
