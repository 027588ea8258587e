import { sessionKey } from "@acp-store/fleet";
import { useFleet } from "@acp-store/fleet/react";
import { useCallback, useMemo, useState } from "react";
import { getErrorMessage } from "../format/errors.js";

/** Opening a session with any agent. */
export interface NewSession {
  /** The agent with which a session is being opened. */
  readonly openingId: string | undefined;
  /** The last session that could not be opened, with the reason. */
  readonly failure: { readonly agentId: string; readonly message: string } | undefined;
  /** Opens a session in a folder, an absolute path. The agent is started if it does not run. */
  open(agentId: string, cwd: string): void;
}

/**
 * Returns a function that opens a session with any agent, with its progress. `onOpened` is called with the
 * key of the session.
 *
 * @throws AcpFleetError if there is no `FleetProvider` around the component.
 */
export function useNewSession(onOpened: (key: string) => void): NewSession {
  const fleet = useFleet();
  const [openingId, setOpeningId] = useState<string>();
  const [failure, setFailure] = useState<NewSession["failure"]>();

  const open = useCallback(
    async (agentId: string, cwd: string): Promise<void> => {
      const actions = fleet.getActions(agentId);
      if (actions === undefined) return;
      setOpeningId(agentId);
      setFailure(undefined);
      try {
        const { sessionId } = await actions.newSession({ cwd });
        onOpened(sessionKey({ agentId, sessionId }));
      } catch (error) {
        setFailure({ agentId, message: getErrorMessage(error) });
      } finally {
        setOpeningId(undefined);
      }
    },
    [fleet, onOpened],
  );
  return useMemo(
    () => ({ openingId, failure, open: (agentId, cwd) => void open(agentId, cwd) }),
    [openingId, failure, open],
  );
}
