import type { Change } from "../commit/change.js";
import { Transaction } from "../commit/transaction.js";
import { bounded, type Diagnostic, ACCEPTED, type IngestResult } from "../diagnostics.js";
import type { AcpEvent, AcpEventBody } from "../events/event.js";
import type { Limits } from "../limits.js";
import { createNotifier, type Notifier } from "../notify/notifier.js";
import type { Scheduler } from "../notify/scheduler.js";
import { reduce } from "../reduce/reduce.js";
import type { AcpState } from "../state/state.js";
import { NO_ITEMS } from "../state/items.js";
import { type SessionRecord, StateTree } from "../state/tree.js";
import type { FrameRecord, InspectRecord } from "./types.js";

interface KernelOptions {
  readonly initialState: AcpState;
  readonly schedule: Scheduler;
  readonly limits: Limits;
  readonly now: () => number;
}

/** The state and the one way to change it. */
export interface Kernel {
  getState(): AcpState;
  /** Reads a session without building a snapshot. */
  session(sessionId: string): SessionRecord | undefined;
  sessions(): Iterable<SessionRecord>;
  readonly notifier: Notifier;
  now(): number;
  protocolVersion(): 1 | 2;
  elicitations(): AcpState["elicitations"];
  /** Applies an event. Returns what was odd about it. */
  commit(event: AcpEventBody, at?: number): readonly Diagnostic[];
  /**
   * The same for what the agent said: if it cannot be applied, the state is as it was. `path` is
   * where in the message it said so.
   */
  tryCommit(event: AcpEventBody, at?: number, path?: Diagnostic["path"]): IngestResult;
  /** Shows what was odd about a message to the inspectors. Returns it, bounded. */
  report(diagnostics: readonly Diagnostic[], at?: number): readonly Diagnostic[];
  inspect(observer: (record: InspectRecord) => void): () => void;
  isInspected(): boolean;
  /** Shows a message to the inspectors: what follows is what it causes, until {@link Kernel.end}. */
  begin(frame: FrameRecord["frame"]): void;
  end(): void;
  /** Called after each commit, before any listener. */
  afterCommit(hook: (changes: readonly Change[]) => void): void;
}

export function createKernel({ initialState, schedule, limits, now }: KernelOptions): Kernel {
  const tree = new StateTree(initialState);
  const getState = (): AcpState => tree.snapshot();
  const notifier = createNotifier(getState, schedule);
  let inspectors: readonly { readonly observer: (record: InspectRecord) => void }[] = NO_ITEMS;
  const hooks: ((changes: readonly Change[]) => void)[] = [];
  let frame: FrameRecord["frame"] | undefined;

  function commit(body: AcpEventBody, at: number = now()): readonly Diagnostic[] {
    const event = stamped(body, at);
    return publish(run(event), event);
  }

  function tryCommit(
    body: AcpEventBody,
    at: number = now(),
    path: Diagnostic["path"] = NO_ITEMS,
  ): IngestResult {
    const event = stamped(body, at);
    let transaction: Transaction;
    try {
      transaction = run(event);
    } catch (error) {
      const diagnostics = [unreadable(error, body)];
      report(diagnostics, at);
      return { accepted: false, diagnostics };
    }
    const diagnostics = publish(transaction, event, path);
    return diagnostics.length === 0 ? ACCEPTED : { accepted: true, diagnostics };
  }

  function publish(
    transaction: Transaction,
    event: AcpEvent,
    base: Diagnostic["path"] = NO_ITEMS,
  ): readonly Diagnostic[] {
    const { changes, patches, inversePatches } = transaction;
    let { diagnostics } = transaction;
    if (diagnostics.length > 0) {
      diagnostics = placed(diagnostics, base);
      report(diagnostics, event.at);
    }
    if (changes.length === 0) return diagnostics;
    if (inspectors.length > 0)
      emit(
        frame === undefined
          ? { type: "commit", event, patches, inversePatches }
          : { type: "commit", frame, event, patches, inversePatches },
      );
    for (const hook of hooks) hook(changes);
    tell(changes);
    return diagnostics;
  }

  /** What listeners do is their own, no part of the message that they are told of. */
  function tell(changes: readonly Change[]): void {
    const current = frame;
    frame = undefined;
    notifier.notify(changes);
    frame = current;
  }

  function begin(next: FrameRecord["frame"]): void {
    emit({ type: "frame", frame: next });
    frame = next;
  }

  function run(event: AcpEvent): Transaction {
    const transaction = new Transaction(tree, inspectors.length > 0);
    try {
      reduce(transaction, event, limits);
    } catch (error) {
      transaction.rollback();
      throw error;
    }
    transaction.finish();
    return transaction;
  }

  function report(found: readonly Diagnostic[], at: number = now()): readonly Diagnostic[] {
    if (found.length === 0) return found;
    const diagnostics = bounded(found, limits.diagnostics);
    for (const diagnostic of diagnostics)
      emit({ type: "diagnostic", ...(frame && { frame }), diagnostic, at });
    return diagnostics;
  }

  /** What inspectors do is their own as well. */
  function emit(record: InspectRecord): void {
    const current = frame;
    frame = undefined;
    for (const { observer } of inspectors) notifier.attempt(observer, record);
    frame = current;
  }

  function inspect(observer: (record: InspectRecord) => void): () => void {
    const inspector = { observer };
    inspectors = [...inspectors, inspector];
    return () => void (inspectors = inspectors.filter((other) => other !== inspector));
  }

  return {
    getState,
    session: (sessionId) => tree.find(sessionId),
    sessions: () => tree.sessions.values(),
    notifier,
    now,
    protocolVersion: () => tree.root.protocolVersion,
    elicitations: () => tree.root.elicitations,
    commit,
    tryCommit,
    report,
    inspect,
    isInspected: () => inspectors.length > 0,
    begin,
    end: () => void (frame = undefined),
    afterCommit: (hook) => void hooks.push(hook),
  };
}

/** Reducers tell where in the event something is; the reader wants to know where in the message. */
function placed(found: readonly Diagnostic[], base: Diagnostic["path"]): Diagnostic[] {
  return found.map(({ path, ...rest }) => ({ ...rest, path: [...base, ...path] }));
}

/** Bodies are made for one commit, so that no copy is needed. */
function stamped(body: AcpEventBody, at: number): AcpEvent {
  (body as { at?: number }).at = at;
  return body as AcpEvent;
}

/** Anything can come over a wire, such as values nested too deeply to walk through. */
export function unreadable(error: unknown, value: unknown): Diagnostic {
  return {
    code: "invalid_message",
    path: [],
    message: `The message could not be read: ${String(error)}. It was rejected.`,
    value,
  };
}
