import type { AgentState } from "@acp-store/core";

/** The actions on sessions that the agent supports. */
export interface SessionAbilities {
  readonly canList: boolean;
  /** Whether the agent can open a session that is not open. */
  readonly canReopen: boolean;
  readonly canFork: boolean;
  readonly canRename: boolean;
  readonly canArchive: boolean;
  readonly canDelete: boolean;
}

/** Returns the actions that the agent announced. In version 2, all agents can list and reopen. */
export function getSessionAbilities({ capabilities }: AgentState): SessionAbilities {
  const { session, sessionCapabilities, loadSession } = capabilities ?? {};
  const optional = session ?? sessionCapabilities;
  return {
    canList: session != null || sessionCapabilities?.list != null,
    canReopen: session != null || loadSession === true || sessionCapabilities?.resume != null,
    canFork: optional?.fork != null,
    canRename: optional?.title != null,
    canArchive: optional?.archive != null,
    canDelete: optional?.delete != null,
  };
}
