import type { ReactElement } from "react";
import { Icon, useMediaQuery } from "@acp-store/ui";
import { setTheme, type Theme, useChosenTheme } from "./theme.js";

export function ThemeToggle(): ReactElement {
  const system: Theme = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const chosen = useChosenTheme();
  const other: Theme = (chosen ?? system) === "dark" ? "light" : "dark";
  // Choosing the system's theme clears the choice, so that the page follows the system.
  const toggle = (): void => setTheme(other === system ? undefined : other);
  return (
    <button
      type="button"
      className="acp-icon-button"
      onClick={toggle}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
    >
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </button>
  );
}
