import { useAcpStore } from "@acp-store/react";
import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { useChosenTheme } from "../shell/theme.js";
import { useHistory } from "./useHistory.js";

const Devtools = lazy(async () => {
  const { AcpDevtools } = await import("@acp-store/devtools/panel");
  return { default: AcpDevtools };
});

/** Alt+Shift+D shows and hides the devtools. They have heard everything by then. */
export function DevtoolsKey(): ReactElement | null {
  const store = useAcpStore();
  const history = useHistory(store);
  const theme = useChosenTheme() ?? "system";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, altKey, shiftKey, ctrlKey, metaKey, repeat } = event;
      // By its place on the keyboard: with Alt, a Mac makes another letter of it.
      if (code !== "KeyD" || !altKey || !shiftKey || ctrlKey || metaKey || repeat) return;
      event.preventDefault();
      setIsShown((was) => !was);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  if (!isShown || history === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Devtools store={store} history={history} theme={theme} enabled initialOpen />
    </Suspense>
  );
}
