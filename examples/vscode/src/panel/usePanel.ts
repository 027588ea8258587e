import type { MirrorStatus } from "@acp-store/mirror";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { HostMessage } from "../shared/messages.js";
import type { PanelConnection } from "./panelConnection.js";

/** Provides the connection of the page. */
export const PanelContext = createContext<PanelConnection | undefined>(undefined);

/** Returns the connection of the page. */
export function usePanel(): PanelConnection {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error("usePanel needs a PanelContext.");
  return panel;
}

/** Returns whether the page is connected to the extension. */
export function useMirrorStatus(): MirrorStatus {
  const { mirror } = usePanel();
  return useSyncExternalStore(mirror.onStatus, () => mirror.status);
}

/** Returns whether an answer of this page is on its way, so that none is given twice. */
export function useIsAnswering(): boolean {
  const { mirror } = usePanel();
  return useSyncExternalStore(mirror.onAnswering, () => mirror.answering.size > 0);
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
