import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { changedPaths } from "../model/changedPaths.js";
import { lastChange } from "../model/lastChange.js";
import { unfinishedPath } from "../model/unfinishedPath.js";
import { entryName, isPast, shownIndex, shownMoment, usePanel } from "../ui/context.js";
import { EntryLink } from "../ui/EntryLink.js";
import { JsonTree } from "../ui/JsonTree.js";

/** The state of now, or of the point that is looked at, with what the last entry changed. */
export function StateView(): ReactNode {
  const panel = usePanel();
  const { source, snapshot } = panel;
  const { history } = source;
  const index = shownIndex(snapshot);
  // As it is at first: branches do not open and close with the traffic.
  const [opensTo] = useState(() => unfinishedPath(history.getState(), shownMoment(panel)));
  const patches = history.entry(index)?.patches;
  const changed = useMemo(() => changedPaths(patches ?? []), [patches]);
  const ref = useRef<HTMLDivElement>(null);
  const past = isPast(snapshot);

  useEffect(() => {
    ref.current?.querySelector(".target")?.scrollIntoView({ block: "nearest" });
  }, []);

  useEffect(() => {
    if (past) ref.current?.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
  }, [past, changed]);

  return (
    <div ref={ref} className="state">
      <p className="note">
        {patches !== undefined && patches.length > 0 ? (
          <>
            <span className="changed-mark" aria-hidden="true" /> Changed by{" "}
            <EntryLink index={index} />
          </>
        ) : (
          <Unchanged index={index} />
        )}
      </p>
      <JsonTree
        value={history.getState()}
        label="state"
        depth={2}
        changed={changed}
        opensChanged={past}
        opensTo={opensTo}
      />
    </div>
  );
}

function Unchanged({ index }: { readonly index: number }): ReactNode {
  const { source } = usePanel();
  if (source.history.entry(index) === undefined) return "The state that the log begins with.";
  const last = lastChange(source.history, index);
  return (
    <>
      {entryName(source, index).replace(/^./, (first) => first.toUpperCase())} said nothing new: the
      state is as it was
      {last !== undefined && (
        <>
          {" after "}
          <EntryLink index={last} />
        </>
      )}
      .
    </>
  );
}
