import type { ReactElement } from "react";
import { PageDialog } from "./PageDialog.js";
import { FILE_SHORTCUTS, PAGE_SHORTCUTS } from "./shortcuts.js";

/** The keys of the parts of the page. */
const PART_SHORTCUTS = Object.entries({
  "Next or previous change of the review": "Alt+F5 or Shift+Alt+F5",
  "Keep or reject the change": "Shift+Alt+K or Shift+Alt+R",
  "Keep or reject all changes of the file": "Shift+Alt+Enter or Shift+Alt+Backspace",
  "Undo the last decision about the file": "Shift+Alt+Z",
  "Find in the file": "Mod+F",
  "Comment lines out, in the editor": "Mod+/",
  "Move in the tree and between tabs": "Arrow keys, Home, End",
  "Close the focused tab": "Delete",
  "Search in all sessions": "Mod+Shift+F",
  "Show the devtools": "Alt+Shift+D",
}).map(([label, keys]) => ({ label, keys }));

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
