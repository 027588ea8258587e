import type { SessionSaving } from "@acp-store/react";
import type { SavingStatus } from "@acp-store/persist";
import type { ConnectedPhone } from "../../server/phone/relayMessages.js";
import type { ConnectionEnd } from "../connection/connectionEnd.js";

/** The facts about the owner's connection that are not part of the store. All tabs show them. */
export interface OwnerState {
  /** The socket id of the latest agent process. */
  readonly socketId: string;
  /** The reason why the latest agent process ended, if one has ended. */
  readonly end?: ConnectionEnd & { readonly socketId: string };
  /** Whether the sessions are saved. */
  readonly saving: OwnerSaving;
  /** The phones that may show the sessions and answer permission requests. */
  readonly phones: readonly ConnectedPhone[];
}

/** The status of saving, in a form that can be sent to other tabs. */
export interface OwnerSaving {
  readonly status: SavingStatus;
  readonly lastSavedAt?: number;
  readonly sessions: Readonly<Record<string, SessionSaving>>;
}

const INITIAL_STATE: OwnerState = {
  socketId: "",
  saving: { status: "ok", sessions: {} },
  phones: [],
};

type OwnerMessage = { readonly type: "ask" } | { readonly type: "state"; state: OwnerState };

/** The owner's side of its {@link OwnerState}. */
export interface OwnerStatePublisher {
  get(): OwnerState;
  set(change: Partial<OwnerState>): void;
  close(): void;
}

/** Sends the state to all tabs, including those that are opened later. */
export function publishOwnerState(name: string): OwnerStatePublisher {
  const channel = openChannel(name);
  let state = INITIAL_STATE;
  const send = (): void => channel.postMessage({ type: "state", state } satisfies OwnerMessage);
  channel.addEventListener("message", ({ data }: MessageEvent<OwnerMessage>) => {
    if (data.type === "ask") send();
  });
  send();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      send();
    },
    close: () => channel.close(),
  };
}

/** The state of the owner in one of the tabs, for `useSyncExternalStore`. */
export interface FollowedOwnerState {
  get(): OwnerState;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Follows the state of the tab that is the owner. This may be the same tab. */
export function followOwnerState(name: string): FollowedOwnerState {
  const channel = openChannel(name);
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;
  channel.addEventListener("message", ({ data }: MessageEvent<OwnerMessage>) => {
    if (data.type !== "state") return;
    state = data.state;
    for (const listener of [...listeners]) listener();
  });
  channel.postMessage({ type: "ask" } satisfies OwnerMessage);
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel.close(),
  };
}

function openChannel(name: string): BroadcastChannel {
  return new BroadcastChannel(`${name}: owner`);
}
