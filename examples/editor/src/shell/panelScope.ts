import { createContext, type RefObject, useContext } from "react";

/** What the user can ask of the agent. */
export interface PanelActions {
  /** Resolves once it was taken in, or with the reason why it was not. While a turn runs it waits. */
  prompt(text: string): Promise<string | undefined>;
  cancel(): Promise<void>;
  setMode(modeId: string): Promise<void>;
  /** A value on offer, or on and off. */
  setConfigOption(configId: string, value: string | boolean): Promise<void>;
}

/** A place in a file. `line` is 1-based. */
export interface Place {
  readonly path: string;
  readonly line?: number | null | undefined;
  /** The tool call that is there. */
  readonly toolCallId?: string;
}

/** What stands beside the conversation; a file without a place is the one the agent is at. */
export type Side = { readonly view: "changes" } | { readonly view: "file"; readonly place?: Place };

/** What the parts of a panel share besides the state. */
export interface PanelScope {
  readonly sessionId: string;
  /** Where the agent works: paths below it are shown without it. */
  readonly cwd?: string | undefined;
  /** Absent where nobody listens: a recording, or a connection that is gone. */
  readonly actions?: PanelActions | undefined;
  /** A recording answers its permission requests itself. */
  readonly isRecording: boolean;
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  /** What is shown beside the conversation; `undefined` closes it. */
  openSide(side: Side | undefined): void;
}

const Scope = createContext<PanelScope | null>(null);

export const PanelScopeProvider = Scope.Provider;

export function usePanelScope(): PanelScope {
  const scope = useContext(Scope);
  if (scope === null) throw new Error("usePanelScope was used outside of a <Panel>.");
  return scope;
}
