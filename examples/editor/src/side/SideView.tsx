import { useActiveLocation } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { type Side, usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { ChangedFiles } from "./ChangedFiles.js";
import { FileView } from "./FileView.js";
import "./side.css";

/** What is opened beside the conversation; where there is no room, in its place. */
export function SideView({ side }: { side: Side }): ReactElement {
  const active = useActiveLocation();
  if (side.view === "changes") {
    return (
      <SideFrame title="Changed files">
        <ChangedFiles />
      </SideFrame>
    );
  }
  const place = side.place ?? active;
  return (
    <SideFrame title={side.place === undefined ? "Following the agent" : "File"}>
      {place === undefined ? (
        <p className="side-note">The agent is at no file yet.</p>
      ) : (
        <FileView place={place} />
      )}
    </SideFrame>
  );
}

function SideFrame({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const { openSide, composer } = usePanelScope();
  return (
    <aside className="side" aria-label={title}>
      <header className="side-bar">
        <h2 className="side-title">{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          title="Close"
          onClick={() => {
            openSide(undefined);
            composer.current?.focus();
          }}
        >
          <Icon name="cross" />
        </button>
      </header>
      <div className="side-content">{children}</div>
    </aside>
  );
}
