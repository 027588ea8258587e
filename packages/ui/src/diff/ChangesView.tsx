import type { ChangesDiffItem, FileChange } from "@acp-store/core";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { DiffLines } from "./DiffLines.js";
import { DiffPath } from "./DiffPath.js";
import { START_OF_FILE } from "./diffPosition.js";
import { LineCount } from "./LineCount.js";
import { getPatchDiffs } from "./changesItem.js";
import type { UiTexts } from "../texts/texts.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link ChangesView}. */
export interface ChangesViewProps {
  /** The changes, with a patch if the agent has sent one. */
  readonly item: ChangesDiffItem;
}

/** The files changed by one tool call. Files that the patch covers show their changed lines. */
export function ChangesView({ item }: ChangesViewProps): ReactElement {
  return (
    <>
      {item.changes.map((change, index) => (
        <FileChangeView key={index} item={item} change={change} />
      ))}
    </>
  );
}

function FileChangeView({
  item,
  change,
}: {
  item: ChangesDiffItem;
  change: FileChange;
}): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("diff", diffTexts);
  const fullPath = change.path ?? change.oldPath ?? "";
  const path = relativePath(fullPath, cwd);
  const [diff] = getPatchDiffs(item, fullPath);
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header" title={change.path}>
        <Icon name="file" />
        <DiffPath location={{ path: fullPath }} />
        {change.operation !== "modify" && (
          <span className="acp-tag">{getOperationLabel(change, cwd, texts)}</span>
        )}
        {diff !== undefined && <LineCount added={diff.added} removed={diff.removed} />}
      </figcaption>
      {diff !== undefined && (
        <DiffLines
          rows={diff.rows}
          label={texts.changesIn(path)}
          path={fullPath}
          position={START_OF_FILE}
        />
      )}
    </figure>
  );
}

function getOperationLabel(
  { operation, oldPath }: FileChange,
  cwd: string | undefined,
  texts: UiTexts["diff"],
): string {
  const name = getOperationName(operation, texts);
  return oldPath === undefined ? name : texts.from(name, relativePath(oldPath, cwd));
}

function getOperationName(operation: string, texts: UiTexts["diff"]): string {
  switch (operation) {
    case "add":
      return texts.newFile;
    case "delete":
      return texts.deleted;
    case "move":
      return texts.moved;
    case "copy":
      return texts.copied;
    default:
      return operation;
  }
}
