import type { PatchPath } from "@acp-store/core";
import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { shortId } from "../model/format.js";
import { JsonTree } from "../ui/JsonTree.js";

/** Patches by their paths, which is how one reads them. */
export function Patches({ patches }: Pick<HistoryEntry, "patches">): ReactNode {
  return patches.map((patch, place) => (
    <div key={place} className="patch">
      <p title={patch.path.join(" › ")}>
        <span className="badge">{patch.op}</span> <code>{shortPath(patch.path)}</code>
      </p>
      {"value" in patch && <JsonTree value={patch.value} label="value" depth={1} />}
    </div>
  ));
}

/** The end of a path says what it is about. */
function shortPath(path: PatchPath): string {
  const inSession = path[0] === "sessions" && path.length > 2 ? path.slice(2) : path;
  return inSession.map((part) => shortId(String(part))).join(" › ");
}
