import { useEffect } from "react";
import type { Workbench } from "./workbenchState.js";

/** A command with its keys. */
export interface Shortcut<Target> {
  readonly label: string;
  /** As shown to the user. `Mod` is Ctrl, or Command on a Mac. */
  readonly keys: string;
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly run: (target: Target) => void;
}

type Modifiers = "mod" | "mod-shift" | "alt-shift";

/** Returns whether an event is a key with modifiers. A letter is that of the physical key. */
export function onKey(modifiers: Modifiers, key: string): (event: KeyboardEvent) => boolean {
  // On a Mac, the Alt key changes the letter.
  return ({ code, key: typed, altKey, shiftKey, ctrlKey, metaKey }) =>
    (code === `Key${key}` || typed === key) &&
    (ctrlKey || metaKey) === modifiers.startsWith("mod") &&
    altKey === modifiers.startsWith("alt") &&
    shiftKey === modifiers.endsWith("shift");
}

/** The commands that work everywhere on the page. */
export const PAGE_SHORTCUTS: readonly Shortcut<Workbench>[] = [
  {
    label: "Go to a file",
    keys: "Mod+P",
    matches: onKey("mod", "P"),
    run: ({ setDialog }) => setDialog("quickOpen"),
  },
  {
    label: "Show or hide the files",
    keys: "Mod+Shift+E",
    matches: onKey("mod-shift", "E"),
    run: ({ toggle }) => toggle(),
  },
  {
    label: "Follow the agent, or stop following",
    keys: "Alt+Shift+F",
    matches: onKey("alt-shift", "F"),
    run: ({ store, setFollowing }) => setFollowing(!store.getState().isFollowing),
  },
  {
    label: "Show the keyboard shortcuts",
    keys: "Mod+/",
    matches: onKey("mod", "/"),
    run: ({ setDialog }) => setDialog("shortcuts"),
  },
];

/** Carries out shortcuts while the component is shown. */
export function useShortcuts<Target>(shortcuts: readonly Shortcut<Target>[], target: Target): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const shortcut = shortcuts.find(({ matches }) => matches(event));
      // The editor has used the key, for example to comment lines out.
      if (shortcut === undefined || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) shortcut.run(target);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [shortcuts, target]);
}
