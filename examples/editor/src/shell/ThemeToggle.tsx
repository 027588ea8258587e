import { type ReactElement, useState } from "react";
import { Icon } from "../ui/Icon.js";
import { useMediaQuery } from "../ui/useMediaQuery.js";
import { applyTheme, storedTheme, storeTheme, type Theme } from "./theme.js";

export function ThemeToggle(): ReactElement {
  const system: Theme = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const [chosen, setChosen] = useState(storedTheme);
  const other: Theme = (chosen ?? system) === "dark" ? "light" : "dark";
  const toggle = (): void => {
    const next = other === system ? undefined : other;
    setChosen(next);
    storeTheme(next);
    applyTheme(next);
  };
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
