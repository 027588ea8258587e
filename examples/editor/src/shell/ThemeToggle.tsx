import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { useMediaQuery } from "../ui/useMediaQuery.js";
import { chooseTheme, type Theme, useChosenTheme } from "./theme.js";

export function ThemeToggle(): ReactElement {
  const system: Theme = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const chosen = useChosenTheme();
  const other: Theme = (chosen ?? system) === "dark" ? "light" : "dark";
  // A choice of what the system says anyway is none, so that the page follows it again.
  const toggle = (): void => chooseTheme(other === system ? undefined : other);
  return (
    <button
      type="button"
      className="icon-button"
      onClick={toggle}
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
    >
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </button>
  );
}
