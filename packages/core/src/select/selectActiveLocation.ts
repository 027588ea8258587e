import { isFinalStatus } from "../reduce/toolCallStatus.js";
import type { ToolCall, ToolCallLocation } from "../state/entities.js";
import type { AcpState, Session } from "../state/state.js";

/** Where the agent works: what an editor follows along with. `line` is 1-based. */
export interface ActiveLocation {
  readonly toolCallId: string;
  readonly path: string;
  readonly line?: number;
}

const inTables = new WeakMap<Session["toolCalls"], ActiveLocation | undefined>();
const ofLocations = new WeakMap<ToolCallLocation, ActiveLocation>();

/**
 * Where the agent works in a session, to follow along: the last of the `locations` that a tool call
 * reports. Of the calls that report any, the newest that still runs counts (its status is not final
 * and it is not stale); when none runs, the newest of all, so that the view stays where the agent
 * was last. The newest is the one that was first seen last. The same object until the place changes.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 *
 * @example
 * ```ts
 * const place = selectActiveLocation(store.getState(), "s1");
 * if (place) editor.reveal(place.path, place.line ?? 1);
 * ```
 */
export function selectActiveLocation(
  state: AcpState,
  sessionId: string,
): ActiveLocation | undefined {
  const calls = state.sessions.get(sessionId)?.toolCalls;
  if (calls === undefined) return undefined;
  if (!inTables.has(calls)) inTables.set(calls, activeLocation(calls.values()));
  return inTables.get(calls);
}

function activeLocation(calls: Iterable<ToolCall>): ActiveLocation | undefined {
  let running: ToolCall | undefined;
  let newest: ToolCall | undefined;
  for (const call of calls) {
    if (call.locations.length === 0) continue;
    newest = call;
    if (!isFinalStatus(call.status) && !call.stale) running = call;
  }
  const call = running ?? newest;
  const location = call?.locations.at(-1);
  return call && location && placeOf(call.toolCallId, location);
}

/** A location keeps its reference until it changes, and with it what is built from it. */
function placeOf(toolCallId: string, location: ToolCallLocation): ActiveLocation {
  const known = ofLocations.get(location);
  if (known?.toolCallId === toolCallId) return known;
  const { path, line } = location;
  const place = { toolCallId, path, ...(line == null ? {} : { line }) };
  ofLocations.set(location, place);
  return place;
}
