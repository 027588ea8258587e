import { onKey, type Shortcut } from "./shortcuts.js";

/** The commands for the file in the editor. */
export interface FileCommands {
  /** Saves the file. */
  save(): void;
  /** Closes its tab. */
  close(): void;
}

/** The commands that work while the files are shown. */
export const FILE_SHORTCUTS: readonly Shortcut<FileCommands>[] = [
  {
    label: "Save the file",
    keys: "Mod+S",
    matches: onKey("mod", "S"),
    run: ({ save }) => save(),
  },
  {
    label: "Close the tab",
    keys: "Alt+Shift+W",
    matches: onKey("alt-shift", "W"),
    run: ({ close }) => close(),
  },
];
