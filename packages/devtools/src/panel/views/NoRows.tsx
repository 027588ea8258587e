import type { ReactNode } from "react";
import { usePanel } from "../ui/context.js";

/** Why the log shows nothing, and how to see something again. */
export function NoRows(): ReactNode {
  const { snapshot, filter, setFilter } = usePanel();
  if (snapshot.end === snapshot.first) return <p className="empty">Nothing was logged yet.</p>;
  const wanted = filter.text === undefined ? "" : ` with “${filter.text}”`;
  return (
    <div className="empty">
      <p>No entry of the log{wanted} fits what is chosen above.</p>
      <button type="button" className="button" onClick={() => setFilter({})}>
        Clear all filters
      </button>
    </div>
  );
}
