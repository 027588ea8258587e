import type { ReactElement } from "react";
import { FILE_SHORTCUTS } from "./fileShortcuts.js";
import { PageDialog } from "./PageDialog.js";
import { PAGE_SHORTCUTS } from "./shortcuts.js";

/** The keys of the parts of the page. */
const PART_SHORTCUTS = [
  { label: "Next or previous change of the review", keys: "Alt+F5 or Shift+Alt+F5" },
  { label: "Keep or reject the change", keys: "Shift+Alt+K or Shift+Alt+R" },
  {
    label: "Keep or reject all changes of the file",
    keys: "Shift+Alt+Enter or Shift+Alt+Backspace",
  },
  { label: "Undo the last decision about the file", keys: "Shift+Alt+Z" },
  { label: "Find in the file", keys: "Mod+F" },
  { label: "Comment lines out, in the editor", keys: "Mod+/" },
  { label: "Move in the tree and between tabs", keys: "Arrow keys, Home, End" },
  { label: "Close the focused tab", keys: "Delete" },
  { label: "Show the devtools", keys: "Alt+Shift+D" },
];

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The list of all shortcuts. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <PageDialog label="Keyboard shortcuts" onClose={onClose}>
      <h2 className="shortcuts-title">Keyboard shortcuts</h2>
      <dl className="shortcuts" tabIndex={0} aria-label="Shortcuts">
        {[...PAGE_SHORTCUTS, ...FILE_SHORTCUTS, ...PART_SHORTCUTS].map(({ label, keys }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keys.replaceAll("Mod", isMac ? "⌘" : "Ctrl")}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" className="acp-button" onClick={onClose}>
        Close
      </button>
    </PageDialog>
  );
}
