import { createHistory, type History } from "@acp-store/devtools";
import { useAcpStore } from "@acp-store/react";
import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";

const Devtools = lazy(async () => {
  const { AcpDevtools } = await import("@acp-store/devtools/panel");
  return { default: AcpDevtools };
});

/** Alt+Shift+D shows and hides the devtools. They have heard everything by then. */
export function DevtoolsKey(): ReactElement | null {
  const store = useAcpStore();
  const [history, setHistory] = useState<History>();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const next = createHistory(store);
    setHistory(next);
    return () => next.detach();
  }, [store]);
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
      <Devtools store={store} history={history} enabled initialOpen />
    </Suspense>
  );
}
