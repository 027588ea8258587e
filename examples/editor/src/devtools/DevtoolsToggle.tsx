import { useAcpStore } from "@acp-store/react";
import { type ReactElement, useEffect, useState } from "react";
import { LazyAcpDevtools } from "../onDemand.js";
import { useChosenTheme } from "../shell/theme.js";
import { useDevtoolsHistory } from "./useDevtoolsHistory.js";

/** Toggles the devtools with Alt+Shift+D. They record from the start, even while hidden. */
export function DevtoolsToggle(): ReactElement | null {
  const store = useAcpStore();
  const history = useDevtoolsHistory(store);
  const theme = useChosenTheme() ?? "system";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, altKey, shiftKey, ctrlKey, metaKey, repeat } = event;
      // Compares the physical key, because on a Mac the Alt key changes the letter.
      if (code !== "KeyD" || !altKey || !shiftKey || ctrlKey || metaKey || repeat) return;
      event.preventDefault();
      setIsShown((shown) => !shown);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  if (!isShown || history === undefined) return null;
  return <LazyAcpDevtools store={store} history={history} theme={theme} enabled initialOpen />;
}
