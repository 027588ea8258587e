// Applies the theme that the user has chosen before the first paint. `src/shell/theme.ts` stores it.
try {
  const theme = localStorage.getItem("acp-editor-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without access to the storage, the page follows the system.
}
