import type { ReactNode } from "react";
import type { LogFilter } from "../model/logFilter.js";
import type { Track } from "../model/tracks.js";
import { usePanel } from "../ui/context.js";

/** What the log shows of it. */
const SHOWS = {
  turns: "Show its beginning and end in the log",
  toolCalls: "Show its updates, permission and turn in the log",
  permissions: "Show the request and the answer in the log",
} as const;

/** Leads to all entries that something is about. */
export function LogLink({
  table,
  sessionId,
  id,
}: Pick<Track, "table" | "sessionId" | "id">): ReactNode {
  const { setFilter } = usePanel();
  const filter: LogFilter =
    table === "toolCalls"
      ? { about: { sessionId, toolCallId: id } }
      : { entity: { table, id, sessionId } };
  return (
    <button type="button" className="link" onClick={() => setFilter(filter)}>
      {SHOWS[table]}
    </button>
  );
}
