import { type AcpMirrorErrorReason, isAcpMirrorError, type MirrorStatus } from "@acp-store/mirror";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { HostMessage } from "../shared/messages.js";
import type { PanelConnection } from "./panelConnection.js";

/** The connection of the page, and a line of text that screen readers announce. */
interface Panel extends PanelConnection {
  /** Shows a message to the user until the next one. */
  announce(text: string): void;
}

/** Provides the {@link Panel}. */
export const PanelContext = createContext<Panel | undefined>(undefined);

/** Returns the connection of the page. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error("usePanel needs a PanelContext.");
  return panel;
}

/** Returns whether the page is connected to the extension. */
export function useMirrorStatus(): MirrorStatus {
  const { mirror } = usePanel();
  return useSyncExternalStore(mirror.onStatus, () => mirror.status);
}

/** Returns the ids of the requests that this page is answering. */
export function useAnswering(): ReadonlySet<string> {
  const { mirror } = usePanel();
  return useSyncExternalStore(mirror.onAnswering, () => mirror.answering);
}

/** Calls a listener with each message of the extension. */
export function useHostMessages(listener: (message: HostMessage) => void): void {
  const { onMessage } = usePanel();
  useEffect(() => onMessage(listener), [onMessage, listener]);
}

/** Mirrors a session while the component is mounted. Returns whether its content is complete. */
export function useOpenedSession(sessionId: string): boolean {
  const { mirror } = usePanel();
  const [openedId, setOpenedId] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    mirror.open(sessionId).then(
      () => isCurrent && setOpenedId(sessionId),
      // The session was closed meanwhile. The extension shows another one.
      () => {},
    );
    return () => {
      isCurrent = false;
      mirror.leave(sessionId);
    };
  }, [mirror, sessionId]);
  return openedId === sessionId;
}

/** Returns a function that announces why an action was refused. */
export function useReportRefusal(): (error: unknown) => void {
  const { announce } = usePanel();
  return useCallback((error) => announce(messageOf(error)), [announce]);
}

function messageOf(error: unknown): string {
  if (!isAcpMirrorError(error)) return String(error);
  return REFUSALS[error.reason] ?? error.message;
}

/** The refusals whose message is not meant for the user. */
const REFUSALS: Partial<Record<AcpMirrorErrorReason, string>> = {
  offline: "Not sent: the panel is not connected to the extension.",
  uncertain: "The extension was restarted. Check the conversation before you try again.",
};
