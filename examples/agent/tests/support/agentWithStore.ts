import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { createAcpStore, type AcpStore, type PermissionPolicy } from "@acp-store/core";
import { tapStream } from "@acp-store/core/tap";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { connectV1, connectV2, type ClientOptions, type SendMessage } from "./clients.js";
import { AGENT, endAfterTest } from "./programs.js";

export type Version = 1 | 2;
export const VERSIONS: readonly Version[] = [1, 2];

/** The scripted agent as a process, and a store that processes its traffic. */
export interface AgentWithStore {
  readonly version: Version;
  readonly store: AcpStore;
  readonly child: ChildProcess;
  readonly request: SendMessage;
  readonly notify: SendMessage;
  newSession(cwd: string): Promise<string>;
  /** Resolves to the stop reason when the turn ends. */
  prompt(sessionId: string, text: string): Promise<string | undefined>;
  /** Loads a session, so that the agent replays its transcript. */
  load(sessionId: string, cwd: string): Promise<unknown>;
  /** Resolves as soon as `matches` returns true for the current state. */
  until(matches: () => boolean): Promise<void>;
}

export interface AgentWithStoreOptions extends ClientOptions {
  readonly speed?: number;
  readonly env?: Record<string, string>;
  readonly policy?: PermissionPolicy;
}

export async function startAgentWithStore(
  version: Version,
  options: AgentWithStoreOptions = {},
): Promise<AgentWithStore> {
  const { speed = 1000, env, policy = () => "allow-once" } = options;
  const child = spawn(process.execPath, [AGENT], {
    env: { ...process.env, ACP_DEMO_SPEED: String(speed), ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  endAfterTest(child);
  const store = createAcpStore({ scheduler: "sync", permissionPolicy: policy });
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const stream = tapStream(ndJsonStream(Writable.toWeb(child.stdin), output), store);
  const connect = version === 1 ? connectV1 : connectV2;
  const { request, notify } = await connect(stream, store, options);

  const until: AgentWithStore["until"] = (matches) =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!matches()) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = store.subscribe(check);
      check();
    });

  return {
    version,
    store,
    child,
    request,
    notify,
    until,
    async newSession(cwd) {
      const answer = await request("session/new", { cwd, mcpServers: [] });
      return (answer as { sessionId: string }).sessionId;
    },
    async prompt(sessionId, text) {
      await request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      const last = () =>
        [...(store.getState().sessions.get(sessionId)?.turns.values() ?? [])].at(-1);
      await until(() => last()?.status === "ended" || last()?.status === "failed");
      return last()?.stopReason;
    },
    load: (sessionId, cwd) =>
      version === 1
        ? request("session/load", { sessionId, cwd, mcpServers: [] })
        : request("session/resume", { sessionId, cwd, replayFrom: { type: "start" } }),
  };
}
