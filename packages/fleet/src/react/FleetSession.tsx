import { AcpPersistenceProvider, AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import {
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { SessionRef } from "../overview/sessionKey.js";
import { followSession } from "../view/followSession.js";
import { isMirror } from "../view/isMirror.js";
import { isOnlySaved } from "../view/savedContent.js";
import { useFleet } from "./fleetContext.js";

/** The props of {@link FleetSession}. */
export interface FleetSessionProps extends SessionRef {
  /** Shown when the session is complete. The hooks of `@acp-store/react` in it read this session. */
  readonly children?: ReactNode;
  /** Shown until then. Default: nothing. */
  readonly fallback?: ReactNode;
  /** Returns what is shown if the session cannot be opened. `retry` opens it again. Default: nothing. */
  readonly renderError?: (error: Error, retry: () => void) => ReactNode;
}

/** The result of opening a session. */
interface Opened {
  readonly key: object;
  readonly error?: Error;
}

/**
 * Provides a session of any agent to the hooks inside it, like `AcpStoreProvider`, `AcpSessionProvider` and
 * `AcpPersistenceProvider` together: all pages share the unsent prompts. It mirrors the whole session while
 * it is mounted. A saved session is restored from the storage of its owner, and one that the owner does not
 * have is loaded from its agent. Several components can show the same session.
 *
 * @throws AcpFleetError if there is no `FleetProvider` around the component.
 *
 * @example
 * ```tsx
 * const panel = (
 *   <FleetSession agentId="gemini" sessionId={sessionId} fallback={<p>Loading…</p>}>
 *     <Conversation />
 *   </FleetSession>
 * );
 * ```
 */
export function FleetSession(props: FleetSessionProps): ReactElement | null {
  const { agentId, sessionId, children, fallback, renderError } = props;
  const fleet = useFleet();
  const getView = useCallback(() => fleet.getView(agentId), [fleet, agentId]);
  const view = useSyncExternalStore(fleet.entries.subscribe, getView, getView);
  const saving = fleet.getSaving(agentId);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<Opened>();
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  /** Another object for each session and attempt, so that a late result of another one is not shown. */
  const key = useMemo(() => ({ view, sessionId, attempt }), [view, sessionId, attempt]);

  useEffect(() => {
    if (view === undefined || (!isMirror(view) && !isOnlySaved(view, sessionId))) return undefined;
    const session = followSession(view, sessionId);
    session.opened.then(
      () => setOpened({ key }),
      (error: Error) => setOpened({ key, error }),
    );
    return session.stop;
  }, [view, sessionId, key]);

  if (view === undefined || saving === undefined) return <>{fallback}</>;
  const result = opened?.key === key ? opened : undefined;
  if (result?.error !== undefined) return <>{renderError?.(result.error, retry)}</>;
  const isComplete = isMirror(view) ? view.isComplete(sessionId) : !isOnlySaved(view, sessionId);
  if (!isComplete && result === undefined) return <>{fallback}</>;
  return (
    <AcpStoreProvider store={view}>
      <AcpPersistenceProvider persistence={saving}>
        <AcpSessionProvider sessionId={sessionId}>{children}</AcpSessionProvider>
      </AcpPersistenceProvider>
    </AcpStoreProvider>
  );
}
