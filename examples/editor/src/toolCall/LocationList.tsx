import type { ToolCall, ToolCallLocation } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { relativePath } from "../ui/paths.js";

const MAX_LOCATIONS = 6;

/** The file locations of a tool call as `path:line`, relative to the agent's folder. */
export function LocationList({ call }: { call: ToolCall }): ReactElement | null {
  const { cwd, openSidePanel } = usePanelScope();
  const locations = call.locations.filter((location) => addsToTitle(location, call.title, cwd));
  if (locations.length === 0) return null;
  const rest = locations.length - MAX_LOCATIONS;
  return (
    <ul className="locations" aria-label="Locations">
      {locations.slice(0, MAX_LOCATIONS).map((location, index) => (
        <li key={index}>
          <button
            type="button"
            className="location"
            title={location.path}
            onClick={() =>
              openSidePanel({
                view: "file",
                location: { ...location, toolCallId: call.toolCallId },
              })
            }
          >
            {formatLocation(location, cwd)}
          </button>
        </li>
      ))}
      {rest > 0 && <li className="location-rest">and {rest} more</li>}
    </ul>
  );
}

function formatLocation({ path, line }: ToolCallLocation, cwd: string | undefined): string {
  return line == null ? relativePath(path, cwd) : `${relativePath(path, cwd)}:${line}`;
}

/** Returns whether the location adds information. Many titles already contain the file name. */
function addsToTitle(location: ToolCallLocation, title = "", cwd: string | undefined): boolean {
  if (location.path === cwd) return false;
  return (location.line ?? 1) > 1 || !title.includes(relativePath(location.path, cwd));
}
