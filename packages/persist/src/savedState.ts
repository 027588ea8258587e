import type { AcpPatch, AcpState, AgentState, Elicitation } from "@acp-store/core";
import type { SavedSessionInfo } from "./format.js";

// The parts of the state that belong to the document of a session. The rest is never saved: the
// connection, the sign-in and the capabilities of the agent, and what the user entered in forms.

/** Returns the facts about a session that a list of saved sessions shows. */
export function sessionInfo(
  state: AcpState,
  sessionId: string,
  updatedAt: number,
): SavedSessionInfo {
  const session = state.sessions.get(sessionId);
  const title = session?.info.title ?? state.catalog.get(sessionId)?.title;
  const agent = state.agent.info?.title ?? state.agent.info?.name;
  return {
    ...(title != null && { title }),
    ...(session?.cwd !== undefined && { cwd: session.cwd }),
    ...(agent != null && { agent }),
    ...(session?.parentSessionId !== undefined && { parentSessionId: session.parentSessionId }),
    updatedAt,
  };
}

/** Returns whether something in a session was running, queued or pending. */
export function isActive(state: AcpState, sessionId: string): boolean {
  const session = state.sessions.get(sessionId);
  if (session === undefined) return false;
  const { openTurns, queue, pendingPermissions } = session;
  if (openTurns.length > 0 || queue.length > 0 || pendingPermissions.length > 0) return true;
  return state.pendingElicitations.some(
    (id) => state.elicitations.get(id)?.sessionId === sessionId,
  );
}

/** Returns the state with the saved parts of one session. */
export function savedParts(state: AcpState, sessionId: string): AcpState {
  const elicitations = new Map<string, Elicitation>();
  for (const [id, elicitation] of state.elicitations)
    if (elicitation.sessionId === sessionId) elicitations.set(id, withoutAnswer(elicitation));
  return { ...state, agent: savedAgent(state), elicitations };
}

/** Returns the patches that set the saved fields at the top of the state. */
export function rootPatches(state: AcpState): readonly AcpPatch[] {
  return [
    { op: "replace", path: ["protocolVersion"], value: state.protocolVersion },
    { op: "replace", path: ["agent"], value: savedAgent(state) },
  ];
}

/** Returns the name and version of the agent. */
function savedAgent({ agent }: AcpState): AgentState {
  return agent.info === undefined ? {} : { info: agent.info };
}

/** Returns an elicitation without the values that the user entered. */
function withoutAnswer(elicitation: Elicitation): Elicitation {
  const { content: _content, ...rest } = elicitation;
  return rest;
}

/** Returns a patch of an elicitation without the values that the user entered. */
export function patchWithoutAnswer(patch: AcpPatch): AcpPatch | undefined {
  if (patch.path[2] === "content") return undefined;
  if (patch.path.length !== 2 || !("value" in patch) || patch.op === "append") return patch;
  return { ...patch, value: withoutAnswer(patch.value as Elicitation) };
}
