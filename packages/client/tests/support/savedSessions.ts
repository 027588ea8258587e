import { connectAgent, type ConnectOptions, type SavedSessionSource } from "@acp-store/client";
import { type AcpState, type AcpStore, createAcpStore, selectMessages } from "@acp-store/core";
import {
  type AcpStorage,
  memoryStorage,
  type Persistence,
  persistSessions,
} from "@acp-store/persist";
import {
  type AgentScript,
  type ScriptedAgent,
  scriptedAgent,
  memoryTranscripts,
} from "@acp-store/testing";
import { onTestFinished } from "vitest";
import { waitForState } from "./storeState.js";

/** The storage of a client that was killed, and the agent as it starts again. */
export interface KilledClient {
  readonly storage: AcpStorage;
  readonly sessionIds: readonly string[];
  /** Creates an agent that knows the sessions. */
  restartAgent(script?: Partial<AgentScript>): ScriptedAgent;
}

/**
 * Runs a client until it has the given number of sessions, each with one complete turn, and kills
 * it. `askInLast`: it is killed while the agent asks for a permission in the last session.
 */
export async function killClient(
  version: 1 | 2,
  { sessions = 1, askInLast = false }: { readonly sessions?: number; readonly askInLast?: boolean },
): Promise<KilledClient> {
  const storage = memoryStorage();
  const transcripts = memoryTranscripts();
  const startAgent = (script: Partial<AgentScript>): ScriptedAgent =>
    scriptedAgent({
      protocolVersions: [version],
      storage: transcripts,
      onPrompt: (turn) => turn.say("Done."),
      ...script,
    });
  const { connect } = startAgent({
    async onPrompt(turn) {
      await turn.say(`Hello from ${turn.session.sessionId}.`);
      if (turn.text === "Ask") await turn.askPermission({ call: { title: "Run" } });
    },
  });
  let clock = 0;
  const store = createAcpStore({ scheduler: "sync", now: () => (clock += 1000) });
  const persistence = persistSessions(store, storage);
  const agent = await connectAgent(store, connect);
  const sessionIds: string[] = [];
  for (let count = 0; count < sessions; count++) {
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Go");
    sessionIds.push(sessionId);
  }
  const last = sessionIds.at(-1) ?? "";
  if (askInLast) {
    agent.prompt(last, "Ask").catch(() => {});
    await waitForState(store, (state) => state.sessions.get(last)?.pendingPermissions.length === 1);
  }
  // From here on, nothing is saved.
  await persistence.stop();
  await agent.close();
  return { storage, sessionIds, restartAgent: (script = {}) => startAgent(script) };
}

/** Starts a client with the saved sessions. */
export async function restartClient(
  storage: AcpStorage,
  { connect }: Pick<ScriptedAgent, "connect">,
  options: ConnectOptions = {},
  sourceOf: (persistence: Persistence) => SavedSessionSource = (persistence) => persistence,
) {
  const store = createAcpStore({ scheduler: "sync" });
  const persistence = persistSessions(store, storage);
  onTestFinished(() => persistence.stop());
  const agent = await connectAgent(store, connect, {
    reconnect: { minDelay: 1 },
    ...options,
    persistence: sourceOf(persistence),
  });
  onTestFinished(() => agent.close());
  return { store, persistence, agent };
}

/** Resolves when the agent has opened a session, or has failed to open it. */
export function waitUntilAttached(store: AcpStore, sessionId: string): Promise<AcpState> {
  return waitForState(store, ({ sessions }) => sessions.get(sessionId)?.detached === undefined);
}

/** Returns the messages of a session, each with its role. */
export function textsOf(state: AcpState, sessionId: string): readonly string[] {
  return selectMessages(state, sessionId).map(({ role, content }) =>
    content.map((block) => `${role}: ${block.type === "text" ? block.text : ""}`).join(),
  );
}

/** Returns the requests that opened sessions, in order. */
export function openRequests({ frames }: Pick<ScriptedAgent, "frames">) {
  return frames.flatMap(({ dir, msg }) => {
    const { method = "", params } = msg as {
      readonly method?: string;
      readonly params?: { readonly sessionId: string; readonly replayFrom?: object };
    };
    if (dir !== "sent" || !/^session\/(load|resume)$/.test(method) || params === undefined)
      return [];
    const replays = method === "session/load" || params.replayFrom !== undefined;
    return [{ sessionId: params.sessionId, replays }];
  });
}
