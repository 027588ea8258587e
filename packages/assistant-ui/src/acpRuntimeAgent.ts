import type { AgentActions } from "@acp-store/core/actions";

/**
 * The actions of the agent that the runtime uses. The `AgentConnection` of `connectAgent` has all of
 * them, like the `actions` of a mirror. If an optional action is absent, the control of assistant-ui
 * for it throws when it is used. Without `sendNow`, a prompt that should steer the turn is queued.
 */
export type AcpRuntimeAgent = Partial<AgentActions> & Pick<AgentActions, "cancel" | "prompt">;
