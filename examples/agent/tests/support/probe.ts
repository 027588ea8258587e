import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientContext,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type Stream,
} from "@agentclientprotocol/sdk";
import { AGENT, endAfterTest } from "./programs.js";

export type Answer = (
  request: RequestPermissionRequest,
) => RequestPermissionResponse | Promise<RequestPermissionResponse>;

/** A client of the official SDK that records the agent's updates and permission requests. */
export interface Probe {
  readonly agent: ClientContext;
  readonly updates: readonly SessionUpdate[];
  readonly permissions: readonly RequestPermissionRequest[];
  /** Resolves to the first past or future update that matches. */
  seen(matches: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  newSession(cwd: string): Promise<string>;
  prompt(sessionId: string, text: string): Promise<PromptResponse>;
  cancel(sessionId: string): Promise<void>;
}

export const choose =
  (optionId: string): Answer =>
  () => ({ outcome: { outcome: "selected", optionId } });

async function connectProbe(stream: Stream, answer: Answer): Promise<Probe> {
  const updates: SessionUpdate[] = [];
  const permissions: RequestPermissionRequest[] = [];
  const watchers = new Set<(update: SessionUpdate) => void>();
  const { agent } = client({ name: "probe" })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      for (const watcher of watchers) watcher(params.update);
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      permissions.push(params);
      return answer(params);
    })
    .connect(stream);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  return {
    agent,
    updates,
    permissions,
    seen(matches) {
      const past = updates.find(matches);
      if (past) return Promise.resolve(past);
      return new Promise((resolve) => watchers.add((update) => matches(update) && resolve(update)));
    },
    async newSession(cwd) {
      return (await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId;
    },
    prompt: (sessionId, text) =>
      agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] }),
    cancel: (sessionId) => agent.notify(methods.agent.session.cancel, { sessionId }),
  };
}

/** Starts the scripted agent on stdio, like an editor does. */
export async function startAgent(answer: Answer = choose("allow-once"), speed = 1000) {
  const child = spawn(process.execPath, [AGENT], {
    env: { ...process.env, ACP_DEMO_SPEED: String(speed) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  endAfterTest(child);
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  return {
    child,
    ...(await connectProbe(ndJsonStream(Writable.toWeb(child.stdin), output), answer)),
  };
}
