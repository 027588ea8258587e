import type { SettingChange } from "@acp-store/core";
import { createContext, type RefObject, useContext } from "react";

/** A setting of the session, and the request that changes it. */
export type Setting = Pick<SettingChange, "setting" | "configId">;

/** The actions that the user can take in a session. */
export interface PanelActions {
  /**
   * Sends a prompt, or queues it while a turn is running. Resolves to `undefined` once the prompt
   * is accepted and the draft is removed, or to the reason why it was not.
   */
  prompt(text: string): Promise<string | undefined>;
  /**
   * Stops the running turn and sends a queued prompt next. Resolves to `undefined` once it is sent,
   * or to the reason why it was not.
   */
  sendNow(queuedId: string): Promise<string | undefined>;
  cancel(): Promise<void>;
  /**
   * Changes a mode, model or config option to one of its values, or turns it on or off. The session
   * lists the changes that fail.
   */
  changeSetting(setting: Setting, value: string | boolean): void;
}

/** A location in a file. `line` is 1-based. */
export interface FileLocation {
  readonly path: string;
  readonly line?: number | null | undefined;
  /** The tool call that is working at this location. */
  readonly toolCallId?: string;
}

/** The content of the side panel. A file view without a location follows the agent. */
export type SidePanelView =
  | { readonly view: "changes" }
  | { readonly view: "file"; readonly location?: FileLocation };

/** The context that the components of a panel share. */
export interface PanelScope {
  readonly sessionId: string;
  /** The agent's working directory. Paths inside it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** `undefined` for a recording and while there is no connection. */
  readonly actions?: PanelActions | undefined;
  /** Whether another tab takes over the connection, so that requests cannot be answered. */
  readonly isTakingOver?: boolean | undefined;
  /** Whether the panel shows a recording, which contains the answers to its permission requests. */
  readonly isRecording: boolean;
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  /** Opens a view in the side panel. `undefined` closes the panel. */
  openSidePanel(view: SidePanelView | undefined): void;
}

const PanelScopeContext = createContext<PanelScope | null>(null);

export const PanelScopeProvider = PanelScopeContext.Provider;

export function usePanelScope(): PanelScope {
  const scope = useContext(PanelScopeContext);
  if (scope === null) throw new Error("usePanelScope must be used inside a <Panel>.");
  return scope;
}
