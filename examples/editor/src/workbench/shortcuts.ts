import { useEffect } from "react";
import type { Workbench } from "./workbenchState.js";

/** A command with its keys. */
export interface Shortcut<Target> {
  /** As shown to the user, the key last. `Mod` is Ctrl, or Command on a Mac. */
  readonly keys: string;
  readonly label: string;
  readonly run: (target: Target) => void;
}

/** The commands that work everywhere on the page. */
export const PAGE_SHORTCUTS: readonly Shortcut<Workbench>[] = [
  { keys: "Mod+P", label: "Go to a file", run: ({ setDialog }) => setDialog("quickOpen") },
  { keys: "Mod+Shift+E", label: "Show or hide the files", run: ({ toggle }) => toggle() },
  {
    keys: "Alt+Shift+F",
    label: "Follow the agent, or stop following",
    run: ({ store, setFollowing }) => setFollowing(!store.getState().isFollowing),
  },
  {
    keys: "Mod+/",
    label: "Show the keyboard shortcuts",
    run: ({ setDialog }) => setDialog("shortcuts"),
  },
];

/** The commands for the file in the editor. */
interface FileCommands {
  save(): void;
  /** Closes the tab. */
  close(): void;
}

/** The commands that work while the files are shown. */
export const FILE_SHORTCUTS: readonly Shortcut<FileCommands>[] = [
  { keys: "Mod+S", label: "Save the file", run: ({ save }) => save() },
  { keys: "Alt+Shift+W", label: "Close the tab", run: ({ close }) => close() },
];

/** Carries out shortcuts while the component is shown. */
export function useShortcuts<Target>(shortcuts: readonly Shortcut<Target>[], target: Target): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const shortcut = shortcuts.find(({ keys }) => matches(event, keys));
      // The editor has used the key, for example to comment lines out.
      if (shortcut === undefined || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) shortcut.run(target);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [shortcuts, target]);
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const { code, key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const last = keys.slice(keys.lastIndexOf("+") + 1);
  return (
    // The physical key, because on a Mac the Alt key changes the letter.
    (code === `Key${last}` || key === last) &&
    (ctrlKey || metaKey) === keys.includes("Mod") &&
    altKey === keys.includes("Alt") &&
    shiftKey === keys.includes("Shift")
  );
}
