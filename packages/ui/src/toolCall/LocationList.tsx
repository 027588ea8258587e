import type { ToolCall, ToolCallLocation } from "@acp-store/core";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { clipLabel } from "../format/clipText.js";
import { relativePath } from "../format/paths.js";
import { toolCallTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

const MAX_LOCATIONS = 6;
/** The file locations of a tool call as `path:line`, relative to the agent's folder. */
export function LocationList({ call }: { call: ToolCall }): ReactElement | null {
  const { cwd, openLocation } = useAcpUi();
  const texts = useTexts("toolCall", toolCallTexts);
  const locations = call.locations.filter((location) => addsToTitle(location, call.title, cwd));
  if (locations.length === 0) return null;
  const rest = locations.length - MAX_LOCATIONS;
  return (
    <ul className="acp-locations" aria-label={texts.locations}>
      {locations.slice(0, MAX_LOCATIONS).map((location, index) => (
        <li key={index}>
          {openLocation === undefined ? (
            <span className="acp-location" title={clipLabel(location.path)}>
              {formatLocation(location, cwd)}
            </span>
          ) : (
            <button
              type="button"
              className="acp-location"
              title={clipLabel(location.path)}
              onClick={() => openLocation({ ...location, toolCallId: call.toolCallId })}
            >
              {formatLocation(location, cwd)}
            </button>
          )}
        </li>
      ))}
      {rest > 0 && <li className="acp-location-rest">{texts.moreLocations(rest)}</li>}
    </ul>
  );
}

function formatLocation({ path, line }: ToolCallLocation, cwd: string | undefined): string {
  const shown = clipLabel(relativePath(path, cwd));
  return line == null ? shown : `${shown}:${line}`;
}

/** Returns whether the location adds information. Many titles already contain the file name. */
function addsToTitle(location: ToolCallLocation, title = "", cwd: string | undefined): boolean {
  if (location.path === cwd) return false;
  return (location.line ?? 1) > 1 || !title.includes(relativePath(location.path, cwd));
}
