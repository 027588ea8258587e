import { type Handoff, handoffBlocks } from "@acp-store/core/export";
import { AcpFleetError } from "./errors.js";
import type { SessionRef } from "./overview/sessionKey.js";
import type { FleetView } from "./view/fleetView.js";

/** The options of {@link handOff}. */
export interface HandOffOptions {
  /** The session to continue. */
  readonly from: SessionRef;
  /** The id of the agent that continues it. */
  readonly to: string;
  /** The record of the session, from `createHandoff` of `@acp-store/core/export`. */
  readonly handoff: Pick<Handoff, "text">;
  /** The request of the user to the agent. */
  readonly instruction: string;
}

/**
 * Continues a session with another agent: opens a session in the same folder, which names its origin in
 * `continuedFrom`, and prompts it with a record of the earlier one. The agent is started if it does not run, and
 * gets the MCP servers of its definition. Resolves with the new session when the prompt was sent. An error of the
 * prompt is in the new session. Works in the process of a fleet, and on a page.
 *
 * @throws AcpFleetError `unknown_agent` if there is no agent with the id.
 * @throws the error of `newSession`, if the agent does not open a session.
 *
 * @example
 * ```ts
 * import { createHandoff } from "@acp-store/core/export";
 *
 * const from = { agentId: "claude", sessionId: "s1" };
 * const session = fleet.getView("claude")?.getState().sessions.get("s1");
 * if (session !== undefined) {
 *   const handoff = createHandoff(session, { maxBytes: 32_000, agentName: "Claude" });
 *   await handOff(fleet, { from, to: "gemini", handoff, instruction: "Continue the work." });
 * }
 * ```
 */
export async function handOff(fleet: FleetView, options: HandOffOptions): Promise<SessionRef> {
  const { from, to, handoff, instruction } = options;
  const view = fleet.getView(to);
  const actions = fleet.getActions(to);
  if (view === undefined || actions === undefined)
    throw new AcpFleetError("unknown_agent", `The fleet has no agent "${to}".`);
  const { agentId, sessionId } = from;
  const { sessionId: continued } = await actions.newSession({
    ...folderOf(fleet, from),
    continuedFrom: { agentId, sessionId },
  });
  // The agent says what it supports when it runs.
  const prompt = handoffBlocks(handoff, instruction, view.getState().agent);
  const display = handoffBlocks(handoff, instruction);
  // The session has the error.
  actions.prompt(continued, prompt, { display }).catch(() => {});
  return { agentId: to, sessionId: continued };
}

function folderOf(fleet: FleetView, { agentId, sessionId }: SessionRef) {
  const { sessions, catalog } = fleet.getView(agentId)?.getState() ?? {};
  const known = sessions?.get(sessionId) ?? catalog?.get(sessionId);
  const { cwd = catalog?.get(sessionId)?.cwd, additionalDirectories } = known ?? {};
  return {
    cwd: cwd ?? "",
    ...(additionalDirectories !== undefined && { additionalDirectories }),
  };
}
