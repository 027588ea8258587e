import type { AcpState, AcpView } from "@acp-store/core";
import { sessionKey } from "@acp-store/fleet";
import { useFleet } from "@acp-store/fleet/react";
import type { Mirror } from "@acp-store/mirror";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isSignInMissing } from "../connection/connectionStatus.js";
import { getErrorMessage } from "../format/errors.js";

/** Opening a session with any agent. */
export interface NewSession {
  /** The agent with which a session is being opened. */
  readonly openingId: string | undefined;
  /** The last session that could not be opened, with the reason. */
  readonly failure: { readonly agentId: string; readonly message: string } | undefined;
  /**
   * Opens a session in a folder, an absolute path. The agent is started if it does not run. If it requires a
   * sign-in, the session is opened after it.
   */
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
  const stopWaiting = useRef<() => void>(undefined);
  useEffect(() => () => stopWaiting.current?.(), []);

  const open = useCallback(
    async function openSession(agentId: string, cwd: string): Promise<void> {
      const view = fleet.getView(agentId);
      const actions = fleet.getActions(agentId);
      if (view === undefined || actions === undefined) return;
      stopWaiting.current?.();
      setOpeningId(agentId);
      setFailure(undefined);
      try {
        await whenConnected(view);
        const { sessionId } = await actions.newSession({ cwd });
        onOpened(sessionKey({ agentId, sessionId }));
      } catch (error) {
        // The page asks the user to sign in.
        if (needsSignIn(view.getState()))
          stopWaiting.current = afterSignIn(view, () => void openSession(agentId, cwd));
        else setFailure({ agentId, message: getErrorMessage(error) });
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

/** Resolves when a mirror has got its first state, or knows that it does not get one. */
async function whenConnected(view: AcpView | Mirror): Promise<void> {
  if (!("onStatus" in view) || view.status !== "connecting") return;
  await new Promise<void>((resolve) => {
    const stop = view.onStatus(() => {
      stop();
      resolve();
    });
  });
}

function needsSignIn(state: AcpState): boolean {
  const { auth } = state.agent;
  return auth !== undefined && isSignInMissing(auth);
}

/** Calls a listener once, when the user has signed in. Returns a function that ends the waiting. */
function afterSignIn(view: AcpView, listener: () => void): () => void {
  const stop = view.subscribe(needsSignIn, (isNeeded) => {
    if (isNeeded) return;
    stop();
    listener();
  });
  return stop;
}
