import type { AcpStore } from "@acp-store/core";
import { createAcpStore } from "@acp-store/core";
import { vi } from "vitest";
import {
  type AcpMirrorError,
  createMirror,
  hostMirrors,
  type HostMirrorsOptions,
  type Mirror,
  type MirrorHost,
  type MirrorOptions,
  type MirrorRights,
} from "../../src/index.js";
import { type LinkPair, linkPair } from "./links.js";

/** Rights to do everything. */
export const ALL_RIGHTS: MirrorRights = { may: () => true };

/** A mirror, and the links that it has made so far. */
export interface TestMirror extends Mirror {
  readonly pairs: LinkPair[];
  readonly link: LinkPair;
}

/** Creates a mirror that connects to a host with fresh links. */
export function mirrorOf(
  host: () => MirrorHost | undefined,
  rights: MirrorRights = ALL_RIGHTS,
  options: MirrorOptions & { readonly pair?: () => LinkPair } = {},
): TestMirror {
  const pairs: LinkPair[] = [];
  const mirror = createMirror(
    () => {
      const target = host();
      if (target === undefined) throw new Error("The owner does not run.");
      const pair = options.pair?.() ?? linkPair();
      pairs.push(pair);
      target.connect(pair.host, rights);
      return pair.mirror;
    },
    { scheduler: "sync", ...options },
  );
  return Object.defineProperties(Object.create(mirror), {
    pairs: { value: pairs },
    link: { get: () => pairs.at(-1) },
  }) as TestMirror;
}

/** Creates a store with its host. */
export function owner(options: HostMirrorsOptions = {}): { store: AcpStore; host: MirrorHost } {
  const store = createAcpStore({ scheduler: "sync" });
  return { store, host: hostMirrors(store, options) };
}

/** Returns the size of the log of a session. */
export function logCharsOf(host: MirrorHost, session: string = "s1"): number | undefined {
  return host.stats().lanes.find(({ sessionId }) => sessionId === session)?.logChars;
}

/** Returns the reason for which a promise rejects, or `resolved`. */
export function outcomeOf(sent: Promise<unknown>): Promise<string> {
  return sent.then(
    () => "resolved",
    (error: AcpMirrorError) => error.reason,
  );
}

/** Lets timers run for a while. */
export async function pass(ms: number = 100): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Adds a chunk of a message of the agent. */
export function say(store: AcpStore, text: string, sessionId: string = "s1"): void {
  const update = {
    sessionUpdate: "agent_message_chunk",
    messageId: "m1",
    content: { type: "text", text },
  };
  store.ingest({ sessionId, update });
}

/** Adds a permission request. Returns its id, and the promise of the answer. */
export function ask(
  store: AcpStore,
  sessionId: string = "s1",
): { id: string; answer: Promise<unknown> } {
  const answer = store.requestPermission({
    sessionId,
    toolCall: { toolCallId: "c1", title: "rm" },
    options: [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  });
  const id = store.getState().sessions.get(sessionId)?.pendingPermissions.at(-1);
  if (id === undefined) throw new Error("The request is not pending.");
  return { id, answer };
}
