import { type AcpState, type Elicitation, serializeSession } from "@acp-store/core";

/** Returns a session with everything that belongs to it as plain JSON. */
export function unfold(state: AcpState, sessionId: string): unknown {
  return JSON.parse(JSON.stringify(serializeSession(state, sessionId)));
}

/** Returns a state without the parts that are never saved. */
export function withoutUnsavedParts(state: AcpState): AcpState {
  const { info } = state.agent;
  const elicitations = new Map<string, Elicitation>();
  for (const [id, { content: _content, ...rest }] of state.elicitations) elicitations.set(id, rest);
  return { ...state, agent: info === undefined ? {} : { info }, elicitations };
}
