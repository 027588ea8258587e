import { foldPages } from "../persistent/foldPages.js";
import { isOpenPhase, type ToolCall, type ToolCallLocation } from "../state/entities.js";
import type { AcpState } from "../state/state.js";

/** The file and line that the agent works at. */
export interface ActiveLocation {
  /** The tool call that reports the location. */
  readonly toolCallId: string;
  /** The absolute path of the file. */
  readonly path: string;
  /** The 1-based line, if the agent reports it. */
  readonly line?: number;
}

const activeByLocation = new WeakMap<ToolCallLocation, ActiveLocation>();

/**
 * Returns the location that the agent works at in a session, so that an editor can follow: the last
 * of the `locations` of one tool call. Among the calls that report locations, that is the newest
 * call that is not over (its phase is `pending`, `awaiting_permission` or `running`). If all are over, it is the newest
 * call, so that the view stays where the agent was last. The newest call is the one first seen last.
 * The object keeps its reference until the location changes.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 *
 * @example
 * ```ts
 * const location = selectActiveLocation(store.getState(), "s1");
 * if (location) editor.reveal(location.path, location.line ?? 1);
 * ```
 */
export function selectActiveLocation(
  state: AcpState,
  sessionId: string,
): ActiveLocation | undefined {
  const calls = state.sessions.get(sessionId)?.toolCalls;
  if (calls === undefined) return undefined;
  const { running, newest } = locatedCallsOf(calls);
  const call = running ?? newest;
  const location = call?.locations.at(-1);
  return call && location && createActiveLocation(call.toolCallId, location);
}

/** The newest calls that report locations. */
interface LocatedCalls {
  readonly running: ToolCall | undefined;
  readonly newest: ToolCall | undefined;
}

const locatedCallsOf = /* @__PURE__ */ foldPages<ToolCall, LocatedCalls>(
  (calls) => {
    const located = calls.filter(({ locations }) => locations.length > 0);
    const running = located.findLast(({ phase }) => isOpenPhase(phase));
    return { running, newest: located.at(-1) };
  },
  (parts) => ({
    running: parts.findLast(({ running }) => running !== undefined)?.running,
    newest: parts.findLast(({ newest }) => newest !== undefined)?.newest,
  }),
);

/** Caches by location, because a location keeps its reference until it changes. */
function createActiveLocation(toolCallId: string, location: ToolCallLocation): ActiveLocation {
  const known = activeByLocation.get(location);
  if (known?.toolCallId === toolCallId) return known;
  const { path, line } = location;
  const active = { toolCallId, path, ...(line == null ? {} : { line }) };
  activeByLocation.set(location, active);
  return active;
}
