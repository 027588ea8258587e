import { useActiveLocation } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { type SidePanelView, usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { ChangedFiles } from "./ChangedFiles.js";
import { FileView } from "./FileView.js";
import "./sidePanel.css";

/** The panel beside the conversation. On narrow screens it replaces the conversation. */
export function SidePanel({ side }: { side: SidePanelView }): ReactElement {
  const active = useActiveLocation();
  if (side.view === "changes") {
    return (
      <SidePanelFrame title="Changed files">
        <ChangedFiles />
      </SidePanelFrame>
    );
  }
  const location = side.location ?? active;
  return (
    <SidePanelFrame title={side.location === undefined ? "Following the agent" : "File"}>
      {location === undefined ? (
        <p className="side-panel-note">The agent has not opened a file yet.</p>
      ) : (
        <FileView location={location} />
      )}
    </SidePanelFrame>
  );
}

function SidePanelFrame({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const { openSidePanel, composer } = usePanelScope();
  return (
    <aside className="side-panel" aria-label={title}>
      <header className="side-panel-header">
        <h2 className="side-panel-title">{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          title="Close"
          onClick={() => {
            openSidePanel(undefined);
            composer.current?.focus();
          }}
        >
          <Icon name="cross" />
        </button>
      </header>
      <div className="side-panel-content">{children}</div>
    </aside>
  );
}
