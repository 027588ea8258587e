import type { ReactNode } from "react";
import { MOVABLE_POSITIONS, type Settings } from "../model/settings.js";
import { Icon, IconButton } from "./controls.js";
import { ExportMenu } from "./ExportMenu.js";
import { FileButton } from "./FileButton.js";
import type { TabName } from "./panelContext.js";
import { useMoveHandlers } from "./PanelFrame.js";
import { Tabs } from "./Tabs.js";

const POSITION_LABELS = {
  bottom: "Dock to the bottom",
  right: "Dock to the right",
  floating: "Float over the page",
} as const;

interface HeaderProps {
  readonly id: string;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onOpen: (file: File) => void;
}

/** The tabs and the actions of the panel. Moves the floating panel. */
export function Header({ id, tab, onTab, settings, onChange, onOpen }: HeaderProps): ReactNode {
  const isFloating = settings.position === "floating";
  const handlers = useMoveHandlers(onChange);
  return (
    <header className="header" {...(isFloating && handlers.header)}>
      {isFloating && (
        <button
          type="button"
          className="icon-button move"
          aria-label="Move the devtools"
          title="Drag, or use the arrow keys"
          {...handlers.handle}
        >
          <Icon name="move" />
        </button>
      )}
      <span className="brand">
        <Icon name="logo" />
        <span>ACP</span>
      </span>
      <Tabs id={id} tab={tab} onTab={onTab} />
      <div className="tools">
        <FileButton
          className="button icon-when-narrow"
          label="Open trace…"
          hint="Open a trace or a log"
          inputLabel="Trace file"
          onPick={onOpen}
        />
        <ExportMenu />
        {settings.position !== "inline" && (
          <>
            {MOVABLE_POSITIONS.filter((position) => position !== settings.position).map(
              (position) => (
                <IconButton
                  key={position}
                  icon={position}
                  label={POSITION_LABELS[position]}
                  onClick={() => onChange({ position })}
                />
              ),
            )}
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
