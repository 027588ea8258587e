import type { ChangedFile } from "@acp-store/core";
import { useActiveLocation, useChangedFiles } from "@acp-store/react";
import type { ReactElement } from "react";
import { LineCount } from "../diff/LineCount.js";
import { type SidePanelView, usePanelScope } from "../shell/panelScope.js";
import { pluralize } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";
import "./sidePanel.css";

/** The buttons that open the changed files, or the file that the agent is working on. */
export function SidePanelButtons({
  side,
}: {
  side: SidePanelView | undefined;
}): ReactElement | null {
  const files = useChangedFiles();
  const hasLocation = useActiveLocation() !== undefined;
  const { openSidePanel } = usePanelScope();
  if (files.length === 0 && !hasLocation) return null;
  const isFollowing = side?.view === "file" && side.location === undefined;
  const showsChanges = side?.view === "changes";
  return (
    <div className="side-panel-buttons">
      {files.length > 0 && (
        <button
          type="button"
          className="side-panel-button"
          aria-pressed={showsChanges}
          onClick={() => openSidePanel(showsChanges ? undefined : { view: "changes" })}
        >
          <Icon name="diff" />
          {pluralize(files.length, "file")} changed
          <LineCount added={sumLines(files, "added")} removed={sumLines(files, "removed")} />
        </button>
      )}
      {hasLocation && (
        <button
          type="button"
          className="side-panel-button follow-button"
          aria-pressed={isFollowing}
          onClick={() => openSidePanel(isFollowing ? undefined : { view: "file" })}
        >
          <Icon name="eye" />
          Follow the agent
        </button>
      )}
    </div>
  );
}

function sumLines(files: readonly ChangedFile[], lines: "added" | "removed"): number {
  return files.reduce((total, file) => total + file[lines], 0);
}
