import type { ChangedFile } from "@acp-store/core";
import { useActiveLocation, useChangedFiles } from "@acp-store/react";
import type { ReactElement } from "react";
import { LineCount } from "../diff/LineCount.js";
import { type Side, usePanelScope } from "../shell/panelScope.js";
import { plural } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";
import "./side.css";

/** What has come of the work so far, and where it goes on: each opens beside the conversation. */
export function SideStrip({ side }: { side: Side | undefined }): ReactElement | null {
  const files = useChangedFiles();
  const isSomewhere = useActiveLocation() !== undefined;
  const { openSide } = usePanelScope();
  if (files.length === 0 && !isSomewhere) return null;
  const isFollowing = side?.view === "file" && side.place === undefined;
  const hasChanges = side?.view === "changes";
  return (
    <div className="strip">
      {files.length > 0 && (
        <button
          type="button"
          className="strip-button"
          aria-pressed={hasChanges}
          onClick={() => openSide(hasChanges ? undefined : { view: "changes" })}
        >
          <Icon name="diff" />
          {plural(files.length, "file")} changed
          <LineCount added={sum(files, "added")} removed={sum(files, "removed")} />
        </button>
      )}
      {isSomewhere && (
        <button
          type="button"
          className="strip-button strip-follow"
          aria-pressed={isFollowing}
          onClick={() => openSide(isFollowing ? undefined : { view: "file" })}
        >
          <Icon name="eye" />
          Follow the agent
        </button>
      )}
    </div>
  );
}

function sum(files: readonly ChangedFile[], lines: "added" | "removed"): number {
  return files.reduce((total, file) => total + file[lines], 0);
}
