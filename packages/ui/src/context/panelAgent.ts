import type { AgentActions } from "@acp-store/core/actions";

/**
 * The requests to the agent that the parts make. The connection of `@acp-store/client` has these
 * methods, like the `actions` of a mirror. The results are not used, because the store has them.
 */
export type PanelAgent = Pick<
  AgentActions,
  "cancel" | "prompt" | "sendNow" | "setConfigOption" | "setMode" | "setModel"
> &
  Partial<Pick<AgentActions, "retryTurn" | "rewindSession" | "steer">>;
