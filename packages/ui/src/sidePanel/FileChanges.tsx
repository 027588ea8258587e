import type { ChangedFile } from "@acp-store/core";
import { useSession } from "@acp-store/react";
import { type ReactElement, useMemo } from "react";
import { DiffLines } from "../diff/DiffView.js";
import { useAcpUi } from "../context/acpUi.js";
import { relativePath } from "../format/paths.js";
import { mergeLineDiffs } from "./mergeLineDiffs.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { diffTexts } from "../texts/toolCallTexts.js";

/** The changes of one file in the entire session, with consecutive edits merged. */
export function FileChanges({ file }: { file: ChangedFile }): ReactElement {
  const { cwd } = useAcpUi();
  const panel = useTexts("sidePanel", sidePanelTexts);
  const texts = useTexts("diff", diffTexts);
  const calls = useSession((session) => session?.toolCalls);
  const permissions = useSession((session) => session?.permissions);
  const changes = useMemo(
    () => mergeLineDiffs(file, calls, permissions?.values()),
    [file, calls, permissions],
  );
  const label = texts.changesIn(relativePath(file.path, cwd));
  if (changes.length === 0) return <p className="acp-side-panel-note">{panel.noDiff}</p>;
  return (
    <>
      {changes.map(({ rows }, index) => (
        <DiffLines key={index} rows={rows} label={label} path={file.path} />
      ))}
    </>
  );
}
