import type { ChangedFile } from "@acp-store/core";
import { useSession } from "@acp-store/react";
import { type ReactElement, useMemo } from "react";
import { DiffLines } from "../diff/DiffLines.js";
import { useAcpUi } from "../context/acpUi.js";
import { relativePath } from "../format/paths.js";
import { type EditSource, listEditSources, mergeLineDiffs } from "./mergeLineDiffs.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { diffTexts } from "../texts/toolCallTexts.js";

const NO_SOURCES: readonly EditSource[] = [];

/** The changes of one file in the entire session, with consecutive edits merged. */
export function FileChanges({ file }: { file: ChangedFile }): ReactElement {
  const { cwd } = useAcpUi();
  const panel = useTexts("sidePanel", sidePanelTexts);
  const texts = useTexts("diff", diffTexts);
  // The list stays the same while other tool calls change.
  const sources = useSession((session) => (session ? listEditSources(file, session) : NO_SOURCES));
  const changes = useMemo(() => mergeLineDiffs(file.path, sources), [file.path, sources]);
  const label = texts.changesIn(relativePath(file.path, cwd));
  if (changes.length === 0) return <p className="acp-side-panel-note">{panel.noDiff}</p>;
  return (
    <>
      {changes.map(({ rows, position }, index) => (
        <DiffLines
          key={index}
          rows={rows}
          label={label}
          path={file.path}
          position={position}
          isExpanded
        />
      ))}
    </>
  );
}
