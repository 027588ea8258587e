import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { changedPaths } from "../model/changedPaths.js";
import { shownIndex, usePanel } from "../ui/context.js";
import { EntryLink } from "../ui/EntryLink.js";
import { JsonTree } from "../ui/JsonTree.js";

/** The state of now, or of the point that is looked at, with what the last entry changed. */
export function StateView(): ReactNode {
  const { source, snapshot } = usePanel();
  const { history } = source;
  const index = shownIndex(snapshot);
  const patches = history.entry(index)?.patches;
  const changed = useMemo(() => changedPaths(patches ?? []), [patches]);
  const ref = useRef<HTMLDivElement>(null);
  const isPast = snapshot.position !== undefined;

  useEffect(() => {
    if (isPast) ref.current?.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
  }, [isPast, changed]);

  return (
    <div ref={ref} className="state">
      <p className="note">
        {patches === undefined || patches.length === 0 ? (
          "Nothing was changed by the last message."
        ) : (
          <>
            <span className="changed-mark" aria-hidden="true" /> Changed by{" "}
            <EntryLink index={index} />
          </>
        )}
      </p>
      <JsonTree
        value={history.getState()}
        label="state"
        depth={1}
        changed={changed}
        // While live, branches would open and close with the traffic.
        opensChanged={isPast}
      />
    </div>
  );
}
