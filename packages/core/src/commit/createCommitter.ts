import { ACCEPTED, type Diagnostic, type IngestResult, limitDiagnostics } from "../diagnostics.js";
import { limitMessage } from "../depth.js";
import type { AcpEvent, AcpEventBody } from "../events/event.js";
import type { Limits } from "../limits.js";
import type { Inspectors } from "../notify/inspectors.js";
import type { Notifier } from "../notify/notifier.js";
import { reduce } from "../reduce/reduce.js";
import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { StateTree } from "../state/stateTree.js";
import type { Change } from "./change.js";
import { Transaction } from "./transaction.js";

/** The parts that a {@link Committer} connects. */
interface CommitterParts {
  readonly tree: StateTree;
  readonly notifier: Notifier;
  readonly inspectors: Inspectors;
  readonly limits: Limits;
  readonly now: () => number;
}

type CommitCallback = (changes: readonly Change[], event: AcpEvent) => void;

/** Applies events to the state. Nothing else writes to it. */
export interface Committer {
  /** The current state, for reading without building a snapshot. */
  readonly tree: Readonly<
    Pick<StateTree, "find" | "indexes" | "root" | "sessions" | "snapshot" | "tables">
  >;
  /** Returns the time of the store's clock, in milliseconds. */
  readonly now: () => number;
  /** Commits an event of the application. Returns the diagnostics of the reducer. */
  commit(event: AcpEventBody, at?: number): readonly Diagnostic[];
  /** Commits an action of the user and runs the listeners immediately. */
  commitAction(event: AcpEventBody): void;
  /**
   * Commits an event that came from the agent. If the reducer throws, the state is rolled back and
   * the event is rejected. `path` is the position of the event in the message.
   */
  tryCommit(event: AcpEventBody, at?: number, path?: Diagnostic["path"]): IngestResult;
  /** Runs a function. The listeners run once for all of its commits. */
  batch(run: () => void): void;
  /** Reports diagnostics to the inspectors. Returns them, cut to `limits.diagnostics`. */
  report(diagnostics: readonly Diagnostic[], at?: number): readonly Diagnostic[];
  /** Returns a value of a caller with `null` below the last level, and reports what was replaced. */
  limited<Value>(value: Value): Value;
  /** Registers a callback that runs after each commit, before any listener. */
  onCommit(callback: CommitCallback): void;
}

/** Creates the committer of a store. */
export function createCommitter({
  tree,
  notifier,
  inspectors,
  limits,
  now,
}: CommitterParts): Committer {
  const callbacks: CommitCallback[] = [];

  function commit(body: AcpEventBody, at: number = now()): readonly Diagnostic[] {
    setTime(body, at);
    return publish(apply(body), body);
  }

  function commitAction(body: AcpEventBody): void {
    commit(body);
    notifier.flush();
  }

  function tryCommit(
    body: AcpEventBody,
    at: number = now(),
    path: Diagnostic["path"] = EMPTY_ARRAY,
  ): IngestResult {
    setTime(body, at);
    let transaction: Transaction;
    try {
      transaction = apply(body);
    } catch (error) {
      const diagnostics = [unreadableMessage(error, body)];
      report(diagnostics, at);
      return { accepted: false, diagnostics };
    }
    const diagnostics = publish(transaction, body, path);
    return diagnostics.length === 0 ? ACCEPTED : { accepted: true, diagnostics };
  }

  function apply(event: AcpEvent): Transaction {
    const transaction = new Transaction(tree, event.at, inspectors.areActive());
    try {
      reduce(transaction, event, limits);
    } catch (error) {
      transaction.rollback();
      throw error;
    }
    transaction.finish();
    return transaction;
  }

  function publish(
    transaction: Transaction,
    event: AcpEvent,
    path: Diagnostic["path"] = EMPTY_ARRAY,
  ): readonly Diagnostic[] {
    const { changes, patches, inversePatches } = transaction;
    let { diagnostics } = transaction;
    if (diagnostics.length > 0) {
      diagnostics = withBasePath(diagnostics, path);
      report(diagnostics, event.at);
    }
    if (changes.length === 0) return diagnostics;
    const isInspected = inspectors.areActive();
    if (isInspected) inspectors.reportCommit(event, patches, inversePatches);
    for (const callback of callbacks) callback(changes, event);
    if (isInspected) inspectors.runOutsideFrame(notifier.notify, changes);
    else notifier.notify(changes);
    return diagnostics;
  }

  function report(found: readonly Diagnostic[], at?: number): readonly Diagnostic[] {
    if (found.length === 0) return found;
    const diagnostics = limitDiagnostics(found, limits.diagnostics);
    const foundAt = at ?? now();
    for (const diagnostic of diagnostics) inspectors.reportDiagnostic(diagnostic, foundAt);
    return diagnostics;
  }

  function limited<Value>(sent: Value): Value {
    const { value, diagnostics } = limitMessage(sent) ?? { value: sent, diagnostics: EMPTY_ARRAY };
    report(diagnostics);
    return value;
  }

  return {
    tree,
    now,
    limited,
    commit,
    commitAction,
    tryCommit,
    batch: notifier.batch,
    report,
    onCommit: (callback) => void callbacks.push(callback),
  };
}

/** Paths of a reducer start at the event. Makes them start at the message. */
function withBasePath(found: readonly Diagnostic[], base: Diagnostic["path"]): Diagnostic[] {
  return found.map(({ path, ...rest }) => ({ ...rest, path: [...base, ...path] }));
}

/** Sets the time of an event in place: every body is made for one commit. */
function setTime(body: AcpEventBody & { at?: number }, at: number): asserts body is AcpEvent {
  body.at = at;
}

/** Reports a message that made a parser or a reducer throw, such as one nested too deeply. */
export function unreadableMessage(error: unknown, value: unknown): Diagnostic {
  return {
    code: "invalid_message",
    path: [],
    message: `The message could not be read: ${String(error)}. It was rejected.`,
    value,
  };
}
