import { createContext, useContext, useEffect } from "react";
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

/** Calls a listener with each message of the extension. */
export function useHostMessages(listener: (message: HostMessage) => void): void {
  const { onMessage } = usePanel();
  useEffect(() => onMessage(listener), [onMessage, listener]);
}
