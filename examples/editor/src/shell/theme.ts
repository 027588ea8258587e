export type Theme = "light" | "dark";

const KEY = "acp-editor-theme";

/** What the user chose earlier, or `undefined` where the system decides. */
export function storedTheme(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the choice when it is what the system says anyway, so that the page follows again. */
export function storeTheme(theme: Theme | undefined): void {
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
