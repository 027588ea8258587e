import { useSyncExternalStore } from "react";

type Theme = "light" | "dark";

/** VitePress stores the theme of its pages here: `light`, `dark` or `auto`. */
const STORAGE_KEY = "vitepress-theme-appearance";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function getSystemTheme(): Theme {
  return prefersDark.matches ? "dark" : "light";
}

/** Returns the theme that the user chose on any page of the site, or else that of the system. */
function readTheme(): Theme {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    // Without storage, the pages follow the system.
  }
  return stored === "light" || stored === "dark" ? stored : getSystemTheme();
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

function getTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the theme of the site, and follows it when it changes in another tab. */
export function startTheme(): void {
  applyTheme(readTheme());
  prefersDark.addEventListener("change", () => applyTheme(readTheme()));
  addEventListener("storage", ({ key }) => {
    if (key === STORAGE_KEY) applyTheme(readTheme());
  });
}

/** Switches between the themes, for all pages of the site. */
export function toggleTheme(): void {
  const theme = getTheme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(STORAGE_KEY, theme === getSystemTheme() ? "auto" : theme);
  } catch {
    // Without storage, the choice is lost when the page is closed.
  }
  applyTheme(theme);
}

/** Returns the current theme of the page. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}
