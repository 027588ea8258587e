import { getPatchTarget } from "@acp-store/core/replica";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { capitalize } from "../model/format.js";
import type { LogFilter } from "../model/logSearch.js";
import { changedPaths } from "../model/jsonTree.js";
import { unfinishedCallPath } from "../model/pending.js";
import { entryLabel, lastChangeBefore } from "../model/source.js";
import { EntryLink } from "../ui/Explanation.js";
import { LinkButton } from "../ui/controls.js";
import { CopyButton } from "../ui/CopyButton.js";
import { JsonTree } from "../ui/JsonTree.js";
import { isPast, shownIndex, shownMoment, usePanel } from "../ui/panelContext.js";

/** Shows the current state, or the state at the shown past entry, with the last changes marked. */
export function StateView(): ReactNode {
  const panel = usePanel();
  const { source, snapshot } = panel;
  const { history } = source;
  const index = shownIndex(snapshot);
  // The path is chosen once, so that traffic does not open and close branches.
  const [opensTo] = useState(() => unfinishedCallPath(history.getState(), shownMoment(panel)));
  const patches = history.entry(index)?.patches;
  const changes = useMemo(() => changedPaths(patches ?? []), [patches]);
  const ref = useRef<HTMLDivElement>(null);
  const past = isPast(snapshot);

  useEffect(() => {
    ref.current?.querySelector(".target")?.scrollIntoView({ block: "nearest" });
  }, []);

  useEffect(() => {
    if (past) ref.current?.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
  }, [past, changes]);

  return (
    <div ref={ref} className="state">
      <p className="note">
        {patches !== undefined && patches.length > 0 ? (
          <>
            <span className="changed-mark" aria-hidden="true" /> Changed by{" "}
            <EntryLink entry={index} />
          </>
        ) : (
          <UnchangedNote index={index} />
        )}
      </p>
      <JsonTree
        value={history.getState()}
        label="state"
        depth={2}
        changes={changes}
        opensChanges={past}
        opensTo={opensTo}
        actionsOf={(path, value) => <BranchActions path={path} value={value} />}
      />
    </div>
  );
}

interface BranchActionsProps {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Copies a part of the state with its path. An entity also leads to all entries that changed it. */
function BranchActions({ path, value }: BranchActionsProps): ReactNode {
  const { filterLog } = usePanel();
  const entity = entityAt(path);
  return (
    <>
      {entity !== undefined && (
        <LinkButton onClick={() => filterLog({ entity })}>Show its changes in the log</LinkButton>
      )}
      <CopyButton
        label={`Copy ${path.at(-1) ?? "the state"} with its path`}
        text={() => `${path.join(".")}\n${JSON.stringify(value, mapToObject, 2)}`}
      />
    </>
  );
}

/** Returns the entity of a session at a path of the state. */
function entityAt(path: readonly string[]): LogFilter["entity"] {
  const target = getPatchTarget(path);
  if (target.kind !== "entity" || target.sessionId === undefined || target.depth !== path.length)
    return undefined;
  const { sessionId, table, id } = target;
  return { sessionId, table, id };
}

function mapToObject(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function UnchangedNote({ index }: { readonly index: number }): ReactNode {
  const { source } = usePanel();
  const { history } = source;
  if (history.entry(index) === undefined) return "The initial state of the log.";
  const last = lastChangeBefore(history, index);
  return (
    <>
      {capitalize(entryLabel(source, index))} did not change the state.
      {last !== undefined && (
        <>
          {" The last change was "}
          <EntryLink entry={last} />.
        </>
      )}
    </>
  );
}
