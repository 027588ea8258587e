import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { neighbourOf } from "../shell/sessionTree.js";
import { messageOf, sentence } from "./connectionEnd.js";
import type { LinkStateHolder } from "./linkState.js";

/** What the user can do about the sessions of an agent. */
export interface SessionOpener {
  newSession(): void;
  /** Puts an open session on the screen. */
  select(sessionId: string): void;
  /** Opens one of an earlier time, with its transcript where the agent can send it. */
  openEarlier(sessionId: string): void;
  closeSession(sessionId: string): void;
  /** One page of the sessions the agent keeps for this folder; none where it keeps none. */
  listEarlier(cursor?: string): Promise<EarlierSessions>;
  authenticate(methodId: string): void;
}

export interface EarlierSessions {
  readonly sessions: readonly EarlierSession[];
  readonly nextCursor?: string | null;
}

export interface EarlierSession {
  readonly sessionId: string;
  readonly title?: string | null;
  readonly updatedAt?: string | null;
}

interface OpenerParts {
  readonly store: AcpStore;
  readonly state: LinkStateHolder;
  readonly connected: Promise<AgentConnection>;
  readonly cwd: string;
}

const AUTH_REQUIRED = -32000;
const NO_SESSIONS: EarlierSessions = { sessions: [] };

export function openSessions({ store, state, connected, cwd }: OpenerParts): SessionOpener {
  let wanted: () => Promise<string> = create;

  async function create(): Promise<string> {
    return (await (await connected).newSession({ cwd })).sessionId;
  }

  async function open(how: () => Promise<string>): Promise<void> {
    wanted = how;
    state.set({ isOpening: true, refusal: undefined });
    try {
      const sessionId = await how();
      state.set({ sessionId, isOpening: false, signIn: undefined });
    } catch (error) {
      const asksWho = error instanceof RequestError && error.code === AUTH_REQUIRED;
      state.set({
        isOpening: false,
        ...(asksWho ? { signIn: { isBusy: false } } : { refusal: sentence(messageOf(error)) }),
      });
    }
  }

  async function load(sessionId: string): Promise<string> {
    const agent = await connected;
    const before = state.get().sessionId;
    const request = { sessionId, cwd };
    // The transcript can be seen coming.
    state.set({ sessionId, loadingId: sessionId });
    try {
      await agent.loadSession(request).catch((error: unknown) => {
        if (isAcpConnectionError(error) && error.reason === "unsupported")
          return agent.resumeSession(request);
        throw error;
      });
    } catch (error) {
      store.closeSession(sessionId);
      state.set({ sessionId: before });
      throw error;
    } finally {
      state.set({ loadingId: undefined });
    }
    return sessionId;
  }

  async function signIn(methodId: string): Promise<void> {
    state.set({ signIn: { isBusy: true } });
    try {
      await (await connected).authenticate(methodId);
      await open(wanted);
    } catch (error) {
      state.set({ signIn: { isBusy: false, error: messageOf(error) } });
    }
  }

  async function close(sessionId: string): Promise<void> {
    if (state.get().sessionId === sessionId)
      state.set({ sessionId: neighbourOf(store.getState(), sessionId) });
    // A connection that is gone, or an agent that cannot close it: it is closed here all the same.
    await (await connected).closeSession(sessionId).catch(() => {});
  }

  return {
    newSession: () => void open(create),
    select: (sessionId) => state.set({ sessionId, refusal: undefined, signIn: undefined }),
    openEarlier: (sessionId) => void open(() => load(sessionId)),
    closeSession: (sessionId) => void close(sessionId),
    async listEarlier(cursor) {
      const agent = await connected;
      const request = { cwd, ...(cursor !== undefined && { cursor }) };
      return agent.listSessions(request).catch((error: unknown) => {
        if (isAcpConnectionError(error) && error.reason === "unsupported") return NO_SESSIONS;
        throw error;
      });
    },
    authenticate: (methodId) => void signIn(methodId),
  };
}
