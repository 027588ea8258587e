import { useEffect, useState } from "react";

/** Returns whether the devtools are shown. Alt+Shift+D shows and hides them. */
export function useDevtoolsShortcut(): boolean {
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
  return isShown;
}
