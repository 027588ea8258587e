import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { tapStream } from "@acp-store/client";
import { createAcpStore, type AcpStore, type PermissionPolicy } from "@acp-store/core";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { connectV1, connectV2, type ClientOptions, type Send } from "./clients.js";
import { AGENT, endAfterTest } from "./programs.js";

export type Version = 1 | 2;
export const VERSIONS: readonly Version[] = [1, 2];

/** The scripted agent as a process, and a store that sees all of its traffic. */
export interface Stored {
  readonly version: Version;
  readonly store: AcpStore;
  readonly child: ChildProcess;
  readonly request: Send;
  readonly notify: Send;
  newSession(cwd: string): Promise<string>;
  /** Resolves once the turn is over, to how it ended. */
  prompt(sessionId: string, text: string): Promise<string | undefined>;
  /** Shows the session's transcript again. */
  load(sessionId: string, cwd: string): Promise<unknown>;
  /** The first state, now or later, for which `matches` holds. */
  until(matches: () => boolean): Promise<void>;
}

export interface StoredOptions extends ClientOptions {
  readonly speed?: number;
  readonly policy?: PermissionPolicy;
}

export async function startStored(version: Version, options: StoredOptions = {}): Promise<Stored> {
  const { speed = 1000, policy = () => "allow-once" } = options;
  const child = spawn(process.execPath, [AGENT], {
    env: { ...process.env, ACP_DEMO_SPEED: String(speed) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  endAfterTest(child);
  const store = createAcpStore({ scheduler: "sync", permissionPolicy: policy });
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const stream = tapStream(ndJsonStream(Writable.toWeb(child.stdin), output), store);
  const connect = version === 1 ? connectV1 : connectV2;
  const { request, notify } = await connect(stream, store, options);

  const until: Stored["until"] = (matches) =>
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
