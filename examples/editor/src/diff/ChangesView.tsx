import type { ChangesItem, FileChange } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { relativePath } from "../ui/paths.js";
import { DiffLines } from "./DiffView.js";
import { LineCount } from "./LineCount.js";
import { patchOf } from "./patchOf.js";
import "./diff.css";

/** The files that one call changes, with the lines of those that its patch shows. */
export function ChangesView({ item }: { item: ChangesItem }): ReactElement {
  return (
    <>
      {item.changes.map((change, index) => (
        <Change key={index} item={item} change={change} />
      ))}
    </>
  );
}

function Change({ item, change }: { item: ChangesItem; change: FileChange }): ReactElement {
  const { cwd } = usePanelScope();
  const path = relativePath(change.path ?? change.oldPath ?? "", cwd);
  const [diff] = patchOf(item, change.path ?? change.oldPath ?? "");
  return (
    <figure className="diff">
      <figcaption className="diff-bar" title={change.path}>
        <Icon name="file" />
        <span className="diff-path">{path}</span>
        {change.operation !== "modify" && <span className="tag">{nameOf(change, cwd)}</span>}
        {diff !== undefined && <LineCount added={diff.added} removed={diff.removed} />}
      </figcaption>
      {diff !== undefined && <DiffLines rows={diff.rows} label={`Changes in ${path}`} />}
    </figure>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  add: "New file",
  delete: "Deleted",
  move: "Moved",
  copy: "Copied",
};

function nameOf({ operation, oldPath }: FileChange, cwd: string | undefined): string {
  const name = NAMES[operation] ?? operation;
  return oldPath === undefined ? name : `${name} from ${relativePath(oldPath, cwd)}`;
}
