import type { ToolCall, ToolCallLocation } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { relativePath } from "../ui/paths.js";

const SHOWN = 6;

/** Where the tool works, as path:line, seen from the agent's folder. */
export function Locations({ call }: { call: ToolCall }): ReactElement | null {
  const { cwd, openSide } = usePanelScope();
  const worthSaying = call.locations.filter((location) => isNews(location, call.title, cwd));
  if (worthSaying.length === 0) return null;
  const rest = worthSaying.length - SHOWN;
  return (
    <ul className="locations" aria-label="Locations">
      {worthSaying.slice(0, SHOWN).map((location, index) => (
        <li key={index}>
          <button
            type="button"
            className="location"
            title={location.path}
            onClick={() =>
              openSide({ view: "file", place: { ...location, toolCallId: call.toolCallId } })
            }
          >
            {label(location, cwd)}
          </button>
        </li>
      ))}
      {rest > 0 && <li className="location-rest">and {rest} more</li>}
    </ul>
  );
}

function label({ path, line }: ToolCallLocation, cwd: string | undefined): string {
  return line == null ? relativePath(path, cwd) : `${relativePath(path, cwd)}:${line}`;
}

/** Many titles name the file already, and a command that runs in the folder of the session needs none. */
function isNews(location: ToolCallLocation, title = "", cwd: string | undefined): boolean {
  if (location.path === cwd) return false;
  return (location.line ?? 1) > 1 || !title.includes(relativePath(location.path, cwd));
}
