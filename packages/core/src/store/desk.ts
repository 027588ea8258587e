import { type Diagnostic, ACCEPTED, type IngestResult } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { AbortSignalLike } from "../notify/environment.js";
import { shareStructure } from "../state/shareStructure.js";
import type { PermissionReason } from "../state/requests.js";
import { type RequestId, requestKey } from "../wire/jsonRpc.js";
import type { Kernel } from "./kernel.js";
import { createWaiters, onAbort } from "./waiters.js";

/** What requests of all kinds have. */
interface Asked {
  readonly status: string;
  readonly sessionId?: string;
  readonly turnId?: string;
}

/** What requests of one kind are, and how they change. */
interface Kind<Item extends Asked, Reading, Response> {
  /** Begins the ids of those that came without one. */
  readonly name: string;
  find(id: string): Item | undefined;
  idOf(item: Item): string;
  /** Those that wait for their answer, with this JSON-RPC id. */
  pending(requestId: RequestId): readonly Item[];
  /** Whether the request is word for word the one that was read. */
  isSame(item: Item, reading: Reading): boolean;
  /** Whether it is about the same thing: what reads a request for its handler may drop fields. */
  isAbout(item: Item, reading: Reading): boolean;
  asked(id: string, reading: Reading, requestId: RequestId | undefined): AcpEventBody;
  cancelled(item: Item, reason: PermissionReason): AcpEventBody;
  /** `undefined` as long as the request is pending. */
  responseOf(item: Item | undefined): Response | undefined;
}

/** A request that was seen on the wire, and what came of it. */
export interface Announced extends IngestResult {
  readonly id: string;
}

/** Where in what was handed in stands what a request is about. */
type Path = Diagnostic["path"];

/** What reading a request has found: where its subject stands, and what was lost of it. */
interface Found {
  readonly path?: Path;
  readonly diagnostics: readonly Diagnostic[];
}

/** Takes in the agent's requests of one kind and keeps who waits for their answers. */
export interface Desk<Reading, Response> {
  /** A request seen on the wire; whoever answers it may still take it. */
  announce(reading: Reading, requestId: RequestId, at: number, path?: Path): Announced;
  /** A request that somebody wants the answer of: one that is known, or a new one. */
  take(reading: Reading, requestId: RequestId | undefined, found: Found): string;
  /** Resolves when it is settled. */
  wait(id: string, signal: AbortSignalLike | undefined): Promise<Response>;
  /** Its answer was seen on the wire. */
  answered(requestId: RequestId | undefined): void;
  withdraw(requestId: RequestId, at: number): boolean;
  /** The connection is gone; the next one counts its ids anew. */
  forget(): void;
}

export function createDesk<Item extends Asked, Reading, Response>(
  kernel: Kernel,
  kind: Kind<Item, Reading, Response>,
): Desk<Reading, Response> {
  const announced = new Map<string, string>();
  const waiters = createWaiters(kernel, (id) => kind.responseOf(kind.find(id)));

  function announce(reading: Reading, requestId: RequestId, at: number, path?: Path): Announced {
    const again = sentAgain(reading, requestId);
    const asked =
      again === undefined ? ask(reading, requestId, at, path) : { id: again, ...ACCEPTED };
    announced.set(requestKey(requestId), asked.id);
    return asked;
  }

  function take(
    reading: Reading,
    requestId: RequestId | undefined,
    { path, diagnostics }: Found,
  ): string {
    const known = seen(reading, requestId) ?? sentAgain(reading, requestId);
    if (known === undefined && diagnostics.length > 0) kernel.report(diagnostics);
    const id = known ?? ask(reading, requestId, kernel.now(), path).id;
    const item = kind.find(id);
    if (item !== undefined) settleIfMoot(item);
    return id;
  }

  /** After a stop nobody is to be asked any more, and the agent waits for an answer. */
  function settleIfMoot(item: Item): void {
    const reason = reasonNotToAsk(item);
    if (reason !== undefined) settle(item, reason);
  }

  function reasonNotToAsk({ sessionId, turnId }: Asked): PermissionReason | undefined {
    const session = sessionId === undefined ? undefined : kernel.session(sessionId);
    if (session?.fields.closed) return "session_closed";
    const turn = turnId === undefined ? undefined : session?.tables.turns.get(turnId);
    return turn?.status === "cancelling" ? "turn_cancelled" : undefined;
  }

  /** On the wire, before anybody asked for the answer. */
  function seen(reading: Reading, requestId: RequestId | undefined): string | undefined {
    if (requestId === undefined) return undefined;
    const id = announced.get(requestKey(requestId));
    const item = id === undefined ? undefined : kind.find(id);
    if (item === undefined || !kind.isAbout(item, reading)) return undefined;
    if (item.status !== "pending") announced.delete(requestKey(requestId));
    return id;
  }

  /** The same request may come twice, such as after a reconnect. */
  function sentAgain(reading: Reading, requestId: RequestId | undefined): string | undefined {
    const known = requestId === undefined ? [] : kind.pending(requestId);
    const same = known.find((item) => kind.isSame(item, reading));
    return same && kind.idOf(same);
  }

  function ask(
    reading: Reading,
    requestId: RequestId | undefined,
    at: number,
    path?: Path,
  ): Announced {
    // Its id is free again, so whatever else had it is over.
    if (requestId !== undefined) withdraw(requestId, at);
    const id = unusedId(requestId === undefined ? kind.name : String(requestId));
    return { id, ...kernel.tryCommit(kind.asked(id, reading, requestId), at, path) };
  }

  /** That of JSON-RPC where it is free, else with a number behind it. */
  function unusedId(wanted: string): string {
    let id = wanted;
    for (let number = 2; kind.find(id) !== undefined; number++) id = `${wanted}~${number}`;
    return id;
  }

  async function wait(id: string, signal: AbortSignalLike | undefined): Promise<Response> {
    const stopListening = onAbort(signal, () => {
      const item = kind.find(id);
      if (item !== undefined) settle(item, "aborted");
    });
    const response = await waiters.wait(id);
    stopListening();
    return response;
  }

  function settle(item: Item, reason: PermissionReason, at?: number): void {
    if (item.status === "pending") kernel.commit(kind.cancelled(item, reason), at);
  }

  function withdraw(requestId: RequestId, at: number): boolean {
    const known = kind.pending(requestId);
    for (const item of known) settle(item, "withdrawn", at);
    return known.length > 0;
  }

  return {
    announce,
    take,
    wait,
    answered: (requestId) =>
      void (requestId !== undefined && announced.delete(requestKey(requestId))),
    withdraw,
    forget: () => announced.clear(),
  };
}

/** Whether two values are deeply equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  return Object.is(shareStructure(one, other), one);
}
