import type { ActionArgs, ActionName } from "@acp-store/core/actions";
import type { ActionRefusal } from "../wire.js";
import type { Viewer } from "./refusals.js";

/** An action that a mirror asks for. */
export type MirrorAction = {
  [Name in ActionName]: {
    /** The name of the action, that of the method of `mirror.actions`. */
    readonly name: Name;
    /** The arguments, validated. */
    readonly args: ActionArgs[Name];
    /** The session that the action is about. Absent if it is about no session, or about a new one. */
    readonly sessionId?: string;
  };
}[ActionName];

/** The rights of a mirror. Default: it sees all sessions and may do nothing. */
export interface MirrorRights {
  /** The name of the mirror, for display. */
  readonly name?: string;
  /**
   * Returns whether the mirror may see a session. Hidden sessions are never sent. The answer for a
   * session must not change while the mirror is connected.
   */
  sees?(sessionId: string): boolean;
  /** Returns whether the mirror may do this. Called for each action. */
  may?(action: MirrorAction): boolean;
}

/** The mirror that asks for an action, over one link. */
export interface Actor extends Viewer {
  readonly may: (action: MirrorAction) => boolean;
  /** Sends an encoded result after the changes that it follows, if the window has room. */
  readonly reply: (id: string, result: string) => void;
  /** Sends a refusal. It is dropped if the window is full: the mirror sends the action again. */
  readonly refuse: (result: string) => void;
  /** Called once for each refused action, before the reply. */
  readonly onRefused: (action: string, refusal: ActionRefusal) => void;
  /** The number of actions of this mirror that have no outcome yet. */
  running: number;
  /** Returns the number of results that wait for the window. */
  readonly unsentResults: () => number;
}
