import type { ChangesItem, FileChange } from "@acp-store/core";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { DiffLines } from "./DiffView.js";
import { LineCount } from "./LineCount.js";
import { getPatchDiffs } from "./changesItem.js";

/** The files changed by one tool call. Files that the patch covers show their changed lines. */
export function ChangesView({ item }: { item: ChangesItem }): ReactElement {
  return (
    <>
      {item.changes.map((change, index) => (
        <FileChangeView key={index} item={item} change={change} />
      ))}
    </>
  );
}

function FileChangeView({ item, change }: { item: ChangesItem; change: FileChange }): ReactElement {
  const { cwd } = useAcpUi();
  const path = relativePath(change.path ?? change.oldPath ?? "", cwd);
  const [diff] = getPatchDiffs(item, change.path ?? change.oldPath ?? "");
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header" title={change.path}>
        <Icon name="file" />
        <span className="acp-diff-path">{path}</span>
        {change.operation !== "modify" && (
          <span className="acp-tag">{getOperationLabel(change, cwd)}</span>
        )}
        {diff !== undefined && <LineCount added={diff.added} removed={diff.removed} />}
      </figcaption>
      {diff !== undefined && <DiffLines rows={diff.rows} label={`Changes in ${path}`} />}
    </figure>
  );
}

const OPERATION_NAMES: Readonly<Record<string, string>> = {
  add: "New file",
  delete: "Deleted",
  move: "Moved",
  copy: "Copied",
};

function getOperationLabel({ operation, oldPath }: FileChange, cwd: string | undefined): string {
  const name = OPERATION_NAMES[operation] ?? operation;
  return oldPath === undefined ? name : `${name} from ${relativePath(oldPath, cwd)}`;
}
