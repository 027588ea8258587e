import type { ReactNode } from "react";
import { shortId } from "../model/format.js";
import { usePanel } from "../ui/context.js";
import { IconButton } from "../ui/IconButton.js";

/** What the log is narrowed to besides what can be chosen: an entity, or what happened to a tool call. */
export function FilterChips(): ReactNode {
  const { digest, filter, setFilter } = usePanel();
  const { about, entity, ...rest } = filter;
  const call = about && digest.tracks.find(about.sessionId, "toolCalls", about.toolCallId);
  return (
    <>
      {about !== undefined && (
        <span className="chip" title="Its updates, permission requests and answers, and its turn">
          <span className="chip-name">About “{call?.title ?? about.toolCallId}”</span>
          <IconButton
            icon="close"
            label="Show what is not about it as well"
            onClick={() => setFilter(entity === undefined ? rest : { ...rest, entity })}
          />
        </span>
      )}
      {entity !== undefined && (
        <span className="chip" title={`Entries that changed ${entity.id}`}>
          <span className="chip-name">
            Changes of {entity.table} {shortId(entity.id)}
          </span>
          <IconButton
            icon="close"
            label="Show all entities"
            onClick={() => setFilter(about === undefined ? rest : { ...rest, about })}
          />
        </span>
      )}
    </>
  );
}
