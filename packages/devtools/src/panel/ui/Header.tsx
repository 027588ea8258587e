import { type ReactNode, useRef } from "react";
import type { Settings } from "../model/settings.js";
import type { TabName } from "./context.js";
import { ExportMenu } from "./ExportMenu.js";
import { Icon } from "./Icon.js";
import { IconButton } from "./IconButton.js";
import { Tabs } from "./Tabs.js";
import { useMove } from "./useMove.js";

interface HeaderProps {
  readonly id: string;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onOpen: (file: File) => void;
}

/** The views to choose from, and what can be done with the panel. */
export function Header({ id, tab, onTab, settings, onChange, onOpen }: HeaderProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const isDocked = settings.position === "docked";
  const isFloating = settings.position === "floating";
  const move = useMove(onChange);
  return (
    <header className="header" {...(isFloating && move.ofHeader)}>
      {isFloating && (
        <button
          type="button"
          className="icon-button move"
          aria-label="Move the devtools"
          title="Drag, or use the arrow keys"
          {...move.ofHandle}
        >
          <Icon name="move" />
        </button>
      )}
      <span className="brand">
        <Icon name="logo" />
        ACP
      </span>
      <Tabs id={id} tab={tab} onTab={onTab} />
      <div className="tools">
        <input
          ref={picker}
          type="file"
          accept=".jsonl,.ndjson,.txt"
          hidden
          aria-label="Trace to open"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) onOpen(file);
            target.value = "";
          }}
        />
        <button
          type="button"
          className="button open-trace"
          aria-label="Open a trace"
          title="Open a .jsonl trace"
          onClick={() => picker.current?.click()}
        >
          <Icon name="open" />
          <span>Open a trace</span>
        </button>
        <ExportMenu />
        {settings.position !== "inline" && (
          <>
            <IconButton
              icon={isDocked ? "float" : "dock"}
              label={isDocked ? "Float over the page" : "Dock to the bottom"}
              onClick={() => onChange({ position: isDocked ? "floating" : "docked" })}
            />
            <IconButton
              icon="close"
              label="Close the devtools"
              onClick={() => onChange({ isOpen: false })}
            />
          </>
        )}
      </div>
    </header>
  );
}
